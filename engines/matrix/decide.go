package matrix

import (
	"context"
	"encoding/binary"
	"slices"

	"github.com/riftlab/rift/engines/matrix/execution"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec"
	"github.com/riftlab/rift/engines/symexec/underconstrained"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/flow"
)

// conditionsOf are the formulas of one change, by entry state.
type conditionsOf struct {
	entryStates []*entryState
	all         bool          // they are all places at which the change begins
	ofRuns      []*entryState // of calling contexts that runs have, besides
	found       map[*entryState]*partial
}

// mostContexts bounds the entry states of calling contexts that runs have.
const mostContexts = 16

// entryStatesOf returns the entry states of a change.
func (a *Assessor) entryStatesOf(change int) *conditionsOf {
	if c := a.formulas[change]; c != nil {
		return c
	}
	c := &conditionsOf{found: map[*entryState]*partial{}}
	c.entryStates, c.all = a.versions.entryStates(change, &a.changes[change])
	a.formulas[change] = c
	return c
}

// at returns what partial symbolic execution has found in an entry state up to now.
func (a *Assessor) at(s *entryState) (*partial, error) {
	c := a.entryStatesOf(s.change)
	if p := c.found[s]; p != nil {
		return p, nil
	}
	p, err := a.newPartial(s)
	if err == nil {
		c.found[s] = p
	}
	return p, err
}

// explored returns what partial symbolic execution finds in an entry state.
func (a *Assessor) explored(ctx context.Context, s *entryState) (*partial, error) {
	p, err := a.at(s)
	if err == nil && p.chains == nil {
		err = p.explore(ctx)
	}
	return p, err
}

// decision evaluates the formulas of an entry state on the state in which a run
// executes the change.
type decision struct {
	*partial
	state *bitvec.Assignment
	shared
	strict          bool               // variables of which nothing is known in one version count as infected, too
	ev              *bitvec.Evaluator  // under state
	concretizations [2]*concretization // of the new and the old version
	pathPair        *pathPair          // of the paths that the state takes; nil if they are not known
}

// decisionAt returns the decision at an execution of a change in the new run,
// and the corresponding instance of the old one; nil if there is no formula. It is known
// of an infected state that some variable has another value in the old version.
func (a *Assessor) decisionAt(ctx context.Context, o, r *execution.Run, b start, twin int32, infected bool, images [2]*image) (*decision, error) {
	if int(b.inst) >= len(r.Instances) || int(twin) >= len(o.Instances) || a.opt.Conditions == Traces {
		return nil, nil
	}
	x, y := &r.Instances[b.inst], &o.Instances[twin]
	if x.Snapshot == execution.None || y.Snapshot == execution.None {
		return nil, nil
	}
	s := a.entryStateAt(int(b.change), [2]flow.Node{x.Node, y.Node}, r.Snapshots[x.Snapshot].Stack, o.Snapshots[y.Snapshot].Stack)
	if s == nil || a.full() && a.entryStatesOf(s.change).found[s] == nil {
		return nil, nil
	}
	p, err := a.at(s)
	if err == nil && (a.both || infected) && !s.ofRuns {
		// What two paths say uses all that decides them, to their ends.
		p, err = a.explored(ctx, s)
	}
	if err != nil || p.hopeless() {
		return nil, err
	}
	d := &decision{partial: p, state: bitvec.NewAssignment(), shared: shared{infected: map[bitvec.Term]bool{}, agreed: map[bitvec.Term]bool{}}, strict: infected}
	for i, x := range []*execution.Instance{x, y} {
		sc := []*underconstrained.EntryState{&s.new, &s.old}[i]
		d.concretizations[i] = images[i].concretize(p.e.Terms(), d.state, d.shared, sc, x)
	}
	d.concretizations[0].all()
	d.concretizations[1].all()
	d.ev = bitvec.NewEvaluator(p.e.Terms(), d.state)
	return d, a.followState(ctx, d)
}

// entryStateAt returns the entry state at which the statements from begin in the calls of the
// new and the old version, nil if there is none. Calls that are not among those known
// beforehand, as in recursion, get an entry state when a run makes them.
func (a *Assessor) entryStateAt(change int, from [2]flow.Node, new, old []symexec.Frame) *entryState {
	c := a.entryStatesOf(change)
	for _, list := range [][]*entryState{c.entryStates, c.ofRuns} {
		for _, s := range list {
			if s.from == from && slices.Equal(s.new.Frames, new) && slices.Equal(s.old.Frames, old) {
				return s
			}
		}
	}
	if len(c.ofRuns) == mostContexts {
		return nil
	}
	s := a.versions.entryStateIn(change, &a.changes[change], new, old)
	if s == nil || s.from != from {
		return nil
	}
	s.ofRuns = true
	c.ofRuns = append(c.ofRuns, s)
	return s
}

// verdict is what formulas say of the conditions of a chain: which they decide, and
// which of these hold.
type verdict struct{ holds, decided condition }

// conditions decides the conditions of a chain that the run executes, as far as
// formulas do; d may be nil.
func (d *decision) conditions(chain int32) verdict {
	if d == nil {
		return verdict{}
	}
	v := d.general(chain)
	if v.decided != values|reached {
		w := d.ofPaths(chain)
		v.holds |= w.holds &^ v.decided
		v.decided |= w.decided
	}
	return v
}

// ofPaths is conditions by the paths that the state takes.
func (d *decision) ofPaths(chain int32) verdict {
	v := d.pathPair.conditions(d.ev, chain)
	if v.decided == 0 || !d.uses(d.pathPair.all) && !d.uses(d.pathPair.chains[chain].differ) {
		return v
	}
	return verdict{}
}

// uses reports whether a formula mentions a variable that is infected at the change's
// entry: it says nothing of this run, then.
//
// Source: ASE 2008, section 3.3.
func (d *decision) uses(formula bitvec.Term) bool {
	if len(d.infected) == 0 && !d.strict {
		return false
	}
	return slices.ContainsFunc(d.e.Terms().Support(formula), func(v bitvec.Term) bool {
		return d.infected[v] || d.strict && !d.agreed[v]
	})
}

// general is conditions by the formulas for all states, once the entry state is explored.
func (d *decision) general(chain int32) (r verdict) {
	c := d.chains[chain]
	if c == nil {
		return r // the entry state is not explored, or the run does what no path does that was followed
	}
	open, ok := d.ev.Value(d.open)
	closed := ok && open.IsZero() && !d.uses(d.open)
	for i, k := range []condition{values, reached} {
		f := &c.state[i+1]
		term := f.term(d.e.Terms())
		v, ok := d.ev.Value(term)
		switch {
		case d.uses(term):
		case !ok || f.unsure:
		case !v.IsZero() && (closed || k == values):
			r.holds, r.decided = r.holds|k, r.decided|k
		case v.IsZero() && closed:
			r.decided |= k
		}
	}
	return r
}

// image is the memory of a run at a moment; moments must not go back.
type image struct {
	run     *execution.Run
	program *program.Program
	applied int32
	objects map[inSlot]*known
}

// known is what is known of an object's bytes.
type known struct {
	data []byte
	set  []bool
}

func newImage(r *execution.Run, p *program.Program) *image {
	return &image{run: r, program: p, objects: map[inSlot]*known{}}
}

// inSlot is the nth object that a run had in a slot, 0 if it noticed none.
type inSlot struct {
	slot uint32
	nth  int
}

// at returns the bytes of the object that is at an address, made with what it holds at
// first.
func (m *image) at(a uint64) *known {
	x, nth := m.run.At(a, m.applied)
	key := inSlot{program.Slot(a), nth}
	k := m.objects[key]
	if k == nil {
		k = &known{}
		if g, ok := program.GlobalAt(a, len(m.program.Globals)); ok {
			k = initially(m.program.Globals[g])
		} else if x != nil && x.Heap != nil && x.Heap.Given != nil {
			k = &known{data: slices.Clone(x.Heap.Given), set: slices.Repeat([]bool{true}, len(x.Heap.Given))}
		}
		m.objects[key] = k
	}
	return k
}

// initially returns what a global holds when the program starts.
func initially(g *program.Global) *known {
	k := &known{data: make([]byte, g.Size), set: make([]bool, g.Size)}
	copy(k.data, g.Data)
	for _, r := range g.Relocs {
		if v, ok := r.Target.Resolve(); ok && r.Off+8 <= g.Size {
			binary.LittleEndian.PutUint64(k.data[r.Off:], v)
		}
	}
	for i := range k.set {
		k.set[i] = true
	}
	return k
}

// advance applies the writes made before a moment, or starts anew.
func (m *image) advance(writes int32) {
	if writes < m.applied {
		m.applied, m.objects = 0, map[inSlot]*known{}
	}
	for ; m.applied < writes; m.applied++ {
		w := &m.run.Writes[m.applied]
		_, low := program.SplitAddress(w.Address)
		k, off := m.at(w.Address), int(low)
		if need := off + int(w.Len); need > len(k.data) {
			k.data = append(k.data, make([]byte, need-len(k.data))...)
			k.set = append(k.set, make([]bool, need-len(k.set))...)
		}
		copy(k.data[off:], m.run.Bytes[w.At:w.At+w.Len])
		for i := range int(w.Len) {
			k.set[off+i] = true
		}
	}
}

// word returns n bytes, if all are known.
func (k *known) word(off, n int) (w uint64, ok bool) {
	if off+n > len(k.data) || slices.Contains(k.set[off:off+n], false) {
		return 0, false
	}
	for i := n - 1; i >= 0; i-- {
		w = w<<8 | uint64(k.data[off+i])
	}
	return w, true
}
