package corpora

import (
	"encoding"
	"errors"
	"fmt"
	"reflect"
	"sort"
	"strings"

	"github.com/BurntSushi/toml"
)

// DecodeTOML decodes a TOML file strictly into the struct that into points to.
// name is the file's name for messages. Errors are "name:line: ...": a syntax
// error, a value of the wrong type, or a key that no field takes, which is
// answered with the nearest key that is valid there.
func DecodeTOML(name string, data []byte, into any) error {
	md, err := toml.Decode(string(data), into)
	if err != nil {
		var pe toml.ParseError
		if errors.As(err, &pe) {
			msg := pe.Message
			if msg == "" {
				msg = strings.TrimPrefix(err.Error(), "toml: ")
			}
			return fmt.Errorf("%s:%d: %s", name, pe.Position.Line, msg)
		}
		return fmt.Errorf("%s: %s", name, strings.TrimPrefix(err.Error(), "toml: "))
	}
	unknown := md.Undecoded()
	if len(unknown) == 0 {
		return nil
	}
	key := unknown[0]
	msg := fmt.Sprintf("%s:%d: unknown key %q", name, keyLine(data, key), key.String())
	if near := Nearest(key[len(key)-1], keysAt(reflect.TypeOf(into), key[:len(key)-1])); near != "" {
		msg += fmt.Sprintf("; did you mean %q?", near)
	}
	return errors.New(msg)
}

// keyLine returns the line, from 1, on which a key of a valid document is
// first defined. The library does not tell, so the document is decoded in
// growing prefixes that end between lines until the key is there. That is
// quadratic, but only ever done once, for a message.
func keyLine(data []byte, key toml.Key) int {
	lines := strings.SplitAfter(string(data), "\n")
	start := 1
	for n := 1; n <= len(lines); n++ {
		var any map[string]any
		md, err := toml.Decode(strings.Join(lines[:n], ""), &any)
		if err != nil {
			continue // within a value of several lines
		}
		if md.IsDefined(key...) || definedInArray(md, key) {
			return firstText(lines, start, n)
		}
		start = n + 1
	}
	return len(lines)
}

// definedInArray is MetaData.IsDefined for keys below arrays of tables.
func definedInArray(md toml.MetaData, key toml.Key) bool {
	for _, k := range md.Keys() {
		if k.String() == key.String() {
			return true
		}
	}
	return false
}

// firstText returns the first of the lines from..to, counted from 1, that is
// neither empty nor a comment.
func firstText(lines []string, from, to int) int {
	for n := from; n < to; n++ {
		if t := strings.TrimSpace(lines[n-1]); t != "" && t[0] != '#' {
			return n
		}
	}
	return to
}

// keysAt returns the keys that a struct accepts at a path, sorted.
func keysAt(t reflect.Type, path toml.Key) []string {
	t = elem(t)
	for _, name := range path {
		if t.Kind() == reflect.Map {
			t = elem(t.Elem())
			continue
		}
		f, ok := fieldOf(t, name)
		if !ok {
			return nil
		}
		t = elem(f)
	}
	if t.Kind() != reflect.Struct {
		return nil
	}
	var keys []string
	for i := range t.NumField() {
		if k := keyOf(t.Field(i)); k != "" {
			keys = append(keys, k)
		}
	}
	sort.Strings(keys)
	return keys
}

// elem strips pointers and slices.
func elem(t reflect.Type) reflect.Type {
	text := reflect.TypeFor[encoding.TextUnmarshaler]()
	for (t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice) && !reflect.PointerTo(t).Implements(text) {
		t = t.Elem()
	}
	return t
}

func fieldOf(t reflect.Type, key string) (reflect.Type, bool) {
	if t.Kind() != reflect.Struct {
		return nil, false
	}
	for i := range t.NumField() {
		if k := keyOf(t.Field(i)); k != "" && strings.EqualFold(k, key) {
			return t.Field(i).Type, true
		}
	}
	return nil, false
}

// keyOf returns the TOML key of a field, "" if it has none.
func keyOf(f reflect.StructField) string {
	tag, _, _ := strings.Cut(f.Tag.Get("toml"), ",")
	switch {
	case !f.IsExported() || tag == "-":
		return ""
	case tag == "":
		return f.Name
	}
	return tag
}

// Nearest returns the candidate that is closest to a mistyped name by
// Levenshtein distance, or "" if none is close enough to be meant: the
// distance must be at most two, or a third of the name's length. Of equally
// close candidates the first wins.
func Nearest(name string, candidates []string) string {
	best, distance := "", max(2, len(name)/3)+1
	for _, c := range candidates {
		if d := levenshtein(strings.ToLower(name), strings.ToLower(c)); d < distance && d < len(c) {
			best, distance = c, d
		}
	}
	return best
}

// levenshtein counts the bytes to insert, delete or replace to turn a into b.
func levenshtein(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			next := min(row[j+1]+1, row[j]+1, diagonal+cost)
			diagonal, row[j+1] = row[j+1], next
		}
	}
	return row[len(b)]
}
