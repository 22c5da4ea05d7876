package symexec

import (
	"math/rand/v2"
	"testing"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines/random"
	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
)

// turn is a branch of a run: which, at what step, and where it went.
type turn struct {
	in    *program.Instr
	step  int64
	taken bool
}

// mostTurns bounds the branches of a run that are compared.
const mostTurns = 200_000

type branchTracer struct{ turns []turn }

func (r *branchTracer) Step(ev *vm.Event) {
	if ev.Instr.Op == program.Branch && len(r.turns) < mostTurns {
		r.turns = append(r.turns, turn{ev.Instr, ev.Step, ev.A != 0})
	}
}

// sameTrace follows an input with every byte symbolic and compares each branch,
// with its step, to those of the concrete machine. It returns how many there
// were, and how many of them depended on the input.
func sameTrace(t *testing.T, p *program.Program, in *program.Input, steps int64) (n, symbolic int) {
	t.Helper()
	m, err := vm.New(p, vm.Options{MaxSteps: steps, Trace: true})
	if err != nil {
		t.Fatal(err)
	}
	x, want := m.NewRun(), &branchTracer{}
	x.Tracer = want
	if _, err := x.Run(t.Context(), in); err != nil {
		t.Fatal(err)
	}
	var got []turn
	e, err := New(p, Options{
		Limits: Limits{MaxSteps: steps},
		Hooks: Hooks{OnBranch: func(st *State, in *program.Instr, cond bitvec.Term, taken bool) {
			if len(got) < mostTurns {
				got = append(got, turn{in, st.Steps - 1, taken})
			}
			if cond != 0 {
				symbolic++
			}
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Follow(t.Context(), in); err != nil {
		t.Fatal(err)
	}
	for i := range want.turns {
		if i >= len(got) || got[i] != want.turns[i] {
			t.Fatalf("input %s: branch %d of %d is another", in.Key(), i, len(want.turns))
		}
	}
	if len(got) > len(want.turns) {
		t.Fatalf("input %s: %d branches, want %d", in.Key(), len(got), len(want.turns))
	}
	return len(want.turns), symbolic
}

// Following an input concolically goes the way of the concrete machine, branch
// by branch: on random inputs of the bundled subjects, and on the inputs of the
// paths of the fixtures.
func TestFollowsTheTrace(t *testing.T) {
	branches, symbolic := 0, 0
	for _, name := range corpora.Names() {
		s, err := corpora.Bundled(name)
		if err != nil {
			t.Fatal(err)
		}
		p, err := cfront.Compile(t.Context(), &s.Versions[0], cfront.Options{Cache: sharedCache()})
		if err != nil {
			t.Fatal(err)
		}
		g := random.Generator{Model: &s.Model, Rand: rand.New(rand.NewPCG(3, 11))}
		for range 10 {
			n, k := sameTrace(t, p, g.Input(), 300_000)
			branches, symbolic = branches+n, symbolic+k
		}
	}
	for _, f := range readFixtures(t) {
		if f.slow {
			continue
		}
		p := compileC(t, f.name+".c", f.text)
		paths, _ := explore(t, p, &f.model, Options{Search: "random-path", Seed: 5})
		for _, path := range paths[:min(len(paths), 12)] {
			n, k := sameTrace(t, p, &path.Input, 300_000)
			branches, symbolic = branches+n, symbolic+k
		}
	}
	t.Logf("%d branches, %d of them symbolic", branches, symbolic)
	if symbolic < 1000 {
		t.Errorf("only %d of %d branches were symbolic", symbolic, branches)
	}
}
