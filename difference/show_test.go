package difference

import (
	"strings"
	"testing"

	"github.com/riftlab/rift/difference/harness"

	"github.com/google/go-cmp/cmp"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
)

func shownBy(t *testing.T, d *Difference, colour bool) string {
	t.Helper()
	var b strings.Builder
	p := &Printer{Out: &b, Colour: colour, Program: "./prog"}
	d.Round = &Round{Delta: delta.Compute(version("old", before), version("new", after()))}
	if err := p.Print(d); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestPrint(t *testing.T) {
	d := &Difference{Number: 2, Input: program.Input{Args: []program.Bytes{program.Bytes("-n"), program.Bytes("a b")}, Stdin: program.Bytes("-x%\n\x01'"),
		Files: []program.File{{Name: "my file", Data: program.Bytes("z")}}},
		Old:   &program.Outcome{Stdout: program.Bytes("one\ntwo\nthree is a line that is rather long, longer than a column\nend\n"), Stderr: program.Bytes("same\n")},
		New:   &program.Outcome{Status: 1, Stdout: program.Bytes("one\ntwo\nthree is a line that is rather long, longer then a column\nend\n"), Stderr: program.Bytes("same\n")},
		Blame: Blame{Changes: []string{"c2"}, Certain: true}}
	want := `difference 2: ending and stdout differ
  input     printf 'z' >'my file'
            printf '\055x%%\n\001\047' | ./prog -n 'a b'
            old                                    new
  ending    exit 0                                 exit 1
                 ^                                      ^
  stdout    (2 lines alike)
            ...g, longer than a column\n           ...g, longer then a column\n
                           ^                                      ^
            (1 line alike)
  stderr    same                                   (the same)
  change    c2 at prog.c:9
            @@ -9 +9 @@ c2 prog.c
            -		printf("more\n");
            +		printf("most\n");

`
	if diff := cmp.Diff(want, shownBy(t, d, false)); diff != "" {
		t.Error(diff)
	}
	coloured := shownBy(t, d, true)
	if strings.Contains(coloured, "^") || !strings.Contains(coloured, "th"+red+"a"+plain+"n a column") || !strings.Contains(coloured, "th"+green+"e"+plain+"n a column") {
		t.Errorf("%q", coloured)
	}
	for _, line := range strings.Split(coloured, "\n") {
		line = strings.NewReplacer(red, "", green, "", plain, "").Replace(line)
		if strings.Contains(line, "longer") && (strings.Index(line, "...g") != 12 || strings.LastIndex(line, "...g") != 12+column+1) {
			t.Errorf("columns are not aligned: %q", line)
		}
	}
}

// What only one version shows, files, results and errors.
func TestAspects(t *testing.T) {
	old := &program.Outcome{Stdout: program.Bytes("gone\n"), Files: []program.File{{Name: "out", Data: program.Bytes("1")}}, Result: &program.Value{Name: "result", Data: []byte{1, 0, 0, 0}}}
	new := &program.Outcome{Ending: program.Faulted, Fault: &program.Fault{Kind: program.FaultNull, Func: "f"}}
	if got, want := (&Difference{Old: old, New: new}).Summary(), "ending, stdout, file out and result differ"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	s := shownBy(t, &Difference{Number: 1, Old: old, New: new, Blame: Blame{Changes: []string{"c1", "c2", "c3"}}}, false)
	for _, want := range []string{
		"  input     ./prog </dev/null\n",
		"  ending    exit 0                                 null dereference in f\n",
		"  stdout    gone\\n                                 (nothing)\n",
		"  file out  changed                                unchanged\n",
		"  result    1                                      none\n",
		"  changes   some of c1, c2, c3, which the input executes\n",
	} {
		if !strings.Contains(s, want) {
			t.Errorf("%s\nlacks %q", s, want)
		}
	}
}

// Values of a harness are shown by what they are.
func TestValues(t *testing.T) {
	value := func(name string, data ...byte) program.Value { return program.Value{Name: name, Data: data} }
	h := &harness.Harness{Values: []program.ValueModel{
		{Name: "s", Kind: program.TextValue, Size: 4, Element: 1},
		{Name: "a", Kind: program.SignedValue, Size: 8, Element: 4},
		{Name: "one", Kind: program.UnsignedValue, Size: 4, Element: 4},
		{Name: "x", Kind: program.FloatValue, Size: 8},
		{Name: "flag", Kind: program.BoolValue, Size: 1, Bits: 1},
		{Name: "s is null", Kind: program.ChoiceValue, Size: 1},
		{Name: "a is null", Kind: program.ChoiceValue, Size: 1},
	}}
	in := program.Input{Values: []program.Value{
		value("s", 'a', 'b', 0, '"'), value("a", 1, 0, 0, 0, 0xff, 0xff, 0xff, 0xff), value("s is null", 0), value("a is null", 3),
		value("one", 0xff, 0xff, 0xff, 0xff), value("x", 0, 0, 0, 0, 0, 0, 0xf8, 0x3f), value("flag", 2),
		program.IntValue("n", 8, -5), value("b is null", 1), value("c is null", 2), value("d", 1, 2, 3),
	}}
	got := new(Printer).Paste(&Difference{Round: &Round{Harness: h}, Input: in})
	want := []string{`s = "ab\0\"", a = {1, -1}, a is null, one = 4294967295, x = 1.5, flag = 0,`, `n = -5, b is null, d = "\001\002\003"`}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// TestPasteFiles: files beside the folder of a run are pasted relative to it, with
// their folders; names are quoted.
func TestPasteFiles(t *testing.T) {
	p := &Printer{Program: "./a b"}
	in := program.Input{Args: []program.Bytes{program.Bytes("../inputs/x y")}, Files: []program.File{
		{Name: "-f", Data: program.Bytes("1")}, {Name: "/home/inputs/x y", Data: program.Bytes("2")}, {Name: "/home/user/g", Data: program.Bytes("3")}}}
	got := strings.Join(p.Paste(&Difference{Round: &Round{}, Input: in}), "\n")
	want := "printf '1' >-f\nmkdir -p -- ../inputs\nprintf '2' >'../inputs/x y'\nprintf '3' >g\n'./a b' '../inputs/x y' </dev/null"
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}
