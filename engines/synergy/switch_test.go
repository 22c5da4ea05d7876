package synergy

import (
	"context"
	"fmt"
	"testing"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
)

// TestSwitch switches each execution of a branch whose bound a change has moved: of
// the three, only the one between the bounds decides about the failure.
func TestSwitch(t *testing.T) {
	build := func(bound int) engines.Build {
		text := fmt.Sprintf(`#include <stdio.h>
int main(void) {
  int sum = 0;
  for (int i = 0; i < 3; i++)
    if (i > %d)
      sum += i;
  printf("%%d\n", sum);
}
`, bound)
		v := &program.Version{Files: []program.SourceFile{{Name: "f.c", Text: text}}}
		p, err := cfront.Compile(t.Context(), v, cfront.Options{Cache: library})
		if err != nil {
			t.Fatal(err)
		}
		return engines.Build{Version: v, Program: p}
	}
	k := &engines.Task{
		Old: build(1), New: build(0), Failing: &program.Test{Name: "f"}, Params: noParams{},
		Execute: func(ctx context.Context, p *program.Program, in *program.Input) (*program.Outcome, error) {
			m, err := vm.New(p, vm.Options{})
			if err != nil {
				return nil, err
			}
			return m.NewRun().Run(ctx, in)
		},
	}
	s := searchOf(t, k)
	var got []bool
	for b := range s.trace.steps {
		step := &s.trace.steps[b]
		if step.instance < 0 || s.trace.kind(int32(b)) != kindBranch || s.trace.lineOf(step.instance) != 5 {
			continue
		}
		decides, err := s.switcher.decides(t.Context(), s.trace.branch(int32(b)))
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, decides)
		place := s.trace.code.places[step.code]
		if err := program.Verify(switched(s.trace.code.p, place, uint64(len(got)-1))); err != nil {
			t.Errorf("the switched program is not well formed: %v", err)
		}
	}
	if fmt.Sprint(got) != "[false true false]" {
		t.Errorf("which executions decide: %v", got)
	}
	if err := program.Verify(s.trace.code.p); err != nil {
		t.Errorf("the program itself has changed: %v", err)
	}
}
