package dyndep

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
)

// diary is a sink that writes down calls and returns. Parts are the calls, by number.
type diary struct {
	p     *program.Program
	lines []string
	made  map[Mark]string
}

type nothing struct{}

func (d *diary) name(a *Activation[nothing]) string {
	if a.Func < 0 {
		return "library"
	}
	return d.p.Funcs[a.Func].Name
}

func (d *diary) mark(what string) Mark {
	m := MarkOf(int32(len(d.made)))
	d.made[m] = what
	return m
}

func (d *diary) Begun(a, up *Activation[nothing], call *Call) {
	line := d.p.Funcs[a.Func].Name
	if up != nil {
		line += " in " + d.p.Funcs[up.Func].Name
	}
	params := d.p.Funcs[a.Func].Params
	for i := range params {
		if call != nil && params[i].Kind == program.I32 {
			line += fmt.Sprintf(" %d by %q", int32(call.Args[i].Value), d.made[call.Args[i].By])
		}
	}
	d.lines = append(d.lines, line)
}

func (d *diary) Reached(*Activation[nothing], *vm.Event)            {}
func (d *diary) Called(*Activation[nothing], *vm.Event, []Argument) {}
func (d *diary) Faulted(*Activation[nothing], *vm.Event)            {}

func (d *diary) Returns(a *Activation[nothing], _ *vm.Event) Mark {
	return d.mark("return of " + d.name(a))
}

func (d *diary) Returned(a *Activation[nothing], e *vm.Event, by Mark) {
	if e.Instr.Op == program.Call && by != 0 {
		d.lines = append(d.lines, fmt.Sprintf("%s gets %q", d.name(a), d.made[by]))
	}
	if e.Func == a.Func && e.Instr.Dst != program.NoReg {
		a.Regs[e.Instr.Dst] = by
	}
}

func (d *diary) Executed(a *Activation[nothing], e *vm.Event) {
	if e.Func == a.Func && e.Instr.Dst != program.NoReg {
		a.Regs[e.Instr.Dst] = 0
		if e.Instr.A.Reg() != program.NoReg {
			a.Regs[e.Instr.Dst] = a.Regs[e.Instr.A.Reg()]
		}
	}
}

// TestRecorder follows the program's own functions only: what the library calls back is
// called by the activation that called the library.
func TestRecorder(t *testing.T) {
	const text = `#include <stdlib.h>
int twice(int x) { return x + x; }
int down(int n) { return n ? down(n - 1) : twice(7); }
int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
	int pair[2] = {2, 1};
	qsort(pair, 2, sizeof *pair, order);
	return twice(down(1));
}
`
	v := &program.Version{Files: []program.SourceFile{{Name: "t.c", Text: text}}}
	p, err := cfront.Compile(context.Background(), v, cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m, err := vm.New(p, vm.Options{Trace: true})
	if err != nil {
		t.Fatal(err)
	}
	x := m.NewRun()
	d := &diary{p: p, made: map[Mark]string{}}
	r := NewRecorder[nothing](p, d, func(fn int) bool { return !p.Funcs[fn].Library }, nothing{})
	x.Tracer = r
	for round := range 2 {
		d.lines, d.made = nil, map[Mark]string{}
		r.Reset()
		if _, err := x.Run(t.Context(), &program.Input{}); err != nil {
			t.Fatal(err)
		}
		want := []string{
			"main",
			"order in main",
			`main gets "return of order"`,
			`down in main 1 by ""`,
			`down in down 0 by ""`,
			`twice in down 7 by ""`,
			`down gets "return of twice"`,
			`down gets "return of down"`,
			`main gets "return of down"`,
			`twice in main 14 by "return of down"`,
			`main gets "return of twice"`,
			`library gets "return of main"`,
		}
		if !slices.Equal(d.lines, want) {
			t.Errorf("round %d:\n%q\nwant\n%q", round, d.lines, want)
		}
		if n := len(r.Activations()); n > 1 {
			t.Errorf("round %d: %d activations are left", round, n)
		}
	}
}
