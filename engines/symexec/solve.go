package symexec

import (
	"cmp"
	"slices"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/sat"
)

// part is a set of constraints that shares no variable with the rest of the
// path condition. It is immutable but for what it remembers: implied, fixed and
// refuted.
type part struct {
	cons    []constraint // in the order in which they were added
	vars    []int32
	implied []bitvec.Term // what was found to follow
	fixed   []int32       // variables known to have but one value
	refuted int           // questions answered no
}

type constraint struct {
	t      bitvec.Term
	serial int
}

// has reports whether t is a constraint, or known to follow.
func (p *part) has(t bitvec.Term) bool {
	for i := len(p.cons) - 1; i >= 0; i-- {
		if p.cons[i].t == t {
			return true
		}
	}
	return slices.Contains(p.implied, t)
}

// variable returns the variable of that name and its number, made on first use.
func (e *Explorer) variable(name string, bits int) (bitvec.Term, int32) {
	t := e.terms.Var(name, bits)
	n, ok := e.numbers[t]
	if !ok {
		n = int32(len(e.vars))
		e.numbers[t] = n
		e.vars = append(e.vars, t)
	}
	return t, n
}

// support returns the numbers of the variables in t, ascending. It is made from
// the supports of the arguments, and shared with one that has all of it, so that
// a term which grows step by step costs each step once.
func (e *Explorer) support(t bitvec.Term) []int32 {
	if n := e.terms.Len(); len(e.supports) < n {
		e.supports = append(e.supports, make([][]int32, n+n/2-len(e.supports))...)
	}
	s := e.supports[t]
	if s != nil {
		return s
	}
	s = noVariables
	if e.terms.Kind(t) == bitvec.KindVar {
		n, ok := e.numbers[t]
		if !ok {
			_, n = e.variable(e.terms.Name(t), e.terms.Width(t))
		}
		s = []int32{n}
	}
	for i := range e.terms.NumArgs(t) {
		s = union(s, e.support(e.terms.Arg(t, i)))
	}
	e.supports[t] = s
	return s
}

// noVariables is the support of a constant.
var noVariables = []int32{}

// union merges two ascending lists; it returns one of them if that is all.
func union(a, b []int32) []int32 {
	if len(a) < len(b) {
		a, b = b, a
	}
	if subset(b, a) {
		return a
	}
	out := slices.Concat(a, b)
	slices.Sort(out)
	return slices.Clip(slices.Compact(out))
}

func subset(b, a []int32) bool {
	if len(b) == 0 || len(a) > 0 && &a[0] == &b[0] && len(a) == len(b) {
		return true
	}
	i := 0
	for _, v := range b {
		for i < len(a) && a[i] < v {
			i++
		}
		if i == len(a) || a[i] != v {
			return false
		}
		i++
	}
	return true
}

// touched returns the parts of the path condition that t depends on.
func (e *Explorer) touched(st *State, t bitvec.Term) []*part {
	var list []*part
	for _, v := range e.support(t) {
		if int(v) < len(st.parts) {
			if p := st.parts[v]; p != nil && !slices.Contains(list, p) {
				list = append(list, p)
			}
		}
	}
	return list
}

// add adds a constraint that the state's model satisfies.
func (e *Explorer) add(st *State, t bitvec.Term) {
	if e.shadow != nil {
		_, t = e.readings(st, t)
	}
	if e.terms.Kind(t) == bitvec.KindAnd {
		e.add(st, e.terms.Arg(t, 0))
		e.add(st, e.terms.Arg(t, 1))
		return
	}
	vars := e.support(t)
	if len(vars) == 0 {
		return
	}
	list := e.touched(st, t)
	p := &part{}
	if len(list) == 1 {
		if list[0].has(t) {
			return
		}
		p.cons = slices.Clip(list[0].cons)
		p.implied = slices.Clip(list[0].implied)
		p.fixed = slices.Clip(list[0].fixed)
		p.refuted = list[0].refuted
	}
	p.vars = slices.Clone(vars)
	for _, q := range list {
		if len(list) > 1 {
			p.cons = append(p.cons, q.cons...)
			p.implied = append(p.implied, q.implied...)
			p.fixed = append(p.fixed, q.fixed...)
		}
		p.vars = append(p.vars, q.vars...)
	}
	if len(list) > 1 {
		slices.SortFunc(p.cons, func(a, b constraint) int { return cmp.Compare(a.serial, b.serial) })
	}
	slices.Sort(p.vars)
	p.vars = slices.Compact(p.vars)
	p.cons = append(p.cons, constraint{t, st.serials})
	if e.fixes(t) {
		p.fixed = append(p.fixed, vars[0])
	}
	st.serials++
	if n := len(e.vars); n > len(st.parts) {
		st.parts = append(st.parts, make([]*part, n-len(st.parts))...)
	}
	for _, v := range p.vars {
		st.parts[v] = p
	}
}

// fixes reports whether t says what the value of its one variable is.
func (e *Explorer) fixes(t bitvec.Term) bool {
	s := e.terms
	switch s.Kind(t) {
	case bitvec.KindVar:
		return true
	case bitvec.KindNot:
		return s.Kind(s.Arg(t, 0)) == bitvec.KindVar
	case bitvec.KindEq:
		a, b := s.Kind(s.Arg(t, 0)), s.Kind(s.Arg(t, 1))
		return a == bitvec.KindVar && b == bitvec.KindConst || a == bitvec.KindConst && b == bitvec.KindVar
	}
	return false
}

// refuted counts a question about one part of the path condition that was
// answered no. When there were many it asks whether the part leaves its
// variables any choice: if not, there is nothing to ask any more.
func (e *Explorer) refuted(st *State, t bitvec.Term) {
	list := e.touched(st, t)
	if len(list) != 1 {
		return
	}
	p := list[0]
	if p.refuted++; p.refuted < 4 || p.refuted&(p.refuted-1) != 0 || len(p.vars) > 8 {
		return
	}
	for _, v := range p.vars {
		if !slices.Contains(p.fixed, v) {
			other := e.terms.Ne(e.vars[v], e.terms.Const(e.terms.Width(e.vars[v]), e.eval(st, e.vars[v])))
			if verdict, _ := e.hint(st, other); verdict == sat.Unsat {
				p.fixed = append(p.fixed, v)
			}
		}
	}
}

// settled reports whether the path condition fixes all variables of t: the model
// is then the only one as far as t can tell.
func (e *Explorer) settled(st *State, t bitvec.Term) bool {
	for _, v := range e.support(t) {
		if int(v) >= len(st.parts) || st.parts[v] == nil || !slices.Contains(st.parts[v].fixed, v) {
			return false
		}
	}
	return true
}

// only returns v, as a word if the path condition leaves it but one value. In a
// run that is followed terms stay, because others ask for them.
func (e *Explorer) only(st *State, v value) value {
	if v.t == 0 || st.in.guide != nil || !e.settled(st, v.t) {
		return v
	}
	return word(e.eval(st, v.t))
}

// Condition returns the path condition as constraints in the order in which
// the path met them; the domains of the inputs come first.
func (st *State) Condition() []bitvec.Term {
	var list []constraint
	seen := map[*part]bool{}
	for _, p := range st.parts {
		if p != nil && !seen[p] {
			seen[p] = true
			list = append(list, p.cons...)
		}
	}
	slices.SortFunc(list, func(a, b constraint) int { return cmp.Compare(a.serial, b.serial) })
	terms := make([]bitvec.Term, len(list))
	for i, c := range list {
		terms[i] = c.t
	}
	return terms
}

// known reports whether t is in the path condition or was found to follow.
func (e *Explorer) known(st *State, t bitvec.Term) bool {
	if e.terms.Kind(t) == bitvec.KindAnd {
		return e.known(st, e.terms.Arg(t, 0)) && e.known(st, e.terms.Arg(t, 1))
	}
	for _, v := range e.support(t) {
		if int(v) < len(st.parts) && st.parts[v] != nil {
			return st.parts[v].has(t)
		}
	}
	return false
}

// Check asks whether the state's path condition allows t. A model, if there is
// one, is of the whole path condition and t.
func (e *Explorer) Check(st *State, t bitvec.Term) (verdict sat.Verdict, model []uint64) {
	if e.shadow != nil {
		_, t = e.readings(st, t)
	}
	list := e.touched(st, t)
	q := bitvec.Query{Limits: sat.Limits{Steps: e.opt.QuerySteps}}
	var cons []constraint
	for _, p := range list {
		cons = append(cons, p.cons...)
	}
	if len(list) > 1 {
		slices.SortFunc(cons, func(a, b constraint) int { return cmp.Compare(a.serial, b.serial) })
	}
	for _, c := range cons {
		q.Constraints = append(q.Constraints, c.t)
	}
	q.Constraints = append(q.Constraints, t)
	e.Stats.Queries++
	begin := e.opt.now()
	var a bitvec.Answer
	e.guard(func() { a = e.chain.Check(e.ctx, q) })
	e.Stats.Solving += e.opt.now() - begin
	e.Stats.SolverSteps += a.Steps
	e.unspent += a.Steps
	switch a.Verdict {
	case sat.Unsat:
		e.Stats.Unsat++
		if len(list) == 1 {
			list[0].implied = append(list[0].implied, e.terms.Not(t))
		}
	case sat.Unknown:
		if e.ctx.Err() == nil {
			e.Stats.Unknown++
		}
	case sat.Sat:
		e.Stats.Sat++
		return sat.Sat, e.merge(st, list, t, a.Model)
	}
	return a.Verdict, nil
}

// hint is Check for questions on which no path depends: that one is not decided
// leaves out nothing.
func (e *Explorer) hint(st *State, t bitvec.Term) (verdict sat.Verdict, model []uint64) {
	undecided := e.Stats.Unknown
	verdict, model = e.Check(st, t)
	e.Stats.Unknown = undecided
	return verdict, model
}

// merge returns the state's model with what an answer says of the variables it
// was about.
func (e *Explorer) merge(st *State, list []*part, t bitvec.Term, m *bitvec.Model) []uint64 {
	model := make([]uint64, len(e.vars))
	copy(model, st.model)
	set := func(vars []int32) {
		for _, v := range vars {
			model[v] = m.Value(e.vars[v]).Uint64()
		}
	}
	for _, p := range list {
		set(p.vars)
	}
	set(e.support(t))
	return model
}

// setModel gives the state another model of its path condition.
func (e *Explorer) setModel(st *State, model []uint64) {
	e.models++
	st.model, st.id = model, e.models
}

// assign extends the model by a variable that is not constrained yet.
func (e *Explorer) assign(st *State, v int32, w uint64) {
	model := make([]uint64, len(e.vars))
	copy(model, st.model)
	model[v] = w
	e.setModel(st, model)
}

// decide returns the truth of cond on the path of st. If both are feasible, a
// fork of the state takes the other side; see the package comment.
func (e *Explorer) decide(st *State, cond bitvec.Term) bool {
	if e.shadow != nil {
		old, new := e.readings(st, cond)
		if old != new {
			return e.fourWay(st, old, new)
		}
		cond = new
	}
	if w, ok := e.terms.ConstUint64(cond); ok {
		return w == 1
	}
	side := e.holds(st, cond)
	this, other := cond, e.terms.Not(cond)
	if !side {
		this, other = other, this
	}
	if e.known(st, this) || e.settled(st, cond) {
		return side
	}
	e.Stats.Decisions++
	if st.in.guide != nil {
		st.Forks++
		e.add(st, this)
		return side
	}
	verdict, model := e.Check(st, other)
	switch verdict {
	case sat.Unsat:
		e.refuted(st, cond)
		return side
	case sat.Sat:
		if e.room() {
			st.decided = union(st.decided, e.support(cond))
			child := e.fork(st)
			child.Forks++
			e.setModel(child, model)
			e.add(child, other)
			e.forked = append(e.forked, child)
			e.Stats.Forks++
		} else {
			e.dropFork(st, model)
		}
	case sat.Unknown:
		e.postpone(st, other)
	}
	st.Forks++
	e.add(st, this)
	return side
}

// enumerate makes a value concrete by deciding it value by value, at most
// e.opt.Values at one instruction; it reports false if the path ends there.
func (e *Explorer) enumerate(st *State, v value) (uint64, bool) {
	if v.t == 0 {
		return v.w, true
	}
	w := e.eval(st, v.t)
	if st.excluded >= e.opt.Values {
		e.Stats.Truncated++
		e.giveUp(st, "bound: too many values of an address, size or number that must be known")
		return 0, false
	}
	st.excluded++
	e.decide(st, e.terms.Eq(v.t, e.terms.Const(e.terms.Width(v.t), w)))
	return w, true
}

// concretise takes the value of the model for v and marks the path.
func (e *Explorer) concretise(st *State, v value) uint64 {
	if v.t == 0 {
		return v.w
	}
	w := e.eval(st, v.t)
	eq := e.terms.Eq(v.t, e.terms.Const(e.terms.Width(v.t), w))
	if !e.known(st, eq) && !e.settled(st, v.t) {
		st.concretised++
		e.Stats.Concretised++
		e.add(st, eq)
	}
	return w
}

// holds reports whether the model of st satisfies t.
func (e *Explorer) holds(st *State, t bitvec.Term) bool { return e.eval(st, t) == 1 }
