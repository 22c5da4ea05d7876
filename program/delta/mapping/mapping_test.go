package mapping

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
	"github.com/riftlab/rift/program/delta"
)

func version(name string, files ...program.SourceFile) *program.Version {
	return &program.Version{Name: name, Files: files}
}

func one(text string) *program.Version {
	return version("v", program.SourceFile{Name: "a.c", Text: text})
}

func compile(t testing.TB, v *program.Version, cache *cfront.Cache) *program.Program {
	t.Helper()
	p, err := cfront.Compile(context.Background(), v, cfront.Options{Cache: cache})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func mapping(t testing.TB, old, new string) *Mapping {
	t.Helper()
	d := delta.Compute(one(old), one(new))
	return New(d, compile(t, d.Old, nil), compile(t, d.New, nil))
}

// show writes a mapping as lines: "changed c1 f 3:7 exact slt", "effect ...",
// "deleted c1 f 3:7 after 2:1 before 4:1", "c2 renaming".
func show(m *Mapping) string {
	var sb strings.Builder
	at := func(p *program.Program, fn int, stmt int32) string {
		if stmt < 0 {
			return "-"
		}
		r := p.Ranges[p.Funcs[fn].Stmts[stmt].At]
		return fmt.Sprintf("%d:%d", r.Line, r.Col)
	}
	id := func(c int) string {
		if c < 0 {
			return "settings"
		}
		return m.d.Changes[c].ID
	}
	list := func(word string, cs []ChangedStmt) {
		for _, c := range cs {
			f := m.new.p.Funcs[c.Func]
			fmt.Fprintf(&sb, "%s %s %s %s", word, id(c.Change), f.Name, at(m.new.p, c.Func, c.Stmt))
			for _, i := range c.Instrs {
				fmt.Fprintf(&sb, " %s", f.Blocks[i.Block].Instrs[i.Index].Op)
			}
			sb.WriteString("\n")
		}
	}
	list("changed", m.Changed())
	list("effect", m.Effects())
	for _, d := range m.Deleted() {
		fmt.Fprintf(&sb, "deleted %s %s %s", id(d.Change), m.old.p.Funcs[d.OldFunc].Name, at(m.old.p, d.OldFunc, d.OldStmt))
		if d.Func >= 0 {
			fmt.Fprintf(&sb, " between %s and %s", at(m.new.p, d.Func, d.After), at(m.new.p, d.Func, d.Before))
		}
		sb.WriteString("\n")
	}
	for i := range m.d.Changes {
		if e := m.Effect(i); e != Effective {
			fmt.Fprintf(&sb, "%s %s\n", m.d.Changes[i].ID, e)
		}
	}
	for _, f := range m.Funcs() {
		if f.Match != FuncSame {
			fmt.Fprintf(&sb, "%s", f.Match)
			if f.Old >= 0 {
				sb.WriteString(" " + m.old.p.Funcs[f.Old].Name)
			}
			if f.New >= 0 {
				sb.WriteString(" " + m.new.p.Funcs[f.New].Name)
			}
			sb.WriteString("\n")
		}
	}
	return sb.String()
}

func TestMap(t *testing.T) {
	tests := []struct{ name, old, new, want string }{
		{"only the comparison of a condition",
			"int f(int a, int b, int c, int d) {\n  if (a || (b && c > d))\n    return 1;\n  return 0;\n}\n",
			"int f(int a, int b, int c, int d) {\n  if (a || (b && c >= d))\n    return 1;\n  return 0;\n}\n",
			"changed c1 f 2:7\nchanged c1 f 2:13\nchanged c1 f 2:18 sle\n"},
		{"only the operation inside an expression",
			"int g, h;\nint f(int a) {\n  g = (a + h) * 3;\n  return g;\n}\n",
			"int g, h;\nint f(int a) {\n  g = (a - h) * 3;\n  return g;\n}\n",
			"changed c1 f 3:3 sub\n"},
		{"swapped operands",
			"int g, h;\nint f(void) {\n  return g - h;\n}\n",
			"int g, h;\nint f(void) {\n  return h - g;\n}\n",
			"changed c1 f 3:3 load sub\n"},
		{"and becomes or",
			"int f(int a, int b) {\n  if (a && b)\n    return 1;\n  return 0;\n}\n",
			"int f(int a, int b) {\n  if (a || b)\n    return 1;\n  return 0;\n}\n",
			"changed c1 f 2:7 branch\nchanged c1 f 2:12\n"},
		{"added conjunct",
			"int f(int a, int b) {\n  if (a)\n    return 1;\n  return 0;\n}\n",
			"int f(int a, int b) {\n  if (a && b > 2)\n    return 1;\n  return 0;\n}\n",
			"changed c1 f 2:7\nchanged c1 f 2:12 slt branch\n"},
		{"added and removed statements",
			"int g;\nvoid f(int a) {\n  g = 1;\n  g += a;\n}\n",
			"int g;\nvoid f(int a) {\n  g += a;\n  if (a)\n    g *= 2;\n}\n",
			"changed c2 f 4:7 ne branch\nchanged c2 f 5:5 load mul store\ndeleted c1 f 3:3 between - and 3:3\n"},
		{"macro manifests at its uses",
			"#define LIM 3\n#define TWICE (2 * LIM)\nint f(int a) {\n  int x = a > TWICE;\n  return x + a;\n}\n",
			"#define LIM 4\n#define TWICE (2 * LIM)\nint f(int a) {\n  int x = a > TWICE;\n  return x + a;\n}\n",
			"effect c1 f 4:7 slt\n"},
		{"initialiser of a table manifests at reads",
			"int tab[] = {\n  1,\n  2,\n};\nint other = 1;\nint f(int a) {\n  if (a)\n    return other;\n  return tab[a];\n}\n",
			"int tab[] = {\n  1,\n  3,\n};\nint other = 1;\nint f(int a) {\n  if (a)\n    return other;\n  return tab[a];\n}\n",
			"effect c1 f 9:3 ptradd\n"},
		{"layout manifests at accesses",
			"struct s { int a; int b; };\nint f(struct s *p) {\n  p->a = 1;\n  return p->b;\n}\n",
			"struct s { int a; long b; };\nint f(struct s *p) {\n  p->a = 1;\n  return p->b;\n}\n",
			"effect c1 f 4:3 load trunc\n"},
		{"type of a local",
			"int f(int a) {\n  int x;\n  x = a * a;\n  return x > 7;\n}\n",
			"int f(int a) {\n  short x;\n  x = a * a;\n  return x > 7;\n}\n",
			"effect c1 f 3:3 trunc\neffect c1 f 4:3 sext\n"},
		{"pure renaming of a local and a global",
			"static int n;\nint f(int nfiles) {\n  n = nfiles;\n  return n + nfiles;\n}\n",
			"static int count;\nint f(int n_files) {\n  count = n_files;\n  return count + n_files;\n}\n",
			"c1 renaming\n"},
		{"not a renaming: one name for two",
			"int f(int a, int b) {\n  int c = a;\n  return b - c;\n}\n",
			"int f(int a, int b) {\n  int c = a;\n  return a - c;\n}\n",
			"changed c1 f 3:3 sub\n"},
		{"uncompiled code",
			"int f(int a) {\n#if 0\n  a = 1;\n#endif\n  return a;\n}\n",
			"int f(int a) {\n#if 0\n  a = 2;\n#endif\n  return a;\n}\n",
			"c1 no code\n"},
		{"other spelling",
			"int f(int *a) {\n  return a[1];\n}\n",
			"int f(int *a) {\n  return (a)[(1)];\n}\n",
			"c1 spelling\n"},
		{"moved function, edited on the way",
			"int g;\nint f(int a) {\n  g = a;\n  g += 2;\n  return g;\n}\nint h(int a) {\n  int s = 0;\n  while (a > 0)\n    s += a--;\n  g = s;\n  return s;\n}\n",
			"int g;\nint h(int a) {\n  int s = 0;\n  while (a > 0)\n    s += a--;\n  g = s;\n  return s;\n}\nint f(int a) {\n  g = a;\n  g += 3;\n  return g;\n}\n",
			"changed c2 f 11:3 add\nmoved f f\n"},
		{"renamed function",
			"static int f(int a) {\n  int s = 0;\n  while (a > 0)\n    s += a--;\n  return s;\n}\nint main(void) {\n  return f(3);\n}\n",
			"static int sum(int a) {\n  int s = 0;\n  while (a > 0)\n    s += a--;\n  return s;\n}\nint main(void) {\n  return sum(3);\n}\n",
			"c1 no code\nc2 renaming\nrenamed f sum\n"},
		{"variable whose address is now taken",
			"void u(int *);\nint f(int a) {\n  int x = a;\n  if (x > 3)\n    return 1;\n  return x;\n}\n",
			"void u(int *);\nint f(int a) {\n  int x = a;\n  if (x > 3)\n    u(&x);\n  return x;\n}\n",
			"changed c1 f 5:5 call\ndeleted c1 f 5:5 between 4:7 and 6:3\n"},
		{"parameters change places",
			"int f(int a, int b) {\n  return a - 2 * b;\n}\nint main(void) {\n  return f(5, 2);\n}\n",
			"int f(int b, int a) {\n  return a - 2 * b;\n}\nint main(void) {\n  return f(5, 2);\n}\n",
			"effect c1 f 2:3 mul sub\n"},
		{"an else that goes",
			"int g;\nvoid f(int a) {\n  if (a)\n    g = 1;\n  else\n    g = 2;\n}\n",
			"int g;\nvoid f(int a) {\n  if (a)\n    g = 1;\n    g = 2;\n}\n",
			"effect c1 f 4:5 store\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if d := cmp.Diff(tt.want, show(mapping(t, tt.old, tt.new))); d != "" {
				t.Error(d)
			}
		})
	}
}
