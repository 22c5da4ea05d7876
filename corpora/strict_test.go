package corpora

import "testing"

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
		{"nmae = 'x'\n", `f.toml:1:1: unknown key "nmae"; did you mean "name"?`},
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
