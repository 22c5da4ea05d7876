package delta

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/riftlab/rift/program"
)

// TestRenames checks that a file that was renamed, moved, or moved and edited is one
// whose lines differ, and that only like files are taken for the same.
func TestRenames(t *testing.T) {
	const text = "int lim(int x)\n{\n\tif (x > 5)\n\t\tx = 5;\n\treturn x;\n}\n"
	edited := strings.Replace(text, "x > 5", "x > 8", 1)
	const other = "#include <stdio.h>\nvoid greet(void)\n{\n\tputs(\"hello\");\n}\n"
	tests := []struct {
		name     string
		old, new []program.SourceFile
		want     string
	}{
		{"renamed", []program.SourceFile{{Name: "lim.c", Text: text}}, []program.SourceFile{{Name: "limit.c", Text: text}},
			"@@ rename @@ c1 limit.c\n-lim.c\n+limit.c\n"},
		{"renamed and edited", []program.SourceFile{{Name: "lim.c", Text: text}}, []program.SourceFile{{Name: "limit.c", Text: edited}},
			"@@ rename @@ c1 limit.c\n-lim.c\n+limit.c\n@@ -3 +3 @@ c2 limit.c\n-\tif (x > 5)\n+\tif (x > 8)\n"},
		{"moved beside another", []program.SourceFile{{Name: "a/lim.c", Text: text}, {Name: "a/other.c", Text: other}},
			[]program.SourceFile{{Name: "b/lim.c", Text: text}, {Name: "b/other.c", Text: other}},
			"@@ rename @@ c1 b/lim.c\n-a/lim.c\n+b/lim.c\n@@ rename @@ c2 b/other.c\n-a/other.c\n+b/other.c\n"},
		{"two copies take the names that stay", []program.SourceFile{{Name: "a/x.c", Text: text}, {Name: "a/y.c", Text: text}},
			[]program.SourceFile{{Name: "b/y.c", Text: text}, {Name: "b/x.c", Text: text}},
			"@@ rename @@ c1 b/x.c\n-a/x.c\n+b/x.c\n@@ rename @@ c2 b/y.c\n-a/y.c\n+b/y.c\n"},
		{"another file", []program.SourceFile{{Name: "a.c", Text: "1\n2\n3\n"}}, []program.SourceFile{{Name: "b.c", Text: "1\n5\n6\n"}},
			"@@ -1,3 +0,0 @@ c1 a.c\n-1\n-2\n-3\n@@ -0,0 +1,3 @@ c2 b.c\n+1\n+5\n+6\n"},
		{"a copy of one that stays", []program.SourceFile{{Name: "a.c", Text: "1\n"}}, []program.SourceFile{{Name: "a.c", Text: "1\n"}, {Name: "b.c", Text: "1\n"}},
			"@@ -0,0 +1 @@ c1 b.c\n+1\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			old, new := version("old", tt.old...), version("new", tt.new...)
			var sb strings.Builder
			for _, c := range Compute(old, TrackRenames(old, new)).Changes {
				sb.WriteString(c.String())
			}
			if d := cmp.Diff(tt.want, sb.String()); d != "" {
				t.Error(d)
			}
		})
	}
}

// TestRenamesApply checks that the ends of a difference with renamed files are the
// versions, and that each configuration has every file that both versions have once.
func TestRenamesApply(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(label string) *program.Version {
			v := version(label)
			for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a.c", "b.c", "c.c", "d/a.c", "d/b.c"}), 0, 4, rapid.ID[string]).Draw(t, label) {
				v.Files = append(v.Files, program.SourceFile{Name: name, Text: "first\n" + drawText(t, label+" "+name)}) // an empty file is no change
			}
			return v
		}
		texts := func(v *program.Version) map[string]string {
			m := map[string]string{}
			for _, f := range v.Files {
				if _, twice := m[f.Name]; twice || f.Was != "" {
					t.Fatalf("%s is there twice, or says what it was: %+v", f.Name, v.Files)
				}
				m[f.Name] = f.Text
			}
			return m
		}
		old, new := draw("old"), draw("new")
		d := Compute(old, TrackRenames(old, new))
		if x := cmp.Diff(texts(old), texts(d.Apply(nil))); x != "" {
			t.Fatalf("Apply(nil): %s", x)
		}
		if x := cmp.Diff(texts(new), texts(d.Apply(d.All()))); x != "" {
			t.Fatalf("Apply(All): %s", x)
		}
		var some Set
		for i := range d.Changes {
			if rapid.Bool().Draw(t, "applied") {
				some = append(some, i)
			}
		}
		got := texts(d.Apply(some))
		for _, c := range d.Changes {
			if i, _ := d.Lookup(c.ID); c.Renames {
				name, not := c.File, c.OldFile
				if !some.Has(i) {
					name, not = not, name
				}
				if _, ok := got[name]; !ok {
					t.Fatalf("%s is not there", name)
				}
				if _, ok := got[not]; ok {
					t.Fatalf("%s is there, too", not)
				}
			}
		}
	})
}
