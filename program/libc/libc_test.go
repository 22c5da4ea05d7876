package libc

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite symbols.txt from the sources")

// sources returns the names of the source files, sorted.
func sources(t *testing.T) []string {
	t.Helper()
	names, err := fs.Glob(files, "src/*.c")
	if err != nil || len(names) == 0 {
		t.Fatalf("no sources: %v", err)
	}
	for i, name := range names {
		names[i] = path.Base(name)
	}
	return names
}

func TestIndexMatchesSources(t *testing.T) {
	want := map[string]string{}
	for _, file := range sources(t) {
		text, err := fs.ReadFile(files, "src/"+file)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range scan(string(text)) {
			if other, dup := want[name]; dup {
				t.Errorf("%s is defined in %s and in %s", name, other, file)
			}
			want[name] = file
		}
	}
	if *update {
		var lines []string
		for name, file := range want {
			lines = append(lines, name+" "+file+"\n")
		}
		sort.Strings(lines)
		if err := os.WriteFile("symbols.txt", []byte(strings.Join(lines, "")), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := Index()
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("symbols.txt is stale (go test ./program/libc -update):\n%s", d)
	}
	if got[Start] == "" {
		t.Errorf("%s is not defined", Start)
	}
}

// TestSourcesCompile lets gcc check the C and tell the symbols independently.
func TestSourcesCompile(t *testing.T) {
	if testing.Short() {
		t.Skip("short")
	}
	for _, tool := range []string{"gcc", "nm"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is missing", tool)
		}
	}
	index, err := Index()
	if err != nil {
		t.Fatal(err)
	}
	var objects []string
	dir := t.TempDir()
	args := []string{"-std=gnu11", "-nostdinc", "-I", "include", "-ffreestanding", "-fno-builtin", "-fno-common", "-Wall",
		"-Wno-parentheses", "-Wno-builtin-declaration-mismatch", "-Wno-implicit-fallthrough", "-Werror", "-c"}
	for _, file := range sources(t) {
		object := filepath.Join(dir, strings.TrimSuffix(file, ".c")+".o")
		cmd := exec.Command("gcc", append(args, "-o", object, filepath.Join("src", file))...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", file, err, out)
			continue
		}
		objects = append(objects, object)
	}
	out, err := exec.Command("nm", append([]string{"-A", "-g"}, objects...)...).Output()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		f := strings.Fields(line)
		file := strings.TrimSuffix(filepath.Base(strings.SplitN(f[0], ":", 2)[0]), ".o") + ".c"
		switch kind, name := f[len(f)-2], f[len(f)-1]; {
		case kind != "U":
			got[name] = file
		case index[name] == "" && !strings.HasPrefix(name, "__rift_") && !toleratedUndefined[name]:
			t.Errorf("%s uses %s, which the library does not define", file, name)
		}
	}
	if d := cmp.Diff(got, index); d != "" && !t.Failed() {
		t.Errorf("index differs from nm (-nm +index):\n%s", d)
	}
}

// toleratedUndefined are symbols that the program defines, or gcc inserts.
var toleratedUndefined = map[string]bool{"main": true, "__muldc3": true, "__mulsc3": true, "__mulxc3": true, "__divdc3": true, "__divsc3": true, "__divxc3": true, "_GLOBAL_OFFSET_TABLE_": true}

// TestHeadersStandAlone checks that each header compiles on its own.
func TestHeadersStandAlone(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("gcc is missing")
	}
	var all strings.Builder
	err := fs.WalkDir(files, "include", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name = strings.TrimPrefix(name, "include/")
		cmd := exec.Command("gcc", "-std=gnu11", "-nostdinc", "-I", "include", "-ffreestanding", "-fno-builtin", "-fsyntax-only", "-Wall", "-Werror", "-x", "c", "-")
		cmd.Stdin = strings.NewReader(fmt.Sprintf("#include <%s>\n#include <%[1]s>\n", name))
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %s", name, out)
		}
		if name != "tgmath.h" && name != "iso646.h" && name != "libgen.h" {
			fmt.Fprintf(&all, "#include <%s>\n", name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("gcc", "-std=gnu11", "-nostdinc", "-I", "include", "-ffreestanding", "-fno-builtin", "-fsyntax-only", "-x", "c", "-")
	cmd.Stdin = strings.NewReader(all.String())
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("all headers together: %s", out)
	}
}
