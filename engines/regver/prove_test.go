package regver

import (
	"testing"

	"github.com/riftlab/rift/engines/enginetest"
	"github.com/riftlab/rift/program"
)

// build compiles a version of f, called by a main that is the same in all.
func build(t *testing.T, text string) *program.Program {
	t.Helper()
	text += "\nint main(void) { return 0; }\n"
	return enginetest.Build(t, &program.Version{Files: []program.SourceFile{{Name: "f.c", Text: text}}}).Program
}

func proves(t *testing.T, old, new *program.Program) *Result {
	t.Helper()
	r, err := Prove(t.Context(), old, new, Options{Entry: "f"})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestPairs(t *testing.T) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			old, new, twin := build(t, c.common+"\n"+c.old), build(t, c.common+"\n"+c.new), build(t, c.common+"\n"+c.twin)
			if r := proves(t, old, new); !r.Equal {
				t.Errorf("not proved")
				for _, p := range r.Pairs {
					if p.Why != nil {
						t.Errorf("%s: %v", p.Name, p.Why)
					}
				}
			}
			if r := proves(t, new, old); !r.Equal {
				t.Errorf("not proved the other way round")
			}
			for _, v := range []*program.Program{old, new} {
				if r := proves(t, v, twin); r.Equal {
					t.Errorf("proved equal, but differs: %+v", r)
				}
				if r := proves(t, twin, v); r.Equal {
					t.Errorf("proved equal the other way round, but differs: %+v", r)
				}
			}
		})
	}
}
