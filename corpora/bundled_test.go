package corpora

import (
	"strings"
	"testing"
)

func TestBundledSubjectsLoad(t *testing.T) {
	names := Names()
	if len(names) < 7 {
		t.Fatalf("only %d subjects: %q", len(names), names)
	}
	for _, name := range names {
		s, err := Bundled(name)
		if err != nil {
			t.Error(err)
			continue
		}
		if s.Name != name {
			t.Errorf("the subject in folder %s is called %s", name, s.Name)
		}
		if s.Title == "" || s.Doc == "" || len(s.Pairs) == 0 {
			t.Errorf("%s: title, doc or pairs missing", name)
		}
		again, err := Bundled(name)
		if err != nil || again.Hash() != s.Hash() {
			t.Errorf("%s: loading it again gives another hash", name)
		}
	}
}

// TestExamplesHaveThePapersLines checks what the examples say of themselves:
// line n of the published example is at line 10 + n.
func TestExamplesHaveThePapersLines(t *testing.T) {
	for _, tt := range []struct {
		subject, version string
		line             int
		text             string
	}{
		{"cutfields", "new", 1, "bool lhs = false;"},
		{"cutfields", "new", 5, "lhs = true;"},
		{"cutfields", "new", 7, "init = lhs ? v : 1;"},
		{"chains", "E1", 1, "if (x > 2)"},
		{"chains", "E1", 2, "y = y + 1;"},
		{"chains", "E1", 4, "y = y - 1;"},
		{"chains", "E12", 5, "y *= 2;"},
		{"chains", "E1", 6, "if (y > 2)"},
		{"chains", "E1", 7, `printf("1\n");`},
		{"chains", "E1", 9, `printf("0\n");`},
		{"maxsum", "new", 1, "bool sorted = false;"},
		{"maxsum", "new", 3, "int sum = 0;"},
		{"maxsum", "new", 5, "if (x < y)"},
		{"maxsum", "new", 7, "else sum += y;"},
		{"maxsum", "new", 9, "if (z > 0)"},
		{"maxsum", "new", 10, "sum -= z;"},
		{"maxsum", "new", 13, `printf("sum = %d\n", sum); assert(sum == 4);`},
		{"critical", "new", 2, "if (a >= 1) {"},
		{"critical", "new", 4, "if (c > 1)"},
		{"critical", "new", 6, "d = c;"},
	} {
		s, err := Bundled(tt.subject)
		if err != nil {
			t.Fatal(err)
		}
		lines := splitLines(s.Version(tt.version).Files[0].Text)
		if got := strings.TrimSpace(lines[10+tt.line-1]); got != tt.text {
			t.Errorf("%s, %s: line %d is %q, want %q", tt.subject, tt.version, tt.line, got, tt.text)
		}
	}
}
