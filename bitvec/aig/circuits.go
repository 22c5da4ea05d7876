package aig

// Constant returns the word of the n low bits that bit reports.
func Constant(n int, bit func(i int) bool) []Lit {
	w := make([]Lit, n)
	for i := range w {
		if bit(i) {
			w[i] = True
		}
	}
	return w
}

// NotWord returns the bitwise complement.
func (g *Graph) NotWord(x []Lit) []Lit {
	r := make([]Lit, len(x))
	for i := range x {
		r[i] = x[i].Not()
	}
	return r
}

// AndWord returns the bitwise conjunction.
func (g *Graph) AndWord(x, y []Lit) []Lit {
	r := make([]Lit, len(x))
	for i := range x {
		r[i] = g.And(x[i], y[i])
	}
	return r
}

// XorWord returns the bitwise exclusive or.
func (g *Graph) XorWord(x, y []Lit) []Lit {
	r := make([]Lit, len(x))
	for i := range x {
		r[i] = g.Xor(x[i], y[i])
	}
	return r
}

// MuxWord returns x if s, else y.
func (g *Graph) MuxWord(s Lit, x, y []Lit) []Lit {
	g.tick(len(x))
	r := make([]Lit, len(x))
	for i := range x {
		r[i] = g.Mux(s, x[i], y[i])
	}
	return r
}

// Eq returns whether x equals y.
func (g *Graph) Eq(x, y []Lit) Lit {
	same := make([]Lit, len(x))
	for i := range x {
		same[i] = g.Xor(x[i], y[i]).Not()
	}
	return g.AndN(same...)
}

// Ult returns whether x < y as unsigned numbers: the borrow of x - y.
func (g *Graph) Ult(x, y []Lit) Lit {
	g.tick(len(x))
	less := False
	for i := range x {
		less = g.Maj(x[i].Not(), y[i], less)
	}
	return less
}

// Slt returns whether x < y as signed numbers.
func (g *Graph) Slt(x, y []Lit) Lit {
	top := len(x) - 1
	less := g.Ult(x[:top], y[:top])
	return g.Maj(x[top], y[top].Not(), less)
}

// adder returns x + y + carry in a ripple of full adders. Prefix adders were
// no faster to solve and have more gates.
func (g *Graph) adder(x, y []Lit, carry Lit) []Lit {
	g.tick(len(x))
	r := make([]Lit, len(x))
	for i := range x {
		r[i] = g.Xor(g.Xor(x[i], y[i]), carry)
		if i+1 < len(x) {
			carry = g.Maj(x[i], y[i], carry)
		}
	}
	return r
}

// Add returns x + y.
func (g *Graph) Add(x, y []Lit) []Lit { return g.adder(x, y, False) }

// Sub returns x - y.
func (g *Graph) Sub(x, y []Lit) []Lit { return g.adder(x, g.NotWord(y), True) }

// Neg returns -x.
func (g *Graph) Neg(x []Lit) []Lit { return g.Sub(make([]Lit, len(x)), x) }

func isConstant(x []Lit) bool {
	for _, l := range x {
		if l > True {
			return false
		}
	}
	return true
}

// Mul returns x * y: the sum of the partial products, or for a constant the
// sum and difference of the shifts that its non-adjacent form needs.
func (g *Graph) Mul(x, y []Lit) []Lit {
	if isConstant(x) {
		x, y = y, x
	}
	if isConstant(y) {
		return g.mulConstant(x, y)
	}
	if constants(x) > constants(y) { // fewer rows
		x, y = y, x
	}
	n := len(x)
	sum := make([]Lit, n)
	for i := range y {
		if y[i] == False {
			continue
		}
		row := make([]Lit, n-i)
		for j := range row {
			row[j] = g.And(x[j], y[i])
		}
		copy(sum[i:], g.Add(sum[i:], row))
	}
	return sum
}

func constants(x []Lit) int {
	n := 0
	for _, l := range x {
		if l <= True {
			n++
		}
	}
	return n
}

// mulConstant uses the non-adjacent form of y: digits -1, 0, 1, of which no
// two neighbours are both non-zero.
func (g *Graph) mulConstant(x, y []Lit) []Lit {
	n := len(x)
	sum := make([]Lit, n)
	carry := 0
	for i := range y {
		bit := carry
		if y[i] == True {
			bit++
		}
		next := i+1 < n && y[i+1] == True
		switch {
		case bit == 1 && next: // digit -1
			copy(sum[i:], g.Sub(sum[i:], x[:n-i]))
			carry = 1
		case bit == 1:
			copy(sum[i:], g.Add(sum[i:], x[:n-i]))
			carry = 0
		case bit == 2:
			carry = 1
		default:
			carry = 0
		}
	}
	return sum
}

// DivRem returns quotient and remainder by restoring division. By 0 they are
// all ones and x, which is what the circuit computes anyway: every trial
// subtraction succeeds and subtracts nothing.
func (g *Graph) DivRem(x, y []Lit) (q, r []Lit) {
	n := len(x)
	q = make([]Lit, n)
	r = make([]Lit, 0, n)
	for i := n - 1; i >= 0; i-- {
		r = append([]Lit{x[i]}, r...)
		// r has k = n-i bits; y fits it only if y's other bits are 0.
		k := len(r)
		fits := make([]Lit, 0, n-k)
		for _, l := range y[k:] {
			fits = append(fits, l.Not())
		}
		low := y[:k]
		enough := g.And(g.AndN(fits...), g.Ult(r, low).Not())
		q[i] = enough
		r = g.MuxWord(enough, g.Sub(r, low), r)
	}
	return q, r
}

// stages returns how many bits of a shift amount below n matter.
func stages(n int) int {
	k := 0
	for 1<<k < n {
		k++
	}
	return k
}

// shift moves x by the amount y through a barrel of multiplexers; fill comes
// in, and fills everything when the amount is too large.
func (g *Graph) shift(x, y []Lit, fill Lit, left bool) []Lit {
	n := len(x)
	k := min(stages(n), len(y))
	r := append([]Lit(nil), x...)
	for s := range k {
		moved := make([]Lit, n)
		for i := range moved {
			from := i + 1<<s
			if left {
				from = i - 1<<s
			}
			moved[i] = fill
			if from >= 0 && from < n {
				moved[i] = r[from]
			}
		}
		r = g.MuxWord(y[s], moved, r)
	}
	over := g.OrN(y[k:]...)
	for i := range r {
		r[i] = g.Mux(over, fill, r[i])
	}
	return r
}

// Shl returns x << y.
func (g *Graph) Shl(x, y []Lit) []Lit { return g.shift(x, y, False, true) }

// LShr returns x >> y with zeros shifted in.
func (g *Graph) LShr(x, y []Lit) []Lit { return g.shift(x, y, False, false) }

// AShr returns x >> y with the sign shifted in.
func (g *Graph) AShr(x, y []Lit) []Lit { return g.shift(x, y, x[len(x)-1], false) }

// Lookup returns the word that table holds for the index i, and otherwise
// where the index is in no entry. Entries are sorted by key, without
// duplicates; a key has the width of i. It is a decision tree over the bits
// of i, whose equal parts structural hashing merges.
func (g *Graph) Lookup(i []Lit, table []Entry, otherwise []Lit) []Lit {
	return g.lookup(i, len(i), table, otherwise)
}

// Entry is an entry of Lookup.
type Entry struct {
	Key  func(bit int) bool
	Word []Lit
}

func (g *Graph) lookup(i []Lit, n int, table []Entry, otherwise []Lit) []Lit {
	switch {
	case len(table) == 0:
		return otherwise
	case n == 0:
		return table[0].Word
	}
	split := 0
	for split < len(table) && !table[split].Key(n-1) {
		split++
	}
	lo := g.lookup(i, n-1, table[:split], otherwise)
	hi := g.lookup(i, n-1, table[split:], otherwise)
	return g.MuxWord(i[n-1], hi, lo)
}
