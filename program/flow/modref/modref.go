package modref

import (
	"github.com/riftlab/rift/program/flow/bitmap"
	"github.com/riftlab/rift/program/flow/pointsto"
)

// Effect is the effect of a call of one user function: what of the mod and ref of
// the callee concerns the caller, in terms of the callee (Own) and in terms of the
// caller, who knows the objects that a wrapper makes under other names. Equal sets
// have the same Key.
type Effect struct {
	Callee         int32
	Mod, Ref       bitmap.Set
	OwnMod, OwnRef bitmap.Set
	Rename         *pointsto.Renaming
}

// EffectKey identifies an effect: sites of a function that see the same effect of a
// callee share it.
type EffectKey struct {
	callee   int32
	mod, ref *bitmap.Word
	rename   *pointsto.Renaming
}

// Key returns what identifies an effect.
func (e *Effect) Key() EffectKey { return EffectKey{e.Callee, e.Mod.Key(), e.Ref.Key(), e.Rename} }

// Result is the side effects of the functions and calls of one program. It does not
// change.
type Result struct {
	pt      *pointsto.Result
	funcs   []funcEffect
	effects map[[2]int32]Effect // by site and callee
}

// funcEffect is what is known of one function.
type funcEffect struct {
	mod, ref bitmap.Set // locations that it or its callees may write or read
	made     bitmap.Set // locations in objects that it or its callees make
	own      bitmap.Set // locations of its own locals
	recurses bool
}

// Compute sums up what the functions of a program do.
func Compute(pt *pointsto.Result) *Result {
	m := newSummariser(pt)
	order := pt.Order()
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && pt.Component(order[j]) == pt.Component(order[i]) {
			j++
		}
		m.component(order[i:j])
		i = j
	}
	return &Result{pt: pt, funcs: m.funcs, effects: m.effects()}
}

// Effect returns the effect of the call of a user function at a site.
func (r *Result) Effect(site, callee int32) Effect { return r.effects[[2]int32{site, callee}] }

// Mod returns the locations that a function or what it calls may write.
func (r *Result) Mod(fn int32) bitmap.Set { return r.funcs[fn].mod }

// summariser sums up the effects of functions over the call graph.
type summariser struct {
	pt      *pointsto.Result
	funcs   []funcEffect // by function
	args    []bitmap.Set // by site: locations that the arguments lead to
	globals bitmap.Set   // locations that every function can reach
	sets    *bitmap.Interner
}

// newSummariser returns a summariser that knows what each function does itself.
func newSummariser(pt *pointsto.Result) *summariser {
	n := int32(0)
	for _, f := range pt.Order() {
		n = max(n, f+1)
	}
	m := &summariser{pt: pt, funcs: make([]funcEffect, n), sets: bitmap.NewInterner()}
	for _, f := range pt.Order() {
		m.funcs[f].recurses = pt.Recurses(f)
		m.direct(f)
	}
	for i, o := range pt.Objects() {
		if o.Func < 0 {
			continue
		}
		fe := &m.funcs[o.Func]
		switch o.Kind {
		case pointsto.HeapObject:
			m.addObject(&fe.made, int32(i))
		case pointsto.DynamicObject:
			m.addObject(&fe.made, int32(i))
			m.addObject(&fe.own, int32(i))
		case pointsto.LocalObject:
			if fe.recurses {
				m.addObject(&fe.made, int32(i))
			}
			m.addObject(&fe.own, int32(i))
		case pointsto.VariadicObject:
			m.addObject(&fe.own, int32(i))
		}
	}
	m.globals, m.args = pt.ReachedByCalls(m.sets)
	return m
}

// direct adds what the instructions of a function access themselves.
func (m *summariser) direct(f int32) {
	fe := &m.funcs[f]
	done := map[listKey]bool{} // shared slices
	add := func(set *bitmap.Set, list []pointsto.Location, kind int) {
		if len(list) > 64 {
			k := listKey{&list[0], len(list)*2 + kind}
			if done[k] {
				return
			}
			done[k] = true
		}
		for _, l := range list {
			set.Add(int32(l))
		}
	}
	for _, x := range m.pt.Accesses(f) {
		add(&fe.ref, x.Refs, 0)
		add(&fe.mod, x.Mods, 1)
		if !x.Undefs {
			for _, l := range x.Kills {
				fe.mod.Add(int32(l))
			}
		}
	}
}

// component completes the effects of functions that call each other. A call is
// looked at again only when the effects of its callee have grown.
func (m *summariser) component(funcs []int32) {
	grown := map[int32]int{} // by function: the round in which its effects last grew
	for round, changed := 1, true; changed; round++ {
		changed = false
		for _, f := range funcs {
			fe, more := &m.funcs[f], false
			for _, id := range m.pt.SitesOf(f) {
				for _, g := range m.pt.Sites()[id].Callees() {
					if round == 1 || grown[g] >= round-1 {
						more = m.take(fe, id, g) || more
					}
				}
			}
			if more {
				grown[f], changed = round, true
			}
		}
		if len(funcs) == 1 && !m.funcs[funcs[0]].recurses {
			return
		}
	}
}

// take adds the effects of g, called at a site, to those of the caller and
// reports whether there were any new ones.
func (m *summariser) take(fe *funcEffect, id, g int32) bool {
	c := m.pt.Renaming(id, g)
	of := &m.funcs[g]
	more := fe.made.Union(m.madeAt(of.made, c), nil)
	for _, x := range [2]struct{ to, from *bitmap.Set }{{&fe.mod, &of.mod}, {&fe.ref, &of.ref}} {
		if c != nil {
			more = x.to.Union(renamed(m.visible(*x.from, id, g), c), nil) || more
			continue
		}
		for _, within := range [3]bitmap.Set{m.globals, m.args[id], of.made} {
			more = x.to.UnionWithin(*x.from, within, of.hidden()) || more
		}
	}
	return more
}

// hidden returns the locations that no caller sees: those of the function's own
// locals, unless they may be those of an activation further up.
func (fe *funcEffect) hidden() bitmap.Set {
	if fe.recurses {
		return nil
	}
	return fe.own
}

// visible returns which locations of a callee's effect concern the caller: those
// in objects that the callee can reach from its arguments or globally, or that
// it made, but not its own locals.
func (m *summariser) visible(set bitmap.Set, id, g int32) bitmap.Set {
	var out bitmap.Set
	for _, within := range [3]bitmap.Set{m.globals, m.args[id], m.funcs[g].made} {
		out.UnionWithin(set, within, m.funcs[g].hidden())
	}
	return out
}

// effects returns the effect of every call of a user function. Calls that
// lead to the same locations have the same effect.
func (m *summariser) effects() map[[2]int32]Effect {
	out := map[[2]int32]Effect{}
	type key struct {
		callee int32
		args   *bitmap.Word
		rename *pointsto.Renaming
	}
	known := map[key]Effect{}
	for id, s := range m.pt.Sites() {
		for _, g := range s.Callees() {
			k := key{callee: g, args: m.args[id].Key(), rename: m.pt.Renaming(int32(id), g)}
			e, ok := known[k]
			if !ok {
				e = m.effectAt(int32(id), g)
				known[k] = e
			}
			out[[2]int32{int32(id), g}] = e
		}
	}
	return out
}

// effectAt returns the effect of a call of g at a site.
func (m *summariser) effectAt(id, g int32) Effect {
	e := Effect{Callee: g, Rename: m.pt.Renaming(id, g)}
	e.OwnMod = m.sets.Of(m.visible(m.funcs[g].mod, id, g))
	e.OwnRef = m.sets.Of(m.visible(m.funcs[g].ref, id, g))
	e.Mod, e.Ref = m.sets.Of(renamed(e.OwnMod, e.Rename)), m.sets.Of(renamed(e.OwnRef, e.Rename))
	return e
}

// addObject adds the locations of an object to a set.
func (m *summariser) addObject(set *bitmap.Set, obj int32) {
	lo, hi := m.pt.CellsOf(obj)
	for l := lo; l < hi; l++ {
		set.Add(int32(l))
	}
}

// renamed returns what the caller calls the locations of a callee.
func renamed(s bitmap.Set, n *pointsto.Renaming) bitmap.Set {
	if n == nil {
		return s
	}
	var out bitmap.Set
	s.Each(func(l int32) {
		n.Translate(pointsto.Location(l), func(m pointsto.Location) { out.Add(int32(m)) })
	})
	return out
}

// madeAt returns the objects that a callee makes without those that the caller
// knows under another name.
func (m *summariser) madeAt(made bitmap.Set, n *pointsto.Renaming) bitmap.Set {
	if n == nil {
		return made
	}
	var renamed bitmap.Set
	for _, x := range n.Generic() {
		m.addObject(&renamed, x)
	}
	return made.Minus(renamed)
}
