package difference

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/riftlab/rift/difference/inputmodel"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
)

// roundly is an engine that does what it is told to do in each round, which it
// knows by the task's seed.
type roundly struct {
	name    string
	proves  bool
	samples bool
	do      map[uint64]scripted

	mu     sync.Mutex
	rounds []uint64 // that it was run on
}

func (r *roundly) Name() string { return r.name }
func (r *roundly) Describe() engines.Description {
	return engines.Description{Kind: engines.Generate, Proves: r.proves, Samples: r.samples}
}

func (r *roundly) Run(ctx context.Context, t *engines.Task, rec engines.Recorder) error {
	r.mu.Lock()
	r.rounds = append(r.rounds, t.Seed)
	r.mu.Unlock()
	return r.do[t.Seed].Run(ctx, t, rec)
}

// hunt makes a hunt through rounds 0 to 3, of which 1 is the standard one.
func huntOf(t *testing.T, list ...engines.Engine) *hunt {
	t.Helper()
	base := taskOf(t, version("old", before), version("new", after()))
	d := delta.Compute(base.Old.Version, base.New.Version)
	h := &hunt{Rounds: 4, Standard: 1, Stages: [][]engines.Engine{list}, Found: func(*tried) error { return nil }}
	h.Round = func(_ context.Context, i int) (*Round, error) {
		task := *base
		task.Seed = uint64(i)
		task.Model = program.InputModel{SymArgs: &program.SymArgs{Max: i, Len: 1}}
		return &Round{Task: &task, Delta: d}, nil
	}
	return h
}

func huntRounds(t *testing.T, limit time.Duration, list ...engines.Engine) *Ended {
	t.Helper()
	h := huntOf(t, list...)
	h.Budget = Limits{Time: limit}.start()
	end, err := h.run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return end
}

// Who proves goes through all rounds and takes the others along; nobody looks at a
// round of which everything is known.
func TestRoundsProved(t *testing.T) {
	proof := scripted{end: &engines.Conclusion{Complete: true, Paths: 2, Compared: 2}}
	p := &roundly{name: "p", proves: true, do: map[uint64]scripted{0: proof, 1: proof, 2: proof, 3: proof}}
	q := &roundly{name: "q", do: map[uint64]scripted{1: {wait: true}, 2: {wait: true}, 3: {wait: true}}}
	end := huntRounds(t, time.Minute, p, q)
	if !slices.Equal(p.rounds, []uint64{0, 1, 2, 3}) {
		t.Errorf("who proves worked on %v", p.rounds)
	}
	if end.TimeUp || len(end.Rounds) != 4 || slices.Contains(q.rounds, 0) {
		t.Errorf("%+v; the other one worked on %v", end, q.rounds)
	}
	if v := judge(end, newReach(), nil, 0); !v.Complete || v.Bounds[0] != "inputs: 0 to 3 arguments of up to 1 byte" || len(v.Bounds) != 1 {
		t.Errorf("%+v", v)
	}
}

// Who proves nothing goes on when its share of the time is over; a proof of less
// than the standard inputs is not called complete.
func TestRoundsShared(t *testing.T) {
	p := &roundly{name: "p", proves: true, do: map[uint64]scripted{0: {end: &engines.Conclusion{Complete: true, Paths: 2, Compared: 2}}, 1: {wait: true}}}
	q := &roundly{name: "q", do: map[uint64]scripted{1: {wait: true}, 2: {wait: true}, 3: {wait: true}}}
	end := huntRounds(t, 1500*time.Millisecond, p, q)
	if !slices.Equal(p.rounds, []uint64{0, 1}) || !slices.Equal(q.rounds, []uint64{1, 2, 3}) || !end.TimeUp {
		t.Errorf("worked on %v and %v; %+v", p.rounds, q.rounds, end)
	}
	if v := judge(end, newReach(), nil, 0); v.Complete || !slices.Contains(v.Bounds, "complete: 0 arguments of up to 1 byte (2 paths)") {
		t.Errorf("%+v", v)
	}
}

// late is an engine that ends some time after it is told to.
type late struct{ after time.Duration }

func (late) Name() string { return "late" }
func (l late) Run(ctx context.Context, _ *engines.Task, _ engines.Recorder) error {
	<-ctx.Done()
	time.Sleep(l.after)
	return ctx.Err()
}

// An engine that does not heed that the time is up is left alone, and the end says
// how it ended; nothing that it does afterwards is taken.
func TestRoundsLate(t *testing.T) {
	for _, after := range []time.Duration{50 * time.Millisecond, time.Minute} {
		if end := huntRounds(t, time.Second, late{after}); !end.TimeUp || len(end.Engines) != 1 || end.Engines[0].Ended != "time" {
			t.Errorf("after %s: %+v", after, end)
		}
	}
}

// Who draws inputs works on the last round, nobody else does if it is only for that,
// and it ends with what is known of all others.
func TestRoundsDrawn(t *testing.T) {
	p := &roundly{name: "p", proves: true, do: map[uint64]scripted{}}
	for i := range uint64(4) {
		p.do[i] = scripted{end: &engines.Conclusion{Complete: true, Paths: 2, Compared: 2}}
	}
	q := &roundly{name: "q", samples: true, do: map[uint64]scripted{3: {wait: true}}}
	h := huntOf(t, p, q)
	h.Drawn = true
	end, err := h.run(t.Context())
	if err != nil || end.TimeUp || !slices.Equal(p.rounds, []uint64{0, 1, 2}) || len(q.rounds) > 1 || len(q.rounds) == 1 && q.rounds[0] != 3 {
		t.Errorf("worked on %v and %v; %+v, %v", p.rounds, q.rounds, end, err)
	}
	if v := judge(end, newReach(), nil, 0); !v.Complete || v.Bounds[0] != "inputs: 0 to 2 arguments of up to 1 byte" {
		t.Errorf("%+v", v)
	}
}

// A case ends the widening, but the standard inputs are looked at to the end.
func TestRoundsFound(t *testing.T) {
	found := scripted{inputs: []program.Input{args("7")}, end: &engines.Conclusion{Complete: true, Paths: 2, Compared: 2}}
	for first := range uint64(4) {
		p := &roundly{name: "p", proves: true, do: map[uint64]scripted{}}
		for i := range uint64(4) {
			p.do[i] = scripted{end: found.end}
		}
		p.do[first] = found
		end := huntRounds(t, time.Minute, p)
		if want := max(first, 1); p.rounds[len(p.rounds)-1] != want || end.TimeUp {
			t.Errorf("found in round %d, worked on %v; %+v", first, p.rounds, end)
		}
	}
}

// If one case is enough, nothing is tried or begun after it, whoever finds it.
func TestFirst(t *testing.T) {
	cases := scripted{inputs: []program.Input{args("7"), args("7", "7")}}
	for at := -1; at < 3; at++ { // the round of the case; -1 is a test
		p := &roundly{name: "p", proves: true, do: map[uint64]scripted{}}
		q := &roundly{name: "q", do: map[uint64]scripted{1: {wait: true}, 2: {wait: true}}}
		for i := range 4 {
			p.do[uint64(i)] = scripted{end: &engines.Conclusion{Complete: true, Paths: 2, Compared: 2}}
		}
		h, found := huntOf(t, p, q), 0
		h.First, h.Found = true, func(*tried) error { found++; return nil }
		if at >= 0 {
			p.do[uint64(at)] = cases
		} else {
			round := h.Round
			h.Round = func(ctx context.Context, i int) (*Round, error) {
				r, err := round(ctx, i)
				for _, in := range cases.inputs {
					r.Task.Tests = append(r.Task.Tests, program.Test{Input: in})
				}
				return r, err
			}
		}
		end, err := h.run(t.Context())
		if err != nil || found != 1 || end.Tried != 1 || end.TimeUp || len(p.rounds) != at+1 || len(end.Rounds) > max(at, h.Standard)+1 {
			t.Errorf("a case in round %d: found %d; %v; worked on %v and %v; %+v", at, found, err, p.rounds, q.rounds, end)
		}
		for _, e := range end.Engines {
			if e.Ended != "stopped" {
				t.Errorf("a case in round %d: %s ended: %s", at, e.Name, e.Ended)
			}
		}
	}
}

// Models are of more and more inputs, also with words, and of the most for who draws.
func TestModelsWiden(t *testing.T) {
	p, err := compile(t.Context(), version("v", `#include <string.h>
int main(int argc, char **argv)
{
	return argc > 1 && !strcmp(argv[1], "posix");
}`))
	if err != nil {
		t.Fatal(err)
	}
	plan := inputmodel.PlanFor(nil, p)
	list, standard, drawn := plan.Models, plan.Standard, plan.Drawn
	var got []string
	list = append(list, drawn)
	for i := range list {
		got = append(got, inputmodel.Describe(&list[i]))
	}
	want := []string{
		"0 to 2 arguments of up to 2 bytes",
		"0 to 3 arguments of up to 4 bytes",
		"1 argument out of 1 word that the program knows, 0 to 2 arguments of up to 4 bytes",
		"0 to 4 arguments of up to 8 bytes",
		"2 arguments out of 1 word that the program knows, 0 to 3 arguments of up to 16 bytes",
		"0 to 6 arguments of up to 24 bytes",
	}
	if !slices.Equal(got, want) || standard != 1 {
		t.Errorf("%q, of which %d is the standard", got, standard)
	}
}
