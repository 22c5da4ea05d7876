package cfront

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/riftlab/rift/program"
)

// ends compiles like compile and fails if that does not end.
func ends(t *testing.T, cache *Cache, files ...string) error {
	t.Helper()
	v := &program.Version{Name: "test"}
	for i := 0; i < len(files); i += 2 {
		v.Files = append(v.Files, program.SourceFile{Name: files[i], Text: files[i+1]})
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	_, err := Compile(ctx, v, Options{Cache: cache})
	if errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("compiling does not end: %.60q", files)
	}
	return err
}

// The preprocessor closes its output where it gives up. What follows there
// made the parser loop.
func TestPreprocessorGivesUp(t *testing.T) {
	const rest = "\nenum { X };\nstruct s { int a; };\nint main(void) { return X; }\n"
	const enum = "\nenum { A = 1, "
	cache := NewCache()
	for _, c := range []struct {
		name  string
		files []string
		want  string
	}{
		{"missing headers", []string{"a.c", "#include <a.h>\n#include <b.h>\n #include \"d/c.h\"" + rest},
			"a.c:1:10: file not found: a.h; searched <rift>/include\n" +
				"a.c:2:10: file not found: b.h; searched <rift>/include\n" +
				"a.c:3:11: file not found: d/c.h; searched ., <rift>/include"},
		{"text between", []string{"a.c", "#include <a.h>\nint x;\n#include <a.h>\n#include <b.h>" + rest},
			"a.c:1:10: file not found: a.h; searched <rift>/include\n" +
				"a.c:4:10: file not found: b.h; searched <rift>/include"},
		{"within a header", []string{"a.c", "#include \"d/a.h\"" + rest, "d/a.h", "#pragma once\nint x;\n#include \"b.h\"\nstruct"},
			"d/a.h:3:10: file not found: b.h; searched d, <rift>/include"},
		{"consequences", []string{"a.c", "#include \"config.h\"\n#ifndef CONFIG\n#error unconfigured\n#endif\nstruct s {"},
			"a.c:1:10: file not found: config.h; searched ., <rift>/include"},
		{"in two units", []string{"a.c", "#include <a.h>" + rest, "b.c", "#include <a.h>" + rest},
			"a.c:1:10: file not found: a.h; searched <rift>/include\n" +
				"b.c:1:10: file not found: a.h; searched <rift>/include"},
		{"next", []string{"a.c", "#include_next <a.h>" + rest}, "a.c:1:15: file not found: a.h; searched <rift>/include"},
		{"by a macro", []string{"a.c", "#define A <a.h>\n#include A" + rest}, "a.c:2:10: file not found: a.h; searched <rift>/include"},
		{"no name", []string{"a.c", "#include NAME" + rest}, "a.c:1:10: #include takes \"file\" or <file>"},
		{"nothing", []string{"a.c", "#include" + rest}, "a.c:1:2: #include takes \"file\" or <file>"},
		{"by itself", []string{"a.c", "#include \"a.c\"" + rest}, "a.c:1:1: the unit includes too many files, among them this one again and again"},
		{"each other", []string{"a.c", "#include \"a.h\"" + rest, "a.h", "int x;\n#include \"b.h\"\n", "b.h", "\n\n#include \"a.h\"\n"},
			"b.h:1:1: the unit includes too many files, among them this one again and again"},
		{"arguments of a macro", []string{"a.c", "#define f(x) x" + enum + "f(1, 2\n"}, "a.c:2:15: unterminated argument list invoking macro \"f\""},
		{"condition", []string{"a.c", "#if 1" + rest}, ": expected #endif"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := ends(t, cache, c.files...)
			if err == nil {
				t.Fatal("no error")
			}
			if got := err.Error(); got != c.want && (c.name != "condition" || !strings.Contains(got, c.want)) {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// The same holds for the files of a library that a version brings, and where the
// version's definitions or the macros of builtins make the preprocessor give up.
func TestPreprocessorGivesUpElsewhere(t *testing.T) {
	const rest = "\nenum { X };\nstruct s { int a; };\nint f(void) { return X; }\n"
	cache := NewCache()
	for _, c := range []struct {
		name    string
		text    string
		defines []string
		library string
		want    string
	}{
		{"library", "int f(void); int main(void) { return f(); }", nil, "#include <a.h>" + rest,
			"l.c:1:10: file not found: a.h; searched <rift>/include"},
		{"definition", "enum { A, B = f(1" + rest, []string{"f(x)=x"}, "",
			"a.c:1:15: unterminated argument list invoking macro \"f\""},
		{"type", "struct s;\nint f(1" + rest, []string{"g(x)=x", "int=g("}, "",
			"a.c:2:1: unterminated argument list invoking macro \"g\""},
		{"builtin", "enum { A, B = __builtin_offsetof(struct s, " + rest, nil, "",
			"a.c:1:15: unterminated argument list invoking macro \"__builtin_offsetof\""},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := &program.Version{Defines: c.defines, Files: []program.SourceFile{{Name: "a.c", Text: c.text}}}
			if c.library != "" {
				v.Files = append(v.Files, program.SourceFile{Name: "l.c", Text: c.library, Library: true})
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			if _, err := Compile(ctx, v, Options{Cache: cache}); err == nil || err.Error() != c.want {
				t.Errorf("got\n%v\nwant\n%s", err, c.want)
			}
		})
	}
}

// At the limit of expansion the preprocessor closes its output, too.
func TestExpansionLimit(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	c := newCompiler(ctx, NewCache())
	c.parser.Limit = 100_000
	_, errs := c.unit(c.parser.Environment(&program.Version{}), "a.c", doubling("A", 40)+"enum { X, A", unitOptions{})
	if len(errs) == 0 || !strings.Contains(errs[0].Error(), "macro expansion limit exceeded") {
		t.Errorf("got %v", errs)
	}
}

// doubling returns macros of which each is the next one twice.
func doubling(name string, n int) string {
	var sb strings.Builder
	for range n {
		next := name + "_"
		sb.WriteString("#define " + name + " " + next + " " + next + "\n")
		name = next
	}
	return sb.String()
}

// Headers that are missing where nothing includes them are no error, and the
// lines of files are counted as they stand.
func TestConditionalIncludes(t *testing.T) {
	cache := NewCache()
	for _, text := range []string{
		"#if 0\n#include <a.h>\n#endif\n",
		"#ifdef NO\n#include \"a.h\"\n#include NAME\n#elif 1\n#else\n#include <b.h>\n#endif\n",
		"#if __has_include(<a.h>)\n#include <a.h>\n#endif\n",
		"#if __has_include(\"a.h\") || __has_include(<no/such.h>)\n#include <a.h>\n#else\n#include <stdio.h>\n#endif\n",
		"#ifdef __has_include\n#if __has_include_next(<a.h>)\n#include_next <a.h>\n#endif\n#endif\n",
		"/*\n#include <a.h>\n*/ // \\\n#include <b.h>\n",
		"#include \"once.h\"\n#include \"once.h\"\n#include \"twice.h\"\n#include \"twice.h\"\n",
		"#ifndef DEEP\n#define DEEP\n#include \"a.c\"\n#undef DEEP\n#define SECOND\n#endif\n#ifdef SECOND\n",
	} {
		if strings.HasSuffix(text, "SECOND\n") {
			text += "int main(void) { return __LINE__ - 8; }\n#endif\n"
		} else {
			text += "enum { X };\nstruct s { int a; };\nint main(void) { return X; }\n"
		}
		err := ends(t, cache, "a.c", text, "once.h", "#pragma once\nint once = 1;\n", "twice.h", "extern int twice;\n")
		if err != nil {
			t.Errorf("%s\n%v", text, err)
		}
	}
	// What is looked for with __has_include stays missing when the attempt
	// after an error takes it for empty.
	err := ends(t, cache, "a.c", "#if __has_include(<a.h>)\n#include <b.h>\n#endif\n#include <a.h>\n#if __has_include(<a.h>)\n#include <c.h>\n#endif\n")
	if want := "a.c:4:10: file not found: a.h; searched <rift>/include"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// A source cut off anywhere must compile or give an error.
func TestTruncated(t *testing.T) {
	text := `#include <stdio.h>
#define max(a, b) ((a) > (b) ? (a) : (b))
#if __STDC__ && defined max
/* Weekdays. */
enum day { MON = 1, TUE, WED = max(3, TUE) };
#endif
struct rec { int a : 3, *p; union { long l; double d[2]; } u; } __attribute__((packed));
static const struct rec first = { .a = 1, .u.d = { [1] = 'x' } };
typedef int (*op)(int, const char *restrict, ...);
_Static_assert(sizeof(struct rec) > 4, "small");
static int f(int n, char s[static 1]) // a comment
{
	switch (n) { case 1 ... 3: goto out; default: do n--; while (n > max(1, 2)); }
out:
	return _Generic(n, int: ({ n ? s[0] : -1; })) + (int){ 2 } + __builtin_offsetof(struct rec, u);
}
int main(void) { for (int i = 0; i < 3; i++) printf("%d \" \\" "\n", f(i, "ab")); return 0; }
`
	cache := NewCache()
	n := 0
	for cut := 1; cut < len(text); cut += 31 {
		if err := ends(t, cache, "a.c", text[:cut]); err != nil {
			n++
		}
	}
	if n < len(text)/31/2 {
		t.Errorf("only %d truncated sources are wrong", n)
	}
}
