package program

import "testing"

// TestShellQuotesProgram checks that the name of a program is one word of the line.
func TestShellQuotesProgram(t *testing.T) {
	in := Input{Args: []Bytes{Bytes("x"), Bytes("a b")}}
	for prog, want := range map[string]string{
		"./main":               "./main x 'a b'",
		"./a b$(touch pwn)":    "'./a b$(touch pwn)' x 'a b'",
		"./it's; rm -rf ~; #.": `"./it's; rm -rf ~; #." x 'a b'`,
	} {
		if got := in.Shell(prog); got != want && got != "'./it'\\''s; rm -rf ~; #.' x 'a b'" {
			t.Errorf("%s: %s, want %s", prog, got, want)
		}
	}
}
