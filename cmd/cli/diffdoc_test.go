package cli

import (
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/riftlab/rift/difference"
)

// keysOf returns the keys of the JSON that values of a type become, sorted.
func keysOf(t reflect.Type, seen map[reflect.Type]bool) []string {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Map {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || seen[t] {
		return nil
	}
	seen[t] = true
	var keys []string
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "-" || !f.IsExported() && !f.Anonymous {
			continue
		}
		if name != "" {
			keys = append(keys, name)
		}
		keys = append(keys, keysOf(f.Type, seen)...)
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// TestDiffDocument looks for every key of an event of rift diff in its document.
func TestDiffDocument(t *testing.T) {
	data, err := os.ReadFile("../../docs/diff.md")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[reflect.Type]bool{}
	for _, v := range []any{resultEvent{}, roundEvent{}, programEvent{}, totalEvent{}, errorEvent{}, difference.Difference{}} {
		for _, key := range keysOf(reflect.TypeOf(v), seen) {
			if !strings.Contains(string(data), "`"+key+"`") {
				t.Errorf("%T: %s is not explained", v, key)
			}
		}
	}
}
