package corpora

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/riftlab/rift/program"
)

func TestUniverse(t *testing.T) {
	read := func(name string) ([]byte, error) {
		if name == "missing" {
			return nil, errors.New("not there")
		}
		return []byte("<" + name + ">"), nil
	}
	for _, tt := range []struct {
		line  string
		args  []string
		stdin string
		err   string
	}{
		{line: " 958 1\t1 ", args: []string{"958", "1", "1"}},
		{line: `'a b' "c d" e\ f`, args: []string{"a b", "c d", "e f"}},
		{line: `a'b'"c"d`, args: []string{"abcd"}},
		{line: `'' ""`, args: []string{"", ""}},
		{line: `"a\"b\$c\d" '\'`, args: []string{`a"b$c\d`, `\`}},
		{line: `$'a\n\t\x41\101\'\0' $x`, args: []string{"a\n\tAA'\x00", "$x"}},
		{line: `-v < in/1`, args: []string{"-v"}, stdin: "<in/1>"},
		{line: `-v <in '<'`, args: []string{"-v", "<"}, stdin: "<in>"},
		{line: `'a`, err: "x:1: unterminated '"},
		{line: `"a`, err: `x:1: unterminated "`},
		{line: `$'a`, err: "x:1: unterminated $'"},
		{line: `$'\q'`, err: `x:1: unknown escape \q`},
		{line: `a\`, err: `x:1: \ at the end of the line`},
		{line: `a <`, err: `x:1: no file name after "<"`},
		{line: `a < missing`, err: `x:1: not there`},
	} {
		tests, err := ParseUniverse("x", []byte(tt.line), false, read)
		if fmt.Sprint(err) != tt.err && (err != nil || tt.err != "") {
			t.Errorf("%s: error %v, want %s", tt.line, err, tt.err)
		}
		if err != nil {
			continue
		}
		var args []string
		for _, a := range tests[0].Input.Args {
			args = append(args, string(a))
		}
		if !cmp.Equal(args, tt.args) || string(tests[0].Input.Stdin) != tt.stdin {
			t.Errorf("%s: args %q, stdin %q", tt.line, args, tests[0].Input.Stdin)
		}
	}
}

func TestUniverseKeepsEmptyLines(t *testing.T) {
	tests, err := ParseUniverse("x", []byte("1\n\n2\r\n\n\n"), false, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(tests) != 3 || len(tests[1].Input.Args) != 0 || tests[2].Name != "t3" || string(tests[2].Input.Args[0]) != "2" {
		t.Errorf("tests: %+v", tests)
	}
}

func TestValues(t *testing.T) {
	for _, tt := range []struct{ text, data, err string }{
		{text: "x=1", data: "\x01\x00\x00\x00"},
		{text: "x=-2", data: "\xfe\xff\xff\xff"},
		{text: "x=0xffffffff", data: "\xff\xff\xff\xff"},
		{text: "x:1=200", data: "\xc8"},
		{text: "x:8=-1", data: "\xff\xff\xff\xff\xff\xff\xff\xff"},
		{text: `x="a\x00"`, data: "a\x00"},
		{text: "x", err: `"x" is not NAME=VALUE`},
		{text: "=1", err: `"=1" has no name`},
		{text: "x:3=1", err: `value x: size "3" is none of 1, 2, 4, 8`},
		{text: "x:1=256", err: `value x: "256" is no integer of 8 bits`},
		{text: "x=1.5", err: `value x: "1.5" is no integer of 32 bits`},
		{text: `x="a`, err: `value x: bad text "a`},
	} {
		v, err := ParseValue(tt.text)
		if err != nil || tt.err != "" {
			if fmt.Sprint(err) != tt.err {
				t.Errorf("%s: error %v, want %s", tt.text, err, tt.err)
			}
			continue
		}
		if v.Name != "x" || string(v.Data) != tt.data {
			t.Errorf("%s: %+v", tt.text, v)
		}
	}
}

func TestPool(t *testing.T) {
	tests, err := ParsePool("x", []byte("{\"args\":[\"a\\u00ff\"]}\n\n{\"name\":\"n\",\"stdin\":\"s\"}\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := []program.Test{
		{Name: "t1", Input: program.Input{Args: []program.Bytes{[]byte("a\xff")}}},
		{Name: "n", Input: program.Input{Stdin: []byte("s")}},
	}
	if d := cmp.Diff(want, tests); d != "" {
		t.Error(d)
	}
	for text, want := range map[string]string{
		"{}\n{":                    "x:2: unexpected EOF",
		"{} {}":                    "x:1: more than one object on the line",
		"{\"arg\":[]}":             "x:1: unknown field \"arg\"",
		"{\"args\":[\"\\u20ac\"]}": "x:1: ",
	} {
		if _, err := ParsePool("x", []byte(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", text, err, want)
		}
	}
}

// FuzzUniverse checks that what Input.Shell prints is read back as it was.
func FuzzUniverse(f *testing.F) {
	f.Add("1 2 3")
	f.Add(`'a b' $'\x00\'' "q\"" < f`)
	f.Add("\\")
	f.Fuzz(func(t *testing.T, text string) {
		read := func(string) ([]byte, error) { return []byte("in"), nil }
		tests, err := ParseUniverse("x", []byte(text), false, read)
		if err != nil {
			return
		}
		for i := range tests {
			in := program.Input{Args: tests[i].Input.Args}
			line := strings.TrimPrefix(in.Shell("p"), "p ")
			again, err := ParseUniverse("x", []byte(line), false, nil)
			if len(in.Args) == 0 {
				continue
			}
			if err != nil || len(again) != 1 || !cmp.Equal(again[0].Input.Args, in.Args) {
				t.Errorf("%q came back from %s as %+v (%v)", in.Args, line, again, err)
			}
		}
	})
}

func FuzzPool(f *testing.F) {
	f.Add("{\"args\":[\"a\"]}\n")
	f.Add("{\"files\":[{\"name\":\"b\"},{\"name\":\"a\",\"data\":\"\\u00ff\"}]}\n{}")
	f.Fuzz(func(t *testing.T, text string) {
		tests, err := ParsePool("x", []byte(text))
		if err != nil && !strings.HasPrefix(err.Error(), "x:") {
			t.Errorf("error without place: %v", err)
		}
		for i := range tests {
			tests[i].Input.Key() // must not panic
		}
	})
}
