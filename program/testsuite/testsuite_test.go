package testsuite

import (
	"bytes"
	"encoding/xml"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/riftlab/rift/program"
)

func subject() *Subject {
	return &Subject{Program: &program.Program{}, Name: "p", Sources: []string{"/src/p.c"}, Hash: "ab", Producer: "rift 1", Created: time.Unix(0, 0)}
}

func example(name string) *Test {
	return &Test{Name: name,
		Input: program.Input{
			Args:   []program.Bytes{program.Bytes("<\"'>"), program.Bytes("\xff\n")},
			Stdin:  program.Bytes("a\x00b"),
			Files:  []program.File{{Name: "f", Data: program.Bytes("data")}},
			Values: []program.Value{program.IntValue("int", 4, -2), program.IntValue("uchar", 1, 200), {Name: "b", Data: program.Bytes("xyz")}},
		},
		Outcome: program.Outcome{Ending: program.Faulted, Fault: &program.Fault{Kind: program.FaultDivision}}}
}

// What is written is read back; a removed test is gone with all its files.
func TestFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "tests")
	f, err := Create(dir, subject(), Formats())
	if err != nil {
		t.Fatal(err)
	}
	var want []*Test
	for i := range 3 {
		test := example(TestName(i + 1))
		if err := f.Add(test); err != nil {
			t.Fatal(err)
		}
		if i != 1 {
			want = append(want, test)
		}
	}
	if err := f.Remove(TestName(2)); err != nil {
		t.Fatal(err)
	}
	got, err := Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("read back: %s", d)
	}
	err = filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		if strings.Contains(path, "000002") || strings.HasSuffix(path, ".part") {
			t.Errorf("%s is left", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	if _, err := Create(dir, subject(), nil); err == nil {
		t.Error("a folder with tests is written over")
	}
}

// A file without its JSON is no test; one that is cut short, or says something
// else than the JSON, is an error.
func TestReadCorrupt(t *testing.T) {
	for _, c := range []struct {
		name  string
		spoil func(dir string) error
		tests int
		fails bool
	}{
		{"left over", func(dir string) error { return os.Remove(filepath.Join(dir, "test000001.json")) }, 1, false},
		{"part", func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "test000003.json.part"), []byte("{"), 0o666)
		}, 2, false},
		{"cut JSON", func(dir string) error { return os.Truncate(filepath.Join(dir, "test000001.json"), 20) }, 0, true},
		{"cut ktest", func(dir string) error { return os.Truncate(filepath.Join(dir, "test000001.ktest"), 20) }, 0, true},
		{"other input", func(dir string) error {
			other := example("")
			other.Input.Stdin = nil
			var buf bytes.Buffer
			WriteKTest(&buf, "p", &other.Input) //nolint:errcheck // a buffer takes everything
			return os.WriteFile(filepath.Join(dir, "test000001.ktest"), buf.Bytes(), 0o666)
		}, 0, true},
	} {
		dir := t.TempDir()
		f, err := Create(dir, subject(), Formats())
		if err != nil {
			t.Fatal(err)
		}
		for i := range 2 {
			if err := f.Add(example(TestName(i + 1))); err != nil {
				t.Fatal(err)
			}
		}
		if err := c.spoil(dir); err != nil {
			t.Fatal(err)
		}
		list, err := Read(dir)
		if (err != nil) != c.fails || len(list) != c.tests {
			t.Errorf("%s: %d tests, %v", c.name, len(list), err)
		}
	}
}

// Test cases are XML with the values in their order, with the text of their
// types.
func TestTestcase(t *testing.T) {
	data, _ := testcase(subject(), example("test000001"))
	var got struct {
		CoversError bool `xml:"coversError,attr"`
		Inputs      []struct {
			Variable string `xml:"variable,attr"`
			Type     string `xml:"type,attr"`
			Text     string `xml:",chardata"`
		} `xml:"input"`
	}
	if err := xml.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, in := range got.Inputs {
		lines = append(lines, in.Variable+" "+in.Type+" "+in.Text)
	}
	want := []string{`argv[1] char* "<\"'>"`, `argv[2] char* "\377\n"`, `stdin char* "a\000b"`, `file f char* "data"`,
		"int int -2", "uchar unsigned char 200", "b[0] unsigned char 120", "b[1] unsigned char 121", "b[2] unsigned char 122"}
	if d := cmp.Diff(want, lines); d != "" || !got.CoversError {
		t.Errorf("covers an error: %v; inputs: %s", got.CoversError, d)
	}
	var meta struct {
		Names []struct {
			XMLName xml.Name
			Text    string `xml:",chardata"`
		} `xml:",any"`
	}
	if err := xml.Unmarshal(metadata(subject()), &meta); err != nil {
		t.Fatal(err)
	}
	order := ""
	for _, n := range meta.Names {
		order += n.XMLName.Local + " "
	}
	if order != "sourcecodelang producer specification programfile programhash entryfunction architecture creationtime " {
		t.Errorf("metadata has %s", order)
	}
}

func TestNumberText(t *testing.T) {
	for _, c := range []struct {
		typ  string
		data program.Bytes
		want string
	}{
		{"signed char", program.Bytes{0xff}, "-1"},
		{"unsigned long", program.Bytes{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}, "18446744073709551615"},
		{"_Bool", program.Bytes{3}, "1"},
		{"float", program.Bytes{0, 0, 0xc0, 0x3f}, "0x1.8p+00"},
		{"double", program.Bytes{0, 0, 0, 0, 0, 0, 0xf8, 0x7f}, "NAN"},
		{"size_t", program.Bytes{1, 0, 0, 0, 0, 0, 0, 0x80}, "9223372036854775809"},
	} {
		if got := numberText(c.typ, c.data); got != c.want {
			t.Errorf("%s % x: %s, want %s", c.typ, []byte(c.data), got, c.want)
		}
	}
}

// Names that would end a comment do not: only the lines of the reproducer are code.
func TestNamesInComments(t *testing.T) {
	s, test := subject(), example("a\n*/ evil(); /*")
	s.Name = "p*/\nevil2();"
	s.Sources = append(s.Sources, "/src/*/evil3\n.c")
	data, ok := cReproducer(s, test)
	if !ok {
		t.Fatal("no reproducer")
	}
	head, _, _ := strings.Cut(string(data), "#include <stdint.h>")
	if strings.Count(head, "*/") != 1 || !strings.HasSuffix(head, "*/\n") || strings.Count(head, "/*") != 1 {
		t.Errorf("the comment ends early:\n%s", head)
	}
	test.Input.Values = nil
	test.Input.Files = []program.File{{Name: "/home/inputs/x", Data: program.Bytes("1")}, {Name: "-d/y", Data: program.Bytes("2")}}
	if data, ok = shellReproducer(s, test); !ok {
		t.Fatal("no script")
	}
	script := string(data)
	for _, line := range strings.Split(script, "\n") {
		if strings.Contains(line, "evil") && !strings.HasPrefix(line, "#") {
			t.Errorf("code: %s", line)
		}
	}
	for _, want := range []string{"mkdir -p home/user && cd home/user", "mkdir -p -- '../inputs'\nprintf '1' > '../inputs/x'", "mkdir -p -- '-d'"} {
		if !strings.Contains(script, want) {
			t.Errorf("no %q in\n%s", want, script)
		}
	}
}
