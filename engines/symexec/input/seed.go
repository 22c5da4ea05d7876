package input

import (
	"encoding/binary"
	"errors"
	"slices"
	"strconv"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/memory"
	"github.com/riftlab/rift/program"
)

var errNotOfModel = errors.New("the input is none of the model's")

// Seed describes the inputs of a model, with in as the first one, which the run
// is to follow.
func (b *Builder) Seed(m *program.InputModel, in *program.Input) error {
	if m == nil {
		return errNotOfModel
	}
	if err := b.FromModel(m); err != nil {
		return err
	}
	b.in.Guide = in
	if !b.setArgs(in) || !b.setContent(&b.in.Stdin, in.Stdin) || !b.setEnv(in.Env) {
		return errNotOfModel
	}
	for i := range b.in.Files {
		f := &b.in.Files[i]
		k := slices.IndexFunc(in.Files, func(g program.File) bool { return g.Name == f.Name })
		if k < 0 || !b.setContent(&f.Content, in.Files[k].Data) {
			return errNotOfModel
		}
	}
	if len(in.Objects) > 0 || len(b.in.Objects) > 0 {
		return errNotOfModel
	}
	k := 0
	for _, list := range [][]Content{b.in.Params, b.in.Globals} {
		for i := range list {
			if k >= len(in.Values) || !b.setContent(&list[i], in.Values[k].Data) {
				return errNotOfModel
			}
			k++
		}
	}
	b.solver.Renew(b.Path)
	for _, t := range b.Path.Condition() {
		if !b.solver.Holds(b.Path, t) {
			return errNotOfModel
		}
	}
	got, want := b.in.Under(b.eval, nil), *in
	want.Values = want.Values[:k]
	if got.Key() != want.Key() {
		return errNotOfModel
	}
	return nil
}

func (b *Builder) setArgs(in *program.Input) bool {
	n := len(in.Args)
	if n < b.in.Min || n > len(b.in.Args) {
		return false
	}
	if b.in.Count != 0 {
		b.set(b.in.Count, uint64(n-b.in.Fixed))
	}
	for i, data := range in.Args {
		a := &b.in.Args[i]
		switch {
		case a.Text == nil:
			k := slices.IndexFunc(a.Choice, func(c program.Bytes) bool { return slices.Equal(c, data) })
			if k < 0 {
				return false
			}
			if a.Which != 0 {
				b.set(a.Which, uint64(k))
			}
		case a.Text.Number != 0:
			v, err := strconv.ParseInt(string(data), 10, 64)
			if err != nil || v < a.Text.Lo || v > a.Text.Hi || strconv.FormatInt(v, 10) != string(data) {
				return false
			}
			b.set(a.Text.Number, uint64(v))
		default:
			if len(data) > len(a.Text.Bytes) || slices.Contains(data, 0) {
				return false
			}
			for k, t := range a.Text.Bytes {
				c := byte(0)
				if k < len(data) {
					c = data[k]
				}
				b.set(t, uint64(c))
			}
		}
	}
	return true
}

// setEnv reports whether the environment is the model's, and sets what of it
// varies.
func (b *Builder) setEnv(env []program.Bytes) bool {
	if len(env) != len(b.in.Env) {
		return false
	}
	for i, data := range env {
		switch a := &b.in.Env[i]; {
		case a.Text == nil && slices.Equal(a.Choice[0], data):
		case a.Text == nil || len(data) > len(a.Text.Bytes) || slices.Contains(data, 0):
			return false
		default:
			b.setText(a.Text, data)
		}
	}
	return true
}

// setText gives the variables of a text its bytes.
func (b *Builder) setText(t *memory.Text, data []byte) {
	for k, t := range t.Bytes {
		c := byte(0)
		if k < len(data) {
			c = data[k]
		}
		if b.terms.Kind(t) == bitvec.KindVar {
			b.set(t, uint64(c))
		}
	}
}

func (b *Builder) setContent(c *Content, data []byte) bool {
	switch {
	case len(c.pointers) > 0:
		return false
	case c.terms == nil:
		return string(c.data) == string(data)
	case len(data) > len(c.terms) || c.Length == 0 && len(data) < len(c.terms):
		return false
	case c.Length != 0:
		b.set(c.Length, uint64(len(data)))
	}
	if n := len(c.terms); n > 1 && n <= 8 && b.variableOf(c.terms[0]) == b.variableOf(c.terms[n-1]) {
		word := append(slices.Clone(data), make([]byte, 8)...) // one integer
		b.set(c.terms[0], binary.LittleEndian.Uint64(word))
		return true
	}
	for i, x := range data {
		b.set(c.terms[i], uint64(x))
	}
	return true
}

// variableOf returns the variable that a term is made of alone, or 0.
func (b *Builder) variableOf(t bitvec.Term) bitvec.Term {
	if v := b.solver.Support(t); len(v) == 1 {
		return b.solver.Vars[v[0]]
	}
	return 0
}

// set gives the variable that t is (or is the wider form of) the value w.
func (b *Builder) set(t bitvec.Term, w uint64) {
	if v := b.variableOf(t); v != 0 {
		b.Path.Set(b.solver.Number(v), w&(^uint64(0)>>(64-b.terms.Width(v))))
	}
}
