package delta

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/riftlab/rift/program"
)

func version(name string, files ...program.SourceFile) *program.Version {
	return &program.Version{Name: name, Files: files}
}

func one(text string) *program.Version {
	return version("v", program.SourceFile{Name: "a.c", Text: text})
}

func TestCompute(t *testing.T) {
	tests := []struct{ name, old, new, want string }{
		{"equal", "a\nb\n", "a\nb\n", ""},
		{"replace", "a\nb\nc\n", "a\nx\nc\n", "@@ -2 +2 @@ c1 a.c\n-b\n+x\n"},
		{"insert", "a\nc\n", "a\nb\nc\n", "@@ -1,0 +2 @@ c1 a.c\n+b\n"},
		{"delete", "a\nb\nc\n", "a\nc\n", "@@ -2 +1,0 @@ c1 a.c\n-b\n"},
		{"slides down as diff does", "{\nx\n}\n{\ny\n}\n", "{\nx\n}\n{\nz\n}\n{\ny\n}\n", "@@ -4,0 +5,3 @@ c1 a.c\n+z\n+}\n+{\n"},
		{"missing newline at end", "a\nb", "a\nb\n", "@@ -2 +2 @@ c1 a.c\n-b\n+b\n"},
		{"two", "a\nb\nc\nd\n", "A\nb\nc\nD\n", "@@ -1 +1 @@ c1 a.c\n-a\n+A\n@@ -4 +4 @@ c2 a.c\n-d\n+D\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var sb strings.Builder
			for _, c := range Compute(one(tt.old), one(tt.new)).Changes {
				sb.WriteString(c.String())
			}
			if d := cmp.Diff(tt.want, sb.String()); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestNoEffect(t *testing.T) {
	tests := []struct {
		old, new string
		want     bool
	}{
		{"x = 1; /* a */", "x = 1; /* b */", true},
		{"x = 1;", "    x =   1;", true},
		{"x = 1; // a", "x = 1;", true},
		{"s = \"a  b\";", "s = \"a b\";", false},
		{"x = a+ +b;", "x = a++b;", false},
		{"x = 1;", "x = 2;", false},
		{"/* open", "/* open ", true},
		{"/* open", "open", false},
		{"/* a\n b;\n c; */", "/* a\n d;\n c; */", true},
		{"/* a\n b;\n c; */", "/* a\n b */\n c; */", false},
		{"/* a\n   b */ x;\ny;", "/* a\n   d */ x;\ny;", true},
		{"/* a\n   b */ x;\ny;", "/* a\n   b */ z;\ny;", false},
		{"s = \"/*\";\nx;", "s = \"/*\";\nz;", false},
		{"#define f (x)", "#define f(x)", false},
		{"x; // a \\", "x; // b \\", false},
	}
	for _, tt := range tests {
		d := Compute(one(tt.old+"\n"), one(tt.new+"\n"))
		if got := d.Changes[0].NoEffect; got != tt.want {
			t.Errorf("%q -> %q: NoEffect = %v", tt.old, tt.new, got)
		}
	}
}

func TestFilesAddedAndRemoved(t *testing.T) {
	old := version("old", program.SourceFile{Name: "a.c", Text: "1\n"}, program.SourceFile{Name: "b.c", Text: "2\n"})
	new := version("new", program.SourceFile{Name: "c.c", Text: "3\n"}, program.SourceFile{Name: "a.c", Text: "1\n"})
	d := Compute(old, new)
	names := func(s Set) string {
		var out []string
		for _, f := range d.Apply(s).Files {
			out = append(out, f.Name)
		}
		return strings.Join(out, " ")
	}
	for _, tt := range []struct {
		set  Set
		want string
	}{{nil, "a.c b.c"}, {Set{0}, "a.c"}, {Set{1}, "c.c a.c b.c"}, {Set{0, 1}, "c.c a.c"}} {
		if got := names(tt.set); got != tt.want {
			t.Errorf("Apply(%v) has files %q, want %q", tt.set, got, tt.want)
		}
	}
}

// drawText draws a file of few distinct lines, so that many alignments exist.
func drawText(t *rapid.T, label string) string {
	lines := rapid.SliceOfN(rapid.SampledFrom([]string{"{", "}", "", "x", "y"}), 0, 12).Draw(t, label)
	s := strings.Join(lines, "\n")
	if rapid.Bool().Draw(t, label+" final newline") {
		s += "\n"
	}
	return s
}

func TestApplyEnds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		old, new := drawText(t, "old"), drawText(t, "new")
		d := Compute(one(old), one(new))
		if got := d.Apply(nil).Files[0].Text; got != old {
			t.Fatalf("Apply(nil) = %q, old is %q", got, old)
		}
		if got := d.Apply(d.All()).Files[0].Text; got != new {
			t.Fatalf("Apply(All) = %q, new is %q", got, new)
		}
		if got := d.Revert(nil).Files[0].Text; got != new {
			t.Fatalf("Revert(nil) = %q, new is %q", got, new)
		}
		for i := 1; i < len(d.Changes); i++ {
			if a, b := d.Changes[i-1], d.Changes[i]; a.OldLine+len(a.Old) >= b.OldLine || a.NewLine+len(a.New) >= b.NewLine {
				t.Fatalf("changes %s and %s touch", a, b)
			}
		}
	})
}

// TestAgainstDiff compares the number of hunks with diff -U0 --minimal: equal
// texts have many shortest scripts, so only the total may be compared.
func TestAgainstDiff(t *testing.T) {
	diff, err := exec.LookPath("diff")
	if err != nil {
		t.Skip("diff is not installed: hunks are not compared with it")
	}
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	more := 0
	for i := range 60 {
		old := rapid.Custom(func(t *rapid.T) string { return drawText(t, "old") }).Example(i)
		new := rapid.Custom(func(t *rapid.T) string { return drawText(t, "new") }).Example(i + 1000)
		_ = os.WriteFile(a, []byte(old), 0o644)
		_ = os.WriteFile(b, []byte(new), 0o644)
		out, _ := exec.Command(diff, "-U0", "--minimal", a, b).Output()
		want, changed := 0, 0
		for _, l := range strings.Split(string(out), "\n") {
			if strings.HasPrefix(l, "@@") {
				want++
			} else if (strings.HasPrefix(l, "-") || strings.HasPrefix(l, "+")) && !strings.HasPrefix(l, "---") && !strings.HasPrefix(l, "+++") {
				changed++
			}
		}
		d := Compute(one(old), one(new))
		got := 0
		for _, c := range d.Changes {
			got += len(c.Old) + len(c.New)
		}
		if got != changed {
			t.Errorf("%q -> %q: %d lines changed, diff says %d", old, new, got, changed)
		}
		if len(d.Changes) > want+1 {
			more++
		}
	}
	if more > 6 {
		t.Errorf("%d of 60 differences have many more hunks than diff's", more)
	}
}

func TestSplit(t *testing.T) {
	got := fmt.Sprint(Set{1, 2, 3, 4, 5}.Split(2), Set{1}.Split(2))
	if want := "[[1 2] [3 4 5]] [[] [1]]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestSize(t *testing.T) {
	v := func(texts ...string) *program.Version {
		out := &program.Version{}
		for i, s := range texts {
			out.Files = append(out.Files, program.SourceFile{Name: string(rune('a'+i)) + ".c", Text: s})
		}
		return out
	}
	lines, files := Compute(v("1\n2\n3\n", "same\n", "gone\n"), v("1\nx\ny\n3\nz\n", "same\n")).Size()
	if lines != 4 || files != 2 { // 2 becomes x and y; z; gone
		t.Errorf("%d lines in %d files", lines, files)
	}
}
