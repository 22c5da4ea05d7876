package experiments

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/riftlab/rift/program"
)

// decodeStrict decodes TOML into the struct that into points to. A key that
// names no field is an error with its place and the nearest valid key, as are
// syntax errors and values of the wrong type. file is the name in messages.
func decodeStrict(file string, data []byte, into any) error {
	md, err := toml.Decode(string(data), into)
	if err != nil {
		return tomlError(file, data, md, err)
	}
	unknown := md.Undecoded()
	if len(unknown) == 0 {
		return nil
	}
	key := unknown[0]
	msg := unknownKey(key[len(key)-1], fieldsAt(reflect.TypeOf(into), key[:len(key)-1]))
	return &program.Error{Pos: keyPosition(file, data, md, key), Msg: msg}
}

func unknownKey(key string, valid []string) string {
	msg := fmt.Sprintf("unknown key %q", key)
	if near, ok := Nearest(key, valid); ok {
		msg += fmt.Sprintf("; did you mean %q?", near)
	}
	return msg
}

// wrongType matches what the TOML library says of a value of the wrong type;
// only there it gives the place in the text alone.
var wrongType = regexp.MustCompile(`^toml: (?:line \d+ )?\(last key "(.*?)"\): (.*)$`)

// tomlError gives an error of the TOML library rift's form.
func tomlError(file string, data []byte, md toml.MetaData, err error) error {
	var pe toml.ParseError
	if errors.As(err, &pe) {
		msg := pe.Message
		if pe.LastKey != "" {
			msg = fmt.Sprintf("key %q: %s", pe.LastKey, msg)
		}
		return &program.Error{Pos: program.Position{File: file, Line: pe.Position.Line, Col: pe.Position.Col}, Msg: msg}
	}
	if m := wrongType.FindStringSubmatch(err.Error()); m != nil {
		return &program.Error{
			Pos: keyPosition(file, data, md, strings.Split(m[1], ".")),
			Msg: fmt.Sprintf("key %q: %s", m[1], m[2]),
		}
	}
	return &program.Error{Pos: program.Position{File: file}, Msg: strings.TrimPrefix(err.Error(), "toml: ")}
}

// fieldsAt returns the keys that the struct reached from t by path accepts;
// nil where anything is accepted or the path itself is unknown.
func fieldsAt(t reflect.Type, path []string) []string {
	for {
		switch t.Kind() {
		case reflect.Pointer, reflect.Slice:
			t = t.Elem()
			continue
		case reflect.Struct:
		default:
			return nil
		}
		if len(path) == 0 {
			var names []string
			for i := range t.NumField() {
				if name := tomlName(t.Field(i)); name != "" {
					names = append(names, name)
				}
			}
			return names
		}
		found := false
		for i := range t.NumField() {
			if tomlName(t.Field(i)) == path[0] {
				t, path, found = t.Field(i).Type, path[1:], true
				break
			}
		}
		if !found {
			return nil
		}
	}
}

func tomlName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("toml"), ",")
	if name == "-" {
		return ""
	}
	return name
}

// refuse is a type whose decoding fails, which makes the TOML library tell
// where it stands: it keeps the positions of keys to itself.
type refuse struct{}

// UnmarshalTOML implements toml.Unmarshaler.
func (*refuse) UnmarshalTOML(any) error { return errors.New("refused") }

// keyPosition finds the place of a key by decoding the data again into a type
// that accepts everything on the way to the key and refuses the key itself.
// Among the tables of one array it finds the last that has the key.
func keyPosition(file string, data []byte, md toml.MetaData, key toml.Key) program.Position {
	t := reflect.TypeFor[refuse]()
	for i := len(key) - 1; i >= 0; i-- {
		if kind := md.Type(key[:i+1]...); i < len(key)-1 && strings.HasPrefix(kind, "Array") {
			t = reflect.SliceOf(t)
		}
		t = reflect.StructOf([]reflect.StructField{{
			Name: "Field", Type: t, Tag: reflect.StructTag(fmt.Sprintf("toml:%q", key[i])),
		}})
	}
	pos := program.Position{File: file}
	var pe toml.ParseError
	if _, err := toml.Decode(string(data), reflect.New(t).Interface()); errors.As(err, &pe) {
		pos.Line, pos.Col = pe.Position.Line, pe.Position.Col
		// The library points at the value; the key stands before it.
		lines := strings.Split(string(data), "\n")
		if line := lines[pos.Line-1]; pos.Col <= len(line) {
			if at := strings.LastIndex(line[:pos.Col-1], key[len(key)-1]); at >= 0 {
				pos.Col = at + 1
			}
		}
	}
	return pos
}

// Nearest returns the candidate that is most like name, if any is near enough
// to be a slip of the hand: at most a third of its letters (and at least one)
// inserted, left out, changed or swapped with their neighbour.
func Nearest(name string, candidates []string) (string, bool) {
	best, bestDistance := "", max(1, len(name)/3)+1
	for _, c := range candidates {
		if d := editDistance(strings.ToLower(name), strings.ToLower(c)); d < bestDistance {
			best, bestDistance = c, d
		}
	}
	return best, best != ""
}

// editDistance is the optimal string alignment distance of a and b.
func editDistance(a, b string) int {
	before, prev, cur := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		cur[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				cur[j] = min(cur[j], before[j-2]+1)
			}
		}
		before, prev, cur = prev, cur, before
	}
	return prev[len(b)]
}
