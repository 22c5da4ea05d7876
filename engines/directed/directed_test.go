package directed

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/riftlab/rift/engines/enginetest"
	"github.com/riftlab/rift/engines/symexec"
	"github.com/riftlab/rift/program"
)

// The order of steps makes no other class, and how often one was gone only so far.
func TestClassOf(t *testing.T) {
	c := newClasses()
	a := c.after(c.after(c.of(""), -1, 3), 3, 1)
	if b := c.after(c.after(c.of(""), 3, 1), -1, 3); a != b {
		t.Errorf("classes %q and %q differ", a.steps, b.steps)
	}
	for n := 2; n <= most; n++ {
		b := c.after(a, 3, 1)
		if b == a || len(b.steps) != (1+n)*stepSize {
			t.Errorf("the step gone %d times leads to %q", n, b.steps)
		}
		a = b
	}
	if b := c.after(a, 3, 1); b != a {
		t.Errorf("the step gone once more leads to %q", b.steps)
	}
	if b := c.after(a, 1, 3); b == a || len(b.steps) != (2+most)*stepSize {
		t.Errorf("another step leads to %q", b.steps)
	}
}

// Of a class those lines come first whose origins reached the fewest goals, half of
// the time.
func TestLines(t *testing.T) {
	c := newClasses()
	k, next := c.of(""), c.after(c.of(""), -1, 1)
	var early [2]*line
	var late [2][2]*line
	for i := range early {
		early[i] = &line{}
		for j := range late[i] {
			late[i][j] = &line{from: early[i]}
			members(c, next, late[i][j], 2)
		}
	}
	want := func(l *line, rank, n int) {
		t.Helper()
		if l.rank() != rank {
			t.Errorf("rank %d, want %d", l.rank(), rank)
		}
		for _, e := range l.members {
			if e.rank != rank {
				t.Errorf("a state of rank %d in a line of rank %d", e.rank, rank)
			}
		}
		if next.ranks[rank].n != n {
			t.Errorf("%d states of rank %d, want %d", next.ranks[rank].n, rank, n)
		}
	}
	want(late[0][0], 0, 8)
	next.end(late[0][0])
	want(late[0][0], 2, 2) // it and its origin have one goal each
	want(late[0][1], 1, 2)
	want(late[1][0], 0, 4)
	for range 2 {
		next.end(late[1][1])
	}
	want(late[1][1], 4, 2)
	want(late[1][0], 2, 4)
	if next.ended != 3 || k.ended != 0 || early[1].ended != 2 {
		t.Errorf("%d goals of the class, want 3", next.ended)
	}
	r := rand.New(rand.NewPCG(1, 1))
	got := map[*buckets]int{}
	for range 400 {
		got[next.some(true, r)]++
	}
	for i, n := range map[int]int{1: 200, 2: 100, 4: 100} {
		if d := got[&next.ranks[i]] - n; d < -40 || d > 40 {
			t.Errorf("rank %d has %d of 400 turns, want about %d", i, got[&next.ranks[i]], n)
		}
	}
	// Lines without states are forgotten.
	for l := late[0][0]; len(l.members) > 0; {
		c.leave(next, l.members[0])
	}
	if l := early[0].lines; len(l) != 1 || l[0] != late[0][1] || next.n != 6 || len(next.all()) != 6 {
		t.Errorf("%d lines, %d states", len(l), next.n)
	}
}

// entries returns n states of a class, at distances 0, 1, 2, ...
func entries(c *classes, k *class, n int) []*entry {
	return members(c, k, &line{}, n)
}

// members returns n states of a line.
func members(c *classes, k *class, l *line, n int) []*entry {
	var list []*entry
	for i := range n {
		e := &entry{state: &symexec.State{ID: i, Forks: i}, distance: i, class: k, line: l}
		c.join(k, e)
		list = append(list, e)
	}
	return list
}

// The share of a class falls with its steps and with the goals that it has reached;
// one that comes late is not given what it missed.
func TestTurns(t *testing.T) {
	c := newClasses()
	first, second := c.of(""), c.after(c.of(""), -1, 1)
	entries(c, first, 1)
	entries(c, second, 1)
	r := rand.New(rand.NewPCG(1, 1))
	count := func(n int) map[*class]int {
		got := map[*class]int{}
		for range n {
			got[c.turn(r)]++
		}
		return got
	}
	if got := count(300); got[first] < 195 || got[first] > 205 {
		t.Errorf("classes of 0 and 1 steps have %d and %d turns, want twice as many", got[first], got[second])
	}
	first.ended = halved
	if got := count(300); got[first] < 145 || got[first] > 155 {
		t.Errorf("the first class has %d of 300 turns after %d goals, want half", got[first], halved)
	}
	late := c.after(c.of(""), -1, 2)
	entries(c, late, 1)
	if got := count(30); got[late] > 12 {
		t.Errorf("a late class has %d of 30 turns", got[late])
	}
	// A class without states has none.
	c.leave(second, second.all()[0])
	if got := count(30); got[second] != 0 {
		t.Error("a class without states has turns")
	}
}

func TestBuckets(t *testing.T) {
	c := newClasses()
	k := c.of("")
	list := entries(c, k, 6)
	c.leave(k, list[0])
	if got := k.ranks[0].first(); len(got) != 1 || got[0] != list[1] {
		t.Errorf("the nearest are %v", got)
	}
	seen := map[*entry]bool{}
	for i := range k.n {
		seen[k.ranks[0].at(i)] = true
	}
	if len(seen) != 5 || seen[list[0]] {
		t.Errorf("%d entries are found one by one, want 5", len(seen))
	}
	list[0].distance = 0
	if c.join(k, list[0]); k.ranks[0].first()[0] != list[0] {
		t.Error("an entry that came nearer is not the nearest")
	}
}

// The crowded classes give room, their most forked states first.
func TestVictims(t *testing.T) {
	c := newClasses()
	big, small := c.of(""), c.after(c.of(""), -1, 1)
	entries(c, big, 40)
	entries(c, small, 3)
	out := c.victims(20, (&search{}).shorter)
	if len(out) != 20 {
		t.Fatalf("%d victims, want 20", len(out))
	}
	for _, e := range out {
		if e.class != big || e.state.Forks < 20 {
			t.Errorf("victim with %d forks of class %q", e.state.Forks, e.class.steps)
		}
	}
}

func TestShorten(t *testing.T) {
	var s Sequencer
	for _, name := range strings.Fields("a a b a b a b a b a b a b c") {
		s.add(name)
	}
	if want := strings.Fields("a b a b a b c"); !slices.Equal(s.list, want) {
		t.Errorf("sequence %v", s.list)
	}
	s = Sequencer{}
	for i := range 3 * maxSequence {
		s.add(strings.Repeat("x", 1+i*i%97))
	}
	if len(s.list) > maxSequence || !s.full {
		t.Errorf("%d statements, full %v", len(s.list), s.full)
	}
}

// The sequencer gives the changed statements in the order of the run.
func TestSequencer(t *testing.T) {
	v := &program.Version{Files: []program.SourceFile{{Name: "p.c", Text: `int g;
int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		if (argv[i][0] == 'a')
			g = 1;
		else
			g = 2;
	}
	return g;
}
`}}}
	p := enginetest.Build(t, v).Program
	main, _ := p.FuncByName("main")
	changed := map[Stmt]string{}
	for i, s := range p.Funcs[main].Stmts {
		switch p.Position(s.At).Line {
		case 6:
			changed[Stmt{main, int32(i)}] = "six"
		case 8:
			changed[Stmt{main, int32(i)}] = "eight"
		}
	}
	s, err := NewSequencer(p, 10_000, changed)
	if err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]string{"a b": "six eight", "b a b": "eight six eight", "a a a": "six", "": ""} {
		in := &program.Input{}
		for _, a := range strings.Fields(args) {
			in.Args = append(in.Args, program.Bytes(a))
		}
		got, steps, err := s.Sequence(t.Context(), in)
		if err != nil || strings.Join(got, " ") != want || steps == 0 {
			t.Errorf("%q exercises %v (%v)", args, got, err)
		}
	}
}

// A goal that calls functions of the program is reached when the last has returned.
func TestGoalAfterCalls(t *testing.T) {
	v := &program.Version{Files: []program.SourceFile{{Name: "p.c", Text: `int printf(const char *, ...);
int twice(int x)
{
	return x + x;
}
int main(int argc, char **argv)
{
	printf("%d %d\n", twice(argc), twice(argc + 1));
	return 0;
}
`}}}
	task := enginetest.Between(t, v, v, program.InputModel{})
	near := func([]symexec.Frame) (int, bool) { return 0, true }
	plan := &Plan{Targets: []Target{{Name: "change", Distance: near}, {Name: "output", Goal: true, Distance: near}}, Start: []int{0, 1},
		Next: func(targets []int, _ int) []int { return targets }}
	for f, fn := range task.New.Program.Funcs {
		for i, s := range fn.Stmts {
			switch at := task.New.Program.Position(s.At); {
			case at.File == "p.c" && at.Line == 4:
				plan.Targets[0].Stmts = append(plan.Targets[0].Stmts, Stmt{f, int32(i)})
			case at.File == "p.c" && at.Line == 8:
				plan.Targets[1].Stmts = append(plan.Targets[1].Stmts, Stmt{f, int32(i)})
			}
		}
	}
	params := Defaults()
	params.Beyond = false // it would reach all again
	reached, err := Run(t.Context(), task, enginetest.NewBench(t, task), []*Plan{plan}, nil, &params)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(reached[0], []int{2, 1}) {
		t.Errorf("the change and the output are reached %v times, want 2 and 1", reached)
	}
}

// Where every class has one state, those of the smallest share give up theirs: a
// search that kept one of each for ever could not make room.
func TestVictimsOfSingleStates(t *testing.T) {
	c := newClasses()
	for i := range 8 {
		k := c.of(strings.Repeat("000001>000002 ", i))
		entries(c, k, 1)
	}
	out := c.victims(3, (&search{}).shorter)
	if len(out) != 3 {
		t.Fatalf("%d victims, want 3", len(out))
	}
	for i, e := range out {
		if n := len(e.class.steps) / stepSize; n != 7-i {
			t.Errorf("victim %d is of a class of %d steps, want %d", i, n, 7-i)
		}
	}
}
