package program

import (
	"bytes"
	"os/exec"
	"testing"
)

// TestPrintfWord lets printf(1) write what is quoted for it.
func TestPrintfWord(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no shell")
	}
	all := make([]byte, 0, 256)
	for c := range 256 {
		all = append(all, byte(c))
	}
	for _, b := range [][]byte{nil, all, []byte("-n"), []byte("--"), []byte("100%d\\n'x'\t\n"), []byte("\x017")} {
		got, err := exec.Command(sh, "-c", "printf "+PrintfWord(b)).Output()
		if err != nil || !bytes.Equal(got, b) {
			t.Errorf("%q is written as %q, %v", b, got, err)
		}
	}
}

func TestShellWord(t *testing.T) {
	for text, want := range map[string]string{
		"": "''", "-n": "-n", "a b": "'a b'", "it's": `'it'\''s'`, "a\x01'\\": `$'a\001\'\\'`,
	} {
		if got := ShellWord([]byte(text)); got != want {
			t.Errorf("%q is quoted as %s, want %s", text, got, want)
		}
	}
}
