package bitvec

import (
	"slices"

	"github.com/riftlab/rift/bitvec/aig"
)

// blaster turns terms into words of an and-inverter graph, each term once.
type blaster struct {
	s     *Store
	g     *aig.Graph
	place []uint32 // by term: 1 + offset of its word in words, 0 if it has none
	words []aig.Lit
	quot  map[[2]Term][2][]aig.Lit // quotient and remainder of two terms
	stack []Term

	abstract map[Term]bool // reads and array equalities whose words are inputs
}

func newBlaster(s *Store) *blaster {
	return &blaster{s: s, g: aig.NewGraph(), quot: map[[2]Term][2][]aig.Lit{}, abstract: map[Term]bool{}}
}

// word returns the word of t, which is no array.
func (b *blaster) word(t Term) []aig.Lit {
	if w := b.get(t); w != nil {
		return w
	}
	base := len(b.stack)
	b.stack = append(b.stack, t)
	for len(b.stack) > base {
		u := b.stack[len(b.stack)-1]
		if b.get(u) != nil {
			b.stack = b.stack[:len(b.stack)-1]
			continue
		}
		if b.needs(u) {
			continue
		}
		w := b.make(u)
		b.put(u, w)
	}
	return b.get(t)
}

// lit returns the literal of the formula t.
func (b *blaster) lit(t Term) aig.Lit { return b.word(t)[0] }

func (b *blaster) get(t Term) []aig.Lit {
	if int(t) >= len(b.place) || b.place[t] == 0 {
		return nil
	}
	at := int(b.place[t]) - 1
	n := at + b.s.Width(t)
	return b.words[at:n:n]
}

func (b *blaster) put(t Term, w []aig.Lit) {
	if n := b.s.Len(); len(b.place) < n {
		n += n / 4
		b.place = append(b.place, make([]uint32, n-len(b.place))...)
	}
	b.place[t] = uint32(len(b.words)) + 1
	b.words = append(b.words, w...)
}

// needs pushes the operands of t that have no words yet. Arrays have none.
func (b *blaster) needs(t Term) bool {
	n := &b.s.nodes[t]
	if n.kind == KindSelect {
		return b.needsTable(t)
	}
	if n.kind == KindEq && b.s.IsArray(n.args[0]) {
		return false
	}
	return b.push(n.args[:kinds[n.kind].arity]...)
}

func (b *blaster) push(ts ...Term) bool {
	pushed := false
	for _, a := range ts {
		if b.get(a) == nil {
			b.stack = append(b.stack, a)
			pushed = true
		}
	}
	return pushed
}

// circuits makes the words of the kinds that are functions of their operands'
// words alone.
var circuits = [numKinds]func(g *aig.Graph, sh shape, x, y, z []aig.Lit) []aig.Lit{
	KindNot: func(g *aig.Graph, _ shape, x, _, _ []aig.Lit) []aig.Lit { return g.NotWord(x) },
	KindAnd: func(g *aig.Graph, _ shape, x, y, _ []aig.Lit) []aig.Lit { return g.AndWord(x, y) },
	KindXor: func(g *aig.Graph, _ shape, x, y, _ []aig.Lit) []aig.Lit { return g.XorWord(x, y) },
	KindNeg: func(g *aig.Graph, _ shape, x, _, _ []aig.Lit) []aig.Lit { return g.Neg(x) },
	KindAdd: func(g *aig.Graph, _ shape, x, y, _ []aig.Lit) []aig.Lit { return g.Add(x, y) },
	KindMul: func(g *aig.Graph, _ shape, x, y, _ []aig.Lit) []aig.Lit { return g.Mul(x, y) },
	KindShl: func(g *aig.Graph, _ shape, x, y, _ []aig.Lit) []aig.Lit { return g.Shl(x, y) },
	KindLShr: func(g *aig.Graph, _ shape, x, y, _ []aig.Lit) []aig.Lit {
		return g.LShr(x, y)
	},
	KindAShr: func(g *aig.Graph, _ shape, x, y, _ []aig.Lit) []aig.Lit {
		return g.AShr(x, y)
	},
	KindConcat: func(_ *aig.Graph, _ shape, x, y, _ []aig.Lit) []aig.Lit {
		return append(append(make([]aig.Lit, 0, len(x)+len(y)), y...), x...)
	},
	KindExtract: func(_ *aig.Graph, sh shape, x, _, _ []aig.Lit) []aig.Lit { return x[sh.lo : sh.hi+1] },
	KindSExt: func(_ *aig.Graph, sh shape, x, _, _ []aig.Lit) []aig.Lit {
		r := append(make([]aig.Lit, 0, sh.w), x...)
		for uint(len(r)) < sh.w {
			r = append(r, x[len(x)-1])
		}
		return r
	},
	KindEq:  func(g *aig.Graph, _ shape, x, y, _ []aig.Lit) []aig.Lit { return []aig.Lit{g.Eq(x, y)} },
	KindUlt: func(g *aig.Graph, _ shape, x, y, _ []aig.Lit) []aig.Lit { return []aig.Lit{g.Ult(x, y)} },
	KindSlt: func(g *aig.Graph, _ shape, x, y, _ []aig.Lit) []aig.Lit { return []aig.Lit{g.Slt(x, y)} },
	KindIte: func(g *aig.Graph, _ shape, x, y, z []aig.Lit) []aig.Lit { return g.MuxWord(x[0], y, z) },
}

// make returns the word of t, whose needs are met.
func (b *blaster) make(t Term) []aig.Lit {
	n := b.s.nodes[t]
	switch n.kind {
	case KindConst:
		return aig.Constant(int(n.width), b.s.constOf(&n).Bit)
	case KindVar:
		return b.g.Inputs(int(n.width))
	case KindSelect:
		return b.read(t, n)
	case KindUDiv:
		q, _ := b.divide(n.args[0], n.args[1])
		return q
	case KindURem:
		_, r := b.divide(n.args[0], n.args[1])
		return r
	case KindEq:
		if b.s.IsArray(n.args[0]) {
			b.abstract[t] = true
			return b.g.Inputs(1)
		}
	}
	var args [3][]aig.Lit
	for i, a := range n.args[:kinds[n.kind].arity] {
		args[i] = b.get(a)
	}
	return circuits[n.kind](b.g, b.s.shapeOf(&n), args[0], args[1], args[2])
}

// divide shares one divider between quotient and remainder.
func (b *blaster) divide(x, y Term) (q, r []aig.Lit) {
	key := [2]Term{x, y}
	if d, ok := b.quot[key]; ok {
		return d[0], d[1]
	}
	q, r = b.g.DivRem(b.get(x), b.get(y))
	b.quot[key] = [2][]aig.Lit{q, r}
	return q, r
}

// Reads of a table, a chain of writes at constant indices, become a decision
// tree over the index when there are at most this many writes; a tree of
// constants folds well and may be larger. Other reads are left to lemmas.
const (
	maxTable      = 64
	maxConstTable = 4096
)

// table returns the entries, by index, of the writes at constant indices on
// top of the array a, and the array below them.
func (b *blaster) table(a Term) (entries []tableEntry, below Term) {
	seen := map[Term]bool{}
	constant := true
	for {
		n := &b.s.nodes[a]
		if n.kind != KindStore || !b.s.isConst(n.args[1]) {
			break
		}
		if !seen[n.args[1]] {
			seen[n.args[1]] = true
			constant = constant && b.s.isConst(n.args[2])
			entries = append(entries, tableEntry{n.args[1], n.args[2]})
		}
		if len(entries) > maxConstTable || !constant && len(entries) > maxTable {
			return nil, 0
		}
		a = n.args[0]
	}
	return entries, a
}

type tableEntry struct{ index, value Term }

func (b *blaster) needsTable(t Term) bool {
	n := b.s.nodes[t]
	pushed := b.push(n.args[1])
	entries, below := b.table(n.args[0])
	if len(entries) == 0 {
		return pushed
	}
	for _, e := range entries {
		pushed = b.push(e.value) || pushed
	}
	return b.push(b.s.Select(below, n.args[1])) || pushed
}

func (b *blaster) read(t Term, n node) []aig.Lit {
	entries, below := b.table(n.args[0])
	if len(entries) == 0 {
		b.abstract[t] = true
		return b.g.Inputs(int(n.width))
	}
	slices.SortFunc(entries, func(x, y tableEntry) int {
		v, _ := b.s.ConstValue(x.index)
		u, _ := b.s.ConstValue(y.index)
		return v.Cmp(u)
	})
	table := make([]aig.Entry, len(entries))
	for i, e := range entries {
		v, _ := b.s.ConstValue(e.index)
		table[i] = aig.Entry{Key: v.Bit, Word: b.get(e.value)}
	}
	return b.g.Lookup(b.get(n.args[1]), table, b.get(b.s.Select(below, n.args[1])))
}
