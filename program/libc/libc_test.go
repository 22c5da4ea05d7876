package libc

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/riftlab/rift/program"
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
		"-Wno-parentheses", "-Wno-builtin-declaration-mismatch", "-Wno-implicit-fallthrough", "-c"}
	args = append(args, strict()...)
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

// strict makes warnings errors where the compiler is known, which is in CI: each
// release of gcc knows other ones.
func strict() []string {
	if os.Getenv("RIFT_LONG") != "" {
		return []string{"-Werror"}
	}
	return nil
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
		cmd := exec.Command("gcc", "-std=gnu11", "-nostdinc", "-I", "include", "-ffreestanding", "-fno-builtin", "-fsyntax-only", "-Wall", "-x", "c", "-")
		cmd.Args = append(cmd.Args, strict()...)
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

// TestMathNumbers checks that C and Go number the mathematical functions alike.
func TestMathNumbers(t *testing.T) {
	want := map[string]program.MathFn{
		"MathSqrt":      program.MathSqrt,
		"MathSin":       program.MathSin,
		"MathCos":       program.MathCos,
		"MathTan":       program.MathTan,
		"MathAsin":      program.MathAsin,
		"MathAcos":      program.MathAcos,
		"MathAtan":      program.MathAtan,
		"MathAtan2":     program.MathAtan2,
		"MathSinh":      program.MathSinh,
		"MathCosh":      program.MathCosh,
		"MathTanh":      program.MathTanh,
		"MathAsinh":     program.MathAsinh,
		"MathAcosh":     program.MathAcosh,
		"MathAtanh":     program.MathAtanh,
		"MathExp":       program.MathExp,
		"MathExp2":      program.MathExp2,
		"MathExpm1":     program.MathExpm1,
		"MathLog":       program.MathLog,
		"MathLog2":      program.MathLog2,
		"MathLog10":     program.MathLog10,
		"MathLog1p":     program.MathLog1p,
		"MathPow":       program.MathPow,
		"MathHypot":     program.MathHypot,
		"MathCbrt":      program.MathCbrt,
		"MathFmod":      program.MathFmod,
		"MathRemainder": program.MathRemainder,
		"MathFloor":     program.MathFloor,
		"MathCeil":      program.MathCeil,
		"MathTrunc":     program.MathTrunc,
		"MathRound":     program.MathRound,
		"MathRint":      program.MathRint,
		"MathErf":       program.MathErf,
		"MathErfc":      program.MathErfc,
		"MathTgamma":    program.MathTgamma,
		"MathLgamma":    program.MathLgamma,
		"MathNextafter": program.MathNextafter,
	}
	text, err := fs.ReadFile(files, "include/rift/math.h")
	if err != nil {
		t.Fatal(err)
	}
	names := regexp.MustCompile(`(?m)^\t(Math\w+),$`).FindAllStringSubmatch(string(text), -1)
	if len(names) != len(want) {
		t.Errorf("math.h has %d functions, want %d", len(names), len(want))
	}
	for i, m := range names {
		if fn, ok := want[m[1]]; !ok || fn != program.MathFn(i) {
			t.Errorf("math.h: %s is number %d, want %d", m[1], i, fn)
		}
	}
	if single := fmt.Sprintf("#define MathSingle %#x\n", int(program.MathSingle)); !strings.Contains(string(text), single) {
		t.Errorf("math.h lacks %q", single)
	}
}

// TestIntrinsicsAreKnown checks that every service that the headers declare is
// one of the machine.
func TestIntrinsicsAreKnown(t *testing.T) {
	text, err := fs.ReadFile(files, "include/rift/intrinsics.h")
	if err != nil {
		t.Fatal(err)
	}
	names := regexp.MustCompile(`\b__rift_\w+`).FindAllString(string(text), -1)
	if len(names) == 0 {
		t.Fatal("no services declared")
	}
	for _, name := range names {
		if _, ok := program.LookupIntrin(name); !ok {
			t.Errorf("%s is no service of the machine", name)
		}
	}
}
