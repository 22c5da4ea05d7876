package input

import (
	"slices"
	"strconv"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/program"
)

// Under returns the input that the values of terms say, with what the program asked for.
func (in *Inputs) Under(eval func(bitvec.Term) uint64, asked *Answer) program.Input {
	if in.concrete {
		return *in.Guide
	}
	out := program.Input{Entry: in.Entry, Terminal: in.Typed}
	for i := range in.Env {
		out.Env = append(out.Env, argumentOf(eval, &in.Env[i]))
	}
	n := in.Min
	if in.Count != 0 {
		n = in.Fixed + int(eval(in.Count))
	}
	for i := range in.Args[:n] {
		out.Args = append(out.Args, argumentOf(eval, &in.Args[i]))
	}
	if d := contentOf(eval, &in.Stdin); len(d) > 0 {
		out.Stdin = d
	}
	for i := range in.Files {
		f := &in.Files[i]
		out.Files = append(out.Files, program.File{Name: f.Name, Data: contentOf(eval, &f.Content), Link: f.Link, Mode: f.Mode})
	}
	for _, list := range [][]Content{in.Params, in.Globals} {
		for i := range list {
			out.Values = append(out.Values, valueOf(eval, &list[i]))
		}
	}
	for i := range in.Objects {
		out.Objects = append(out.Objects, valueOf(eval, &in.Objects[i]))
	}
	fixed := len(out.Values)
	for a := asked; a != nil; a = a.Prev {
		v := program.Value{Name: a.Name, Data: make(program.Bytes, a.Size)}
		for i := range v.Data {
			if len(a.Terms) == 1 && a.Size <= 8 {
				v.Data[i] = byte(eval(a.Terms[0]) >> (8 * i))
			} else {
				v.Data[i] = byte(eval(a.Terms[i]))
			}
		}
		out.Values = append(out.Values, v)
	}
	slices.Reverse(out.Values[fixed:])
	return out
}

func argumentOf(eval func(bitvec.Term) uint64, a *Argument) program.Bytes {
	if a.Text == nil {
		k := uint64(0)
		if a.Which != 0 {
			k = eval(a.Which)
		}
		return a.Choice[k]
	}
	if a.Text.Number != 0 {
		return strconv.AppendInt(nil, int64(eval(a.Text.Number)), 10)
	}
	out := program.Bytes{}
	for _, t := range a.Text.Bytes {
		b := byte(eval(t))
		if b == 0 {
			break
		}
		out = append(out, b)
	}
	return out
}

func contentOf(eval func(bitvec.Term) uint64, c *Content) program.Bytes {
	n := c.Size()
	if c.Length != 0 {
		n = int(eval(c.Length))
	}
	return c.Piece(0, n).Under(eval)
}

// linksOf returns where the pointers of a content point to under the model, and
// clears their bytes.
func linksOf(eval func(bitvec.Term) uint64, c *Content, data []byte) []program.Link {
	links := c.links
	for _, p := range c.pointers {
		clear(data[p.off : p.off+8])
		if to := p.options[eval(p.choice)]; to != "" {
			links = append(links, program.Link{Off: p.off, To: to})
		}
	}
	for _, l := range c.links {
		clear(data[l.Off : l.Off+8])
	}
	return links
}

// valueOf returns a content as a value of an input.
func valueOf(eval func(bitvec.Term) uint64, c *Content) program.Value {
	v := program.Value{Name: c.Name, Data: contentOf(eval, c)}
	v.Links = linksOf(eval, c, v.Data)
	return v
}

// Answer is a value that the program asked the input for, newest first.
type Answer struct {
	Prev  *Answer
	Name  string
	Terms []bitvec.Term // its bytes, or one term for all
	Size  int
}
