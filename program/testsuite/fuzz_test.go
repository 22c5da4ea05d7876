package testsuite

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/riftlab/rift/program"
)

// FuzzReadKTest feeds arbitrary bytes as a .ktest file: what is read is what is
// read again from what WriteKTest makes of it.
func FuzzReadKTest(f *testing.F) {
	var whole bytes.Buffer
	if err := WriteKTest(&whole, "p", &program.Input{
		Args: []program.Bytes{program.Bytes("a"), nil}, Stdin: program.Bytes("in"),
		Files:  []program.File{{Name: "f", Data: program.Bytes("x")}},
		Values: []program.Value{{Name: "n", Data: program.Bytes{1, 2, 3, 4}}},
	}); err != nil {
		f.Fatal(err)
	}
	f.Add(whole.Bytes())
	f.Add(whole.Bytes()[:whole.Len()-3])
	f.Add([]byte("KTEST\x00\x00\x00\x03\xff\xff\xff\xff"))
	f.Add([]byte("BOUT\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		prog, in, err := ReadKTest(data)
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := WriteKTest(&b, prog, in); err != nil {
			t.Fatal(err)
		}
		prog2, again, err := ReadKTest(b.Bytes())
		if err != nil || prog2 != prog || !sameInput(again, in) {
			t.Errorf("%+v came back as %+v (%v)", in, again, err)
		}
	})
}

// FuzzReadTest feeds arbitrary text as a test's JSON: reading gives tests or an
// error that names the file.
func FuzzReadTest(f *testing.F) {
	f.Add(`{"name":"test000001","input":{"args":["a\u00ff"],"stdin":"x"},"outcome":{"ending":"exited","status":1}}`)
	f.Add(`{"name":"test000001","input":{"files":[{"name":"f","data":"1"}],"values":[{"name":"n","data":"\u0001"}]},"outcome":{"ending":"faulted","fault":{"kind":"division"}}}`)
	f.Add(`{"name":"other"}`)
	f.Add(`[]`)
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, text string) {
		if err := os.WriteFile(filepath.Join(dir, "test000001.json"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		list, err := Read(dir)
		if err != nil {
			if !strings.Contains(err.Error(), "test000001") {
				t.Errorf("the error does not name the file: %v", err)
			}
			return
		}
		for _, test := range list {
			test.Failed()
			test.Input.Key() // must not panic
		}
	})
}

// Objects that repeat arguments are told by their number, however many there are.
func TestIsArgument(t *testing.T) {
	for _, c := range []struct {
		name string
		n    int
		want bool
	}{
		{"arg0", 1, true}, {"arg1", 1, false}, {"arg11", 12, true}, {"arg01", 12, false}, {"arg+1", 12, false},
		{"arg-1", 12, false}, {"arg", 12, false}, {"argv0", 12, false}, {"arg99999999999999999999", 12, false}, {"arg0", 0, false},
	} {
		if got := isArgument(c.name, c.n); got != c.want {
			t.Errorf("%s of %d: %v", c.name, c.n, got)
		}
	}
}
