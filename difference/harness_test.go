package difference

import (
	"slices"
	"strings"
	"testing"

	"github.com/riftlab/rift/difference/harness"

	"github.com/riftlab/rift/engines/pair"
	"github.com/riftlab/rift/program"
)

const shapes = `
typedef struct { int x; char name[4]; struct { short deep; }; } record;
struct node { struct node *next; unsigned flags : 3; double weight; _Bool on; };
union any { int i; float f; };
enum colour { RED, GREEN };
static int total;
int table[3];
int far_away;
static int hidden(void) { static int calls; return ++calls + far_away; }
int scalars(int a, unsigned char b, _Bool c, double d, float e, enum colour g, long long h) { return a + b + c + d + e + g + h; }
int text(const char *s, char *out) { if (s && out) out[0] = s[0]; return hidden(); }
int lists(struct node *n, record *r, int *v, void *m, char **words) { total++; table[1] = r ? r->x : 0; return n && v && m && words; }
record value(record r) { r.x++; return r; }
char *found(char *s) { return s ? s + 1 : 0; }
const char *name(int n) { return n ? "one" : "none"; }
int anyof(union any u) { return u.i; }
long double wide(long double w) { return w; }
`

// A harness is C that compiles and runs with values of all kinds, and says what
// it leaves out.
func TestGenerate(t *testing.T) {
	v := version("v", shapes)
	p, err := compile(t.Context(), v)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, says, notes, err string
	}{
		{name: "scalars", says: `klee_make_symbolic((void *)&h, sizeof h, "h");`},
		{name: "text", says: `rift_show_text("out", `, notes: "not compared: hidden.calls"},
		{name: "lists", says: `rift_show_signed("table[1]", table[1]);`, notes: "what pointers found afterwards lead to is not compared, but for the objects given"},
		{name: "value", says: `rift_show_signed("result.x", rift_result.x);`},
		{name: "found", says: `rift_show_pointer("result", (const char *)rift_result, 1);`},
		{name: "name"},
		{name: "anyof", says: `klee_make_symbolic((void *)&u, sizeof u, "u");`},
		{name: "wide", says: "w = rift_number1;"},
		{name: "absent", err: "the new version defines no function absent"},
	} {
		h, err := harness.Generate(p, p, v, c.name, harness.Options{})
		if c.err != "" {
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%s: %v, want %s", c.name, err, c.err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if !strings.Contains(h.Text, c.says) {
			t.Errorf("%s: the harness lacks %q:\n%s", c.name, c.says, h.Text)
		}
		if c.notes != "" && !strings.Contains(strings.Join(h.Notes, "; "), c.notes) {
			t.Errorf("%s: notes are %q", c.name, h.Notes)
		}
		w, err := harness.Attach(v, h.File, "harness.c", h.Text)
		if err != nil {
			t.Fatal(err)
		}
		q, err := compile(t.Context(), w)
		if err != nil {
			t.Errorf("%s: %v\n%s", c.name, err, h.Text)
			continue
		}
		x, err := pair.NewMachine(q, pair.Options{Steps: 1_000_000})
		if err != nil {
			t.Fatal(err)
		}
		in := args()
		out, err := x.Run(t.Context(), &in)
		if err != nil || out.Fault != nil || len(out.Stdout) > 0 || !slices.ContainsFunc(out.Observed, func(o program.Observation) bool { return strings.HasPrefix(o.Name, "result") }) {
			t.Errorf("%s: %v, %v, %v, %q", c.name, err, out.Fault, out.Observed, out.Stdout)
		}
	}
}

// A harness takes the place of the program's main, and others can build it.
func TestAttach(t *testing.T) {
	v := version("v", before)
	w, err := harness.Attach(v, "", "dir/mine.c", "int main(void) { return 42; }\n")
	if err != nil {
		t.Fatal(err)
	}
	p, err := compile(t.Context(), w)
	if err != nil {
		t.Fatal(err)
	}
	x, err := pair.NewMachine(p, pair.Options{Steps: 1000})
	if err != nil {
		t.Fatal(err)
	}
	in := args()
	if out, err := x.Run(t.Context(), &in); err != nil || out.Status != 42 {
		t.Errorf("%v, %v", out, err)
	}
	if i, _ := p.FuncByName("main"); p.Position(p.Funcs[i].At).File != "mine.c" {
		t.Errorf("main is at %v", p.Position(p.Funcs[i].At))
	}
	if s := harness.Native(&w.Files[0]); !strings.Contains(s, "#pragma pop_macro(\"main\")\n#line 1 \"mine.c\"\nint main(void) { return 42; }\n") {
		t.Error(s)
	}
	if len(v.Files[0].Text) != len(before) {
		t.Error("the version was changed")
	}
	if _, err := harness.Attach(v, "absent.c", "h.c", ""); err == nil {
		t.Error("a harness was put into an absent file")
	}
	v.Files = append(v.Files, version("w", "int other;").Files...)
	v.Files[1].Name = "other.c"
	if w, err = harness.Attach(v, "", "mine.c", "int main(void) { return 1; }\n"); err != nil || len(w.Files) != 3 {
		t.Errorf("%v, %v", w.Files, err)
	}
}
