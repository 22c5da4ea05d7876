package poolmodel

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/riftlab/rift/program"
)

func test(stdin string, args ...string) program.Test {
	t := program.Test{Input: program.Input{Stdin: program.Bytes(stdin)}}
	for _, a := range args {
		t.Input.Args = append(t.Input.Args, program.Bytes(a))
	}
	return t
}

func infer(t *testing.T, own *program.InputModel, tests ...program.Test) *Model {
	t.Helper()
	m, err := Infer(tests, own)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func text(s string) *program.Bytes { b := program.Bytes(s); return &b }

// What tests have in common is fixed, few words are a choice, numbers are a range, and where
// the number of arguments varies they share lengths and characters.
func TestInputs(t *testing.T) {
	own := &program.InputModel{Env: []program.Bytes{program.Bytes("A=1")}, Terminal: true}
	for _, c := range []struct {
		name  string
		tests []program.Test
		want  program.InputModel
	}{
		{"fixed arguments", []program.Test{
			test("", "-x", "12", "a", "ab"), test("", "-x", "-3", "b", "abc"), test("", "-x", "12", "a", "q"), test("", "-x", "7", "b", ""),
		}, program.InputModel{Args: []program.ArgModel{
			{Text: text("-x")}, {Int: &program.IntDomain{Min: -3, Max: 12, Values: []int64{-3, 7, 12}}},
			{Choice: []program.Bytes{program.Bytes("a"), program.Bytes("b")}}, {String: &program.ContentModel{Size: 3, Alphabet: program.Bytes("abcq")}},
		}}},
		{"leading zeros are no numbers", []program.Test{test("", "01"), test("", "2"), test("", "3")}, program.InputModel{
			Args: []program.ArgModel{{String: &program.ContentModel{MinSize: 1, Size: 2, Alphabet: program.Bytes("0123")}}}}},
		{"varying arguments", []program.Test{test("", "a"), test("", "-b", "cc"), test("")}, program.InputModel{
			SymArgs: &program.SymArgs{Max: 2, Len: 2, Alphabet: program.Bytes("-abc")}}},
		{"standard input", []program.Test{test("ab\n"), test("b"), test("aaaa\n")}, program.InputModel{
			Stdin: &program.ContentModel{MinSize: 1, Size: 5, Alphabet: program.Bytes("\nab")}}},
		{"files", []program.Test{
			{Input: program.Input{Files: []program.File{{Name: "f", Data: program.Bytes("same")}, {Name: "g", Data: program.Bytes("x")}}}},
			{Input: program.Input{Files: []program.File{{Name: "f", Data: program.Bytes("same")}, {Name: "g", Data: program.Bytes("yy"), Mode: 0o600}}}},
		}, program.InputModel{Files: []program.FileModel{{Name: "f", Text: text("same")}, {Name: "g", Content: &program.ContentModel{MinSize: 1, Size: 2, Alphabet: program.Bytes("xy")}}}}},
	} {
		c.want.Env, c.want.Terminal = own.Env, own.Terminal
		if d := cmp.Diff(c.want, infer(t, own, c.tests...).Inputs); d != "" {
			t.Errorf("%s: %s", c.name, d)
		}
	}
	if _, err := Infer(nil, own); err == nil {
		t.Error("a model of no tests")
	}
}

// Parameters that are integers get the range of the pool; others stay as they are.
func TestValues(t *testing.T) {
	own := &program.InputModel{Entry: "f", Params: []program.ValueModel{{Name: "a"}, {Name: "p", Size: 12}}, Globals: []program.ValueModel{{Name: "g", Size: 2}}}
	value := func(a, g int64) program.Test {
		return program.Test{Input: program.Input{Entry: "f", Values: []program.Value{
			program.IntValue("a", 4, a), {Name: "p", Data: make(program.Bytes, 12)}, program.IntValue("g", 2, g),
		}}}
	}
	m := infer(t, own, value(-5, 300), value(9, -1), value(9, 2))
	want := program.InputModel{Entry: "f", Params: []program.ValueModel{
		{Name: "a", Int: &program.IntDomain{Min: -5, Max: 9, Values: []int64{-5, 9}}}, {Name: "p", Size: 12},
	}, Globals: []program.ValueModel{{Name: "g", Size: 2, Int: &program.IntDomain{Min: -1, Max: 300, Values: []int64{-1, 2, 300}}}}}
	if d := cmp.Diff(want, m.Inputs); d != "" || m.Draws() {
		t.Error(d)
	}
	if own.Params[0].Int != nil {
		t.Error("the subject's own model was changed")
	}
}

func TestQuantiles(t *testing.T) {
	q := QuantilesOf([]int{9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 100})
	if q.At(0) != 0 || q.At(0.5) != 5 || q.At(0.9) != 9 || q.At(1) != 100 || q.At(0.45) != 5 {
		t.Errorf("%v", q)
	}
	x := rand.New(rand.NewPCG(1, 1))
	many := 0
	for range 1000 {
		n := q.Draw(x)
		if n < 0 || n > 100 {
			t.Fatalf("drew %d", n)
		}
		if n > 9 {
			many++
		}
	}
	if many < 50 || many > 150 { // a tenth
		t.Errorf("%d of 1000 beyond the ninth tenth", many)
	}
	if (&Quantiles{}).Draw(x) != 0 || QuantilesOf(nil) != (Quantiles{}) {
		t.Error("quantiles of nothing")
	}
}

func TestSplit(t *testing.T) {
	for line, want := range map[string]string{
		"":             "[] [\"\"]",
		"a":            `["a"] ["" ""]`,
		" int x1=22; ": `["int" "x1" "22"] [" " " " "=" "; "]`,
		"--":           `[] ["--"]`,
		"é_b":          `["é_b"] ["" ""]`,
	} {
		tokens, gaps := split([]byte(line))
		if got := fmt.Sprintf("%q %q", tokens, gaps); got != want {
			t.Errorf("%q: %s, want %s", line, got, want)
		}
	}
}

// Lines look like those of the pool: words of it, its gaps, and as many of each.
func TestLines(t *testing.T) {
	m := infer(t, &program.InputModel{}, test("let a = 1;\nlet bb = 22;\n"), test("let c = 333;\n"), test("let d = 4;\nlet e = 5;\nlet f = 6;\n"))
	x := rand.New(rand.NewPCG(1, 1))
	lines := map[int]int{}
	for range 500 {
		in := m.Draw(x)
		text := string(in.Stdin)
		if len(text) == 0 || len(text) > m.Inputs.Stdin.Size {
			t.Fatalf("%q", text)
		}
		if len(text) == m.Inputs.Stdin.Size {
			continue // cut off
		}
		list := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
		lines[len(list)]++
		for _, l := range list {
			if !strings.HasSuffix(l, ";") || strings.HasPrefix(l, " ") || len(strings.FieldsFunc(l, func(r rune) bool { return strings.ContainsRune(" =;", r) })) != 3 {
				t.Fatalf("%q is no such line of %q", l, text)
			}
		}
	}
	if lines[1] == 0 || lines[2] == 0 || len(lines) > 3 {
		t.Errorf("numbers of lines: %v", lines)
	}
	if words := m.Words(3); !slices.Equal(words[:1], []string{"let"}) || len(words) != 3 {
		t.Errorf("words %q", words)
	}
}

// Whatever is drawn is of the model that was inferred, and the same numbers draw the same.
func TestDrawsOfTheModel(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		texts := rapid.SampledFrom([]string{"", "a", "-1", "007", "x y\n", "\n\n", "let a;\nb", "é", "12 13\n", "zz"})
		var tests []program.Test
		fixed := rapid.IntRange(-1, 2).Draw(rt, "arguments")
		for range rapid.IntRange(1, 12).Draw(rt, "tests") {
			n := fixed
			if n < 0 {
				n = rapid.IntRange(0, 6).Draw(rt, "n")
			}
			tt := test(texts.Draw(rt, "stdin"))
			for range n {
				tt.Input.Args = append(tt.Input.Args, program.Bytes(texts.Draw(rt, "argument")))
			}
			tests = append(tests, tt)
		}
		m, err := Infer(tests, &program.InputModel{})
		if err != nil {
			rt.Fatal(err)
		}
		seed := rapid.Uint64().Draw(rt, "seed")
		x, again := rand.New(rand.NewPCG(seed, 1)), rand.New(rand.NewPCG(seed, 1))
		fits := func(b program.Bytes, c *program.ContentModel) bool {
			return len(b) >= c.MinSize && len(b) <= c.Size && !slices.ContainsFunc(b, func(c2 byte) bool { return !slices.Contains(c.Alphabet, c2) })
		}
		for range 20 {
			in := m.Draw(x)
			if in.Key() != m.Draw(again).Key() {
				rt.Fatal("the same numbers drew something else")
			}
			if c := m.Inputs.Stdin; c != nil && !fits(in.Stdin, c) || c == nil && len(in.Stdin) > 0 {
				rt.Fatalf("standard input %q of %+v", in.Stdin, c)
			}
			if s := m.Inputs.SymArgs; s != nil {
				if len(in.Args) < s.Min || len(in.Args) > s.Max {
					rt.Fatalf("%d arguments", len(in.Args))
				}
				for _, a := range in.Args {
					if !fits(a, &program.ContentModel{Size: s.Len, Alphabet: s.Alphabet}) {
						rt.Fatalf("argument %q", a)
					}
				}
				continue
			}
			for i, a := range in.Args {
				switch arg := &m.Inputs.Args[i]; {
				case arg.Text != nil && string(a) != string(*arg.Text),
					len(arg.Choice) > 0 && !slices.ContainsFunc(arg.Choice, func(c program.Bytes) bool { return string(c) == string(a) }),
					arg.String != nil && !fits(a, arg.String):
					rt.Fatalf("argument %d is %q", i, a)
				}
			}
		}
	})
}
