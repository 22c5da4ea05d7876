package corpora

import (
	"os"
	"reflect"
	"strings"
	"testing"
)

// TestManifestKeysAreDocumented keeps docs/manifest.md complete.
func TestManifestKeysAreDocumented(t *testing.T) {
	data, err := os.ReadFile("../docs/manifest.md")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[reflect.Type]bool{}
	var visit func(reflect.Type)
	visit = func(typ reflect.Type) {
		for typ.Kind() == reflect.Pointer || typ.Kind() == reflect.Slice {
			typ = typ.Elem()
		}
		if typ.Kind() != reflect.Struct || seen[typ] {
			return
		}
		seen[typ] = true
		for i := range typ.NumField() {
			key := tomlKey(typ.Field(i))
			if !strings.Contains(string(data), "`"+key+"`") && !strings.Contains(string(data), "[["+key+"]]") &&
				!strings.Contains(string(data), "."+key+"]]") && !strings.Contains(string(data), "["+key+"]") {
				t.Errorf("%v: key %q is not in docs/manifest.md", typ, key)
			}
			visit(typ.Field(i).Type)
		}
	}
	visit(reflect.TypeFor[manifest]())
}

// TestManifestExample loads the example of docs/manifest.md.
func TestManifestExample(t *testing.T) {
	data, err := os.ReadFile("../docs/manifest.md")
	if err != nil {
		t.Fatal(err)
	}
	_, example, _ := strings.Cut(string(data), "```toml\n")
	example, _, found := strings.Cut(example, "```")
	if !found {
		t.Fatal("no example")
	}
	dir := write(t, map[string]string{
		"subject.toml": example,
		"clamp.c":      "int clamp(int x) {\n  if (x > 10)\n    return 10;\n  return x;\n}\n",
		"pool.txt":     "1\n",
	})
	subjects, err := Open(dir, "")
	if err != nil {
		t.Fatal(err)
	}
	if got := subjects[0].Pairs[0].Truth[0].String(); got != "clamp.c:2" {
		t.Errorf("truth at %s", got)
	}
}
