// Package input is what a run is given, with the parts that vary as terms: a Builder
// makes it from a program.InputModel (every input of the model), from one input whose
// bytes all vary, or from both (Seed), together with the first model and the domains in
// the path condition. Inputs.Under reads the input back that a model says.
//
// Variables are named after the parts of the input, so that those of two explorers
// which share terms are the same.
package input

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/constraints"
	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/engines/symexec/memory"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/machine"
)

// Inputs is what a run is given, with the parts that vary as terms.
type Inputs struct {
	Args    []Argument
	Fixed   int         // arguments before those of varying number
	Min     int         // arguments that there always are
	Count   bitvec.Term // number of further ones (8 bits); 0 if it is fixed
	Env     []Argument  // entries "NAME=value"
	Files   []File      // sorted by name
	Stdin   Content
	Typed   bool // standard input is a terminal
	Entry   string
	Params  []Content
	Globals []Content
	Objects []Content // that pointers in them may point to

	// Guide is the input that a run follows; nil in exploration. With concrete
	// nothing is symbolic, and the input is just executed.
	Guide    *program.Input
	concrete bool
	// Domains is how many constraints of the path condition say which inputs there are;
	// these come first.
	Domains int
}

// Given returns n bytes (8 at least) of value k of those that the program asks
// for while it runs; fixed says that they are no variables.
func (in *Inputs) Given(k, n int) (data []byte, fixed bool) {
	data = make([]byte, max(n, 8))
	if in.Guide == nil {
		return data, false
	}
	if k += len(in.Params) + len(in.Globals); k < len(in.Guide.Values) {
		copy(data[:n], in.Guide.Values[k].Data)
	}
	return data, in.concrete
}

// Argument is one argument of the program: text, or one of several choices.
type Argument struct {
	Choice []program.Bytes
	Which  bitvec.Term // which choice (8 bits); 0 for the first
	Text   *memory.Text
}

// Content is a byte string: data, or terms if they are not nil.
type Content struct {
	Name   string
	terms  []bitvec.Term
	data   []byte
	Length bitvec.Term // 32 bits; 0 if the length is fixed

	pointers []pointerField
	links    []program.Link // pointers that are no choice
}

// Piece returns n bytes from the given one.
func (c *Content) Piece(from, n int) memory.Piece {
	p := memory.Piece{Data: make([]byte, n)}
	if c.terms == nil {
		copy(p.Data, c.data[from:])
		return p
	}
	for i := range n {
		p.Sym = append(p.Sym, memory.Overlay{Off: uint32(i), N: 1, T: c.terms[from+i]})
	}
	return p
}

// Size returns the greatest number of bytes of a content.
func (c *Content) Size() int { return max(len(c.terms), len(c.data)) }

// File is a file that the program may find.
type File struct {
	Name    string
	Content Content
	Link    bool
	Mode    uint32 // as in program.File
}

// Builder makes the inputs of a model, and with them the first model and path
// condition.
type Builder struct {
	terms   *expr.Builder
	solver  *constraints.Solver
	program *program.Program
	Path    *constraints.PathCondition
	in      *Inputs

	pointees []pointee
	slots    machine.Slots // from the start of an entry function on
}

// NewBuilder returns a builder of the inputs of a program, in.
func NewBuilder(terms *expr.Builder, solver *constraints.Solver, program *program.Program, path *constraints.PathCondition, in *Inputs) *Builder {
	return &Builder{terms: terms, solver: solver, program: program, Path: path, in: in}
}

// eval returns the value of a term under the model that the inputs begin with.
func (b *Builder) eval(t bitvec.Term) uint64 { return b.solver.Eval(b.Path, t) }

// variable makes a variable with its first value and its domain.
func (b *Builder) variable(name string, bits int, first uint64, domain func(t bitvec.Term) bitvec.Term) bitvec.Term {
	t, n := b.solver.Variable(name, bits)
	b.Path.Set(n, first)
	if domain != nil {
		b.solver.Add(b.Path, domain(t))
	}
	return t
}

// FromModel describes every input of a model.
func (b *Builder) FromModel(m *program.InputModel) error {
	in := b.in
	in.Entry, in.Typed = m.Entry, m.Terminal
	in.Env = fixedEnv(m.Env)
	for i := range m.SymEnv {
		in.Env = append(in.Env, b.envEntry(&m.SymEnv[i]))
	}
	for i := range m.Args {
		a, err := b.arg(i, &m.Args[i])
		if err != nil {
			return err
		}
		in.Args = append(in.Args, a)
	}
	in.Fixed, in.Min = len(in.Args), len(in.Args)
	if s := m.SymArgs; s != nil {
		for k := range s.Max {
			c := program.ContentModel{Size: s.Len, Alphabet: s.Alphabet}
			in.Args = append(in.Args, Argument{Text: b.text(len(m.Args)+k+1, &c)})
		}
		in.Min += s.Min
		if s.Max > s.Min {
			in.Count = b.variable("args", 8, uint64(s.Min), func(t bitvec.Term) bitvec.Term {
				return b.terms.InRange(t, uint64(s.Min), uint64(s.Max), false)
			})
		}
	}
	if m.Stdin != nil {
		in.Stdin = b.content("stdin", m.Stdin)
	}
	for _, f := range m.Files {
		c := Content{data: []byte{}}
		switch {
		case f.Text != nil:
			c.data = *f.Text
		case f.Content != nil:
			c = b.content("file."+f.Name, f.Content)
		}
		in.Files = append(in.Files, File{f.Name, c, f.Link, f.Mode})
	}
	slices.SortFunc(in.Files, func(x, y File) int { return strings.Compare(x.Name, y.Name) })
	return b.values(m)
}

func (b *Builder) arg(i int, a *program.ArgModel) (Argument, error) {
	switch {
	case a.Text != nil:
		return Argument{Choice: []program.Bytes{*a.Text}}, nil
	case a.Int != nil:
		lo, hi := a.Int.Min, a.Int.Max
		if lo > hi {
			return Argument{}, fmt.Errorf("argument %d: no integer from %d to %d", i+1, lo, hi)
		}
		first := min(max(0, lo), hi)
		t := b.integer(fmt.Sprintf("arg%d", i+1), 64, first, lo, hi)
		return Argument{Text: &memory.Text{Index: i + 1, Number: t, Lo: lo, Hi: hi}}, nil
	case len(a.Choice) > 255:
		return Argument{}, fmt.Errorf("argument %d: more than 255 choices", i+1)
	case len(a.Choice) > 1:
		n := uint64(len(a.Choice) - 1)
		t := b.variable(fmt.Sprintf("arg%d.choice", i+1), 8, 0, func(t bitvec.Term) bitvec.Term { return b.terms.InRange(t, 0, n, false) })
		return Argument{Choice: a.Choice, Which: t}, nil
	case len(a.Choice) == 1:
		return Argument{Choice: a.Choice}, nil
	case a.String != nil:
		return Argument{Text: b.text(i+1, a.String)}, nil
	}
	return Argument{Choice: []program.Bytes{{}}}, nil
}

// integer makes an integer from lo to hi as a term of the given width. The
// variable has as few bits as the range needs: the solver then knows the rest.
func (b *Builder) integer(name string, width int, first, lo, hi int64) bitvec.Term {
	signed := lo < 0
	n := expr.BitLen(uint64(hi))
	if signed {
		n = max(expr.BitLen(uint64(^lo)), expr.BitLen(uint64(max(hi, 0)))) + 1
	}
	n = min(n, width)
	v := b.variable(name, n, uint64(first)&(math.MaxUint64>>(64-n)), func(t bitvec.Term) bitvec.Term {
		return b.terms.InRange(b.terms.Resize(64, signed, t), uint64(lo), uint64(hi), true)
	})
	return b.terms.Resize(width, signed, v)
}

func (b *Builder) text(i int, c *program.ContentModel) *memory.Text {
	t := &memory.Text{Index: i}
	for k := range c.Size {
		t.Bytes = append(t.Bytes, b.char(fmt.Sprintf("arg%d[%d]", i, k), c, k >= c.MinSize, true))
	}
	return t
}

func (b *Builder) content(name string, c *program.ContentModel) Content {
	out := Content{Name: name, terms: []bitvec.Term{}}
	for k := range c.Size {
		out.terms = append(out.terms, b.char(fmt.Sprintf("%s[%d]", name, k), c, false, false))
	}
	if c.MinSize < c.Size {
		out.Length = b.variable(name+".length", 32, uint64(c.Size), func(t bitvec.Term) bitvec.Term {
			return b.terms.InRange(t, uint64(c.MinSize), uint64(c.Size), false)
		})
	}
	return out
}

// char makes a byte of a content: one of the alphabet, and 0 only where that
// may end a text.
func (b *Builder) char(name string, c *program.ContentModel, mayEnd, text bool) bitvec.Term {
	first := uint64(0)
	if len(c.Alphabet) > 0 && !mayEnd {
		first = uint64(c.Alphabet[0])
	} else if text && !mayEnd {
		first = 'a'
	}
	return b.variable(name, 8, first, func(t bitvec.Term) bitvec.Term {
		s := b.terms
		zero := s.Const(8, 0)
		if len(c.Alphabet) == 0 {
			if text && !mayEnd {
				return s.Ne(t, zero)
			}
			return s.True()
		}
		in := s.False()
		for _, r := range byteRanges(c.Alphabet) {
			in = s.Or(in, b.terms.InRange(t, uint64(r[0]), uint64(r[1]), false))
		}
		if mayEnd {
			in = s.Or(in, s.Eq(t, zero))
		}
		return in
	})
}

// byteRanges returns the bytes of an alphabet as ranges.
func byteRanges(alphabet []byte) [][2]byte {
	sorted := slices.Clone(alphabet)
	slices.Sort(sorted)
	var out [][2]byte
	for _, c := range slices.Compact(sorted) {
		if n := len(out); n > 0 && int(out[n-1][1])+1 == int(c) {
			out[n-1][1] = c
		} else {
			out = append(out, [2]byte{c, c})
		}
	}
	return out
}

// fixedEnv describes an environment that does not vary.
func fixedEnv(env []program.Bytes) []Argument {
	var list []Argument
	for _, e := range env {
		list = append(list, Argument{Choice: []program.Bytes{e}})
	}
	return list
}

// envEntry describes a variable of the environment with a value that varies.
func (b *Builder) envEntry(m *program.EnvModel) Argument {
	t := &memory.Text{Index: -1, Bytes: b.literal(m.Name + "=")}
	for k := range m.Content.Size {
		t.Bytes = append(t.Bytes, b.char(fmt.Sprintf("env.%s[%d]", m.Name, k), &m.Content, k >= m.Content.MinSize, true))
	}
	return Argument{Text: t}
}

// literal returns the bytes of a text that does not vary.
func (b *Builder) literal(s string) []bitvec.Term {
	var list []bitvec.Term
	for _, c := range []byte(s) {
		list = append(list, b.terms.Const(8, uint64(c)))
	}
	return list
}

// values describes the parameters of the entry function and the globals.
func (b *Builder) values(m *program.InputModel) error {
	p := b.program
	if m.Entry != "" && m.Entry != "main" {
		i, ok := p.FuncByName(m.Entry)
		if !ok || len(p.Funcs[i].Blocks) == 0 {
			return fmt.Errorf("the program has no function %s", m.Entry)
		}
		params := p.Funcs[i].Params
		if p.Funcs[i].Sret {
			params = params[1:]
		}
		if len(m.Params) > len(params) {
			return fmt.Errorf("%s has %d parameters, the input model %d", m.Entry, len(params), len(m.Params))
		}
		b.slots = machine.NewSlots(len(p.Globals))
		if p.Funcs[i].Sret {
			b.slots.New(0)
		}
		models := make([]program.ValueModel, len(params))
		for k := range params {
			v := &models[k]
			v.Name = params[k].Name
			if k < len(m.Params) {
				*v = m.Params[k]
			}
			if v.Name == "" {
				v.Name = "arg" + strconv.Itoa(k)
			}
			if isObject(&params[k]) && paramSize(&params[k], v) > 0 {
				b.reserve(v.Name, pointeeOf(&params[k]))
			}
		}
		for k := range params {
			b.in.Params = append(b.in.Params, b.param(&params[k], &models[k]))
		}
	}
	for i := range m.Globals {
		v := &m.Globals[i]
		g, ok := p.GlobalByName(v.Name)
		if !ok {
			return fmt.Errorf("the program has no variable %s", v.Name)
		}
		if p.Globals[g].ReadOnly {
			return fmt.Errorf("variable %s is read-only", v.Name)
		}
		if t := p.Globals[g].Type; t.HoldsPointers() && v.Depth >= 0 && t.Size == p.Globals[g].Size {
			b.in.Globals = append(b.in.Globals, b.structure(v.Name, t, 1, depthOf(v)))
			continue
		}
		b.in.Globals = append(b.in.Globals, b.value(v, int(p.Globals[g].Size)))
	}
	return nil
}

// isObject reports whether the value of a parameter lies in an object of its
// own.
func isObject(p *program.Param) bool { return p.Size > 0 || p.Kind == program.Ptr }

// pointeeOf returns the type of what a pointer parameter points to, or nil.
func pointeeOf(p *program.Param) *program.Type {
	if p.Size == 0 && p.Type != nil && p.Type.Class == program.PointerType {
		return p.Type.Elem
	}
	return nil
}

func depthOf(v *program.ValueModel) int {
	if v.Depth == 0 {
		return defaultDepth
	}
	return v.Depth
}

// param makes the value of a parameter.
func (b *Builder) param(p *program.Param, v *program.ValueModel) Content {
	size := paramSize(p, v)
	if t := pointeeOf(p); t.HoldsPointers() && v.Depth >= 0 && t.Size > 0 && size%int(t.Size) == 0 {
		return b.structure(v.Name+"->", t, size/int(t.Size), depthOf(v))
	}
	if p.Size > 0 && p.Type.HoldsPointers() && v.Depth >= 0 && p.Type.Size == p.Size {
		return b.structure(v.Name, p.Type, 1, depthOf(v))
	}
	return b.value(v, size)
}

// pointerObjects is how many elements a pointer parameter points to if the
// model does not say, for characters and for everything else.
const (
	defaultText    = 8
	defaultObjects = 1
)

// paramSize returns the bytes of a parameter's value; for a pointer, of what
// it points to.
func paramSize(p *program.Param, v *program.ValueModel) int {
	switch {
	case p.Size > 0:
		return int(p.Size)
	case p.Kind != program.Ptr:
		return int(p.Kind.Bytes())
	case v.Size > 0:
		return v.Size
	case p.Type == nil || p.Type.Elem == nil:
		return 0
	case p.Type.Elem.Size == 1:
		return defaultText
	}
	return int(p.Type.Elem.Size) * defaultObjects
}

// value makes a value of size bytes: a variable for an integer with a domain,
// else one for each byte or, for the sizes of registers, one for all.
func (b *Builder) value(v *program.ValueModel, size int) Content {
	c := Content{Name: v.Name, terms: []bitvec.Term{}}
	switch size {
	case 1, 2, 4, 8:
		var t bitvec.Term
		if d := v.Int; d != nil {
			t = b.integer(v.Name, 8*size, min(max(0, d.Min), d.Max), d.Min, d.Max)
		} else {
			t = b.variable(v.Name, 8*size, 0, nil)
		}
		for i := range size {
			c.terms = append(c.terms, b.terms.Extract(8*i+7, 8*i, t))
		}
	default:
		for i := range size {
			c.terms = append(c.terms, b.variable(fmt.Sprintf("%s[%d]", v.Name, i), 8, 0, nil))
		}
	}
	return c
}

// FromInput describes the inputs of the shape of one, which the run is to
// follow or, with concrete, only to execute.
func (b *Builder) FromInput(in *program.Input, concrete bool) error {
	b.in.Guide, b.in.concrete = in, concrete
	b.in.Entry, b.in.Typed = in.Entry, in.Terminal
	bytes := func(name string, data []byte) Content {
		if concrete {
			return Content{Name: name, data: data}
		}
		c := Content{Name: name, terms: []bitvec.Term{}}
		for i, x := range data {
			c.terms = append(c.terms, b.variable(fmt.Sprintf("%s[%d]", name, i), 8, uint64(x), nil))
		}
		return c
	}
	varying := func(index int, name string, data []byte) *memory.Text {
		c := bytes(name, data)
		for _, t := range c.terms {
			b.solver.Add(b.Path, b.terms.Ne(t, b.terms.Const(8, 0)))
		}
		return &memory.Text{Index: index, Bytes: c.terms}
	}
	for i, a := range in.Args {
		if concrete {
			b.in.Args = append(b.in.Args, Argument{Choice: []program.Bytes{a}})
			continue
		}
		b.in.Args = append(b.in.Args, Argument{Text: varying(i+1, fmt.Sprintf("arg%d", i+1), a)})
	}
	for i, entry := range in.Env {
		name, value, ok := strings.Cut(string(entry), "=")
		if concrete || !ok {
			b.in.Env = append(b.in.Env, Argument{Choice: []program.Bytes{entry}})
			continue
		}
		t := varying(-1, fmt.Sprintf("env%d.%s", i, name), []byte(value))
		t.Bytes = slices.Concat(b.literal(name+"="), t.Bytes)
		b.in.Env = append(b.in.Env, Argument{Text: t})
	}
	b.in.Min = len(b.in.Args)
	b.in.Stdin = bytes("stdin", in.Stdin)
	for _, f := range in.Files {
		b.in.Files = append(b.in.Files, File{f.Name, b.linked(&f, bytes), f.Link, f.Mode})
	}
	return b.guidedValues(in, bytes)
}

// linked returns the content of a file; where a link leads is no variable.
func (b *Builder) linked(f *program.File, bytes func(string, []byte) Content) Content {
	if f.Link {
		return Content{data: f.Data}
	}
	return bytes("file."+f.Name, f.Data)
}

// guidedValues takes the values for parameters and globals, as package vm does.
func (b *Builder) guidedValues(in *program.Input, bytes func(string, []byte) Content) error {
	p := b.program
	if in.Entry == "" || in.Entry == "main" {
		return nil
	}
	i, ok := p.FuncByName(in.Entry)
	if !ok || len(p.Funcs[i].Blocks) == 0 {
		return fmt.Errorf("the program has no function %s", in.Entry)
	}
	fn := p.Funcs[i]
	n := len(fn.Params)
	if fn.Sret {
		n--
	}
	if len(in.Values) < n {
		return fmt.Errorf("%s: %d values for %d parameters", fn.Source, len(in.Values), n)
	}
	params := fn.Params[len(fn.Params)-n:]
	b.slots = machine.NewSlots(len(p.Globals))
	if fn.Sret {
		b.slots.New(0)
	}
	for k, v := range in.Values[:n] {
		if isObject(&params[k]) && len(v.Data) > 0 {
			b.reserve(v.Name, nil)
		}
	}
	for _, v := range in.Objects {
		b.reserve(v.Name, nil)
	}
	for k, v := range in.Values[:n] {
		c := bytes(fmt.Sprintf("%s.%d", v.Name, k), slices.Clone(v.Data))
		c.Name = v.Name
		if err := b.link(&c, &v); err != nil {
			return err
		}
		b.in.Params = append(b.in.Params, c)
	}
	for k, v := range in.Objects {
		c := bytes(fmt.Sprintf("%s.object%d", v.Name, k), slices.Clone(v.Data))
		c.Name = v.Name
		if err := b.link(&c, &v); err != nil {
			return err
		}
		b.in.Objects = append(b.in.Objects, c)
	}
	for _, v := range in.Values[n:] {
		g, ok := p.GlobalByName(v.Name)
		if !ok {
			break
		}
		if int64(len(v.Data)) != p.Globals[g].Size {
			return fmt.Errorf("value %s has %d bytes, the variable %d", v.Name, len(v.Data), p.Globals[g].Size)
		}
		c := bytes(v.Name, slices.Clone(v.Data))
		if err := b.link(&c, &v); err != nil {
			return err
		}
		b.in.Globals = append(b.in.Globals, c)
	}
	return nil
}
