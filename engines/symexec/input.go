package symexec

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/engines/symexec/memory"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/machine"
)

// inputs is what a run is given, with its symbolic parts as terms.
type inputs struct {
	args    []argument
	fixed   int         // arguments before those of varying number
	min     int         // arguments that there always are
	count   bitvec.Term // number of further ones (8 bits); 0 if it is fixed
	env     []argument  // entries "NAME=value"
	files   []file      // sorted by name
	stdin   content
	typed   bool // standard input is a terminal
	entry   string
	params  []content
	globals []content
	objects []content // that pointers in them may point to

	// guide is the input that a run follows; nil in exploration. With concrete
	// nothing is symbolic, and the input is just executed.
	guide    *program.Input
	concrete bool
}

// given returns n bytes (8 at least) of value k of those that the program asks
// for while it runs; fixed says that they are no variables.
func (in *inputs) given(k, n int) (data []byte, fixed bool) {
	data = make([]byte, max(n, 8))
	if in.guide == nil {
		return data, false
	}
	if k += len(in.params) + len(in.globals); k < len(in.guide.Values) {
		copy(data[:n], in.guide.Values[k].Data)
	}
	return data, in.concrete
}

// argument is one argument of the program: text, one of several choices, or a
// content.
type argument struct {
	choice []program.Bytes
	which  bitvec.Term // which choice (8 bits); 0 for the first
	text   *memory.Text
}

// content is a byte string of at least min bytes. It is data if terms is nil.
type content struct {
	name   string
	terms  []bitvec.Term
	data   []byte
	length bitvec.Term // 32 bits; 0 if the length is fixed

	pointers []pointerField
	links    []program.Link // pointers that are no choice
}

// piece returns n bytes from the given one.
func (c *content) piece(from, n int) memory.Piece {
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

func (c *content) size() int { return max(len(c.terms), len(c.data)) }

type file struct {
	name    string
	content content
	link    bool
	mode    uint32 // as in program.File
}

// contentLength decides how long a content is.
func (e *Explorer) contentLength(st *State, c *content) (int, bool) {
	if c.length == 0 {
		return c.size(), true
	}
	n, ok := e.enumerate(st, expr.Value{T: c.length})
	return int(n), ok
}

// builder makes the inputs of a model, and with them the first model and path
// condition.
type builder struct {
	e  *Explorer
	st *State
	in *inputs

	pointees []pointee
	nextSlot int // of the object to be made next at the start of an entry function
}

// variable makes a variable with its first value and its domain.
func (b *builder) variable(name string, bits int, first uint64, domain func(t bitvec.Term) bitvec.Term) bitvec.Term {
	t, n := b.e.solver.Variable(name, bits)
	b.st.path.Set(n, first)
	if domain != nil {
		b.e.add(b.st, domain(t))
	}
	return t
}

// fromModel describes every input of a model.
func (b *builder) fromModel(m *program.InputModel) error {
	in := b.in
	in.entry, in.typed = m.Entry, m.Terminal
	in.env = fixedEnv(m.Env)
	for i := range m.SymEnv {
		in.env = append(in.env, b.envEntry(&m.SymEnv[i]))
	}
	for i := range m.Args {
		a, err := b.arg(i, &m.Args[i])
		if err != nil {
			return err
		}
		in.args = append(in.args, a)
	}
	in.fixed, in.min = len(in.args), len(in.args)
	if s := m.SymArgs; s != nil {
		for k := range s.Max {
			c := program.ContentModel{Size: s.Len, Alphabet: s.Alphabet}
			in.args = append(in.args, argument{text: b.text(len(m.Args)+k+1, &c)})
		}
		in.min += s.Min
		if s.Max > s.Min {
			in.count = b.variable("args", 8, uint64(s.Min), func(t bitvec.Term) bitvec.Term {
				return b.e.terms.InRange(t, uint64(s.Min), uint64(s.Max), false)
			})
		}
	}
	if m.Stdin != nil {
		in.stdin = b.content("stdin", m.Stdin)
	}
	for _, f := range m.Files {
		c := content{data: []byte{}}
		switch {
		case f.Text != nil:
			c.data = *f.Text
		case f.Content != nil:
			c = b.content("file."+f.Name, f.Content)
		}
		in.files = append(in.files, file{f.Name, c, f.Link, f.Mode})
	}
	slices.SortFunc(in.files, func(x, y file) int { return strings.Compare(x.name, y.name) })
	return b.values(m)
}

func (b *builder) arg(i int, a *program.ArgModel) (argument, error) {
	switch {
	case a.Text != nil:
		return argument{choice: []program.Bytes{*a.Text}}, nil
	case a.Int != nil:
		lo, hi := a.Int.Min, a.Int.Max
		if lo > hi {
			return argument{}, fmt.Errorf("argument %d: no integer from %d to %d", i+1, lo, hi)
		}
		first := min(max(0, lo), hi)
		t := b.integer(fmt.Sprintf("arg%d", i+1), 64, first, lo, hi)
		return argument{text: &memory.Text{Index: i + 1, Number: t, Lo: lo, Hi: hi}}, nil
	case len(a.Choice) > 255:
		return argument{}, fmt.Errorf("argument %d: more than 255 choices", i+1)
	case len(a.Choice) > 1:
		n := uint64(len(a.Choice) - 1)
		t := b.variable(fmt.Sprintf("arg%d.choice", i+1), 8, 0, func(t bitvec.Term) bitvec.Term { return b.e.terms.InRange(t, 0, n, false) })
		return argument{choice: a.Choice, which: t}, nil
	case len(a.Choice) == 1:
		return argument{choice: a.Choice}, nil
	case a.String != nil:
		return argument{text: b.text(i+1, a.String)}, nil
	}
	return argument{choice: []program.Bytes{{}}}, nil
}

// integer makes an integer from lo to hi as a term of the given width. The
// variable has as few bits as the range needs: the solver then knows the rest.
func (b *builder) integer(name string, width int, first, lo, hi int64) bitvec.Term {
	signed := lo < 0
	n := expr.BitLen(uint64(hi))
	if signed {
		n = max(expr.BitLen(uint64(^lo)), expr.BitLen(uint64(max(hi, 0)))) + 1
	}
	n = min(n, width)
	v := b.variable(name, n, uint64(first)&(math.MaxUint64>>(64-n)), func(t bitvec.Term) bitvec.Term {
		return b.e.terms.InRange(b.e.terms.Resize(64, signed, t), uint64(lo), uint64(hi), true)
	})
	return b.e.terms.Resize(width, signed, v)
}

func (b *builder) text(i int, c *program.ContentModel) *memory.Text {
	t := &memory.Text{Index: i}
	for k := range c.Size {
		t.Bytes = append(t.Bytes, b.char(fmt.Sprintf("arg%d[%d]", i, k), c, k >= c.MinSize, true))
	}
	return t
}

func (b *builder) content(name string, c *program.ContentModel) content {
	out := content{name: name, terms: []bitvec.Term{}}
	for k := range c.Size {
		out.terms = append(out.terms, b.char(fmt.Sprintf("%s[%d]", name, k), c, false, false))
	}
	if c.MinSize < c.Size {
		out.length = b.variable(name+".length", 32, uint64(c.Size), func(t bitvec.Term) bitvec.Term {
			return b.e.terms.InRange(t, uint64(c.MinSize), uint64(c.Size), false)
		})
	}
	return out
}

// char makes a byte of a content: one of the alphabet, and 0 only where that
// may end a text.
func (b *builder) char(name string, c *program.ContentModel, mayEnd, text bool) bitvec.Term {
	first := uint64(0)
	if len(c.Alphabet) > 0 && !mayEnd {
		first = uint64(c.Alphabet[0])
	} else if text && !mayEnd {
		first = 'a'
	}
	return b.variable(name, 8, first, func(t bitvec.Term) bitvec.Term {
		s := b.e.terms
		zero := s.Const(8, 0)
		if len(c.Alphabet) == 0 {
			if text && !mayEnd {
				return s.Ne(t, zero)
			}
			return s.True()
		}
		in := s.False()
		for _, r := range byteRanges(c.Alphabet) {
			in = s.Or(in, b.e.terms.InRange(t, uint64(r[0]), uint64(r[1]), false))
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
func fixedEnv(env []program.Bytes) []argument {
	var list []argument
	for _, e := range env {
		list = append(list, argument{choice: []program.Bytes{e}})
	}
	return list
}

// envEntry describes a variable of the environment with a value that varies.
func (b *builder) envEntry(m *program.EnvModel) argument {
	t := &memory.Text{Index: -1, Bytes: b.literal(m.Name + "=")}
	for k := range m.Content.Size {
		t.Bytes = append(t.Bytes, b.char(fmt.Sprintf("env.%s[%d]", m.Name, k), &m.Content, k >= m.Content.MinSize, true))
	}
	return argument{text: t}
}

// literal returns the bytes of a text that does not vary.
func (b *builder) literal(s string) []bitvec.Term {
	var list []bitvec.Term
	for _, c := range []byte(s) {
		list = append(list, b.e.terms.Const(8, uint64(c)))
	}
	return list
}

// values describes the parameters of the entry function and the globals.
func (b *builder) values(m *program.InputModel) error {
	p := b.e.code.IR
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
		b.nextSlot = len(p.Globals) + 1
		if p.Funcs[i].Sret {
			b.nextSlot++
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
			b.in.params = append(b.in.params, b.param(&params[k], &models[k]))
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
			b.in.globals = append(b.in.globals, b.structure(v.Name, t, 1, depthOf(v)))
			continue
		}
		b.in.globals = append(b.in.globals, b.value(v, int(p.Globals[g].Size)))
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
func (b *builder) param(p *program.Param, v *program.ValueModel) content {
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
func (b *builder) value(v *program.ValueModel, size int) content {
	c := content{name: v.Name, terms: []bitvec.Term{}}
	switch size {
	case 1, 2, 4, 8:
		var t bitvec.Term
		if d := v.Int; d != nil {
			t = b.integer(v.Name, 8*size, min(max(0, d.Min), d.Max), d.Min, d.Max)
		} else {
			t = b.variable(v.Name, 8*size, 0, nil)
		}
		for i := range size {
			c.terms = append(c.terms, b.e.terms.Extract(8*i+7, 8*i, t))
		}
	default:
		for i := range size {
			c.terms = append(c.terms, b.variable(fmt.Sprintf("%s[%d]", v.Name, i), 8, 0, nil))
		}
	}
	return c
}

// fromInput describes the inputs of the shape of one, which the run is to
// follow or, with concrete, only to execute.
func (b *builder) fromInput(in *program.Input, concrete bool) error {
	b.in.guide, b.in.concrete = in, concrete
	b.in.entry, b.in.typed = in.Entry, in.Terminal
	bytes := func(name string, data []byte) content {
		if concrete {
			return content{name: name, data: data}
		}
		c := content{name: name, terms: []bitvec.Term{}}
		for i, x := range data {
			c.terms = append(c.terms, b.variable(fmt.Sprintf("%s[%d]", name, i), 8, uint64(x), nil))
		}
		return c
	}
	varying := func(index int, name string, data []byte) *memory.Text {
		c := bytes(name, data)
		for _, t := range c.terms {
			b.e.add(b.st, b.e.terms.Ne(t, b.e.terms.Const(8, 0)))
		}
		return &memory.Text{Index: index, Bytes: c.terms}
	}
	for i, a := range in.Args {
		if concrete {
			b.in.args = append(b.in.args, argument{choice: []program.Bytes{a}})
			continue
		}
		b.in.args = append(b.in.args, argument{text: varying(i+1, fmt.Sprintf("arg%d", i+1), a)})
	}
	for i, entry := range in.Env {
		name, value, ok := strings.Cut(string(entry), "=")
		if concrete || !ok {
			b.in.env = append(b.in.env, argument{choice: []program.Bytes{entry}})
			continue
		}
		t := varying(-1, fmt.Sprintf("env%d.%s", i, name), []byte(value))
		t.Bytes = slices.Concat(b.literal(name+"="), t.Bytes)
		b.in.env = append(b.in.env, argument{text: t})
	}
	b.in.min = len(b.in.args)
	b.in.stdin = bytes("stdin", in.Stdin)
	for _, f := range in.Files {
		b.in.files = append(b.in.files, file{f.Name, b.linked(&f, bytes), f.Link, f.Mode})
	}
	return b.guidedValues(in, bytes)
}

// linked returns the content of a file; where a link leads is no variable.
func (b *builder) linked(f *program.File, bytes func(string, []byte) content) content {
	if f.Link {
		return content{data: f.Data}
	}
	return bytes("file."+f.Name, f.Data)
}

// guidedValues takes the values for parameters and globals, as package vm does.
func (b *builder) guidedValues(in *program.Input, bytes func(string, []byte) content) error {
	p := b.e.code.IR
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
	b.nextSlot = len(p.Globals) + 1 + len(fn.Params) - n
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
		c.name = v.Name
		if err := b.link(&c, &v); err != nil {
			return err
		}
		b.in.params = append(b.in.params, c)
	}
	for k, v := range in.Objects {
		c := bytes(fmt.Sprintf("%s.object%d", v.Name, k), slices.Clone(v.Data))
		c.name = v.Name
		if err := b.link(&c, &v); err != nil {
			return err
		}
		b.in.objects = append(b.in.objects, c)
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
		b.in.globals = append(b.in.globals, c)
	}
	return nil
}

// argument gives argument i of the program in a fresh object.
func (e *Explorer) argument(st *State, i int) (expr.Value, bool) {
	in := st.in
	if i == 0 {
		p, ok := e.newString(st, []byte(e.opt.Name))
		return expr.Word(p), ok
	}
	if i < 0 || i > len(in.args) {
		return expr.Value{}, true
	}
	if in.count != 0 && i > in.min && !e.decide(st, e.terms.Ule(e.terms.Const(8, uint64(i-in.fixed)), in.count)) {
		return expr.Value{}, true
	}
	return e.newArgument(st, &in.args[i-1])
}

// newArgument makes an object of an argument or an entry of the environment.
func (e *Explorer) newArgument(st *State, a *argument) (expr.Value, bool) {
	if a.text != nil {
		return e.newText(st, a.text)
	}
	k := uint64(0)
	if a.which != 0 {
		var ok bool
		if k, ok = e.enumerate(st, expr.Value{T: a.which}); !ok {
			return expr.Value{}, false
		}
	}
	p, ok := e.newString(st, a.choice[k])
	return expr.Word(p), ok
}

// newText makes an object of a text.
func (e *Explorer) newText(st *State, t *memory.Text) (expr.Value, bool) {
	s := e.alloc(st, uint64(len(t.Bytes))+1, machine.StringObject)
	if s == 0 {
		e.stopped(st, "memory")
		return expr.Value{}, false
	}
	o := st.memory.Change(s)
	o.Define()
	for i, b := range t.Bytes {
		o.Store(e.terms, i, 1, e.terms.Of(b))
	}
	if t.Number != 0 || len(t.Bytes) > 0 {
		o.Text = t
	}
	return expr.Word(st.memory.Address(s)), true
}

// settle decides what it must of an input string before its bytes below end
// may be accessed: that none before the last is its NUL, or what a number looks
// like. It reports false if they may not.
func (e *Explorer) settle(st *State, s uint32, end uint64) bool {
	o := st.memory.Object(s)
	t := o.Text
	if t.Number != 0 {
		return e.writeNumber(st, s, t)
	}
	if end > uint64(len(t.Bytes))+1 {
		return false
	}
	for i := o.Sure; i+1 < int(end); i++ {
		if !e.decide(st, e.terms.Ne(t.Bytes[i], e.terms.Const(8, 0))) {
			return false
		}
	}
	if int(end)-1 > o.Sure {
		st.memory.Change(s).Sure = int(end) - 1
	}
	return true
}

// settleAll decides the length of an input string.
func (e *Explorer) settleAll(st *State, s uint32) bool {
	t := st.memory.Object(s).Text
	if t.Number != 0 {
		return e.writeNumber(st, s, t)
	}
	n := 0
	for n < len(t.Bytes) && e.decide(st, e.terms.Ne(t.Bytes[n], e.terms.Const(8, 0))) {
		n++
	}
	o := st.memory.Change(s)
	p := o.Take(e.terms, 0, n)
	p.Data = append(p.Data, 0)
	o.Renew(n + 1)
	o.Put(e.terms, 0, p)
	return true
}

// shape is how the numbers from lo to hi look in decimal.
type shape struct {
	negative bool
	digits   int
	lo, hi   int64
}

// shapeOf returns the shape of w, limited to the range from lo to hi.
func shapeOf(w, lo, hi int64) shape {
	abs := strconv.FormatInt(w, 10)
	s := shape{negative: w < 0, digits: len(abs)}
	if s.negative {
		s.digits--
	}
	from, to := int64(0), int64(9)
	for range s.digits - 1 {
		if from == 0 {
			from = 1
		}
		from *= 10
		if to > math.MaxInt64/10 {
			to = math.MaxInt64
		} else if to = to * 10; to <= math.MaxInt64-9 {
			to += 9
		} else {
			to = math.MaxInt64
		}
	}
	if s.negative {
		from, to = max(from, 1), max(to, 1)
		low := -to
		if to == math.MaxInt64 {
			low = math.MinInt64
		}
		from, to = low, -from
	}
	s.lo, s.hi = max(from, lo), min(to, hi)
	return s
}

// writeNumber turns a number into bytes: it decides the sign and the number of
// digits, and makes a variable of each digit.
func (e *Explorer) writeNumber(st *State, slot uint32, t *memory.Text) bool {
	s := e.terms
	w := int64(e.solver.Eval(&st.path, t.Number))
	sh := shapeOf(w, t.Lo, t.Hi)
	if !e.decide(st, e.terms.InRange(t.Number, uint64(sh.lo), uint64(sh.hi), true)) {
		panic("symexec: a number is not of its own shape")
	}
	written := strconv.FormatInt(w, 10)
	o := st.memory.Change(slot)
	o.Renew(len(written) + 1)
	if s.Kind(t.Number) == bitvec.KindConst || sh.lo == sh.hi {
		o.SetBytes(0, []byte(written))
		return true
	}
	sum, sign := s.Const(64, 0), ""
	if sh.negative {
		sign = "-"
		o.SetBytes(0, []byte(sign))
	}
	scale := uint64(1)
	for i := len(written) - 1; i >= 0 && written[i] != '-'; i-- {
		d, n := e.solver.Variable(fmt.Sprintf("arg%d%s.%d[%d]", t.Index, sign, sh.digits, i), 8)
		e.solver.Assign(&st.path, n, uint64(written[i]))
		e.add(st, e.terms.InRange(d, '0', '9', false))
		digit := s.ZeroExtend(56, s.Sub(d, s.Const(8, '0')))
		sum = s.Add(sum, s.Mul(digit, s.Const(64, scale)))
		scale *= 10
		o.Store(e.terms, i, 1, expr.Value{T: d})
	}
	if sh.negative {
		sum = s.Neg(sum)
	}
	e.add(st, s.Eq(t.Number, sum))
	return true
}
