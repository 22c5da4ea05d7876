package inputmodel

import (
	"math"
	"slices"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta/mapping"
	"github.com/riftlab/rift/program/demands"
)

// requirement is what an input must have for some changed statements to be executed,
// as far as their guards say it, and what it had better have.
type requirement struct {
	least, most int // arguments, the program's name not included; most is -1 for any number
	operands    int // at least so many behind the options
	options     []string
	needed      []demands.Question // exactly known
	asked       []demands.Question // what the guards and the changed statements rest on
}

// mostRequirements bounds the sets of inputs that are made for changes that need
// different ones.
const mostRequirements = 3

// targets are changed statements of one version.
type target struct {
	of   *demands.Demands
	fn   int
	stmt int32
}

// asking is what both versions ask of the input.
type asking struct {
	old, new *demands.Demands
	all      []demands.Question
}

func newAsking(versions ...*program.Program) *asking {
	a := &asking{}
	for _, p := range versions {
		d := demands.Of(p)
		if a.old == nil {
			a.old = d
		}
		a.new = d
		a.all = append(a.all, d.Questions...)
	}
	return a
}

// requirements returns what the changes need, those that contradict each other
// apart.
func (a *asking) requirements(m *mapping.Mapping) []*requirement {
	var list []*requirement
	for _, t := range a.targets(m) {
		r := requirementOf(t)
		if r == nil {
			continue
		}
		merged := false
		for _, x := range list {
			if merged = x.merge(r); merged {
				break
			}
		}
		if !merged && len(list) < mostRequirements {
			list = append(list, r)
		}
	}
	return list
}

// targets returns the statements that differ, those of the new version first.
func (a *asking) targets(m *mapping.Mapping) []target {
	if m == nil {
		return nil
	}
	var list []target
	for _, c := range m.Changed() {
		if c.Exact {
			list = append(list, target{a.new, c.Func, c.Stmt})
		}
	}
	for _, d := range m.Deleted() {
		list = append(list, target{a.old, d.OldFunc, d.OldStmt})
	}
	return list
}

// requirementOf returns what the guards of a statement need; nil if main never comes
// there.
func requirementOf(t target) *requirement {
	if !t.of.Called(t.fn) {
		return nil
	}
	r := &requirement{most: -1}
	for _, g := range t.of.Guards(t.fn, t.stmt) {
		r.asked = append(r.asked, g.Questions...)
		if g.Needed != nil && g.Must {
			r.need(*g.Needed)
			continue
		}
		r.option(&g)
		r.cases(&g)
	}
	r.asked = append(r.asked, t.of.At(t.fn, t.stmt)...)
	return r
}

// cases takes the numbers of arguments with which a switch leads on: any from the least
// of them to the greatest.
func (r *requirement) cases(g *demands.Guard) {
	if !g.Switch || !g.Must || len(g.Questions) != len(g.Cases) {
		return
	}
	least, most := int64(math.MaxInt64), int64(math.MinInt64)
	for i := range g.Questions {
		q := &g.Questions[i]
		if q.Source.Kind != demands.Arguments || q.Form != demands.Count || q.Near {
			return
		}
		least, most = min(least, q.Value), max(most, q.Value)
	}
	if len(g.Cases) > 0 && least > 0 && most <= mostArguments {
		r.count(demands.Ge, int(least)-1)
		r.count(demands.Le, int(most)-1)
	}
}

// need takes a condition that has to hold.
func (r *requirement) need(q demands.Question) {
	r.needed = append(r.needed, q)
	switch q.Source.Kind {
	case demands.Arguments:
		r.count(q.Relation, int(q.Value)-1)
	case demands.Operands:
		switch q.Relation {
		case demands.Eq, demands.Ge:
			r.operands = max(r.operands, int(q.Value))
		case demands.Gt:
			r.operands = max(r.operands, int(q.Value)+1)
		}
	}
}

// count takes a bound of the number of arguments.
func (r *requirement) count(relation demands.Relation, n int) {
	below := func(n int) {
		if r.most < 0 || n < r.most {
			r.most = max(n, 0)
		}
	}
	switch relation {
	case demands.Eq:
		r.least = max(r.least, n)
		below(n)
	case demands.Ne:
		if n == r.least {
			r.least++
		}
	case demands.Ge:
		r.least = max(r.least, n)
	case demands.Gt:
		r.least = max(r.least, n+1)
	case demands.Le:
		below(n)
	case demands.Lt:
		below(n - 1)
	}
}

// option takes an option that a guard rests on.
func (r *requirement) option(g *demands.Guard) {
	for i := range g.Questions {
		q := &g.Questions[i]
		if q.Source.Kind != demands.Option || q.Source.Name == "" {
			continue
		}
		if !slices.Contains(r.options, q.Source.Name) {
			r.options = append(r.options, q.Source.Name)
		}
		return // one way in is enough
	}
}

// possible reports whether there are numbers of arguments as required.
func (r *requirement) possible() bool { return r.most < 0 || r.least <= r.most }

// merge takes in what other changes need, unless that contradicts.
func (r *requirement) merge(o *requirement) bool {
	m := requirement{least: max(r.least, o.least), most: r.most, operands: max(r.operands, o.operands)}
	if m.most < 0 || o.most >= 0 && o.most < m.most {
		m.most = o.most
	}
	if !m.possible() && r.possible() && o.possible() {
		return false
	}
	for i := range o.needed {
		for k := range r.needed {
			if contradicts(&o.needed[i], &r.needed[k]) {
				return false
			}
		}
	}
	r.least, r.most, r.operands = m.least, m.most, m.operands
	r.options = union(r.options, o.options)
	r.needed, r.asked = union(r.needed, o.needed), union(r.asked, o.asked)
	return true
}

func union[T comparable](a, b []T) []T {
	has := make(map[T]bool, len(a)+len(b))
	for _, x := range a {
		has[x] = true
	}
	for _, x := range b {
		if !has[x] {
			has[x] = true
			a = append(a, x)
		}
	}
	return a
}

// contradicts reports whether two conditions are known never to hold together.
func contradicts(a, b *demands.Question) bool {
	if a.Source != b.Source || a.Form != b.Form {
		return false
	}
	switch {
	case a.Relation == demands.Eq && b.Relation == demands.Eq:
		return a.Value != b.Value || a.Text != b.Text
	case a.Relation == demands.Eq && b.Relation == demands.Ne, a.Relation == demands.Ne && b.Relation == demands.Eq:
		return a.Value == b.Value && a.Text == b.Text
	}
	return false
}

// FileNames returns the names of files that programs open, as far as they are constant.
func FileNames(versions ...*program.Program) []string {
	var names []string
	for _, q := range newAsking(versions...).all {
		if s := q.Source; s.Kind == demands.File && s.Name != "" && len(names) < mostExtra && !slices.Contains(names, s.Name) {
			names = append(names, s.Name)
		}
	}
	slices.Sort(names)
	return names
}
