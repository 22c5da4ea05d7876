package experiments

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/program"
)

// The model of an experiment takes the place of the subjects' own, in the plan and
// where it is carried out, and makes it another experiment about another subject.
func TestModel(t *testing.T) {
	env := testEnvironment()
	plan := func(model string) *Plan {
		c, err := Parse("e.toml", []byte("subjects = ['numbers']\n"+model+"\n[[engine]]\nname = 'draw'\n"))
		if err != nil {
			t.Fatal(err)
		}
		p, err := Make(t.Context(), c, env, nil)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	own, open := plan(""), plan("[model]\nsym_args = { min = 1, max = 2, len = 3 }\n")
	if own.Hash == open.Hash || own.Batches[0].Start.SubjectHash == open.Batches[0].Start.SubjectHash {
		t.Error("another model is not another experiment")
	}
	if own.Subjects["numbers"].Hash != open.Subjects["numbers"].Hash {
		t.Error("the subject on the disk is not the same")
	}
	if err := open.move(map[string]string{"numbers": "numbers"}); err != nil {
		t.Fatal(err)
	}
	s, err := open.Subject(env, "numbers")
	if err != nil {
		t.Fatal(err)
	}
	want := program.InputModel{SymArgs: &program.SymArgs{Min: 1, Max: 2, Len: 3}}
	if d := cmp.Diff(want, s.Model); d != "" {
		t.Errorf("the model of the experiment (-want +got):\n%s", d)
	}
	if s, err = own.Subject(env, "numbers"); err != nil || cmp.Equal(want, s.Model) {
		t.Errorf("the subject's own model is changed: %v", err)
	}
}

// A model that cannot take the place of a subject's own is refused at its place.
func TestModelFits(t *testing.T) {
	const engine = "\n[[engine]]\nname = 'draw'\n"
	for _, c := range []struct {
		name, model string
		change      func(*corpora.Subject)
		want        string
	}{
		{"main", "sym_args = { min = 1, max = 1, len = 2 }", func(*corpora.Subject) {}, ""},
		{"the same function", "entry = 'f'", func(s *corpora.Subject) { s.Model.Entry = "f" }, ""},
		{"a function", "sym_args = { min = 1, max = 1, len = 2 }", func(s *corpora.Subject) { s.Model.Entry = "f" },
			"e.toml:2:2: the model starts main, but subject numbers starts f"},
		{"no function", "entry = 'g'", func(*corpora.Subject) {}, "e.toml:2:2: the model starts g, but subject numbers starts main"},
		{"native", "stdin = { size = 1 }", func(s *corpora.Subject) { s.Native = &corpora.Native{} },
			"e.toml:2:2: subject numbers is built and tested by commands: it has no input model"},
	} {
		env := testEnvironment()
		env.Open = func(string, string) ([]*corpora.Subject, error) {
			s := numbers()
			c.change(s)
			return []*corpora.Subject{s}, nil
		}
		config, err := Parse("e.toml", []byte("subjects = ['numbers']\n[model]\n"+c.model+engine))
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		got := ""
		if _, err := Make(t.Context(), config, env, nil); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
