package difference

import (
	"bytes"
	"context"
	"iter"
	"slices"

	"github.com/riftlab/rift/program"
)

// shrinkRuns bounds the inputs that are tried to make one smaller.
const shrinkRuns = 400

// shrink makes the input of a case smaller and simpler, as long as the versions
// still differ in the same respect and no other change is executed.
func (v *view) shrink(ctx context.Context, o *observation) (*observation, error) {
	runs := 0
	for again := true; again; {
		again = false
		for _, in := range simpler(&o.input) {
			if v.Harness != nil && v.Harness.Plain(in) != in {
				continue // it stands for another one
			}
			if runs++; runs > shrinkRuns || ctx.Err() != nil {
				return o, nil
			}
			p, err := v.observe(ctx, in)
			if err != nil {
				return nil, err
			}
			if p == nil || p.respect() != o.respect() || slices.ContainsFunc(p.executed, func(x int) bool { return !o.executed.Has(x) }) {
				continue
			}
			o, again = p, true
			break
		}
	}
	return o, nil
}

// simpler returns inputs that are a step simpler, what saves most first: without
// an argument or file, with a text cut in half, or shorter by a byte, or with a
// byte or value replaced by a plainer one.
func simpler(in *program.Input) []*program.Input {
	var list []*program.Input
	change := func(f func(c *program.Input)) {
		c := *in
		c.Args, c.Files, c.Values, c.Env = slices.Clone(in.Args), slices.Clone(in.Files), slices.Clone(in.Values), slices.Clone(in.Env)
		f(&c)
		list = append(list, &c)
	}
	for i := range in.Args {
		change(func(c *program.Input) { c.Args = slices.Delete(c.Args, i, i+1) })
	}
	for i := range in.Files {
		change(func(c *program.Input) { c.Files = slices.Delete(c.Files, i, i+1) })
	}
	for i, a := range in.Args {
		for _, s := range simplerTexts(a) {
			change(func(c *program.Input) { c.Args[i] = s })
		}
	}
	for _, s := range simplerTexts(in.Stdin) {
		change(func(c *program.Input) { c.Stdin = s })
	}
	for i, f := range in.Files {
		for _, s := range simplerTexts(f.Data) {
			change(func(c *program.Input) { c.Files[i].Data = s })
		}
	}
	for i, e := range in.Env {
		change(func(c *program.Input) { c.Env = slices.Delete(c.Env, i, i+1) })
		if name, value, ok := bytes.Cut(e, []byte("=")); ok {
			for _, s := range simplerTexts(program.Bytes(value)) {
				change(func(c *program.Input) { c.Env[i] = slices.Concat(name, []byte("="), s) })
			}
		}
	}
	for b, plain := range plainer(in) {
		change(func(c *program.Input) {
			for i := range c.Args {
				c.Args[i] = bytes.ReplaceAll(c.Args[i], []byte{b}, []byte{plain})
			}
			c.Stdin = bytes.ReplaceAll(c.Stdin, []byte{b}, []byte{plain})
			for i := range c.Files {
				c.Files[i].Data = bytes.ReplaceAll(c.Files[i].Data, []byte{b}, []byte{plain})
			}
		})
	}
	for i, v := range in.Values {
		for _, s := range simplerValues(v.Data) {
			change(func(c *program.Input) { c.Values[i].Data = s })
		}
	}
	return list
}

// plainer returns bytes that occur and plainer ones that do not, to take their
// place everywhere: what matters may be that two parts of the input are equal.
func plainer(in *program.Input) iter.Seq2[byte, byte] {
	var there [256]bool
	for _, list := range [][]program.Bytes{in.Args, {in.Stdin}} {
		for _, s := range list {
			for _, b := range s {
				there[b] = true
			}
		}
	}
	return func(yield func(b, plain byte) bool) {
		for b := range 256 {
			for _, plain := range []byte("ab01 ") {
				if there[b] && !there[plain] && plainness(plain) < plainness(byte(b)) && !yield(byte(b), plain) {
					return
				}
			}
		}
	}
}

func simplerTexts(s program.Bytes) []program.Bytes {
	var list []program.Bytes
	n := len(s)
	if n > 1 {
		list = append(list, s[:n/2:n/2], s[n/2:])
	}
	for i := range n {
		list = append(list, slices.Concat(s[:i], s[i+1:]))
	}
	for i, b := range s {
		for _, plain := range []byte("a01 ") {
			if plainness(plain) < plainness(b) {
				c := slices.Clone(s)
				c[i] = plain
				list = append(list, c)
			}
		}
	}
	return list
}

// plainness orders bytes: letters, digits, other printable ones, the rest.
func plainness(b byte) int {
	switch {
	case b == 'a':
		return 0
	case b == '0':
		return 1
	case b == '1':
		return 2
	case b == ' ':
		return 3
	case b >= 'a' && b <= 'z', b >= '0' && b <= '9':
		return 4
	case b > ' ' && b <= '~', b == '\n':
		return 5
	}
	return 6
}

// simplerValues returns values of the same size: nearer to zero.
func simplerValues(v program.Bytes) []program.Bytes {
	var list []program.Bytes
	n := len(v)
	if n != 1 && n != 2 && n != 4 && n != 8 {
		for i, b := range v {
			if b != 0 {
				c := slices.Clone(v)
				c[i] = 0
				list = append(list, c)
			}
		}
		return list
	}
	shift := 64 - 8*n
	x := int64(0)
	for i, b := range v {
		x |= int64(b) << (8 * i)
	}
	x = x << shift >> shift
	for _, y := range []int64{0, 1, -1, x / 2, x - sign(x)} {
		if magnitude(y) < magnitude(x) {
			list = append(list, program.IntValue("", n, y).Data)
		}
	}
	return list
}

func sign(x int64) int64 {
	switch {
	case x < 0:
		return -1
	case x > 0:
		return 1
	}
	return 0
}

// magnitude orders integers by their distance from zero, positive ones first.
func magnitude(x int64) uint64 {
	if x < 0 {
		return uint64(-x)*2 + 1
	}
	return uint64(x) * 2
}
