package directed

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/riftlab/rift/engines/symexec"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
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

// Of a class those lines come first of which the fewest states reached a goal.
func TestLines(t *testing.T) {
	c := newClasses()
	k := c.of("")
	old, fresh := entries(c, k, 3), entries(c, k, 2)
	for range 2 {
		k.end(old[0].line)
	}
	if got := k.first(); got.n != len(fresh) || got.at(0).line != fresh[0].line {
		t.Errorf("%d states come first, want those of the line that reached no goal", got.n)
	}
	for range 4 {
		k.end(fresh[0].line)
	}
	if got := k.first(); got.n != len(old) || got.at(0).line != old[0].line {
		t.Errorf("%d states come first, want those of the line that reached fewer goals", got.n)
	}
	c.leave(k, old[1])
	k.end(old[0].line)
	k.end(old[0].line)
	if n := k.first().n; n != 4 || len(k.all()) != 4 || k.ended != 8 {
		t.Errorf("%d states come first of %d after %d goals, want all 4 after 8", n, len(k.all()), k.ended)
	}
}

// entries returns n states of a class, at distances 0, 1, 2, ...
func entries(c *classes, k *class, n int) []*entry {
	var list []*entry
	l := &line{}
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
	c.leave(second, second.first().first()[0])
	if got := count(30); got[second] != 0 {
		t.Error("a class without states has turns")
	}
}

func TestBuckets(t *testing.T) {
	c := newClasses()
	k := c.of("")
	list := entries(c, k, 6)
	c.leave(k, list[0])
	if got := k.first().first(); len(got) != 1 || got[0] != list[1] {
		t.Errorf("the nearest are %v", got)
	}
	seen := map[*entry]bool{}
	for i := range k.n {
		seen[k.first().at(i)] = true
	}
	if len(seen) != 5 || seen[list[0]] {
		t.Errorf("%d entries are found one by one, want 5", len(seen))
	}
	list[0].distance = 0
	if c.join(k, list[0]); k.first().first()[0] != list[0] {
		t.Error("an entry that came nearer is not the nearest")
	}
}

// The crowded classes give room, their most forked states first.
func TestVictims(t *testing.T) {
	c := newClasses()
	big, small := c.of(""), c.after(c.of(""), -1, 1)
	entries(c, big, 40)
	entries(c, small, 3)
	out := c.victims(20)
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
	p, err := cfront.Compile(t.Context(), v, cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
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

// Where every class has one state, those of the smallest share give up theirs: a
// search that kept one of each for ever could not make room.
func TestVictimsOfSingleStates(t *testing.T) {
	c := newClasses()
	for i := range 8 {
		k := c.of(strings.Repeat("000001>000002 ", i))
		entries(c, k, 1)
	}
	out := c.victims(3)
	if len(out) != 3 {
		t.Fatalf("%d victims, want 3", len(out))
	}
	for i, e := range out {
		if n := len(e.class.steps) / stepSize; n != 7-i {
			t.Errorf("victim %d is of a class of %d steps, want %d", i, n, 7-i)
		}
	}
}
