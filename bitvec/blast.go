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

	tables   map[Term]*table
	kept     int           // entries in tables
	abstract map[Term]bool // reads and array equalities whose words are inputs
}

func newBlaster(s *Store) *blaster {
	return &blaster{s: s, g: aig.NewGraph(), quot: map[[2]Term][2][]aig.Lit{}, abstract: map[Term]bool{}, tables: map[Term]*table{}}
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

// table is a chain of writes at constant indices.
type table struct {
	entries []tableEntry // by index, the newest write to each
	below   Term         // the array below them
	full    bool         // there is an entry for every index
}

type tableEntry struct {
	index Value
	value Term
}

// find returns the value of the entry at index i, 0 if there is none.
func (t *table) find(i Value) Term {
	at, ok := slices.BinarySearchFunc(t.entries, i, func(e tableEntry, i Value) int { return e.index.Cmp(i) })
	if !ok {
		return 0
	}
	return t.entries[at].value
}

// maxKept bounds the entries of the tables that are remembered.
const maxKept = 1 << 20

// table returns the writes on top of the array a; without entries, if they
// are too many.
func (b *blaster) table(a Term) *table {
	if t, ok := b.tables[a]; ok {
		return t
	}
	t := b.readTable(a)
	if b.kept += len(t.entries); b.kept > maxKept {
		clear(b.tables)
		b.kept = len(t.entries)
	}
	b.tables[a] = t
	return t
}

func (b *blaster) readTable(a Term) *table {
	t := &table{}
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
			index, _ := b.s.ConstValue(n.args[1])
			t.entries = append(t.entries, tableEntry{index, n.args[2]})
		}
		if len(t.entries) > maxConstTable || !constant && len(t.entries) > maxTable {
			return &table{}
		}
		a = n.args[0]
	}
	t.below = a
	iw := b.s.nodes[a].index
	t.full = iw < 31 && len(t.entries) == 1<<iw
	slices.SortFunc(t.entries, func(x, y tableEntry) int { return x.index.Cmp(y.index) })
	return t
}

func (b *blaster) needsTable(t Term) bool {
	n := b.s.nodes[t]
	pushed := b.push(n.args[1])
	table := b.table(n.args[0])
	if len(table.entries) == 0 {
		return pushed
	}
	for _, e := range table.entries {
		pushed = b.push(e.value) || pushed
	}
	if table.full {
		return pushed
	}
	return b.push(b.s.Select(table.below, n.args[1])) || pushed
}

func (b *blaster) read(t Term, n node) []aig.Lit {
	table := b.table(n.args[0])
	if len(table.entries) == 0 {
		b.abstract[t] = true
		return b.g.Inputs(int(n.width))
	}
	entries := make([]aig.Entry, len(table.entries))
	for i, e := range table.entries {
		entries[i] = aig.Entry{Key: e.index.Bit, Word: b.get(e.value)}
	}
	var otherwise []aig.Lit
	if !table.full {
		otherwise = b.get(b.s.Select(table.below, n.args[1]))
	}
	return b.g.Lookup(b.get(n.args[1]), entries, otherwise)
}
