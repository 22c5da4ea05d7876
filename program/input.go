package program

import (
	"encoding/json"
	"fmt"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Bytes is a byte string which in JSON and TOML is written as text in which
// each character U+0000..U+00FF stands for the byte of that value, so that any
// content survives and ordinary text stays readable.
type Bytes []byte

// MarshalJSON implements json.Marshaler.
func (b Bytes) MarshalJSON() ([]byte, error) { return json.Marshal(b.text()) }

// UnmarshalJSON implements json.Unmarshaler.
func (b *Bytes) UnmarshalJSON(data []byte) error {
	var s string
	if err := json.Unmarshal(data, &s); err != nil {
		return err
	}
	return b.UnmarshalText([]byte(s))
}

// UnmarshalText implements encoding.TextUnmarshaler (used by TOML).
func (b *Bytes) UnmarshalText(text []byte) error {
	out := make([]byte, 0, len(text))
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		if r > 0xFF || r == utf8.RuneError && n <= 1 {
			return fmt.Errorf("character %q stands for no byte: use U+0000 to U+00FF", r)
		}
		out = append(out, byte(r))
		text = text[n:]
	}
	*b = out
	return nil
}

// MarshalText implements encoding.TextMarshaler.
func (b Bytes) MarshalText() ([]byte, error) { return []byte(b.text()), nil }

func (b Bytes) text() string {
	var sb strings.Builder
	for _, c := range b {
		sb.WriteRune(rune(c))
	}
	return sb.String()
}

// Input is everything one run of a program is given. It is concrete; what may
// vary is said by an InputModel.
type Input struct {
	Args  []Bytes `json:"args,omitempty"` // without the program's name
	Stdin Bytes   `json:"stdin,omitempty"`
	Files []File  `json:"files,omitempty"` // sorted by name
	Env   []Bytes `json:"env,omitempty"`   // "NAME=value"
	// Terminal tells that standard input is a terminal, where somebody types Stdin.
	Terminal bool `json:"terminal,omitempty"`
	// Entry is the function to start instead of main; its arguments and the
	// globals set before are in Values.
	Entry string `json:"entry,omitempty"`
	// Values are, in order, the values of nondeterministic inputs: arguments
	// of Entry (name "arg0", ... or the parameter's name), globals that the
	// model varies (their name), and answers to __VERIFIER_nondet_*,
	// klee_make_symbolic and the like in the order of the calls.
	Values []Value `json:"values,omitempty"`
	// Objects are what pointers in the values of parameters and globals, and in
	// each other, point to besides the objects of parameters. All are there
	// before Entry starts, numbered after those of the parameters.
	Objects []Value `json:"objects,omitempty"`
}

// File is a file that exists before the run, or is left by it.
type File struct {
	Name string `json:"name"`
	Data Bytes  `json:"data"`
	Link bool   `json:"link,omitempty"` // a symbolic link, to the name in Data
	// Mode is the permissions of a regular file, as chmod has them; 0 is DefaultMode,
	// ModeRegular none at all.
	Mode uint32 `json:"mode,omitempty"`
}

// LeftFile returns what the kind says that IntrinFileOut is given: a file that was
// removed, a link, or one with permissions as File.Mode has them.
func LeftFile(kind int32) (removed, link bool, mode uint32) {
	switch kind & 15 {
	case 1:
		return true, false, 0
	case 2:
		return false, true, 0
	}
	return false, false, ModeOf(uint32(kind) >> 4)
}

// ModeOf returns permissions as File.Mode has them.
func ModeOf(permissions uint32) uint32 {
	switch permissions &= 0o7777; permissions {
	case DefaultMode:
		return 0
	case 0:
		return ModeRegular
	}
	return permissions
}

// DefaultMode is the permissions of files of which nothing else is said.
const DefaultMode = 0o644

// The types of files in the result of StatMode.
const (
	ModePipe     = 0o010000
	ModeTerminal = 0o020000
	ModeRegular  = 0o100000
	ModeLink     = 0o120000
)

// StatMode returns the type and the permissions as st_mode has them.
func (f *File) StatMode() uint32 {
	switch {
	case f.Link:
		return ModeLink | 0o777
	case f.Mode == 0:
		return ModeRegular | DefaultMode
	}
	return ModeRegular | f.Mode&0o7777
}

// StdinMode returns the type and the permissions of standard input.
func (in *Input) StdinMode() uint32 {
	if in.Terminal {
		return ModeTerminal | 0o620
	}
	return ModePipe | 0o600
}

// Value is one nondeterministic value: its bytes as they lie in memory.
type Value struct {
	Name string `json:"name"`
	Data Bytes  `json:"data"`
	// Kind is FloatValue for a result that is a float; nothing else has one.
	Kind ValueKind `json:"kind,omitempty"`
	// Links are the pointers among the bytes of a parameter, global or object.
	Links []Link `json:"links,omitempty"`
}

// Link says that the eight bytes at Off hold the address of an object: that of
// the pointer parameter, or the one of Input.Objects, named To.
type Link struct {
	Off int    `json:"off"`
	To  string `json:"to"`
}

// IntValue returns a Value of size bytes holding v in little-endian order.
func IntValue(name string, size int, v int64) Value {
	data := make(Bytes, size)
	for i := range data {
		data[i] = byte(v >> (8 * i))
	}
	return Value{Name: name, Data: data}
}

// Key returns a string that is equal for equal inputs.
func (in *Input) Key() string {
	data, err := json.Marshal(in)
	if err != nil {
		panic("program: Input.Key: " + err.Error())
	}
	return string(data)
}

// Shell returns the input as one line that a person may paste into a shell,
// prog being the name of the program, which is quoted; files are not included.
func (in *Input) Shell(prog string) string {
	var sb strings.Builder
	if len(in.Stdin) > 0 {
		fmt.Fprintf(&sb, "printf %s | ", PrintfWord(in.Stdin))
	}
	sb.WriteString(ShellWord([]byte(prog)))
	for _, a := range in.Args {
		sb.WriteByte(' ')
		sb.WriteString(ShellWord(a))
	}
	if in.Entry != "" {
		sb.WriteString(" # " + in.Entry + "(")
		for i, v := range in.Values {
			if i > 0 {
				sb.WriteString(", ")
			}
			sb.WriteString(v.String())
		}
		sb.WriteString(")")
		for i, v := range in.Objects {
			if i == 0 {
				sb.WriteString(" with")
			}
			sb.WriteString(" " + v.String())
		}
	}
	return sb.String()
}

// String returns "name=value", the value as Kind says; values of up to eight bytes
// are shown as signed integers, longer ones quoted, pointers as "+offset->object".
func (v Value) String() string {
	s := v.content()
	for _, l := range v.Links {
		s += "+" + strconv.Itoa(l.Off) + "->" + l.To
	}
	return s
}

func (v Value) content() string {
	return v.Name + "=" + v.Kind.Text(v.Data)
}

// SortFiles puts the files in the order that Input requires.
func (in *Input) SortFiles() {
	sort.SliceStable(in.Files, func(i, j int) bool { return in.Files[i].Name < in.Files[j].Name })
}

// Test is a named input of a test pool.
type Test struct {
	Name  string `json:"name"`
	Input Input  `json:"input"`
}
