package corpora

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/riftlab/rift/program"
)

const goodSource = `int a = 1;
int b = 2;
int c = 3;
int b = 2;
int d = 4;
`

const goodManifest = `name = "good"
title = "a title"
defines = ["ALL"]
pool = ["pool.txt"]

[model]
args = [{ int = { min = 0, max = 9 } }]

[[version]]
name = "old"
files = ["x.c"]

[[version]]
name = "new"
base = "old"
defines = ["N=1"]
[[version.edit]]
id = "first"
old = "int a = 1;"
new = """
int z = 0;
int a = 1;
"""
[[version.edit]]
id = "gone"
old = "int c = 3;"
new = ""
[[version.edit]]
id = "last"
line = 4
old = """
int b = 2;
int d = 4;
"""
new = """
int b = 2;
int d = 5;
"""

[[pair]]
new = "new"
kind = "several"
failing = "odd"
truth = ["first", "gone", "last", "x.c:2-3", "old:x.c:1"]

[[test]]
name = "odd"
hidden = true
args = ["a\u00ff"]
stdin = "in"
files = [{ name = "z", data = "1" }, { name = "f", data = "2" }]
`

// load loads a manifest with x.c and pool.txt beside it.
func load(manifest string) (*Subject, error) {
	return LoadManifest(fstest.MapFS{
		"subject.toml":   {Data: []byte(manifest)},
		"x.c":            {Data: []byte(goodSource)},
		"twin/x.c":       {Data: []byte("int a;\n")},
		"pool.txt":       {Data: []byte("1\n2 'b c'\n")},
		"bad.txt":        {Data: []byte("1\n'2\n")},
		"bad.jsonl":      {Data: []byte("{\"args\":[\"1\"]}\n{\"argv\":[]}\n")},
		"duplicate.json": {Data: []byte("{}")},
	}, "subject.toml", "dir")
}

func TestManifest(t *testing.T) {
	s, err := load(goodManifest)
	if err != nil {
		t.Fatal(err)
	}
	wantNew := "int z = 0;\nint a = 1;\nint b = 2;\nint b = 2;\nint d = 5;\n"
	if got := s.Version("new").Files[0].Text; got != wantNew {
		t.Errorf("new version:\n%s\nwant\n%s", got, wantNew)
	}
	if got := s.Version("new").Defines; !cmp.Equal(got, []string{"ALL", "N=1"}) {
		t.Errorf("defines of new: %q", got)
	}
	if got := s.Version("old").Defines; !cmp.Equal(got, []string{"ALL"}) {
		t.Errorf("defines of old: %q", got)
	}
	want := Pair{
		Name: "new", Old: "old", New: "new", Kind: "several", Differ: -1, Failing: "odd",
		Truth: []Place{
			{Edit: "first", File: "x.c", Line: 1, End: 1},
			{Edit: "gone", File: "x.c", Line: 3, End: 3, Old: true},
			{Edit: "last", File: "x.c", Line: 5, End: 5},
			{File: "x.c", Line: 2, End: 3},
			{File: "x.c", Line: 1, End: 1, Old: true},
		},
	}
	if d := cmp.Diff(want, s.Pairs[0]); d != "" {
		t.Error(d)
	}
	wantTests := []program.Test{
		{Name: "t1", Input: program.Input{Args: []program.Bytes{[]byte("1")}}},
		{Name: "t2", Input: program.Input{Args: []program.Bytes{[]byte("2"), []byte("b c")}}},
	}
	if d := cmp.Diff(wantTests, s.Tests); d != "" {
		t.Error(d)
	}
	wantOdd := program.Input{
		Args: []program.Bytes{[]byte("a\xff")}, Stdin: []byte("in"),
		Files: []program.File{{Name: "f", Data: []byte("2")}, {Name: "z", Data: []byte("1")}},
	}
	if d := cmp.Diff(wantOdd, s.Test("odd").Input); d != "" {
		t.Error(d)
	}
}

// TestBadManifests breaks the good manifest in one place at a time and states
// the beginning of the message.
func TestBadManifests(t *testing.T) {
	for _, tt := range []struct{ name, old, new, want string }{
		{"syntax", `title = "a title"`, `title = "a`, "dir/subject.toml:2:"},
		{"unknown key", `title = "a title"`, `titel = "a"`, `dir/subject.toml:2:1: unknown key "titel"; did you mean "title"?`},
		{"unknown key in pair", `kind = "several"`, `knd = "several"`, `dir/subject.toml:42:1: unknown key "knd"; did you mean "kind"?`},
		{"unknown key in edit", `line = 4`, `lines = 4`, `dir/subject.toml:30:1: unknown key "lines"; did you mean "line"?`},
		{"unknown key in model", `max = 9`, `maxi = 9`, `dir/subject.toml:7:`},
		{"wrong type", `line = 4`, `line = "4"`, `dir/subject.toml:30:`},
		{"no name", `name = "good"`, ``, "dir/subject.toml: name is missing"},
		{"bad name", `name = "good"`, `name = "a/b"`, `dir/subject.toml: name: "a/b" contains '/'`},
		{"bad model", `min = 0, max = 9`, `min = 9, max = 0`, "dir/subject.toml: model: args 1: int: min 9 is above max 0"},
		{"missing file", `files = ["x.c"]`, `files = ["y.c"]`, `dir/subject.toml:9: version "old": file "y.c": file does not exist`},
		{"file outside", `files = ["x.c"]`, `files = ["../x.c"]`, `dir/subject.toml:9: version "old": path "../x.c" leaves the manifest's folder`},
		{"file outside by dir", `files = ["x.c"]`, "dir = \"..\"\nfiles = [\"x.c\"]", `dir/subject.toml:9: version "old": path ".." leaves`},
		{"includes outside", `title = "a title"`, "includes = [\"..\"]", `dir/subject.toml: includes: path ".." leaves the manifest's folder`},
		{"includes of a version outside", `files = ["x.c"]`, "files = [\"x.c\"]\nincludes = [\"a/../../b\"]", `dir/subject.toml:9: version "old": includes: path "a/../../b" leaves`},
		{"absolute includes", `files = ["x.c"]`, "files = [\"x.c\"]\nincludes = [\"/usr/include\"]", `dir/subject.toml:9: version "old": includes: path "/usr/include" leaves`},
		{"absolute file", `files = ["x.c"]`, `files = ["/x.c"]`, `dir/subject.toml:9: version "old": path "/x.c" leaves`},
		{"pool outside", `pool = ["pool.txt"]`, `pool = ["../pool.txt"]`, `dir/subject.toml: pool: path "../pool.txt" leaves`},
		{"missing pool", `pool = ["pool.txt"]`, `pool = ["p.txt"]`, `dir/subject.toml: pool: file "p.txt": file does not exist`},
		{"bad pool", `pool = ["pool.txt"]`, `pool = ["bad.txt"]`, `dir/subject.toml: pool: dir/bad.txt:2: unterminated '`},
		{"bad JSON pool", `pool = ["pool.txt"]`, `pool = ["bad.jsonl"]`, `dir/subject.toml: pool: dir/bad.jsonl:2: unknown field "argv"`},
		{"no unit", `files = ["x.c"]`, `files = ["pool.txt"]`, `dir/subject.toml:9: version "old": no file is a translation unit`},
		{"duplicate file", `files = ["x.c"]`, `files = ["x.c", "x.c"]`, `dir/subject.toml:9: version "old": file "x.c" is there twice`},
		{"duplicate version", `name = "new"`, `name = "old"`, `dir/subject.toml:13: version "old" is there twice`},
		{"unknown base", `base = "old"`, `base = "odl"`, `dir/subject.toml:13: version "new": base "odl" is not a version above it; did you mean "old"?`},
		{"old text not there", `old = "int c = 3;"`, `old = "int c = 4;"`, `dir/subject.toml:13: version "new": edit "gone": the old text does not occur in x.c`},
		{"old text with other space", `old = "int c = 3;"`, `old = " int c = 3;"`, `dir/subject.toml:13: version "new": edit "gone": the old text does not occur in x.c (line 3 differs only in white space)`},
		{"part of a line", `old = "int c = 3;"`, `old = "c = 3;"`, `dir/subject.toml:13: version "new": edit "gone": the old text does not occur`},
		{"ambiguous", `old = "int c = 3;"`, `old = "int b = 2;"`, `dir/subject.toml:13: version "new": edit "gone": the old text occurs at lines 2 and 4 of x.c`},
		{"wrong line", `line = 4`, `line = 2`, `dir/subject.toml:13: version "new": edit "last": the old text is not at line 2`},
		{"overlap", `old = "int c = 3;"`, `old = "int d = 4;"`, `dir/subject.toml:13: version "new": edit "gone" overlaps`},
		{"no old text", `old = "int c = 3;"`, `old = ""`, `dir/subject.toml:13: version "new": edit "gone": old is empty`},
		{"no change", "new = \"\"\n", "new = \"int c = 3;\"\n", `dir/subject.toml:13: version "new": edit "gone" changes nothing`},
		{"duplicate edit", `id = "gone"`, `id = "first"`, `dir/subject.toml:13: version "new": edit "first" is there twice`},
		{"file of an edit", `id = "gone"`, "id = \"gone\"\nfile = \"x.d\"", `dir/subject.toml:13: version "new": edit "gone": version "old" has no file "x.d"; did you mean "x.c"?`},
		{"unknown new", "[[pair]]\nnew = \"new\"", "[[pair]]\nold = \"old\"\nnew = \"newer\"", `dir/subject.toml:40: pair "newer": new: no version "newer"; did you mean "new"?`},
		{"unknown golden", `kind = "several"`, `golden = "x"`, `dir/subject.toml:40: pair "new": golden: no version "x"`},
		{"unknown test", `failing = "odd"`, `failing = "even"`, `dir/subject.toml:40: pair "new": no test "even"`},
		{"equivalent and failing", `kind = "several"`, `equivalent = true`, `dir/subject.toml:40: pair "new": an equivalent pair`},
		{"unknown truth", `"gone", "last"`, `"gon"`, `dir/subject.toml:40: pair "new": truth: "gon" is neither`},
		{"truth beyond the end", `x.c:2-3`, `x.c:2-30`, `dir/subject.toml:40: pair "new": truth: "x.c:2-30": the file has`},
		{"duplicate test", `name = "odd"`, `name = "t1"`, `dir/subject.toml: test "t1" is there twice`},
		{"bad value", `stdin = "in"`, `values = ["x"]`, `dir/subject.toml:46: test "odd": "x" is not NAME=VALUE`},
		{"not a byte", `stdin = "in"`, `stdin = "€"`, `dir/subject.toml:`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if strings.Count(goodManifest, tt.old) == 0 {
				t.Fatalf("the manifest has no %q", tt.old)
			}
			_, err := load(strings.Replace(goodManifest, tt.old, tt.new, 1))
			if err == nil {
				t.Fatal("no error")
			}
			if !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("error:\n%v\nwant\n%s", err, tt.want)
			}
		})
	}
}

func TestWholeVersions(t *testing.T) {
	s, err := load("name = \"n\"\n[[version]]\nname = \"a\"\nfiles = [\"x.c\"]\n[[version]]\nname = \"b\"\ndir = \"twin\"\nfiles = [\"x.c\"]\n[[pair]]\nold = \"a\"\nnew = \"b\"\n")
	if err != nil {
		t.Fatal(err)
	}
	want := []program.SourceFile{{Name: "x.c", Text: "int a;\n"}}
	if d := cmp.Diff(want, s.Version("b").Files); d != "" {
		t.Error(d)
	}
}

func TestHashIsOfContent(t *testing.T) {
	base, err := load(goodManifest)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		old, new string
		same     bool
	}{
		{`title = "a title"`, `title = "another"`, true},
		{`stdin = "in"`, `stdin = "on"`, false},
		{`kind = "several"`, `kind = "other"`, false},
		{`max = 9`, `max = 8`, false},
		{`int d = 5;`, `int d = 6;`, false},
	} {
		s, err := load(strings.Replace(goodManifest, tt.old, tt.new, 1))
		if err != nil {
			t.Fatal(err)
		}
		if same := s.Hash() == base.Hash(); same != tt.same {
			t.Errorf("%s for %s: same hash %v", tt.new, tt.old, same)
		}
	}
}

func FuzzManifest(f *testing.F) {
	f.Add(goodManifest)
	f.Add("name = \"n\"\n[[version]]\nname = \"a\"\nfiles = [\"x.c\"]\n")
	f.Add("a.b.c = [[[1]]]\n[[x.y]]\n")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := load(text)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "dir/subject.toml") {
				t.Errorf("error without place: %v", err)
			}
			return
		}
		again, err := load(text)
		if err != nil || again.Hash() != s.Hash() {
			t.Errorf("loading again differs: %v", err)
		}
	})
}
