package corpora

import (
	"errors"
	"strings"
	"testing"
)

func TestDecodeTOML(t *testing.T) {
	type inner struct {
		Min int `toml:"minimum"`
	}
	type outer struct {
		Name  string           `toml:"name"`
		List  []inner          `toml:"list"`
		In    inner            `toml:"in"`
		Table map[string]inner `toml:"table"`
	}
	for _, tc := range []struct{ toml, err string }{
		{"name = 'x'\n[in]\nminimum = 3\n", ""},
		{"namex = 'x'\n", `f.toml:1:1: unknown key "namex"; did you mean "name"?`},
		{"name = 'x'\n[in]\n  minimun = 3\n", `f.toml:3:3: unknown key "minimun"; did you mean "minimum"?`},
		{"[[list]]\nminimum = 1\n[[list]]\n\nminmum = 1\n", `f.toml:5:1: unknown key "minmum"; did you mean "minimum"?`},
		{"list = [{minimum = 1}, {maximum = 2}]\n", `f.toml:1:25: unknown key "maximum"; did you mean "minimum"?`},
		{"in = {zzz = 2}\n", `f.toml:1:7: unknown key "zzz"`},
		{"[table.x]\nminimum = 1\n[table.y]\nminmum = 1\n", `f.toml:4:1: unknown key "minmum"; did you mean "minimum"?`},
		{"name = 3\n", `f.toml:1:1: key "name": incompatible types: TOML value has type int64; destination has type string`},
		{"name = \n", `f.toml:1:8: key "name": expected value but found '\n' instead`},
	} {
		var o outer
		err := DecodeTOML("f.toml", []byte(tc.toml), &o)
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != tc.err {
			t.Errorf("%q:\n got %s\nwant %s", tc.toml, got, tc.err)
		}
	}
}

func TestNearest(t *testing.T) {
	names := []string{"random", "dd", "isolation"}
	for in, want := range map[string]string{
		"radnom": "random", "Random": "random", "isolaton": "isolation", "ddd": "dd", "d": "", "xyz": "", "": "",
	} {
		if got := Nearest(in, names); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", in, got, want)
		}
	}
}

// FuzzDecodeTOML checks that every mistake has a place within the file.
func FuzzDecodeTOML(f *testing.F) {
	for _, text := range []string{
		"name = 'x'\n[in]\nminimun = 3\n", "[[list]]\nx = {y = 1}\n", "\"\" = 1\n", "'a.b' = 1\n", "[a.'b\"c']\nd = 1\n",
		"list = [{minimum = 'x'}]\n", "[in.x]\n[in.y]\n", "a.b.c = 1\n", "\"`\" = 2\n", "[[a]]\n[[a.b]]\nc = 1\n", "é = 1\n",
	} {
		f.Add(text)
	}
	type inner struct {
		Min int `toml:"minimum"`
	}
	f.Fuzz(func(t *testing.T, text string) {
		var o struct {
			Name string  `toml:"name"`
			List []inner `toml:"list"`
			In   inner   `toml:"in"`
		}
		err := DecodeTOML("f.toml", []byte(text), &o)
		var bad *TOMLError
		if err == nil {
			return
		}
		if !errors.As(err, &bad) || bad.Msg == "" || bad.Pos.File != "f.toml" {
			t.Fatalf("%q: error %#v", text, err)
		}
		if lines := strings.Count(text, "\n") + 1; bad.Pos.Line < 0 || bad.Pos.Line > lines {
			t.Fatalf("%q: line %d of %d", text, bad.Pos.Line, lines)
		}
	})
}

// TestTooDeep: files that nest without bound are refused at their line before a parser
// recurs into them; brackets in strings and comments, and many values side by side, are not
// deep.
func TestTooDeep(t *testing.T) {
	many := func(s string, n int) string { return strings.Repeat(s, n) }
	for _, c := range []struct {
		name, text string
		line       int
	}{
		{"arrays", "a = 1\nb = " + many("[", 1_000_000) + many("]", 1_000_000), 2},
		{"open arrays", "b = " + many("[", 1_000_000), 1},
		{"inline tables", "b = " + many("{b=", 500_000) + "1" + many("}", 500_000), 1},
		{"keys", "\n\n[" + many("a.", 500_000) + "a]", 3},
		{"across lines", "a = [\n" + many("[\n", 70) + many("]", 71), 65},
		{"strings", "a = \"" + many("[", 1000) + "\"\nb = '" + many("{", 1000) + "'\nc = \"\"\"\n" + many("[", 1000) + "\\\"\"\"\"\n# " + many("[", 1000), 0},
		{"floats", "a = [" + many("1.5, ", 1000) + "2.5]", 0},
		{"tables", many("[[t]]\na = [1]\n", 1000), 0},
	} {
		var into map[string]any
		err := DecodeTOML("f.toml", []byte(c.text), &into)
		var bad *TOMLError
		if deep := errors.As(err, &bad) && strings.Contains(bad.Msg, "nested"); deep != (c.line > 0) || deep && bad.Pos.Line != c.line {
			t.Errorf("%s: %.200v, want line %d", c.name, err, c.line)
		}
	}
}
