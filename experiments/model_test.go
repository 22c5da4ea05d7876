package experiments

import (
	"testing"

	"github.com/google/go-cmp/cmp"

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
		p, err := Make(c, env, nil)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	own, open := plan(""), plan("[model]\nsym_args = { min = 1, max = 2, len = 3 }\n")
	if own.Hash == open.Hash || own.Tasks[0].Start.SubjectHash == open.Tasks[0].Start.SubjectHash {
		t.Error("another model is not another experiment")
	}
	if own.Subjects["numbers"].Hash != open.Subjects["numbers"].Hash {
		t.Error("the subject on the disk is not the same")
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
