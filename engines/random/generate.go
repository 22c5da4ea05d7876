package random

import (
	"math/rand/v2"
	"strconv"

	"github.com/riftlab/rift/program"
)

// Generator makes random inputs of a model. Equal seeds give equal sequences.
type Generator struct {
	Model *program.InputModel
	Rand  *rand.Rand
}

// Input returns the next input, owned by the caller.
func (g Generator) Input() *program.Input {
	m := g.Model
	in := &program.Input{Entry: m.Entry, Env: m.Env, Terminal: m.Terminal}
	for i := range m.Args {
		in.Args = append(in.Args, g.arg(&m.Args[i]))
	}
	if s := m.SymArgs; s != nil {
		for range s.Min + g.Rand.IntN(s.Max-s.Min+1) {
			in.Args = append(in.Args, g.content(&program.ContentModel{Size: s.Len, Alphabet: s.Alphabet}, 1))
		}
	}
	if m.Stdin != nil {
		in.Stdin = g.content(m.Stdin, 0)
	}
	for _, f := range m.Files {
		data := program.Bytes{}
		switch {
		case f.Text != nil:
			data = *f.Text
		case f.Content != nil:
			data = g.content(f.Content, 0)
		}
		in.Files = append(in.Files, program.File{Name: f.Name, Data: data, Link: f.Link, Mode: f.Mode})
	}
	in.SortFiles()
	for i := range m.SymEnv {
		e := &m.SymEnv[i]
		in.Env = append(in.Env[:len(in.Env):len(in.Env)], append(program.Bytes(e.Name+"="), g.content(&e.Content, 1)...))
	}
	for _, vs := range [][]program.ValueModel{m.Params, m.Globals} {
		for i := range vs {
			in.Values = append(in.Values, g.value(&vs[i]))
		}
	}
	return in
}

func (g Generator) arg(a *program.ArgModel) program.Bytes {
	switch {
	case a.Text != nil:
		return *a.Text
	case a.Int != nil:
		return strconv.AppendInt(nil, g.integer(a.Int), 10)
	case len(a.Choice) > 0:
		return a.Choice[g.Rand.IntN(len(a.Choice))]
	case a.String != nil:
		return g.content(a.String, 1)
	}
	return nil
}

// content draws a byte string; least is the smallest byte allowed where the
// alphabet is every byte (1 for strings that end at NUL). Half of the bytes of
// an unrestricted string are printable, for programs are dull on the others.
func (g Generator) content(c *program.ContentModel, least byte) program.Bytes {
	n := c.MinSize + g.Rand.IntN(max(c.Size-c.MinSize, 0)+1)
	out := make(program.Bytes, n)
	for i := range out {
		switch {
		case len(c.Alphabet) > 0:
			out[i] = c.Alphabet[g.Rand.IntN(len(c.Alphabet))]
		case g.Rand.IntN(2) == 0:
			out[i] = byte(' ' + g.Rand.IntN('~'-' '+1))
		default:
			out[i] = least + byte(g.Rand.IntN(256-int(least)))
		}
	}
	return out
}

func (g Generator) integer(d *program.IntDomain) int64 {
	if len(d.Values) > 0 && g.Rand.IntN(2) == 0 {
		return d.Values[g.Rand.IntN(len(d.Values))]
	}
	span := uint64(d.Max) - uint64(d.Min)
	if span == ^uint64(0) {
		return int64(g.Rand.Uint64())
	}
	return int64(uint64(d.Min) + g.Rand.Uint64N(span+1))
}

// value draws a parameter or global. A parameter with a size but no domain is
// that many random bytes; one with neither is an int.
func (g Generator) value(v *program.ValueModel) program.Value {
	size := v.Size
	if v.Int != nil {
		if size == 0 {
			size = 4
		}
		return program.IntValue(v.Name, size, g.integer(v.Int))
	}
	if size == 0 {
		size = 4
	}
	return program.Value{Name: v.Name, Data: g.content(&program.ContentModel{MinSize: size, Size: size}, 0)}
}
