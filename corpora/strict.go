package corpora

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/riftlab/rift/program"
)

// TOMLError is a mistake in a TOML file.
type TOMLError struct {
	Pos program.Position
	Key string // the dotted key it is about; "" if it is about none
	Msg string // without place and key
}

// Error returns "file:line:col: message".
func (e *TOMLError) Error() string {
	return e.Pos.String() + ": " + e.Msg
}

// DecodeTOML decodes a TOML file strictly into the struct that into points to.
// A key that no field takes is an error that names the nearest valid key.
// name is the file's name for messages. Errors are of type *TOMLError.
func DecodeTOML(name string, data []byte, into any) error {
	if line := tooDeep(data); line > 0 {
		return deepError(name, line)
	}
	md, err := toml.Decode(string(data), into)
	if err != nil {
		return tomlError(name, data, md, err)
	}
	unknown := md.Undecoded()
	if len(unknown) == 0 {
		return nil
	}
	key := unknown[0]
	msg := fmt.Sprintf("unknown key %q", key[len(key)-1])
	if near := Nearest(key[len(key)-1], keysAt(reflect.TypeOf(into), key[:len(key)-1])); near != "" {
		msg += fmt.Sprintf("; did you mean %q?", near)
	}
	return &TOMLError{Pos: keyPosition(name, data, md, key), Key: key.String(), Msg: msg}
}

// maxDepth bounds the nesting of values, and the parts of a key: parsers recur.
const maxDepth = 64

// deepError is the error of a file that nests too deep on a line.
func deepError(name string, line int) *TOMLError {
	return &TOMLError{Pos: program.Position{File: name, Line: line, Col: 1}, Msg: fmt.Sprintf("values or keys are nested more than %d deep: no file of rift needs that", maxDepth)}
}

// tooDeep returns the line on which brackets or dotted keys are nested too deep, 0 if
// nowhere. Brackets in strings and comments do not count.
func tooDeep(data []byte) int {
	line, depth, dots := 1, 0, 0
	for i := 0; i < len(data); i++ {
		switch c := data[i]; c {
		case '\n':
			line, dots = line+1, 0
		case '#':
			for i+1 < len(data) && data[i+1] != '\n' {
				i++
			}
		case '"', '\'':
			end := stringEnd(data, i)
			line += bytes.Count(data[i:end], []byte("\n"))
			i = end - 1
		case '[', '{':
			depth++
		case ']', '}':
			depth--
		case ',', '=':
			dots = 0
		case '.':
			dots++
		}
		if depth > maxDepth || dots > maxDepth {
			return line
		}
	}
	return 0
}

// stringEnd returns the index behind the TOML string that begins at i, the end of the
// data if it is not closed. One of a single line ends with it at the latest.
func stringEnd(data []byte, i int) int {
	quote := data[i]
	if bytes.HasPrefix(data[i:], []byte{quote, quote, quote}) {
		for j := i + 3; j < len(data); j++ {
			switch {
			case data[j] == '\\' && quote == '"':
				j++
			case bytes.HasPrefix(data[j:], []byte{quote, quote, quote}):
				return j + 3
			}
		}
		return len(data)
	}
	for j := i + 1; j < len(data) && data[j] != '\n'; j++ {
		switch {
		case data[j] == '\\' && quote == '"':
			j++
		case data[j] == quote:
			return j + 1
		}
	}
	return len(data)
}

// KeyPosition returns the place of a dotted key in a TOML file: that of its
// last definition if it occurs in several tables of an array, and the file
// alone if the key is not there.
func KeyPosition(name string, data []byte, key string) program.Position {
	var any map[string]any
	md, err := toml.Decode(string(data), &any)
	if err != nil {
		return program.Position{File: name}
	}
	return keyPosition(name, data, md, strings.Split(key, "."))
}

// wrongType matches what the TOML library says of a value of the wrong type;
// only there it gives the place in the text alone.
var wrongType = regexp.MustCompile(`^toml: (?:line \d+ )?\(last key "(.*?)"\): (.*)$`)

// tomlError gives an error of the TOML library our form.
func tomlError(name string, data []byte, md toml.MetaData, err error) error {
	e := &TOMLError{Pos: program.Position{File: name}, Msg: strings.TrimPrefix(err.Error(), "toml: ")}
	var pe toml.ParseError
	if errors.As(err, &pe) {
		e.Pos.Line, e.Pos.Col = pe.Position.Line, pe.Position.Col
		e.Key, e.Msg = pe.LastKey, pe.Message
	} else if m := wrongType.FindStringSubmatch(err.Error()); m != nil {
		e.Pos, e.Key, e.Msg = keyPosition(name, data, md, strings.Split(m[1], ".")), m[1], m[2]
	}
	if e.Key != "" {
		e.Msg = fmt.Sprintf("key %q: %s", e.Key, e.Msg)
	}
	return e
}

// keysAt returns the keys that the struct reached from t by path accepts;
// nil where anything is accepted or the path itself is unknown.
func keysAt(t reflect.Type, path []string) []string {
	for {
		switch t.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Map:
			if t.Kind() == reflect.Map {
				if len(path) == 0 {
					return nil
				}
				path = path[1:]
			}
			t = t.Elem()
			continue
		case reflect.Struct:
		default:
			return nil
		}
		var names []string
		found := false
		for i := range t.NumField() {
			name := tomlKey(t.Field(i))
			if len(path) > 0 && name == path[0] {
				t, path, found = t.Field(i).Type, path[1:], true
				break
			}
			if name != "" {
				names = append(names, name)
			}
		}
		if !found {
			if len(path) > 0 {
				return nil
			}
			return names
		}
	}
}

// tomlKey returns the TOML key of a field, "" if it has none.
func tomlKey(f reflect.StructField) string {
	tag, _, _ := strings.Cut(f.Tag.Get("toml"), ",")
	switch {
	case !f.IsExported() || tag == "-":
		return ""
	case tag == "":
		return f.Name
	}
	return tag
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
	_, err := toml.Decode(string(data), reflect.New(t).Interface())
	if errors.As(err, &pe) && pe.Position.Line > 0 && pe.Position.Col > 0 {
		pos.Line, pos.Col = pe.Position.Line, pe.Position.Col
		line := strings.Split(string(data), "\n")[pos.Line-1]
		pos.Col = keyColumn(line, key[len(key)-1], pos.Col)
	}
	return pos
}

// keyColumn finds a key in a line. The library points at col, which is the
// key's column in inline tables, that of the value behind it elsewhere, and
// beyond the line for table headers.
func keyColumn(line, key string, col int) int {
	found := 0
	for _, m := range regexp.MustCompile(`[\w-]+`).FindAllStringIndex(line, -1) {
		if line[m[0]:m[1]] == key && (m[0]+1 <= col || found == 0) {
			found = m[0] + 1
		}
	}
	if found == 0 {
		return col
	}
	return found
}

// Nearest returns the candidate that is most like a mistyped name, or "" if
// none is near enough to be meant: at most two of its letters, or a third of
// them, inserted, left out, changed or swapped with their neighbour. Of
// equally near candidates the first wins.
func Nearest(name string, candidates []string) string {
	best, distance := "", max(2, len(name)/3)+1
	for _, c := range candidates {
		if d := editDistance(strings.ToLower(name), strings.ToLower(c)); d < distance && d < len(c) && d < len(name) {
			best, distance = c, d
		}
	}
	return best
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
