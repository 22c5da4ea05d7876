package directed

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/enginetest"
	"github.com/riftlab/rift/engines/symexec"
	"github.com/riftlab/rift/program"
)

// published returns the parameters of the search as published, without random states.
func published(t *testing.T) Params {
	t.Helper()
	p := Defaults()
	if err := engines.DecodeParams(enginetest.Params[Params](func(p *Params) { p.Mode = engines.ModePublished }), &p); err != nil {
		t.Fatal(err)
	}
	if p.Fair || p.Round != 0 || p.Boundaries != 0 || p.Samples != 0 {
		t.Fatalf("as published: %+v", p)
	}
	p.Random = 0
	return p
}

// As published, the search takes the steps of Algorithm 2, whose lines the test names. The
// program has a branch on each of two bytes; the targets are the statement behind the
// first, then the output.
func TestAlgorithm2(t *testing.T) {
	v := &program.Version{Name: "v", Files: []program.SourceFile{{Name: "p.c", Text: `#include <stdio.h>
int main(void)
{
	int c = getchar(), n = 0;
	if (c == 'a')
		n = 1;
	if (getchar() == 'b')
		n += 2;
	printf("%d\n", n);
	return 0;
}
`}}}
	task := enginetest.Between(t, v, v, program.InputModel{Stdin: &program.ContentModel{Size: 2}})
	p := task.New.Program
	stmts := func(line int) (list []Stmt) {
		for f, fn := range p.Funcs {
			for i, s := range fn.Stmts {
				if at := p.Position(s.At); at.File == "p.c" && at.Line == line {
					list = append(list, Stmt{f, int32(i)})
				}
			}
		}
		return list
	}
	near := func([]symexec.Frame) (int, bool) { return 0, true }
	var moves []string
	plan := &Plan{
		// "symbstate.targets := csg.startnodes"
		Start: []int{0},
		Targets: []Target{
			{Name: "change", Stmts: stmts(6), Distance: near},
			{Name: "output", Stmts: stmts(9), Goal: true, Distance: near},
		},
		// "beststate.targets := next targets of s in csg"
		Next: func(targets []int, reached int) []int {
			moves = append(moves, fmt.Sprint(targets, reached))
			return []int{1}
		},
	}
	params := published(t)
	b := enginetest.NewBench(t, task)
	reached, err := Run(t.Context(), task, b, []*Plan{plan}, nil, &params)
	if err != nil {
		t.Fatal(err)
	}
	// "if isbranch(s): add statet and statef to states": the second byte forks behind the
	// target. "if s in beststate.targets": an output that is no target of a state yet
	// does not end it, so the states without 'a' never come to one.
	for _, m := range moves {
		if m != "[0] 0" {
			t.Errorf("the move %s", m)
		}
	}
	if len(moves) == 0 || reached[0][0] != len(moves) || reached[0][1] <= reached[0][0] {
		t.Errorf("moves %v, reached %v", moves, reached)
	}
	// "t := smtsolver(beststate.pc)": one input for each state that comes to an output,
	// "remove beststate from states": and no more.
	tried := map[string]bool{}
	for _, trial := range b.Trials {
		in := string(trial.Input.Stdin)
		if len(in) == 0 || in[0] != 'a' {
			t.Errorf("%q does not come to the change", in)
		}
		tried[fmt.Sprint(len(in) > 1 && in[1] == 'b')] = true
	}
	if len(b.Trials) != reached[0][1] || len(tried) != 2 {
		t.Errorf("%d tests, of each side of the second branch %v", len(b.Trials), tried)
	}
	if b.Counters["rounds"] != 1 {
		t.Errorf("%d rounds", b.Counters["rounds"])
	}
}

// "beststate := choosebeststate(states)": as published the nearest state, of several that
// with the greater share of targets that no state has reached.
func TestChooseBestState(t *testing.T) {
	params := published(t)
	plan := &Plan{Targets: make([]Target, 3), Start: []int{0}}
	s := newSearch(&program.Program{}, plan, &params, rand.New(rand.NewPCG(1, 1)))
	s.reached = []int{1, 0, 1}
	entry := func(distance int, targets ...int) *symexec.State {
		st := &symexec.State{Payload: &progress{targets: targets, last: -1, class: s.begin.class, line: s.begin.line}}
		e := &entry{state: st, place: -1, distance: distance, class: s.begin.class, line: s.begin.line}
		s.entries[st] = e
		s.classes.join(e.class, e)
		return st
	}
	far, half, none := entry(7, 1), entry(3, 0, 1), entry(3, 0, 2)
	if got := s.Select(); got != half {
		t.Errorf("chosen: far %t, without new targets %t", got == far, got == none)
	}
	whole := entry(3, 1)
	if got := s.Select(); got != whole {
		t.Error("the greater share is not preferred")
	}
	nearest := entry(2, 0)
	for range 5 { // always: there are no classes that take turns
		if got := s.Select(); got != nearest {
			t.Error("the nearest is not taken")
		}
	}
}
