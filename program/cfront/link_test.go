package cfront

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/riftlab/rift/program"
)

// mustCompile is compile for programs that must be accepted.
func mustCompile(t *testing.T, files ...string) *program.Program {
	t.Helper()
	p, err := compile(t, nil, files...)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// funcOf and globalOf return what has a name, or fail the test.
func funcOf(t *testing.T, p *program.Program, name string) *program.Func {
	t.Helper()
	i, ok := p.FuncByName(name)
	if !ok {
		t.Fatalf("no function %s", name)
	}
	return p.Funcs[i]
}

func globalOf(t *testing.T, p *program.Program, name string) *program.Global {
	t.Helper()
	i, ok := p.GlobalByName(name)
	if !ok {
		t.Fatalf("no global %s", name)
	}
	return p.Globals[i]
}

func TestStaticsAreKeptApart(t *testing.T) {
	p := mustCompile(t,
		"a.c", "static int n = 1; static int get(void) { return n; } int a(void) { return get(); }",
		"b.c", "static int n = 2; static int get(void) { return n; } int b(void) { return get(); }")
	for name, value := range map[string]byte{"n": 1, "n@1": 2} {
		if g := globalOf(t, p, name); g.Data[0] != value || g.Source != "n" {
			t.Errorf("%s holds %d, source %s", name, g.Data[0], g.Source)
		}
	}
	if f := funcOf(t, p, "get@1"); f.Source != "get" || !f.Static || p.Files[f.Unit] != "b.c" {
		t.Errorf("get@1: source %s, static %v, file %s", f.Source, f.Static, p.Files[f.Unit])
	}
}

// A header with "#pragma once" is read once in each unit that includes it.
func TestPragmaOnceIsPerUnit(t *testing.T) {
	p := mustCompile(t,
		"once.h", "#pragma once\nstruct pair { int a, b; };\nenum { two = 2 };",
		"all.h", "#include \"once.h\"\n#include \"once.h\"\n",
		"a.c", "#include \"once.h\"\n#include \"all.h\"\nstruct pair p = {two, 1};",
		"b.c", "#include \"all.h\"\n#include \"once.h\"\nstruct pair q = {1, two};")
	if a, b := globalOf(t, p, "p"), globalOf(t, p, "q"); a.Data[0] != 2 || b.Data[4] != 2 {
		t.Errorf("p holds %v, q %v", a.Data, b.Data)
	}
}

func TestTentativeDefinitionsMerge(t *testing.T) {
	p := mustCompile(t,
		"a.c", "int shared; char buf[4]; extern int only; int *p = &shared;",
		"b.c", "int shared = 7; char buf[16]; int only = 3; int shared;")
	if g := globalOf(t, p, "shared"); g.Data[0] != 7 {
		t.Errorf("shared holds %v", g.Data)
	}
	if g := globalOf(t, p, "buf"); g.Size != 16 {
		t.Errorf("buf has size %d", g.Size)
	}
	if len(globalOf(t, p, "p").Relocs) != 1 {
		t.Errorf("p has no address")
	}
}

func TestWeakGivesWay(t *testing.T) {
	p := mustCompile(t,
		"a.c", "__attribute__((weak)) int f(void) { return 1; } extern int g(void) __attribute__((weak)); int have(void) { return g != 0; } int h(void) { return f(); }",
		"b.c", "int f(void) { return 2; }")
	ret := funcOf(t, p, "f").Blocks[0].Term()
	if ret.A.Bits != 2 {
		t.Errorf("the weak f was taken")
	}
	if _, ok := p.FuncByName("g"); ok {
		t.Errorf("an undefined weak function is in the program")
	}
}

func TestAlias(t *testing.T) {
	p := mustCompile(t, "a.c", "int real(void) { return 5; }\nint other(void) __attribute__((alias(\"real\")));\nint call(void) { return other(); }")
	want, _ := p.FuncByName("real")
	for _, in := range funcOf(t, p, "call").Blocks[0].Instrs {
		if in.Op == program.Call && int(in.A.Index) != want {
			t.Errorf("calls function %d, want %d", in.A.Index, want)
		}
	}
}

func TestUndefined(t *testing.T) {
	p := mustCompile(t, "a.c", "int nowhere(int); int missing(); int f(void) { return nowhere(1) + missing(); }\nvoid *p = &nowhere;")
	if diff := cmp.Diff([]string{"missing", "nowhere"}, p.Undefined); diff != "" {
		t.Error(diff)
	}
}

func TestLinkErrors(t *testing.T) {
	for _, c := range []struct{ a, b, want string }{
		{"int f(void) { return 1; }", "int f(void) { return 2; }", "b.c:1:1: multiple definition of f"},
		{"int x = 1;", "int x = 2;", "b.c:1:5: multiple definition of x"},
		{"extern int gone; int f(void) { return gone; }", "", "a.c:1:12: undefined variable gone: no file of the program defines it"},
		{"int a(void) __attribute__((alias(\"b\"))); int b(void) __attribute__((alias(\"a\"))); int f(void) { return a(); }", "", "circular alias"},
	} {
		_, err := compile(t, nil, "a.c", c.a, "b.c", c.b)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got error %v, want one with %q", err, c.want)
		}
	}
}

// TestLibraryIsAnArchive checks that only what is needed is linked, and that
// the program's own definition of a library function wins.
func TestLibraryIsAnArchive(t *testing.T) {
	p := mustCompile(t, "a.c", "#include <string.h>\nsize_t strlen(const char *s) { return 42; }\nint main(void) { char b[9]; strcpy(b, \"x\"); return strlen(b); }")
	if funcOf(t, p, "strlen").Library {
		t.Error("the library's strlen was taken")
	}
	if !funcOf(t, p, "strcpy").Library || !funcOf(t, p, "__rift_start").Library {
		t.Error("strcpy or the start code is not the library's")
	}
	if _, ok := p.FuncByName("printf"); ok {
		t.Error("printf is linked without need")
	}
}

func TestConstructors(t *testing.T) {
	p := mustCompile(t, "a.c", "void second(void) __attribute__((constructor)); void second(void) {}\n__attribute__((constructor(101))) static void first(void) {}\n__attribute__((destructor)) void last(void) {}\nint main(void) { return 0; }")
	var order []string
	for _, b := range funcOf(t, p, "__rift_start").Blocks {
		for _, in := range b.Instrs {
			if in.Op == program.Call && in.A.Mode == program.FuncAddr {
				if f := p.Funcs[in.A.Index]; !f.Library || f.Name == "atexit" {
					order = append(order, f.Name)
				}
			}
		}
	}
	if diff := cmp.Diff([]string{"atexit", "first", "second", "main"}, order); diff != "" {
		t.Error(diff)
	}
}

// TestDeterminism compiles the same version twice, once with a warm cache.
func TestDeterminism(t *testing.T) {
	v := &program.Version{Files: []program.SourceFile{{Name: "a.c", Text: "#include <stdio.h>\nint main(void) { printf(\"%d\\n\", 1); return 0; }"}}}
	cache := NewCache()
	var texts [3]strings.Builder
	for i := range texts {
		opt := Options{Cache: cache}
		if i == 2 {
			opt.Cache = nil
		}
		p, err := Compile(context.Background(), v, opt)
		if err != nil {
			t.Fatal(err)
		}
		if err := program.Fprint(&texts[i], p, nil); err != nil {
			t.Fatal(err)
		}
	}
	if texts[0].String() != texts[1].String() || texts[0].String() != texts[2].String() {
		t.Error("compiling again gives another program")
	}
}

// TestCacheIsShared compiles from several goroutines with one cache; run with
// -race.
func TestCacheIsShared(t *testing.T) {
	cache := NewCache()
	var texts [4]strings.Builder
	var wg sync.WaitGroup
	for i := range texts {
		wg.Go(func() {
			p, err := compile(t, cache, "a.c", "#include <stdio.h>\n#include <string.h>\nint main(void) { puts(strchr(\"ab\", 'b')); return 0; }")
			if err == nil {
				err = program.Fprint(&texts[i], p, nil)
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for i := range texts {
		if texts[i].String() != texts[0].String() {
			t.Errorf("goroutine %d got another program", i)
		}
	}
}

func TestIncludeFolders(t *testing.T) {
	v := &program.Version{
		Files: []program.SourceFile{
			{Name: "src/a.c", Text: "#include \"own.h\"\n#include <conf.h>\nint x = OWN + CONF + OPTION;"},
			{Name: "src/own.h", Text: "#pragma once\n#define OWN 1\n#include \"own.h\""},
			{Name: "include/conf.h", Text: "#define CONF 2"},
		},
		Includes: []string{"include"},
		Defines:  []string{"OPTION=4"},
	}
	p, err := Compile(context.Background(), v, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if g := globalOf(t, p, "x"); g.Data[0] != 7 {
		t.Errorf("x holds %d", g.Data[0])
	}
}

// TestSealed: a sealed version finds no header on the disk, wherever it runs.
func TestSealed(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	if err := os.WriteFile("stray.h", []byte("#define STRAY 3\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	v := &program.Version{
		Files:    []program.SourceFile{{Name: "a.c", Text: "#include <stray.h>\nint x = STRAY;"}},
		Includes: []string{"."},
	}
	if _, err := Compile(context.Background(), v, Options{}); err != nil {
		t.Fatal(err)
	}
	v.Sealed = true
	if _, err := Compile(context.Background(), v, Options{}); err == nil {
		t.Error("a sealed version found a header that is not its own")
	}
}

func TestCancelledContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Compile(ctx, &program.Version{Files: []program.SourceFile{{Name: "a.c", Text: "int x;"}}}, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// A declaration without inline, or with extern, makes the inline definition of a
// function an external one, wherever it stands; alone it is none.
func TestInlineDefinitions(t *testing.T) {
	const main = "int f(int); int main(void) { return f(1); }"
	for _, c := range []struct {
		text    string
		defined bool
	}{
		{"int f(int); inline int f(int x) { return x; }", true},
		{"inline int f(int x) { return x; } extern int f(int);", true},
		{"inline int f(int x) { return x; } extern inline int f(int);", true},
		{"extern inline int f(int x) { return x; }", true},
		{"inline int f(int x) { return x; }", false},
		{"inline int f(int); inline int f(int x) { return x; }", false},
		{"static inline int f(int x) { return x; }", false},
		{"extern inline __attribute__((gnu_inline)) int f(int x) { return x; }", false},
	} {
		p, err := compile(t, nil, "main.c", main, "f.c", c.text)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if got := !slices.Contains(p.Undefined, "f"); got != c.defined {
			t.Errorf("%s: f is defined: %v", c.text, got)
		}
	}
}
