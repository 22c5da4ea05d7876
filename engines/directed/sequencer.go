package directed

import (
	"context"
	"slices"

	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
)

// Sequencer finds the change sequences that inputs exercise, by running them with
// a trace. It is not safe for concurrent use.
type Sequencer struct {
	instance *vm.Instance
	program  *program.Program
	changed  map[Stmt]string
	list     []string
	full     bool
}

// NewSequencer returns a sequencer for a program whose changed statements are
// given by name. Statements of one name, such as those of a line, are one.
func NewSequencer(p *program.Program, runSteps int64, changed map[Stmt]string) (*Sequencer, error) {
	m, err := vm.New(p, vm.Options{Trace: true, MaxSteps: runSteps, TraceOnly: func(fn int, in *program.Instr) bool {
		_, ok := changed[Stmt{fn, in.Stmt}]
		return ok
	}})
	if err != nil {
		return nil, err
	}
	s := &Sequencer{instance: m.NewRun(), program: p, changed: changed}
	s.instance.Tracer = s
	return s, nil
}

// A sequence longer than maxSequence ends with Longer.
const (
	maxSequence = 200
	Longer      = "..."
)

// Sequence runs the program on an input and returns the changed statements that
// it executes, in order, and the steps it took. A statement right after itself
// counts once, and a group of statements that loops repeat is kept three times.
func (s *Sequencer) Sequence(ctx context.Context, in *program.Input) (sequence []string, steps int64, err error) {
	s.list, s.full = nil, false
	out, err := s.instance.Run(ctx, in)
	if err != nil {
		return nil, 0, err
	}
	if s.full {
		s.list = append(s.list, Longer)
	}
	return s.list, out.Steps, ctx.Err()
}

// Step implements vm.Tracer.
func (s *Sequencer) Step(e *vm.Event) {
	if e.Instr.Stmt < 0 || e.Returned {
		return
	}
	if i := e.Index; i > 0 && s.program.Funcs[e.Func].Blocks[e.Block].Instrs[i-1].Stmt == e.Instr.Stmt {
		return
	}
	if name, ok := s.changed[Stmt{e.Func, e.Instr.Stmt}]; ok {
		s.add(name)
	}
}

func (s *Sequencer) add(name string) {
	n := len(s.list)
	switch {
	case n > 0 && s.list[n-1] == name:
		return
	case n >= maxSequence:
		s.full = true
		return
	}
	s.list = append(s.list, name)
	s.list = shorten(s.list)
}

// longestLoop is the length of the groups whose repetition is noticed.
const longestLoop = 12

// shorten drops the last group of statements if it is there three times already.
func shorten(list []string) []string {
	n := len(list)
	for k := 2; k <= longestLoop && 4*k <= n; k++ {
		last := list[n-k:]
		same := true
		for i := 2; i <= 4 && same; i++ {
			same = slices.Equal(list[n-i*k:n-(i-1)*k], last)
		}
		if same {
			return list[:n-k]
		}
	}
	return list
}
