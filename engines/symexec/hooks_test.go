package symexec

import (
	"testing"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/program"
)

// latest is a searcher of somebody else: the newest state of all.
type latest struct{ list []*State }

func (s *latest) Select() *State { return s.list[len(s.list)-1] }

func (s *latest) Update(_ *State, added, removed []*State) {
	s.list = append(s.list, added...)
	for _, st := range removed {
		for i := range s.list {
			if s.list[i] == st {
				s.list = append(s.list[:i], s.list[i+1:]...)
				break
			}
		}
	}
}

// Hooks see every branch, with its condition if that is symbolic, and every
// block; a searcher of one's own decides the order.
func TestHooks(t *testing.T) {
	p := compileC(t, "p.c", `int f(int x)
{
	int n = 0;
	for (int i = 0; i < 3; i++)
		n += x > i;
	if (n == 2)
		return 1;
	return 0;
}
int main(void) { return 0; }
`)
	f, _ := p.FuncByName("f")
	var symbolic, concrete, entered int
	last := -1
	e, err := New(p, Options{
		Searcher: &latest{},
		Hooks: Hooks{OnBranch: func(st *State, in *program.Instr, cond bitvec.Term, taken bool) {
			if fn, _ := st.Function(); fn != f {
				return
			}
			if in.Op != program.Branch || p.Position(in.At) != st.Position(p) {
				t.Errorf("the hook sees %v at %v", in.At, st.Position(p))
			}
			if cond == 0 {
				concrete++
			} else {
				symbolic++
			}
		}, OnBlock: func(_ *State, fn, block int) {
			if fn == f && block == 0 {
				entered++
			}
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for path, err := range e.Paths(t.Context(), &program.InputModel{Entry: "f"}) {
		if err != nil {
			t.Fatal(err)
		}
		if last < 0 && path.ID != 1 {
			t.Errorf("path %d ends first, not the newest", path.ID)
		}
		last = path.ID
	}
	// The loop decides four times; its body has no branch. The fork decides the
	// condition after it again.
	if concrete != 4 || symbolic != 2 || entered != 1 {
		t.Errorf("%d concrete and %d symbolic branches, entered %d times", concrete, symbolic, entered)
	}
}
