package pointsto

import (
	"cmp"
	"context"
	"math/rand/v2"
	"testing"

	"github.com/riftlab/rift/program/flow/bitmap"

	"github.com/riftlab/rift/program"
)

// constraint is one rule, or edge, place or copy, of a system of a test.
type constraint struct {
	kind     string // "rule", "edge", "place", "copy"
	v, to    int    // by number: variables, then cells
	rule     rule
	position int32
}

// system is a set of constraints over memory of a few objects. A call of function
// f at site s adds an edge from variable s to variable f.
type system struct {
	memory *objects
	vars   int
	crowd  int // see solver
	list   []constraint
}

func (y *system) count() int { return y.vars + len(y.memory.cellObj) }

// code reports whether a variable is the cell of a function.
func (y *system) code(v int) bool {
	return v >= y.vars && y.memory.list[y.memory.cellObj[v-y.vars]].Kind == FuncObject
}

// plainly solves a system by applying all constraints until nothing changes.
func (y *system) plainly() []map[int32]bool {
	o := y.memory
	holds := make([]map[int32]bool, y.count())
	for i := range holds {
		holds[i] = map[int32]bool{}
	}
	changed := true
	add := func(v int, p int32) {
		if !holds[v][p] {
			holds[v][p], changed = true, true
		}
	}
	flow := func(from, to int) {
		if y.crowd > 0 && (y.code(from) || y.code(to)) {
			return // functions have no bytes, and in a crowd that is heeded
		}
		for p := range holds[from] {
			add(to, p)
		}
	}
	cell := func(l Location) int { return y.vars + int(l) }
	for changed {
		changed = false
		for _, c := range y.list {
			switch c.kind {
			case "place":
				add(c.v, c.position)
			case "edge":
				flow(c.v, c.to)
			case "copy":
				for p := range holds[c.to] {
					for q := range holds[c.v] {
						o.copied(p, q, c.rule.size, func(to, from Location) { flow(cell(from), cell(to)) })
					}
				}
			case "rule":
				for p := range holds[c.v] {
					y.derive(c, p, add, flow)
				}
			}
		}
	}
	return holds
}

// derive applies one rule to one place.
func (y *system) derive(c constraint, p int32, add func(int, int32), flow func(from, to int)) {
	o, r := y.memory, c.rule
	obj := o.positions[p].obj
	whole := make([]Location, len(o.list[obj].lay.cells))
	for i := range whole {
		whole[i] = o.list[obj].first + Location(i)
	}
	places, read, written := []int32(nil), []Location(nil), []Location(nil)
	switch r.kind {
	case ruleLoad:
		read = o.cells(p, r.off, r.size, nil)
	case ruleStore:
		written = o.cells(p, r.off, r.size, nil)
	case ruleShift:
		places = o.shifted(p, r.off, nil)
	case ruleIndex:
		places = o.indexed(p, r.size, r.off, nil)
	case ruleAny:
		places = []int32{o.anywhere(obj)}
	case ruleDeep:
		read = whole
	case ruleText:
		read = o.textCells(p, nil)
	case ruleStoreAll:
		written = whole
	case ruleCall:
		if o.list[obj].Kind == FuncObject {
			flow(int(r.site), int(o.list[obj].Index))
		}
	}
	for _, q := range places {
		add(c.to, q)
	}
	for _, l := range read {
		flow(y.vars+int(l), c.to)
	}
	for _, l := range written {
		flow(c.to, y.vars+int(l))
	}
}

// solved solves a system by the solver.
func (y *system) solved(t *testing.T) []bitmap.Set {
	t.Helper()
	s := newSolver(y.memory)
	s.crowd = cmp.Or(y.crowd, s.crowd)
	first := s.variables(y.vars)
	of := func(n int) variable {
		if n < y.vars {
			return first + variable(n)
		}
		return s.cellVar(Location(n - y.vars))
	}
	s.calls = func(site, place int32) {
		if f := s.list[s.positions[place].obj]; f.Kind == FuncObject {
			s.edge(of(int(site)), of(int(f.Index)))
		}
	}
	for _, c := range y.list {
		switch c.kind {
		case "place":
			s.place(of(c.v), c.position)
		case "edge":
			s.edge(of(c.v), of(c.to))
		case "copy":
			s.copyMemory(of(c.to), of(c.v), c.rule.size)
		case "rule":
			r := c.rule
			r.to = of(c.to)
			s.rule(of(c.v), r)
		}
	}
	if err := s.solve(context.Background()); err != nil {
		t.Fatal(err)
	}
	out := make([]bitmap.Set, y.count())
	for i := range out {
		out[i] = s.holds(of(i))
	}
	return out
}

// pointers is a structure of n pointers.
func pointers(n int) *program.Type {
	ptr := &program.Type{Class: program.PointerType, Size: 8}
	s := &program.Type{Class: program.StructType, Size: int64(8 * n)}
	for i := range n {
		s.Fields = append(s.Fields, program.Field{Name: string(rune('a' + i)), Offset: int64(8 * i), Type: ptr})
	}
	return s
}

// randomSystem makes a system of vars variables over some objects: structures,
// arrays of such, memory of unknown layout and functions.
func randomSystem(rnd *rand.Rand, vars, objects, size int) *system {
	y := &system{memory: newObjects(), vars: vars}
	o := y.memory
	for i := range objects {
		switch n := 1 + rnd.IntN(3); rnd.IntN(5) {
		case 0:
			o.add(Object{Kind: FuncObject, Index: int32(i % vars), lay: newLayout(nil, 0, false)})
		case 1:
			o.add(Object{Kind: HeapObject, lay: newLayout(nil, -1, false)})
		case 2:
			o.add(Object{Kind: HeapObject, lay: newLayout(pointers(n), -1, true)})
		default:
			o.add(Object{Kind: GlobalObject, lay: newLayout(pointers(n), int64(8*n), false)})
		}
	}
	kinds := []ruleKind{ruleLoad, ruleLoad, ruleStore, ruleStore, ruleShift, ruleIndex, ruleAny, ruleDeep, ruleText, ruleStoreAll, ruleCall}
	for range size {
		c := constraint{kind: "edge", v: rnd.IntN(vars), to: rnd.IntN(vars)}
		switch rnd.IntN(8) {
		case 0, 1:
			c.kind, c.position = "place", o.start(int32(rnd.IntN(objects)))
		case 2, 3:
		case 4:
			c.kind, c.rule.size = "copy", []int64{-1, 8, 16}[rnd.IntN(3)]
		default:
			c.kind = "rule"
			c.rule = rule{kind: kinds[rnd.IntN(len(kinds))], site: int32(rnd.IntN(vars))}
			switch c.rule.kind {
			case ruleLoad, ruleStore:
				c.rule.off, c.rule.size = int64(8*rnd.IntN(3)), 8
			case ruleShift:
				c.rule.off = int64(8 * (rnd.IntN(5) - 2))
			case ruleIndex:
				c.rule.size = int64(8 * (1 + rnd.IntN(3)))
			}
		}
		y.list = append(y.list, c)
	}
	return y
}

// While no variable holds very many places the solver finds exactly what applying
// all constraints again and again finds, in whatever order they come.
func TestSolverAgainstPlainIteration(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	members := 0
	for range 300 {
		y := randomSystem(rnd, 4+rnd.IntN(12), 2+rnd.IntN(8), 10+rnd.IntN(50))
		want := y.plainly()
		for range 2 {
			for v, got := range y.solved(t) {
				if got.Count() != len(want[v]) {
					t.Fatalf("variable %d of %d holds %d places, want %d: %+v", v, y.vars, got.Count(), len(want[v]), y.list)
				}
				for p := range want[v] {
					members++
					if !got.Has(p) {
						t.Fatalf("variable %d of %d does not hold place %d: %+v", v, y.vars, p, y.list)
					}
				}
			}
			rnd.Shuffle(len(y.list), func(i, j int) { y.list[i], y.list[j] = y.list[j], y.list[i] })
		}
	}
	if members < 10_000 {
		t.Errorf("only %d places were compared", members)
	}
}

// objectsOf returns the objects in which places lie.
func (y *system) objectsOf(places bitmap.Set) map[int32]bool {
	out := map[int32]bool{}
	places.Each(func(p int32) { out[y.memory.positions[p].obj] = true })
	return out
}

// Where variables hold very many places no object is lost, whenever they come to
// hold them: which places of it are meant does not matter then.
func TestSolverWithCrowdedVariables(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	crowded := 0
	for range 100 {
		y := randomSystem(rnd, 4+rnd.IntN(12), 8+rnd.IntN(8), 20+rnd.IntN(50))
		y.crowd = 5
		want := y.plainly()
		for v, got := range y.solved(t) {
			objects := y.objectsOf(got)
			if got.Count() > y.crowd {
				crowded++
			}
			for p := range want[v] {
				if obj := y.memory.positions[p].obj; !got.Has(p) && (got.Count() <= y.crowd || !objects[obj]) {
					t.Fatalf("variable %d of %d does not hold place %d of object %d: %+v", v, y.vars, p, obj, y.list)
				}
			}
		}
	}
	if crowded < 300 {
		t.Errorf("only %d variables held very many places", crowded)
	}
}

// What a variable calls that comes to hold very many places is all that any such
// variable holds, also what others held before.
func TestCallsOfCrowdedVariables(t *testing.T) {
	y := &system{memory: newObjects(), vars: 6, crowd: 3}
	y.list = append(y.list, constraint{kind: "rule", v: 1, rule: rule{kind: ruleCall, site: 2}})
	for _, e := range [][2]int{{2, 4}, {4, 5}, {5, 1}} { // what 2 holds reaches 1 later than that
		y.list = append(y.list, constraint{kind: "edge", v: e[0], to: e[1]})
	}
	place := func(v int, obj int32) {
		y.list = append(y.list, constraint{kind: "place", v: v, position: y.memory.start(obj)})
	}
	for range 4 {
		y.memory.add(Object{Kind: HeapObject, lay: newLayout(nil, -1, false)})
	}
	f := y.memory.add(Object{Kind: FuncObject, Index: 3, lay: newLayout(nil, 0, false)})
	place(0, f)
	for obj := range int32(4) {
		place(0, obj)
	}
	for obj := range int32(3) {
		place(2, obj)
	}
	place(1, 3)
	got := y.solved(t)
	if !got[1].Has(y.memory.start(f)) {
		t.Fatal("variable 1 is not crowded")
	}
	if got[3].Count() == 0 {
		t.Error("the call through variable 1 does not reach the function that variable 0 holds")
	}
}
