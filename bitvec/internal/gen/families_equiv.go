package gen

// rewrite returns a term that is equal to t by construction: identities are
// applied at random places.
func (b *builder) rewrite(t term, depth int) term {
	if depth == 0 || b.NumArgs(t) == 0 {
		return t
	}
	w := b.Width(t)
	x, y := b.rewrite(b.Arg(t, 0), depth-1), term(0)
	if b.NumArgs(t) > 1 {
		y = b.rewrite(b.Arg(t, 1), depth-1)
	}
	one := b.k(w, 1)
	switch b.Kind(t).String() {
	case "bvadd":
		switch b.rng.IntN(4) {
		case 0:
			return b.Add(y, x)
		case 1:
			return b.Sub(x, b.Neg(y))
		case 2:
			return b.Add(b.Xor(x, y), b.Shl(b.And(x, y), one))
		}
		return b.Add(b.Or(x, y), b.And(x, y))
	case "bvxor":
		if b.rng.IntN(2) == 0 {
			return b.And(b.Or(x, y), b.Not(b.And(x, y)))
		}
		return b.Sub(b.Or(x, y), b.And(x, y))
	case "bvand":
		if b.rng.IntN(2) == 0 {
			return b.Not(b.Or(b.Not(x), b.Not(y)))
		}
		return b.Sub(b.Add(x, y), b.Or(x, y))
	case "bvmul":
		if b.rng.IntN(2) == 0 {
			return b.Mul(y, x)
		}
		return b.Add(b.Mul(x, b.Sub(y, one)), x)
	case "bvneg":
		return b.Add(b.Not(x), one)
	case "bvnot":
		return b.Sub(b.Neg(x), one)
	}
	return t
}

// expression returns a random term over xs.
func (b *builder) expression(xs []term, depth int, mul bool) term {
	if depth == 0 {
		return xs[b.rng.IntN(len(xs))]
	}
	x, y := b.expression(xs, depth-1, false), b.expression(xs, depth-1, mul)
	switch b.rng.IntN(6) {
	case 0, 1:
		return b.Add(x, y)
	case 2:
		return b.Xor(x, y)
	case 3:
		return b.And(x, y)
	case 4:
		return b.Neg(y)
	}
	if mul {
		return b.Mul(x, b.k(b.Width(x), uint64(3+b.rng.IntN(20))))
	}
	return b.Not(y)
}

var widths = []int{8, 16, 32, 64}

var equivalences = []maker{
	{"identity", func(b *builder, i int) []term {
		w := widths[i%4]
		e := b.expression(b.words(3, w), 2+i/4, true)
		return []term{b.Ne(e, b.rewrite(e, 2+i/4))}
	}},
	{"near", func(b *builder, i int) []term {
		// Almost the same: they differ on few inputs.
		w := widths[i%4]
		xs := b.words(2, w)
		e := b.expression(xs, 2, true)
		spoil := b.Ite(b.Eq(xs[0], b.k(w, uint64(77+i))), b.k(w, 1), b.k(w, 0))
		return []term{b.Ne(e, b.Add(b.rewrite(e, 3), spoil))}
	}},
	{"minmax", func(b *builder, i int) []term {
		w := widths[i%4]
		xs := b.words(2, w)
		x, y := xs[0], xs[1]
		less := b.SignExtend(w-1, b.Slt(x, y))
		trick := b.Xor(y, b.And(b.Xor(x, y), less))
		return []term{b.Ne(trick, b.Ite(b.Slt(x, y), x, y))}
	}},
	{"abs", func(b *builder, i int) []term {
		w := widths[i%4]
		x := b.words(1, w)[0]
		m := b.AShr(x, b.k(w, uint64(w-1)))
		trick := b.Sub(b.Xor(x, m), m)
		if i >= 4 {
			trick = b.Xor(b.Add(x, m), m)
		}
		return []term{b.Ne(trick, b.Abs(x))}
	}},
	{"popcount", func(b *builder, i int) []term {
		w := widths[i%3]
		x := b.words(1, w)[0]
		naive := b.k(w, 0)
		for j := range w {
			naive = b.Add(naive, b.ZeroExtend(w-1, b.Bit(x, j)))
		}
		v := x
		for s, m := 1, uint64(0x5555555555555555); s < w; s *= 2 {
			v = b.Add(b.And(v, b.k(w, m)), b.And(b.LShr(v, b.k(w, uint64(s))), b.k(w, m)))
			m = []uint64{0, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f, 0, 0x00ff00ff00ff00ff, 0, 0, 0, 0x0000ffff0000ffff}[min(s, 8)]
		}
		return []term{b.Ne(v, naive)}
	}},
	{"swap", func(b *builder, i int) []term {
		// Byte order, by shifts and masks, and by cutting.
		w := widths[1+i%3]
		x := b.words(1, w)[0]
		cut := b.Extract(7, 0, x)
		sum := b.k(w, 0)
		for j := 8; j < w; j += 8 {
			cut = b.Concat(cut, b.Extract(j+7, j, x))
		}
		for j := 0; j < w; j += 8 {
			byt := b.And(b.LShr(x, b.k(w, uint64(j))), b.k(w, 255))
			sum = b.Or(sum, b.Shl(byt, b.k(w, uint64(w-8-j))))
		}
		return []term{b.Ne(cut, sum)}
	}},
	{"distribute", func(b *builder, i int) []term {
		w := []int{6, 8, 16, 32}[i%4]
		xs := b.words(3, w)
		left := b.Mul(b.Add(xs[0], xs[1]), b.Add(xs[0], xs[2]))
		right := b.Add(b.Add(b.Mul(xs[0], xs[0]), b.Mul(xs[2], xs[0])), b.Mul(xs[1], b.Add(xs[2], xs[0])))
		return []term{b.Ne(left, right)}
	}},
	{"select", func(b *builder, i int) []term {
		// A chain of conditions in two orders.
		w := widths[i%4]
		xs := b.words(4, w)
		chain := func(order []int) term {
			t := b.k(w, 0)
			for _, j := range order {
				t = b.Ite(b.Eq(xs[0], b.k(w, uint64(j))), b.Add(xs[1], b.Mul(xs[2], b.k(w, uint64(j)))), t)
			}
			return t
		}
		n := 4 + 2*i
		up, down := make([]int, n), make([]int, n)
		for j := range up {
			up[j], down[j] = j, n-1-j
		}
		return []term{b.Ne(chain(up), chain(down))}
	}},
}
