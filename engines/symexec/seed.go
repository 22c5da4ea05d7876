package symexec

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

// seed describes the inputs of a model, with in as the first one, which the run
// is to follow.
func (b *builder) seed(m *program.InputModel, in *program.Input) error {
	if m == nil {
		return errNotOfModel
	}
	if err := b.fromModel(m); err != nil {
		return err
	}
	b.in.guide = in
	if !b.setArgs(in) || !b.setContent(&b.in.stdin, in.Stdin) || !b.setEnv(in.Env) {
		return errNotOfModel
	}
	for i := range b.in.files {
		f := &b.in.files[i]
		k := slices.IndexFunc(in.Files, func(g program.File) bool { return g.Name == f.name })
		if k < 0 || !b.setContent(&f.content, in.Files[k].Data) {
			return errNotOfModel
		}
	}
	if len(in.Objects) > 0 || len(b.in.objects) > 0 {
		return errNotOfModel
	}
	k := 0
	for _, list := range [][]content{b.in.params, b.in.globals} {
		for i := range list {
			if k >= len(in.Values) || !b.setContent(&list[i], in.Values[k].Data) {
				return errNotOfModel
			}
			k++
		}
	}
	b.e.solver.Renew(&b.st.path)
	for _, t := range b.st.Condition() {
		if !b.e.solver.Holds(&b.st.path, t) {
			return errNotOfModel
		}
	}
	got, want := b.e.inputOf(b.st), *in
	want.Values = want.Values[:k]
	if got.Key() != want.Key() {
		return errNotOfModel
	}
	return nil
}

func (b *builder) setArgs(in *program.Input) bool {
	n := len(in.Args)
	if n < b.in.min || n > len(b.in.args) {
		return false
	}
	if b.in.count != 0 {
		b.set(b.in.count, uint64(n-b.in.fixed))
	}
	for i, data := range in.Args {
		a := &b.in.args[i]
		switch {
		case a.text == nil:
			k := slices.IndexFunc(a.choice, func(c program.Bytes) bool { return slices.Equal(c, data) })
			if k < 0 {
				return false
			}
			if a.which != 0 {
				b.set(a.which, uint64(k))
			}
		case a.text.Number != 0:
			v, err := strconv.ParseInt(string(data), 10, 64)
			if err != nil || v < a.text.Lo || v > a.text.Hi || strconv.FormatInt(v, 10) != string(data) {
				return false
			}
			b.set(a.text.Number, uint64(v))
		default:
			if len(data) > len(a.text.Bytes) || slices.Contains(data, 0) {
				return false
			}
			for k, t := range a.text.Bytes {
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
func (b *builder) setEnv(env []program.Bytes) bool {
	if len(env) != len(b.in.env) {
		return false
	}
	for i, data := range env {
		switch a := &b.in.env[i]; {
		case a.text == nil && slices.Equal(a.choice[0], data):
		case a.text == nil || len(data) > len(a.text.Bytes) || slices.Contains(data, 0):
			return false
		default:
			b.setText(a.text, data)
		}
	}
	return true
}

// setText gives the variables of a text its bytes.
func (b *builder) setText(t *memory.Text, data []byte) {
	for k, t := range t.Bytes {
		c := byte(0)
		if k < len(data) {
			c = data[k]
		}
		if b.e.terms.Kind(t) == bitvec.KindVar {
			b.set(t, uint64(c))
		}
	}
}

func (b *builder) setContent(c *content, data []byte) bool {
	switch {
	case len(c.pointers) > 0:
		return false
	case c.terms == nil:
		return string(c.data) == string(data)
	case len(data) > len(c.terms) || c.length == 0 && len(data) < len(c.terms):
		return false
	case c.length != 0:
		b.set(c.length, uint64(len(data)))
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
func (b *builder) variableOf(t bitvec.Term) bitvec.Term {
	if v := b.e.solver.Support(t); len(v) == 1 {
		return b.e.solver.Vars[v[0]]
	}
	return 0
}

// set gives the variable that t is (or is the wider form of) the value w.
func (b *builder) set(t bitvec.Term, w uint64) {
	if v := b.variableOf(t); v != 0 {
		b.st.path.Set(b.e.solver.Number(v), w&(^uint64(0)>>(64-b.e.terms.Width(v))))
	}
}
