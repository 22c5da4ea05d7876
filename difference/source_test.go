package difference

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines/pair"
	"github.com/riftlab/rift/program"
)

// A version of a file on disk is compiled with its own headers, with the flags of a
// compile_commands.json or without: text that is changed there counts.
func TestFileHeaders(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return name
	}
	var names []string
	for _, v := range []string{"old", "new"} {
		names = append(names, write(v+"/main.c", "#include <limit.h>\nint main(void) { return LIMIT + MORE; }\n"))
		write(v+"/limit.h", "#define LIMIT 1\n")
	}
	write("compile_commands.json", `[{"directory": ".", "file": "old/main.c", "command": "cc -DMORE=2 -c old/main.c"},
		{"directory": ".", "file": "new/main.c", "command": "cc -DMORE=2 -c new/main.c"}]`)
	for _, flags := range []corpora.CompilerFlags{{Defines: []string{"MORE=2"}}, {BuildDir: dir}} {
		s := Sources{CompilerFlags: flags}
		old, new, err := s.Load(names[0], names[1], nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range []*program.Version{old, new} {
			if len(v.Files) != 2 || v.Files[0].Name != "main.c" || v.Files[1].Name != "limit.h" {
				t.Fatalf("%+v: files %+v", flags, v.Files)
			}
			v.Files[1].Text = strings.Replace(v.Files[1].Text, "1", "5", 1)
			p, err := compile(t.Context(), v)
			if err != nil {
				t.Fatal(err)
			}
			m, err := pair.NewMachine(p, pair.Options{Steps: 1000})
			if err != nil {
				t.Fatal(err)
			}
			if out, err := m.Run(t.Context(), &program.Input{}); err != nil || out.Status != 7 {
				t.Errorf("%+v: %+v, %v", flags, out, err)
			}
		}
	}
}
