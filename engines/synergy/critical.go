package synergy

import (
	"slices"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/flow"
)

// criticalPredicate is a branch whose side decided about a cause.
type criticalPredicate struct {
	branch int32
	direct bool
}

// variable is something that an instance reads: a register of an activation,
// or memory.
type variable struct {
	reader      int32       // step
	reg         program.Reg // NoReg for memory
	last        int32       // the step that defined it, or none
	address     uint64      // of memory
	size        int64       // bytes
	definitions []flow.Node // the places that may define what the reader reads, where they are known
}

const (
	// maxBack bounds the steps between a definition and its use that are
	// looked at for branches.
	maxBack = 1 << 20
	// perBranch is how many executions of one branch a cause takes as critical
	// predicates: the last ones before the use.
	perBranch = 2
)

// critical returns the critical predicates of a cause: for each instance the
// closest enclosing branch (direct influence), and for each variable that it
// reads the branches since the definition whose other side may redefine it so
// that the definition reaches (indirect influence).
//
// Source: Yi et al. 2015, Algorithm 3. That a definition on the other side must
// be able to reach the use is the usual condition of potential dependence.
func (t *trace) critical(c *cause, m *mayDefine) []criticalPredicate {
	var out []criticalPredicate
	seen := map[int32]bool{}
	add := func(b int32, direct bool) {
		if b != none && !seen[b] {
			seen[b] = true
			out = append(out, criticalPredicate{b, direct})
		}
	}
	// The newest first: they are nearest to the failure.
	for _, i := range slices.Backward(c.instances) {
		if i < 0 {
			continue
		}
		for _, k := range slices.Backward(c.steps) { // parts of it may depend on conditions inside
			if t.steps[k].instance == i && t.code.places[t.steps[k].code].fn == t.instances[i].fn {
				add(t.enclosing(t.steps[k].control), true)
			}
		}
		add(t.enclosing(t.instances[i].control), true)
	}
	for _, v := range t.reads(c, m) {
		for _, b := range t.indirect(v, m) {
			add(b, false)
		}
	}
	if p := c.predicate; c.parent < 0 && p.otherwise == nil || p.byte != nil {
		for _, b := range t.silent(p, m) {
			add(b, false)
		}
	}
	return out
}

// enclosing returns the closest enclosing branch of the user's code.
func (t *trace) enclosing(b int32) int32 {
	for b != none && (t.steps[b].instance < 0 || t.code.p.Funcs[t.code.places[t.steps[b].code].fn].Library) {
		b = t.steps[b].control
	}
	return b
}

// reads returns the variables that the instances of a cause read, newest use
// first.
func (t *trace) reads(c *cause, m *mayDefine) []variable {
	var out []variable
	for _, i := range slices.Backward(c.instances) {
		if i < 0 {
			continue
		}
		n := &t.instances[i]
		for k := n.last; k >= n.first; k-- {
			if t.steps[k].instance == i && t.code.places[t.steps[k].code].fn == n.fn {
				out = t.readsOf(k, m, out)
			}
		}
	}
	return out
}

// readsOf appends the variables that step k reads.
func (t *trace) readsOf(k int32, m *mayDefine, out []variable) []variable {
	place := t.code.places[t.steps[k].code]
	in := t.instr(k)
	if in == nil || t.kind(k) == kindReturned {
		return out
	}
	definitions := map[program.Reg][]flow.Node{}
	if m.g != nil {
		if definitions = m.definitions(place); len(definitions) == 0 {
			return out
		}
	} else if t.code.p.Funcs[place.fn].Library {
		return out
	}
	d := t.uses(k)
	operands := []program.Operand{in.A, in.B}
	if t.kind(k) == kindCall {
		operands = operands[:1]
	}
	for _, a := range in.Args {
		operands = append(operands, a.Operand)
	}
	for i, o := range operands {
		if r := o.Reg(); r != program.NoReg && i < len(d) && (m.g == nil || len(definitions[r]) > 0) {
			out = append(out, variable{reader: k, reg: r, last: d[i], definitions: definitions[r]})
		}
	}
	load := t.kind(k) == kindLoad
	if nodes := definitions[program.NoReg]; len(nodes) > 0 || m.g == nil && load {
		last := none
		v := variable{reader: k, reg: program.NoReg, definitions: nodes, address: t.steps[k].a}
		if load {
			v.size = in.Kind.Bytes()
		}
		if load || t.kind(k) == kindCopy {
			for _, w := range t.values(k) {
				last = max(last, w)
			}
		}
		v.last = last
		out = append(out, v)
	}
	return out
}

// indirect returns the branches between the definition of v and its use whose
// other side may define v, newest first.
func (t *trace) indirect(v variable, m *mayDefine) []int32 {
	var out []int32
	count := map[int32]int{}
	use := t.code.places[t.steps[v.reader].code]
	for k := v.reader - 1; k > v.last && k > v.reader-maxBack; k-- {
		n := t.steps[k].code
		if t.kind(k) != kindBranch || count[n] == perBranch {
			continue
		}
		p := t.code.places[n]
		if t.code.p.Funcs[p.fn].Library || v.reg != program.NoReg && p.fn != use.fn {
			continue
		}
		if m.otherSide(p, t.taken(k), use, &v) {
			count[n]++
			out = append(out, k)
		}
	}
	return out
}

// taken returns the block that branch k went to.
func (t *trace) taken(k int32) int32 {
	in, v := t.instr(k), t.steps[k].a
	switch in.Op {
	case program.Branch:
		if v&1 == 1 {
			return in.Targets[0]
		}
		return in.Targets[1]
	case program.JumpTo:
		_, b, _ := program.LabelIndex(v)
		return int32(b)
	}
	for _, c := range in.Cases {
		lo, hi, x := c.Lo, c.Hi, v
		inside := lo <= x && x <= hi
		if in.Flags&program.Signed != 0 {
			k := in.A.Kind
			inside = program.SignExtend(k, lo) <= program.SignExtend(k, x) && program.SignExtend(k, x) <= program.SignExtend(k, hi)
		}
		if inside {
			return in.Targets[c.Target]
		}
	}
	return in.Targets[0]
}

// silent returns the branches since the output before a wrong one whose other
// side may print: what they left out may be what is missing. The stream is
// treated as a variable that every output defines.
func (t *trace) silent(p *predicate, m *mayDefine) []int32 {
	end := int32(len(t.steps)) - 1
	if p.byte != nil && p.step != none {
		end = t.instances[p.instance].first
	}
	var out []int32
	count := map[int32]int{}
	for k := end; k >= 0 && k > end-maxBack; k-- {
		place := t.code.places[t.steps[k].code]
		if t.code.p.Funcs[place.fn].Library {
			if i := t.steps[k].instance; i >= 0 && i != p.instance && m.shows(&t.instances[i]) {
				break
			}
			continue
		}
		if t.kind(k) == kindBranch && count[t.steps[k].code] < perBranch && m.otherPrints(place, t.taken(k)) {
			count[t.steps[k].code]++
			out = append(out, k)
		}
	}
	return out
}
