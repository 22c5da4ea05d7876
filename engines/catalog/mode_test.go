package catalog_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/catalog"
)

// given are parameters as TOML.
type given string

func (g given) Decode(into any) error {
	_, err := toml.Decode(string(g), into)
	return err
}

// values returns parameters by their names.
func values(t *testing.T, params any) map[string]any {
	t.Helper()
	text, err := toml.Marshal(params)
	if err != nil {
		t.Fatal(err)
	}
	m := map[string]any{}
	if err := toml.Unmarshal(text, &m); err != nil {
		t.Fatal(err)
	}
	return m
}

// In the mode "published" the extensions of an engine are off, each by a parameter; what is
// given wins, and the other parameters stay.
func TestModes(t *testing.T) {
	var with []string
	for _, e := range catalog.All() {
		list := engines.Extensions(engines.Describe(e).Params)
		if len(list) == 0 {
			continue
		}
		with = append(with, e.Name())
		fresh := func(text string) map[string]any {
			p := reflect.New(reflect.TypeOf(engines.Describe(e).Params).Elem())
			p.Elem().Set(reflect.ValueOf(engines.Describe(e).Params).Elem())
			if err := engines.DecodeParams(given(text), p.Interface()); err != nil {
				t.Fatalf("%s: %v", e.Name(), err)
			}
			if v, ok := p.Interface().(engines.Validator); !ok || v.Validate() != nil {
				t.Errorf("%s: %s is not valid", e.Name(), text)
			}
			return values(t, p.Interface())
		}
		defaults, published := fresh(""), fresh(`mode = "published"`)
		if defaults["mode"] != engines.ModeRift {
			t.Errorf("%s: the mode is %v", e.Name(), defaults["mode"])
		}
		off := map[string]any{}
		for _, x := range list {
			if len(strings.Fields(x.Why)) < 4 {
				t.Errorf("%s: no reason for %s", e.Name(), x.Param)
			}
			if err := toml.Unmarshal([]byte(x.Param+" = "+x.Published), &off); err != nil {
				t.Fatal(err)
			}
			if reflect.DeepEqual(off[x.Param], defaults[x.Param]) {
				t.Errorf("%s: %s is as published in any case", e.Name(), x.Param)
			}
		}
		for k, v := range published {
			want, extension := off[k]
			if !extension && k != "mode" {
				want = defaults[k]
			}
			if k != "mode" && !reflect.DeepEqual(v, want) {
				t.Errorf("%s as published: %s is %v, want %v", e.Name(), k, v, want)
			}
		}
		x := list[0].Param
		text, err := toml.Marshal(map[string]any{x: defaults[x], "mode": "published"})
		if err != nil {
			t.Fatal(err)
		}
		if got := fresh(string(text)); !reflect.DeepEqual(got[x], defaults[x]) {
			t.Errorf("%s: %s is given as %v, and is %v", e.Name(), x, defaults[x], got[x])
		}
		p := reflect.New(reflect.TypeOf(engines.Describe(e).Params).Elem())
		if err := engines.DecodeParams(given(`mode = "printed"`), p.Interface()); err == nil || !strings.Contains(err.Error(), `mode is "printed": must be "rift" or "published"`) {
			t.Errorf("%s: %v", e.Name(), err)
		}
	}
	slices.Sort(with)
	if want := []string{"add", "csg", "dd", "isolation", "matrix", "shadow", "synergy"}; !slices.Equal(with, want) {
		t.Errorf("engines with extensions: %v", with)
	}
}
