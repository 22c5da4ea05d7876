package difference

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/riftlab/rift/difference/inputmodel"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
	"github.com/riftlab/rift/program/delta"
)

var sharedCache = sync.OnceValue(cfront.NewCache)

func compile(ctx context.Context, v *program.Version) (*program.Program, error) {
	return cfront.Compile(ctx, v, cfront.Options{Cache: sharedCache()})
}

func version(name, text string) *program.Version {
	return &program.Version{Name: name, Files: []program.SourceFile{{Name: "prog.c", Text: text}}}
}

// taskOf makes a task of two versions.
func taskOf(t *testing.T, old, new *program.Version) *engines.Task {
	t.Helper()
	task := &engines.Task{RunSteps: 1_000_000, Seed: 1, Compile: compile}
	task.Old.Version, task.New.Version = old, new
	for _, b := range []*engines.Build{&task.Old, &task.New} {
		var err error
		if b.Program, err = compile(t.Context(), b.Version); err != nil {
			t.Fatal(err)
		}
	}
	return task
}

// scripted is an engine that tries given inputs and says what it knows.
type scripted struct {
	name   string
	inputs []program.Input
	end    *engines.Conclusion
	err    error
	wait   bool          // for ctx
	begins chan struct{} // closed when Run begins
	after  chan struct{} // waited for before Run does anything
}

func (s scripted) Name() string { return s.name }

func (s scripted) Run(ctx context.Context, _ *engines.Task, rec engines.Recorder) error {
	if s.begins != nil {
		close(s.begins)
	}
	if s.after != nil {
		<-s.after
	}
	for i := range s.inputs {
		if _, err := rec.Try(ctx, &s.inputs[i], engines.Note{Phase: "script"}); err != nil {
			return err
		}
	}
	if s.wait {
		<-ctx.Done()
	}
	if s.end != nil {
		rec.(engines.Concluder).Conclude(*s.end)
	}
	if s.err != nil {
		return s.err
	}
	return ctx.Err()
}

func args(list ...string) program.Input {
	var in program.Input
	for _, a := range list {
		in.Args = append(in.Args, program.Bytes(a))
	}
	return in
}

const before = `#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 0;
	printf("%d\n", n * 2);

	if (argc > 2)
		printf("more\n");

	return n > 5;
}
`

// after changes all three outputs, in three hunks.
func after() string {
	s := strings.Replace(before, "n * 2", "n * 2 + (n == 7)", 1)
	s = strings.Replace(s, "more", "most", 1)
	return strings.Replace(s, "n > 5", "n > 4", 1)
}

// one returns a function that makes the only round.
func one(task *engines.Task) func(context.Context, int) (*Round, error) {
	return func(context.Context, int) (*Round, error) {
		return &Round{Task: task, Delta: delta.Compute(task.Old.Version, task.New.Version)}, nil
	}
}

// collect runs cases through a hunt and a collector.
func collect(t *testing.T, task *engines.Task, stages ...[]engines.Engine) ([]*Difference, map[int]int, *Ended) {
	t.Helper()
	var found []*Difference
	r := newReach()
	c := &collector{Reach: r, Emit: func(d *Difference) error {
		found = append(found, d)
		return nil
	}}
	c.Start(t.Context())
	h := &hunt{Reach: r, Rounds: 1, Round: one(task), Stages: stages, Found: c.Add}
	end, err := h.run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	counts, skipped, err := c.Finish(t.Context())
	if err != nil || skipped > 0 {
		t.Fatal(err, skipped)
	}
	return found, counts, end
}

// Cases of one change and respect are one difference, shown by a small input.
func TestDistinct(t *testing.T) {
	task := taskOf(t, version("old", before), version("new", after()))
	s := scripted{name: "s", inputs: []program.Input{args("7"), args("5", "x"), args("5"), args("1", "long argument"), args("2", "y", "z"), args("3"), args("05")}}
	found, counts, end := collect(t, task, []engines.Engine{s})
	if end.Tried != 7 || end.Engines[0].Cases != 6 {
		t.Errorf("%+v", end)
	}
	want, seen := map[string]string{"c1": "7", "c2": "", "c3": "5"}, map[string]bool{}
	for _, d := range found {
		if len(d.Blame.Changes) != 1 || !d.Blame.Certain {
			t.Errorf("difference %d: blame %+v", d.Number, d.Blame)
			continue
		}
		id := d.Blame.Changes[0]
		if seen[id] {
			t.Errorf("%s is shown twice", id)
		}
		seen[id] = true
		if id != "c2" && string(d.Input.Args[0]) != want[id] {
			t.Errorf("%s is shown by %s", id, d.Input.Key())
		}
		if id == "c2" && len(d.Input.Args[1]) > 1 {
			t.Errorf("%s is shown by %s, which is not small", id, d.Input.Key())
		}
	}
	// What 5 x shows of c2 beside c3 is another difference's: it shrinks to 5.
	if len(found) != 3 {
		t.Errorf("%d distinct differences, want one of each change; inputs of each: %v", len(found), counts)
		for _, d := range found {
			t.Logf("%d: %s %v %s", d.Number, d.Respect, d.Blame, d.Input.Key())
		}
	}
	if total := counts[1] + counts[2] + counts[3]; total != 6 {
		t.Errorf("%d cases assigned: %v", total, counts)
	}
}

// What an engine proves ends the others; errors of one do not end the hunt.
func TestProofEnds(t *testing.T) {
	task := taskOf(t, version("old", before), version("new", after()))
	complete := &engines.Conclusion{Complete: true, Paths: 3, Compared: 3}
	running := make(chan struct{}) // a proof keeps what has not begun from beginning
	_, _, end := collect(t, task, []engines.Engine{scripted{name: "prover", end: complete, after: running}, scripted{name: "waiting", wait: true},
		scripted{name: "unable", err: errors.New("unable: cannot"), begins: running}},
		[]engines.Engine{scripted{name: "never", wait: true}})
	if end.TimeUp || len(end.Rounds) != 1 || !end.Rounds[0].Complete() || end.Rounds[0].Conclusion.Paths != complete.Paths || len(end.Engines) != 3 {
		t.Errorf("%+v", end)
	}
	for _, e := range end.Engines {
		if want := map[string]string{"prover": "finished", "waiting": "stopped", "unable": "cannot"}[e.Name]; e.Ended != want {
			t.Errorf("%s ended: %s, want %s", e.Name, e.Ended, want)
		}
	}
	v := judge(end, newReach(), nil, 0)
	if !v.Complete || !strings.HasPrefix(v.String(), "no difference on any of the 3 paths (complete)\n") {
		t.Errorf("%s", v.String())
	}
}

// Nothing short of a proof is called complete, and every reason is named.
func TestJudge(t *testing.T) {
	of := func(c *engines.Conclusion, undecided int) []RoundEnd {
		return []RoundEnd{{Inputs: []string{"inputs: some"}, Conclusion: c, Undecided: undecided, Tried: 5, standard: true, round: &Round{Task: &engines.Task{}}}}
	}
	proof := engines.Conclusion{Complete: true, Paths: 9, Compared: 9}
	cut := engines.Conclusion{Paths: 9, Bounds: []engines.Bound{{Cause: "values cut", Count: 2}}}
	small := of(&proof, 0)
	small[0].standard, small[0].Inputs = false, []string{"inputs: few"}
	more := of(nil, 0)
	more[0].Inputs = []string{"input p: many", "input q: more"}
	for _, c := range []struct {
		end      Ended
		complete bool
		says     string
	}{
		{Ended{Rounds: of(&proof, 0)}, true, "no difference on any of the 9 paths (complete)\n  inputs: some\n  harness: q is zero\n"},
		{Ended{Rounds: of(&cut, 0)}, false, "search: 2 values cut"},
		{Ended{Rounds: of(nil, 0)}, false, "search: no engine that can tell was used or came to an end"},
		{Ended{Rounds: of(&proof, 1)}, false, "runs: 1 input stopped by a limit of one run"},
		{Ended{Rounds: of(&cut, 0), TimeUp: true}, false, "search: the time was up"},
		{Ended{Rounds: slices.Concat(small, of(&cut, 0), more)}, false, "within these bounds: 9 paths compared\n  inputs: some\n  harness: q is zero\n  search: 2 values cut\n" +
			"  complete: few (9 paths)\n  beyond: input p: many; input q: more (5 inputs, not all)\n"},
		{Ended{Rounds: slices.Concat(small, of(&proof, 0), more), TimeUp: true}, true, "(complete)\n  inputs: some\n  harness: q is zero\n  beyond: input p: many; input q: more (5 inputs, not all)\n"},
		{Ended{Rounds: small}, false, "within these bounds: 9 paths compared\n"},
	} {
		v := judge(&c.end, newReach(), []string{"q is zero"}, 0)
		if v.Complete != c.complete || !strings.Contains(v.String(), c.says) {
			t.Errorf("%+v: %s", c.end, v.String())
		}
	}
}

// A deadline is an end, and cancelling is an error.
func TestDeadline(t *testing.T) {
	task := taskOf(t, version("old", before), version("new", after()))
	h := &hunt{Rounds: 1, Round: one(task), Stages: [][]engines.Engine{{scripted{name: "waiting", wait: true}}}, Found: func(*tried) error { return nil }}
	h.Budget = Limits{Time: 20 * time.Millisecond}.start()
	if end, err := h.run(t.Context()); err != nil || !end.TimeUp || end.Engines[0].Ended != "time" {
		t.Errorf("%+v, %v", end, err)
	}
	h.Budget = nil
	gone, stop := context.WithCancel(t.Context())
	stop()
	if _, err := h.run(gone); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	enough := errors.New("enough")
	h.Stages[0][0], h.Found = scripted{name: "s", inputs: []program.Input{args("7")}}, func(*tried) error { return enough }
	if _, err := h.run(t.Context()); !errors.Is(err, enough) {
		t.Errorf("%v", err)
	}
}

// The standard model follows what the program can read.
func TestModels(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`#include <stdio.h>
int main(void) { puts("x"); return 0; }`, "none but what the program asks for"},
		{`#include <stdio.h>
int main(int argc, char **argv) { puts(argv[argc - 1]); return 0; }`, "0 to 3 arguments of up to 4 bytes"},
		{`#include <stdio.h>
static int get(void) { return getchar(); }
static int (*table[])(void) = {get};
int main(void) { return table[0](); }`, "standard input of up to 4 bytes"},
		{`#include <unistd.h>
int main(void) { char c; return read(0, &c, 1); }`, "standard input of up to 4 bytes"},
		{`#include <stdio.h>
int main(void) { FILE *f = fopen("f", "r"); return f ? fgetc(f) : 0; }`, "standard input of up to 4 bytes, a file \"f\" of up to 4 bytes"},
		{`#include <stdio.h>
int main(void) { FILE *f = fopen("f", "w"); return f ? fputc('a', f) : 0; }`, "a file \"f\" of up to 4 bytes"},
	} {
		p, err := compile(t.Context(), version("v", c.text))
		if err != nil {
			t.Fatal(err)
		}
		plan := inputmodel.PlanFor(nil, p)
		list, standard := plan.Models, plan.Standard
		if got := inputmodel.Describe(&list[standard]); got != c.want {
			t.Errorf("%s\n%s, want %s", c.text, got, c.want)
		}
		for i := 1; i < len(list); i++ {
			if !inputmodel.Covers(&list[i], &list[i-1]) || inputmodel.Covers(&list[i-1], &list[i]) {
				t.Errorf("%s: %s, then %s", c.text, inputmodel.Describe(&list[i-1]), inputmodel.Describe(&list[i]))
			}
		}
	}
}
