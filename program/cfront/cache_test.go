package cfront

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/buildcache"
	"github.com/riftlab/rift/program/cfront/object"
)

// onDisk returns a new cache on a folder, as another process has it.
func onDisk(t *testing.T, dir string) *Cache {
	d, err := buildcache.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return NewCacheOn(d)
}

func dump(t *testing.T, p *program.Program) string {
	var b bytes.Buffer
	if err := program.Fprint(&b, p, nil); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// A program that was kept is the program that was compiled, and so are programs
// linked with units that were kept.
func TestCacheOnDisk(t *testing.T) {
	dir := t.TempDir()
	files, err := filepath.Glob("testdata/ir/*.c")
	if err != nil || len(files) == 0 {
		t.Fatalf("no tests: %v", err)
	}
	files = append(files, "testdata/cache/printing.c")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		v := &program.Version{Name: "v", Files: []program.SourceFile{{Name: filepath.Base(file), Text: string(text)}}, Open: true}
		want, err := Compile(t.Context(), v, Options{})
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if _, err := Compile(t.Context(), v, Options{Cache: onDisk(t, dir)}); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if onDisk(t, dir).program(v) == nil {
			t.Fatalf("%s: not kept", file)
		}
		kept, err := Compile(t.Context(), v, Options{Cache: onDisk(t, dir)})
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if !reflect.DeepEqual(want, kept) {
			t.Errorf("%s: another program:\n%s", file, lineDiff(dump(t, want), dump(t, kept)))
		}
		changed := *v
		changed.Files = append([]program.SourceFile{{Name: "more.c", Text: "int more_than_before;"}}, v.Files...)
		want, err = Compile(t.Context(), &changed, Options{})
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		linked, err := Compile(t.Context(), &changed, Options{Cache: onDisk(t, dir)})
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if !reflect.DeepEqual(want, linked) {
			t.Errorf("%s: another program with kept units:\n%s", file, lineDiff(dump(t, want), dump(t, linked)))
		}
	}
}

// Versions that compile to other programs have other keys.
func TestVersionKey(t *testing.T) {
	file := func(name, text string) program.SourceFile { return program.SourceFile{Name: name, Text: text} }
	base := func() *program.Version {
		return &program.Version{Files: []program.SourceFile{file("a.c", "int x;"), file("b.h", "")}, Defines: []string{"A=1"}, Includes: []string{"inc"}, Sealed: true}
	}
	keys := map[string]string{versionKey(base()): "the base"}
	for name, change := range map[string]func(*program.Version){
		"text":       func(v *program.Version) { v.Files[0].Text += " " },
		"name":       func(v *program.Version) { v.Files[0].Name = "c.c" },
		"order":      func(v *program.Version) { v.Files[0], v.Files[1] = v.Files[1], v.Files[0] },
		"library":    func(v *program.Version) { v.Files[0].Library = true },
		"included":   func(v *program.Version) { v.Files[0].Included = true },
		"define":     func(v *program.Version) { v.Defines = []string{"A=2"} },
		"include":    func(v *program.Version) { v.Includes = nil },
		"open":       func(v *program.Version) { v.Open = true },
		"check":      func(v *program.Version) { v.Check = true },
		"host":       func(v *program.Version) { v.Host = true },
		"not sealed": func(v *program.Version) { v.Sealed = false },
	} {
		v := base()
		change(v)
		key := versionKey(v)
		if other := keys[key]; other != "" || key == "" {
			t.Errorf("%s: the key of %q", name, other)
		}
		keys[key] = name
	}
}

// A header that changes, comes or goes makes another program.
func TestCacheSeesHeaders(t *testing.T) {
	kept, dir := t.TempDir(), t.TempDir()
	t.Chdir(dir)
	write := func(name, text string) {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	text := "#include \"n.h\"\n#if __has_include(\"extra.h\")\n#include \"extra.h\"\n#endif\nint n = N;\n"
	v := &program.Version{Files: []program.SourceFile{{Name: "a.c", Text: text}}, Includes: []string{"first", "second"}}
	value := func() byte {
		t.Helper()
		p, err := Compile(t.Context(), v, Options{Cache: onDisk(t, kept)})
		if err != nil {
			t.Fatal(err)
		}
		if onDisk(t, kept).program(v) == nil {
			t.Error("nothing kept")
		}
		i, _ := p.GlobalByName("n")
		return append(p.Globals[i].Data, 0)[0]
	}
	for i, c := range []struct {
		change func()
		want   byte
	}{
		{func() { write("second/n.h", "#define N 1\n") }, 1},
		{func() { write("second/n.h", "#define N 2\n") }, 2},
		{func() { write("first/n.h", "#define N 3\n") }, 3},
		{func() { write("second/extra.h", "#undef N\n#define N 4\n") }, 4},
		{func() { _ = os.Remove("second/extra.h") }, 3},
		{func() { _ = os.Remove("first/n.h") }, 2},
		{func() { write("other/second/n.h", "#define N 5\n"); t.Chdir("other") }, 5},
	} {
		c.change()
		for range 2 {
			if got := value(); got != c.want {
				t.Errorf("change %d: n is %d, want %d", i, got, c.want)
			}
		}
	}
}

// Whatever programs and objects hold is kept: but for what Index makes, no field of
// theirs is out of sight.
func TestAllIsKept(t *testing.T) {
	seen := map[reflect.Type]bool{}
	var look func(reflect.Type)
	look = func(typ reflect.Type) {
		if seen[typ] {
			return
		}
		seen[typ] = true
		switch typ.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Array:
			look(typ.Elem())
		case reflect.Struct:
			for i := range typ.NumField() {
				f := typ.Field(i)
				if !f.IsExported() && !(typ == reflect.TypeFor[program.Program]() && (f.Name == "byName" || f.Name == "global")) {
					t.Errorf("%s.%s would be lost", typ, f.Name)
				}
				if f.IsExported() {
					look(f.Type)
				}
			}
		}
	}
	look(reflect.TypeFor[program.Program]())
	look(reflect.TypeFor[object.Object]())
	look(reflect.TypeFor[lookups]())
}
