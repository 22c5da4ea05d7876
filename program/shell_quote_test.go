package program

import (
	"os/exec"
	"testing"
)

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

// A POSIX shell reads a quoted word as it was.
func TestPosixWord(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("missing: sh")
	}
	for _, w := range []string{"", "plain", "/a/b-c.d", "two words", "it's", `"$HOME" \ ` + "`x`", "*", "~", "a\nb", "-n", "#", "a;b", "$((1+1))", "größe\xff"} {
		out, err := exec.Command(sh, "-c", "printf %s "+PosixWord(w)).Output()
		if err != nil || string(out) != w {
			t.Errorf("%q is read as %q, %v", w, out, err)
		}
	}
}
