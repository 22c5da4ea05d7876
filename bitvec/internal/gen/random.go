// Package gen generates formulas: random ones for soundness tests, and the
// families that the benchmarks compare solvers on. Equal arguments give equal
// formulas.
package gen

import (
	"fmt"
	"math/big"
	"math/rand/v2"

	"github.com/riftlab/rift/bitvec"
)

// Config shapes random formulas.
type Config struct {
	MaxWidth int  // of variables and results, at least 1
	Terms    int  // how many operators to apply
	Arrays   bool // with arrays
	ArrayEq  bool // with equalities of arrays
	Default  bool // with constant arrays of any element, not only of constants
}

// Random returns constraints over s drawn from rng: every operator of the
// theory over few variables, with operands taken from everything made so far.
func Random(s *bitvec.Store, rng *rand.Rand, cfg Config) []bitvec.Term {
	g := start(s, rng, cfg)
	for range cfg.Terms {
		g.step()
	}
	return g.constraints()
}

// start returns a generator with its variables.
func start(s *bitvec.Store, rng *rand.Rand, cfg Config) *random {
	g := &random{s: s, rng: rng, cfg: cfg, byWidth: map[int][]bitvec.Term{}}
	for i := range 1 + rng.IntN(4) {
		g.add(s.Var(fmt.Sprintf("v%d", i), g.width()))
	}
	g.add(s.BoolVar("p"))
	if cfg.Arrays {
		g.index, g.elem = 1+rng.IntN(min(8, cfg.MaxWidth)), 1+rng.IntN(min(8, cfg.MaxWidth))
		g.arrays = append(g.arrays, s.ArrayVar("a", g.index, g.elem), s.ArrayVar("b", g.index, g.elem))
	}
	return g
}

// Pool returns formulas that share variables and subterms, for sessions.
func Pool(s *bitvec.Store, rng *rand.Rand, cfg Config) []bitvec.Term {
	g := start(s, rng, cfg)
	var pool []bitvec.Term
	for range 5 {
		for range cfg.Terms / 2 {
			g.step()
		}
		pool = append(pool, g.constraints()...)
	}
	return pool
}

type random struct {
	s       *bitvec.Store
	rng     *rand.Rand
	cfg     Config
	all     []bitvec.Term
	byWidth map[int][]bitvec.Term
	arrays  []bitvec.Term
	index   int
	elem    int
}

func (g *random) width() int {
	if g.rng.IntN(3) == 0 {
		return 1 + g.rng.IntN(min(8, g.cfg.MaxWidth))
	}
	return 1 + g.rng.IntN(g.cfg.MaxWidth)
}

func (g *random) add(t bitvec.Term) {
	w := g.s.Width(t)
	if w > 2*g.cfg.MaxWidth {
		return
	}
	g.all = append(g.all, t)
	g.byWidth[w] = append(g.byWidth[w], t)
}

// any returns a term made before, preferring recent ones.
func (g *random) any() bitvec.Term {
	n := len(g.all)
	if g.rng.IntN(2) == 0 {
		return g.all[n-1-g.rng.IntN(min(n, 6))]
	}
	return g.all[g.rng.IntN(n)]
}

// of returns a term of width w.
func (g *random) of(w int) bitvec.Term {
	if ts := g.byWidth[w]; len(ts) > 0 && g.rng.IntN(4) > 0 {
		return ts[g.rng.IntN(len(ts))]
	}
	if g.rng.IntN(3) == 0 {
		return g.constant(w)
	}
	return g.s.Resize(w, g.rng.IntN(2) == 0, g.any())
}

func (g *random) constant(w int) bitvec.Term {
	switch g.rng.IntN(5) {
	case 0:
		return g.s.Const(w, uint64(g.rng.IntN(4)))
	case 1:
		return g.s.BigConst(w, big.NewInt(-1-int64(g.rng.IntN(3))))
	case 2:
		return g.s.Const(w, 1<<uint(g.rng.IntN(min(w, 64))))
	}
	return g.s.Const(w, g.rng.Uint64())
}

func (g *random) bool() bitvec.Term { return g.of(1) }

type binary func(s *bitvec.Store, a, b bitvec.Term) bitvec.Term

// Binary are the operators on two bit-vectors of one width.
var Binary = []binary{
	(*bitvec.Store).And, (*bitvec.Store).Or, (*bitvec.Store).Xor, (*bitvec.Store).Nand, (*bitvec.Store).Nor,
	(*bitvec.Store).Xnor, (*bitvec.Store).Add, (*bitvec.Store).Sub, (*bitvec.Store).Mul, (*bitvec.Store).UDiv,
	(*bitvec.Store).URem, (*bitvec.Store).SDiv, (*bitvec.Store).SRem, (*bitvec.Store).SMod, (*bitvec.Store).Shl,
	(*bitvec.Store).LShr, (*bitvec.Store).AShr, (*bitvec.Store).Concat, (*bitvec.Store).RotateLeftBy,
	(*bitvec.Store).RotateRightBy, (*bitvec.Store).Eq, (*bitvec.Store).Ult, (*bitvec.Store).Ule,
	(*bitvec.Store).Slt, (*bitvec.Store).Sle, (*bitvec.Store).Comp, (*bitvec.Store).UAddO, (*bitvec.Store).SAddO,
	(*bitvec.Store).USubO, (*bitvec.Store).SSubO, (*bitvec.Store).UMulO, (*bitvec.Store).SMulO, (*bitvec.Store).SDivO,
}

// expensive operators are kept away from wide operands.
func expensive(i int) bool { return i >= 8 && i <= 13 || i == 18 || i == 19 || i >= 30 }

func (g *random) step() {
	s := g.s
	switch g.rng.IntN(12) {
	case 0:
		x := g.any()
		unary := []func(bitvec.Term) bitvec.Term{s.Not, s.Neg, s.Abs, s.NegO, s.RedOr, s.RedAnd, s.RedXor}
		g.add(unary[g.rng.IntN(len(unary))](x))
	case 1:
		x := g.any()
		lo := g.rng.IntN(s.Width(x))
		g.add(s.Extract(lo+g.rng.IntN(s.Width(x)-lo), lo, x))
	case 2:
		x := g.any()
		n := g.rng.IntN(9)
		resize := []func(int, bitvec.Term) bitvec.Term{s.ZeroExtend, s.SignExtend, s.RotateLeft, s.RotateRight}
		g.add(resize[g.rng.IntN(len(resize))](n, x))
	case 3:
		x := g.any()
		g.add(s.Ite(g.bool(), x, g.of(s.Width(x))))
	case 4:
		if x := g.any(); s.Width(x) <= 8 {
			g.add(s.Repeat(1+g.rng.IntN(3), x))
		}
	case 5, 6:
		if g.cfg.Arrays {
			g.arrayStep()
			return
		}
		fallthrough
	default:
		x := g.any()
		i := g.rng.IntN(len(Binary))
		if expensive(i) && s.Width(x) > 12 {
			if g.rng.IntN(8) > 0 || s.Width(x) > 20 {
				i = g.rng.IntN(8)
			}
		}
		y := g.of(s.Width(x))
		if g.rng.IntN(2) == 0 {
			x, y = y, x
		}
		g.add(Binary[i](s, x, y))
	}
}

func (g *random) array() bitvec.Term { return g.arrays[g.rng.IntN(len(g.arrays))] }

func (g *random) arrayStep() {
	s := g.s
	switch g.rng.IntN(8) {
	case 0, 1, 2:
		g.add(s.Select(g.array(), g.of(g.index)))
	case 3, 4, 5:
		g.arrays = append(g.arrays, s.Store(g.array(), g.of(g.index), g.of(g.elem)))
	case 6:
		g.arrays = append(g.arrays, s.Ite(g.bool(), g.array(), g.array()))
	case 7:
		if g.cfg.ArrayEq && g.rng.IntN(2) == 0 {
			g.add(s.Eq(g.array(), g.array()))
			return
		}
		v := g.constant(g.elem)
		if g.cfg.Default {
			v = g.of(g.elem)
		}
		g.arrays = append(g.arrays, s.ConstArray(g.index, v))
	}
}

// constraints returns one to four formulas over the newest terms.
func (g *random) constraints() []bitvec.Term {
	var cs []bitvec.Term
	for range 1 + g.rng.IntN(4) {
		x := g.all[len(g.all)-1-g.rng.IntN(min(len(g.all), 10))]
		c := x
		if w := g.s.Width(x); w > 1 {
			y := g.of(w)
			c = []bitvec.Term{g.s.Eq(x, y), g.s.Ult(x, y), g.s.Slt(y, x), g.s.Ne(x, y)}[g.rng.IntN(4)]
		}
		if g.rng.IntN(2) == 0 {
			c = g.s.Not(c)
		}
		cs = append(cs, c)
	}
	return cs
}
