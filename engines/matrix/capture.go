package matrix

import (
	"context"
	"encoding/binary"
	"slices"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/flow"
)

// conditionsOf are the formulas of one change: its scenes, explored when they
// are first met.
type conditionsOf struct {
	scenes []*scene
	all    bool // they are all places at which the change begins
	found  map[*scene]*partial
}

// sceneList returns the scenes of a change.
func (a *Assessor) sceneList(change int) *conditionsOf {
	if c := a.formulas[change]; c != nil {
		return c
	}
	c := &conditionsOf{found: map[*scene]*partial{}}
	c.scenes, c.all = a.versions.scenes(change, &a.changes[change])
	a.formulas[change] = c
	return c
}

// explored returns what partial symbolic execution finds in a scene.
func (a *Assessor) explored(ctx context.Context, s *scene) (*partial, error) {
	c := a.sceneList(s.change)
	if p := c.found[s]; p != nil {
		return p, nil
	}
	p, err := a.partial(ctx, s)
	if err == nil {
		c.found[s] = p
	}
	return p, err
}

// decision evaluates the formulas of a scene on the state in which a run
// executes the change.
type decision struct {
	*partial
	ev *bitvec.Evaluator
}

// decisionAt returns the decision at an execution of a change in the new run,
// and the corresponding instance of the old one; nil if there is no formula.
func (a *Assessor) decisionAt(ctx context.Context, o, r *run, b start, twin int32, images [2]*image) (*decision, error) {
	if int(b.inst) >= len(r.insts) || int(twin) >= len(o.insts) || a.opt.Conditions == Traces {
		return nil, nil
	}
	x, y := &r.insts[b.inst], &o.insts[twin]
	if x.snap == none || y.snap == none {
		return nil, nil
	}
	for _, s := range a.sceneList(int(b.change)).scenes {
		if s.from != [2]flow.Node{x.node, y.node} || !slices.Equal(s.new.Frames, r.snaps[x.snap].stack) || !slices.Equal(s.old.Frames, o.snaps[y.snap].stack) {
			continue
		}
		p, err := a.explored(ctx, s)
		if err != nil {
			return nil, err
		}
		state := bitvec.NewAssignment()
		if !images[1].capture(p.e.Terms(), state, &s.old, y.point) || !images[0].capture(p.e.Terms(), state, &s.new, x.point) {
			return nil, nil
		}
		return &decision{p, bitvec.NewEvaluator(p.e.Terms(), state)}, nil
	}
	return nil, nil
}

// conditions returns which conditions hold for a chain that the run executes,
// and which of them the formulas decide.
func (d *decision) conditions(chain int32) (holds, decided condition) {
	open, ok := d.ev.Value(d.open)
	closed := ok && open.IsZero()
	c := d.chains[chain]
	if c == nil {
		return 0, 0 // the run does what no path does that was followed
	}
	for i, k := range []condition{values, reached} {
		f := &c.state[i+1]
		v, ok := d.ev.Value(f.term(d.e.Terms()))
		switch {
		case !ok || f.unsure:
		case !v.IsZero() && (closed || k == values):
			holds, decided = holds|k, decided|k
		case v.IsZero() && closed:
			decided |= k
		}
	}
	return holds, decided
}

// image is the memory of a run at a moment; moments must not go back.
type image struct {
	run     *run
	program *program.Program
	applied int32
	objects map[uint32]*known // by upper half of the address
}

// known is what is known of an object's bytes.
type known struct {
	data []byte
	set  []bool
}

func newImage(r *run, p *program.Program) *image {
	return &image{run: r, program: p, objects: map[uint32]*known{}}
}

// at returns the bytes of an object, made with what it holds at first.
func (m *image) at(id uint32) *known {
	k := m.objects[id]
	if k == nil {
		k = &known{}
		if g := int(id) - 1; g >= 0 && g < len(m.program.Globals) {
			k = initially(m.program.Globals[g])
		}
		m.objects[id] = k
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
		m.applied, m.objects = 0, map[uint32]*known{}
	}
	for ; m.applied < writes; m.applied++ {
		w := &m.run.writes[m.applied]
		k, off := m.at(uint32(w.address>>32)), int(uint32(w.address))
		if need := off + int(w.n); need > len(k.data) {
			k.data = append(k.data, make([]byte, need-len(k.data))...)
			k.set = append(k.set, make([]bool, need-len(k.set))...)
		}
		copy(k.data[off:], m.run.bytes[w.at:w.at+w.n])
		for i := range int(w.n) {
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

// capture gives the variables of a scene the values that they have at a point of
// the run, as far as these are known. It reports false if one has another value
// in the other version, so that the versions are not in the same state.
func (m *image) capture(s *bitvec.Store, to *bitvec.Assignment, sc *symexec.Scene, at point) bool {
	m.advance(at.writes)
	type key struct {
		activation int
		reg        program.Reg
	}
	regs := map[key]uint64{}
	for _, r := range m.run.snaps[at.snap].regs {
		regs[key{int(r.depth), r.reg}] = r.value
	}
	var local symexec.Object // the one looked for last: all its variables come together
	var base uint64
	var lives bool
	for i := range sc.Variables {
		v := &sc.Variables[i]
		var w uint64
		ok := false
		switch v.In {
		case symexec.InRegister:
			w, ok = regs[key{v.Activation, program.Reg(v.Index)}]
		case symexec.InGlobal:
			w, ok = m.at(uint32(v.Index)+1).word(v.Off, v.Bits/8)
		case symexec.InLocal:
			if v.Object != local {
				local, lives = v.Object, false
				for _, r := range homesOf(m.program.Funcs[sc.Frames[v.Activation].Func], v.Index) {
					if a, live := regs[key{v.Activation, r}]; live {
						base, lives = a, true
					}
				}
			}
			if lives {
				w, ok = m.at(uint32(base>>32)).word(v.Off, v.Bits/8)
			}
		}
		if ok && v.Pointer {
			w, ok = m.pointer(w)
		}
		if !ok {
			continue
		}
		t, value := v.Term(s), bitvec.NewValue(v.Bits, w)
		if other, known := to.Get(t); known && !other.Equal(value) {
			return false
		}
		to.Set(t, value)
	}
	return true
}

// pointer returns an address as a value of a variable: what scenes have
// addresses of keeps its own, and heap objects get others. What points to a
// local has none.
func (m *image) pointer(a uint64) (uint64, bool) {
	o, ok := m.run.heap[uint32(a>>32)]
	switch {
	case !ok && a>>32 <= uint64(len(m.program.Globals)):
		return a, true
	case !ok:
		_, fn := program.FuncIndex(a)
		return a, fn
	case o.kind == flow.HeapObject:
		return a ^ 1<<63, true
	}
	return 0, false
}

// homesOf returns the registers that hold the address of a local.
func homesOf(fn *program.Func, local int32) []program.Reg {
	var list []program.Reg
	for _, b := range fn.Blocks {
		for i := range b.Instrs {
			if in := &b.Instrs[i]; in.Op == program.Enter && in.Local == local {
				list = append(list, in.Dst)
			}
		}
	}
	return list
}
