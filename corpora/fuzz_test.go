package corpora

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/riftlab/rift/program"
)

// FuzzCompileCommands feeds arbitrary text as a compile_commands.json: it is an
// error that names the file, or units with clean absolute paths.
func FuzzCompileCommands(f *testing.F) {
	for _, s := range []string{
		"", "[]", "{}", "[null]",
		`[{"directory":"/b","file":"a.c","arguments":["cc","-I","inc","-DN=1","-include","h.h","-o","a.o","a.c"]}]`,
		`[{"directory":"b","file":"../a.c","command":"cc -I'x y' -D\"A=\\\"b\\\"\" -isystem /s -o"}]`,
		`[{"file":"a.c","command":"cc '"},{"file":"","command":"cc < a"}]`,
		`[{"directory":"/b","file":"a.c","arguments":["cc","-I"],"output":"o/../a.o"}]`,
	} {
		f.Add(s)
	}
	name := filepath.Join(f.TempDir(), CompileDatabase)
	f.Fuzz(func(t *testing.T, text string) {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		units, err := CompiledUnits(name)
		if err != nil {
			if !strings.Contains(err.Error(), CompileDatabase) {
				t.Errorf("the error does not name the file: %v", err)
			}
			if strings.HasPrefix(text, "[]") && strings.TrimSpace(text[2:]) == "" {
				t.Errorf("an empty list is an error: %v", err)
			}
			return
		}
		for _, u := range units {
			for _, p := range append([]string{u.File}, append(u.Includes, u.Forced...)...) {
				if !filepath.IsAbs(p) || filepath.Clean(p) != p {
					t.Errorf("%q in %+v is no clean absolute path", p, u)
				}
			}
			if u.Object != "" && !filepath.IsAbs(u.Object) {
				t.Errorf("object %q is no absolute path", u.Object)
			}
		}
		c, err := readCompileCommands(name)
		if err != nil {
			t.Fatal(err)
		}
		c.apply(&program.Version{}, nil, map[string][]string{}) //nolint:errcheck // what it refuses is right, a panic is not
	})
}

// FuzzValue feeds arbitrary text as a value of an entry function: it has a name and
// a size that can be, and an integer is read again from what it is.
func FuzzValue(f *testing.F) {
	for _, s := range []string{"n=1", "n:8=-0x10", "n:1=255", `s="a\x00"`, "=1", "n:3=1", "n", `n:4="a"`, "n:2=0b1_0"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, err := ParseValue(text)
		if err != nil {
			return
		}
		if v.Name == "" || !strings.HasPrefix(text, v.Name) {
			t.Errorf("%q has the name %q", text, v.Name)
		}
		if strings.HasPrefix(text[len(v.Name):], `="`) {
			return
		}
		switch len(v.Data) {
		case 1, 2, 4, 8:
		default:
			t.Errorf("%q has %d bytes", text, len(v.Data))
		}
		data, err := json.Marshal(v)
		var again program.Value
		if err == nil {
			err = json.Unmarshal(data, &again)
		}
		if err != nil || string(again.Data) != string(v.Data) {
			t.Errorf("%q: %x became %x as JSON (%v)", text, v.Data, again.Data, err)
		}
	})
}
