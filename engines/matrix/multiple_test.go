package matrix

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/riftlab/rift/engines/enginetest"
	"github.com/riftlab/rift/program"
)

// edited returns two versions of a text: each «old|new» is one change.
func edited(text string) (old, new string) {
	re := regexp.MustCompile(`«([^|»]*)\|([^»]*)»`)
	return re.ReplaceAllString(text, "$1"), re.ReplaceAllString(text, "$2")
}

// A change has state requirements in the conservative treatment if a path without another
// change leads to it.
func TestChangeClear(t *testing.T) {
	for _, c := range []struct {
		name, body string
		clear      string // lines of the changes with a clear path
	}{
		{"one after the other", "x = «1|2»;\n\ty = «1|2»;", "4"},
		{"other branches", "if (x)\n\tx = «1|2»;\n\telse\n\ty = «1|2»;", "5 7"},
		{"around", "if (x)\n\tx = «1|2»;\n\n\ty = «1|2»;", "5 7"},
		{"before a loop", "x = «1|2»;\n\n\twhile (y < 9)\n\ty += «1|2»;", "4"},
		{"in a loop", "while (y < 9) {\n\ty += «1|2»;\n\n\tx += «1|2»;\n\t}", "5"},
		{"deleted before", "«x = 5;|»\n\n\ty = «1|2»;", "deleted"},
		{"deleted in a branch", "if (x) {\n\t«x = 5;|»\n\t}\n\n\ty = «1|2»;", "deleted 8"},
		{"deleted behind", "y = «1|2»;\n\n\t«x = 5;|»\n\tx++;", "4"},
		{"condition", "if (x > «1|2»)\n\n\ty = «1|2»;", "4"},
	} {
		old, new := edited("#include <stdio.h>\nvoid e(int x, int y)\n{\n\t" + c.body + "\n\tprintf(\"%d %d\", x, y);\n}\nint main(void) { e(1, 1); return 0; }\n")
		if got := clearOf(t, old, new); got != c.clear {
			t.Errorf("%s: %q, want %q", c.name, got, c.clear)
		}
	}
	for body, want := range map[string]string{
		"f(x);\n\ty = «1|2»;":          "4 8", // f may return before its change
		"g(x);\n\ty = «1|2»;":          "5",   // g may not
		"if (x) g(x);\n\ty = «1|2»;":   "5 8", // but need not be called
		"y = «1|2»;\n\tf(x); g(x);":    "7",   // both come behind
		"r(x);\n\ty = «1|2»;":          "6 8", // a recursion that may end at once
		"printf(\"a\");\n\ty = «1|2»;": "8",   // what the library does is no change
	} {
		old, new := edited("#include <stdio.h>\nint k;\n\nvoid f(int a) { if (a > 3) k = «1|2»; }\nvoid g(int a) { k = «1|2»; if (a) k++; }\nvoid r(int a) { if (a) { r(a - 1); k += «1|2»; } } void e(int x, int y) {\n\t" +
			body + "\n\tprintf(\"%d %d %d\", x, y, k);\n}\nint main(void) { e(1, 1); return 0; }\n")
		if got := clearOf(t, old, new); got != want {
			t.Errorf("%q: %q, want %q", body, got, want)
		}
	}
}

// clearOf returns the lines of the changes that have state requirements.
func clearOf(t *testing.T, old, new string) string {
	t.Helper()
	a := assessor(t, old, new, Options{Distance: 1, Entry: "e", Multiple: Conservative})
	found := map[string]bool{}
	for k, c := range a.changes {
		if !a.clear[k] {
			continue
		}
		if c.deleted >= 0 {
			found["deleted"] = true
			continue
		}
		found[fmt.Sprint(a.new.Graph.Program().Position(a.new.Graph.Info(c.node).At).Line)] = true
	}
	list := slices.Sorted(maps.Keys(found))
	if i := slices.Index(list, "deleted"); i >= 0 { // first
		list = append([]string{"deleted"}, slices.Delete(list, i, i+1)...)
	}
	return strings.Join(list, " ")
}

// Precisely, only the variables that a requirement uses must not be infected; others that
// are live may be.
func TestUsedVariables(t *testing.T) {
	const text = `#include <stdio.h>
int g;
void e(int x, int y)
{
	int z = x + «2|1»;

	if (%s > «3|2»)
		printf("1\n");
	g = z;
}
int main(void) { e(1, 1); return 0; }
`
	for _, c := range []struct {
		uses     string
		multiple Multiple
		want     int // inputs that satisfy condition 2 of the branch, -1: there is no such requirement
	}{
		{"y", Precise, 10},         // y = 3: z is infected, and not used
		{"y", Conservative, -1},    // the first change is always executed before
		{"z", Precise, 0},          // z is used
		{"y + 0 * z", Precise, 10}, // nothing of z is left
		{"(z & 0) + y", Precise, 10},
		{"y + (z & 1)", Precise, 0},
	} {
		old, new := edited(fmt.Sprintf(text, c.uses))
		a := assessor(t, old, new, Options{Distance: 1, Entry: "e", Multiple: c.multiple})
		pool := monitored(t, a, inputsE())
		got := -1
		for _, q := range a.Requirements(Full, 1) {
			if q.Condition == 2 && strings.HasPrefix(q.Text, "e.c:7") && strings.Contains(q.Text, "e.c:8") {
				got = count(&q, pool).inputs
			}
		}
		if got != c.want {
			t.Errorf("%s, %s: %d inputs, want %d", c.uses, c.multiple, got, c.want)
		}
	}
}

// Whoever covers the requirements of a distance covers those of lesser ones.
func TestMonotone(t *testing.T) {
	texts := []string{exampleE}
	for _, s := range []string{"x <= 2", "y++", "y > 2"} {
		texts = append(texts, strings.Replace(exampleE, s, strings.NewReplacer("<=", ">", "++", " += 2", "> 2", "> 3").Replace(s), 1))
	}
	for _, new := range texts[1:] {
		monotone(t, assessor(t, texts[0], new, Options{Distance: 5, Entry: "e"}))
	}
	for _, x := range []struct{ subject, pair string }{{"chains", "1"}, {"maxsum", "changes"}, {"critical", "skipped"}} {
		task := enginetest.Task(t, x.subject, x.pair)
		a, err := NewAssessor(context.Background(), task.Old.Version, task.New.Version, task.Old.Program, task.New.Program, Options{Distance: 4, Entry: task.Model.Entry})
		if err != nil {
			t.Fatal(err)
		}
		monotone(t, a)
	}
}

func monotone(t *testing.T, a *Assessor) {
	t.Helper()
	for _, c := range Criteria() {
		for d := 1; d < a.Distance(); d++ {
			next := map[int]bool{}
			for _, q := range a.Requirements(c, d+1) {
				for i := q.chain; i >= 0; i = int(a.chains.list[i].parent) {
					next[i] = true
				}
			}
			for _, q := range a.Requirements(c, d) {
				if !next[q.chain] {
					t.Errorf("%s: %s is required at distance %d, and nothing of it at %d", c, q.Text, d, d+1)
				}
			}
		}
	}
	// As published, chains that nothing extends are dropped.
	dropped := *a
	dropped.opt.DropEnds = true
	for _, c := range Criteria() {
		if n, m := len(dropped.Requirements(c, a.Distance())), len(a.Requirements(c, a.Distance())); n > m {
			t.Errorf("%s: %d requirements as published, %d else", c, n, m)
		}
	}
}

// Every condition that is printed is a C expression with the variables of the function, and
// holds with the values that are its example.
func TestConditionsAreC(t *testing.T) {
	expressions := 0
	for name, text := range map[string]string{
		"shifts":     "if ((x << «1|2») > y) puts(\"1\");",
		"unsigned":   "unsigned u = x;\n\tif (u > «2|3»u && y <= 0) puts(\"1\");",
		"char":       "unsigned char c = x;\n\tif (c + «1|2» > y) puts(\"1\"); else puts(\"2\");",
		"narrow":     "short s = y * «2|3»;\n\tif (s < x) puts(\"1\");",
		"bits":       "if (x & «4|8») y |= 3;\n\tif (y >> 1 & 1) puts(\"1\");",
		"long":       "long l = (long)x * y;\n\tif (l > «5000000000|4000000000») puts(\"1\");",
		"low bytes":  "unsigned u = (unsigned)x << 16 | (y & 0xffff);\n\tif (u == «0x10003|0x10004»u) puts(\"1\");",
		"remainder":  "if ((unsigned)x % «7|5»u == 3) puts(\"1\");",
		"ends":       "if (x == -2147483647 - «1|0») puts(\"1\");",
		"two":        "x += «1|2»;\n\tif (x > 3 || y > «2|3») puts(\"1\");",
		"least long": "long l = x;\n\tl += «1L|(-9223372036854775807L - 1)»;\n\tif (l < y) puts(\"1\");",
	} {
		old, new := edited("#include <stdio.h>\nvoid e(int x, int y)\n{\n\t" + text + "\n}\nint main(void) { e(1, 1); return 0; }\n")
		a := assessor(t, old, new, Options{Distance: 3, Entry: "e"})
		for _, q := range a.Requirements(Full, a.Distance()) {
			s, err := a.State(t.Context(), &q)
			if err != nil {
				t.Fatal(err)
			}
			if s.Formula == "" || s.Verdict != Feasible {
				continue
			}
			for _, no := range []string{"bits(", "concat(", "extract"} {
				if strings.Contains(s.Formula, no) {
					t.Errorf("%s: %s: %s", name, q.Text, s.Formula)
				}
			}
			if parts := strings.Split(s.Formula, " || "); len(parts) != len(slices.Compact(slices.Sorted(slices.Values(parts)))) {
				t.Errorf("%s: repeated: %s", name, s.Formula)
			}
			if strings.Contains(s.Formula, "...") {
				continue
			}
			if got := evaluate(t, s); got != "1" {
				t.Errorf("%s: %s: %q: %s with %v", name, q.Text, got, s.Formula, s.Example)
			}
			expressions++
		}
	}
	if expressions < 30 {
		t.Errorf("%d expressions", expressions)
	}
}

// evaluate compiles a formula and returns what it is with the values of its example.
func evaluate(t *testing.T, s *State) string {
	t.Helper()
	values := map[string]int64{"x": 0, "y": 0, "c": 0, "s": 0, "u": 0, "l": 0}
	maps.Copy(values, s.Example)
	types := map[string]string{"c": "unsigned char", "s": "short", "u": "unsigned", "l": "long"}
	code := "#include <stdio.h>\nint main(void) {\n"
	for _, n := range slices.Sorted(maps.Keys(values)) {
		c := types[n]
		if c == "" {
			c = "int"
		}
		code += fmt.Sprintf("%s %s = (%s)%#xul;\n", c, n, c, uint64(values[n]))
	}
	v := &program.Version{Files: []program.SourceFile{{Name: "p.c", Text: code + "printf(\"%d\", (" + s.Formula + ") != 0);\nreturn 0;\n}\n"}}}
	out, err := enginetest.Machine(t, enginetest.Build(t, v).Program).Run(t.Context(), &program.Input{})
	if err != nil {
		t.Fatal(err)
	}
	if out.Fault != nil {
		return out.Fault.Error()
	}
	return string(out.Stdout)
}
