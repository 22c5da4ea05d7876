package demands

import (
	"bytes"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/libfacts"
)

// mostRounds bounds how often all code is gone through; after settled rounds it is
// known which letter of getopt a case is about.
const (
	mostRounds = 40
	settled    = 3
)

// Bounds of the work: of the places kept of an object, beyond which it is not known
// where in the object something lies, of the questions at one instruction, and of the
// facts stored, beyond which what is known so far has to do. Memory that is copied to
// and fro needs them.
const (
	mostPlaces    = 128
	mostQuestions = 64
	mostStored    = 2 << 20
	askingCosts   = 16 // as many facts
)

// trace follows values from the sources.
type trace struct {
	p         *program.Program
	never     []bool
	controls  []*control // by function; nil for those without code of the user
	sources   []Source
	source    map[Source]int32
	objects   []object
	object    map[any]int32
	regs      [][]facts // by function and register
	results   []facts   // by function
	cells     map[place]*facts
	known     map[int32][]int64 // by object: the offsets of its places
	questions []Question
	question  map[Question]int32
	sited     map[Site][]int32 // questions by place
	callers   [][]Site         // by function of the user
	called    map[invocation]bool
	at        Site
	dirty     []bool                   // functions to go through again
	readers   map[int32]map[int32]bool // of an object's places: functions
	round     int
	stored    int // facts, new or not
	table     *libfacts.Table
}

// invocation is a call of a function.
type invocation struct {
	at     Site
	callee int
}

// user reports whether a function's code is followed.
func user(f *program.Func) bool { return !f.Library && len(f.Blocks) > 0 }

func newTrace(p *program.Program) *trace {
	t := &trace{p: p, never: neverReturns(p), source: map[Source]int32{}, object: map[any]int32{}, cells: map[place]*facts{},
		known: map[int32][]int64{}, question: map[Question]int32{}, sited: map[Site][]int32{}, called: map[invocation]bool{}, table: libfacts.New()}
	t.controls, t.regs = make([]*control, len(p.Funcs)), make([][]facts, len(p.Funcs))
	t.dirty, t.readers = make([]bool, len(p.Funcs)), map[int32]map[int32]bool{}
	t.results, t.callers = make([]facts, len(p.Funcs)), make([][]Site, len(p.Funcs))
	for i, f := range p.Funcs {
		if user(f) {
			t.controls[i], t.regs[i] = newControl(f, t.never), make([]facts, len(f.Regs))
		}
	}
	t.begin()
	for t.round = range mostRounds {
		walked := false
		for i, f := range p.Funcs {
			if user(f) && (t.dirty[i] || t.round <= settled) {
				walked, t.dirty[i] = true, false
				t.walk(i, f)
			}
		}
		if !walked || t.tired() {
			break
		}
	}
	return t
}

// tired reports whether the analysis has done all the work it may.
func (t *trace) tired() bool { return t.stored > mostStored }

// begin gives main its arguments and variables what they begin with.
func (t *trace) begin() {
	if n, ok := t.p.FuncByName("main"); ok && user(t.p.Funcs[n]) {
		params := t.p.Funcs[n].Params
		if len(params) > 0 {
			t.put(n, params[0].Reg, fact{kind: datum, form: Count, of: t.sourceOf(Source{Kind: Arguments})})
		}
		if len(params) > 1 {
			t.put(n, params[1].Reg, fact{kind: pointer, of: t.objectOf("argv", object{content: -1, argv: true, global: -1})})
		}
		if len(params) > 2 {
			t.put(n, params[2].Reg, fact{kind: pointer, of: t.environment()})
		}
	}
	for i, g := range t.p.Globals {
		switch {
		case g.Library && g.Source == "stdin":
			t.store(place{t.global(i), 0}, fact{kind: handle, of: t.sourceOf(Source{Kind: Stdin})})
			continue
		case g.Library && g.Source == "environ":
			t.store(place{t.global(i), 0}, fact{kind: pointer, of: t.environment()})
			continue
		case g.Library && g.Source == "optind":
			t.store(place{t.global(i), 0}, fact{kind: datum, form: Count, of: t.sourceOf(Source{Kind: Option})})
			continue
		case g.Library:
			continue
		}
		for k := range g.Relocs {
			for _, f := range t.value(i, g.Relocs[k].Target) {
				t.store(place{t.global(i), g.Relocs[k].Off}, f)
			}
		}
		if k := g.Type.Kind(); k.IsInt() && g.Size <= 8 && len(g.Relocs) == 0 {
			t.store(place{t.global(i), 0}, fact{kind: constant, off: signed(program.C(k, little(g.Data)))})
		}
	}
}

// environment returns the table of the variables of the environment.
func (t *trace) environment() int32 {
	return t.objectOf("environ", object{content: -1, environ: true, global: -1})
}

// little reads bytes as a number, least first.
func little(data []byte) uint64 {
	var n uint64
	for i := min(len(data), 8) - 1; i >= 0; i-- {
		n = n<<8 | uint64(data[i])
	}
	return n
}

func (t *trace) sourceOf(s Source) int32 {
	n, ok := t.source[s]
	if !ok {
		n = int32(len(t.sources))
		t.sources, t.source[s] = append(t.sources, s), n
	}
	return n
}

func (t *trace) objectOf(key any, o object) int32 {
	n, ok := t.object[key]
	if !ok {
		n = int32(len(t.objects))
		t.objects, t.object[key] = append(t.objects, o), n
	}
	return n
}

// globalKey, localKey and siteKey name objects of the program.
type (
	globalKey int
	localKey  struct{ fn, local int }
	siteKey   struct {
		at   Site
		what string
	}
)

func (t *trace) global(i int) int32 {
	return t.objectOf(globalKey(i), object{content: -1, global: int32(i)})
}

// content returns the object that is the text of a source.
func (t *trace) content(s Source) int32 {
	return t.objectOf(s, object{content: t.sourceOf(s), global: -1})
}

// fresh returns the object that the present instruction makes.
func (t *trace) fresh(what string) int32 {
	return t.objectOf(siteKey{t.at, what}, object{content: -1, global: -1})
}

// value returns what an operand may be.
func (t *trace) value(fn int, o program.Operand) []fact {
	switch o.Mode {
	case program.InReg:
		return t.regs[fn][o.Index].list
	case program.Const:
		return []fact{{kind: constant, off: signed(o)}}
	case program.GlobalAddr:
		return []fact{{kind: pointer, of: t.global(int(o.Index)), off: int64(o.Bits)}}
	case program.FuncAddr:
		return []fact{{kind: function, of: o.Index}}
	}
	return nil
}

func (t *trace) put(fn int, r program.Reg, list ...fact) {
	if r == program.NoReg {
		return
	}
	for _, f := range list {
		if t.regs[fn][r].add(f) {
			t.dirty[fn] = true
		}
	}
}

func (t *trace) store(at place, list ...fact) {
	if at.off < 0 {
		at.off = unknown
	}
	c := t.cells[at]
	if c == nil && len(t.known[at.object]) >= mostPlaces {
		at.off = unknown
		c = t.cells[at]
	}
	t.stored += len(list)
	if c == nil {
		c = &facts{}
		t.cells[at] = c
		t.known[at.object] = append(t.known[at.object], at.off)
	}
	for _, f := range list {
		if c.add(f) {
			for fn := range t.readers[at.object] {
				t.dirty[fn] = true
			}
		}
	}
}

// held calls see for what a place may hold; with an offset that is not known, for
// all that the object holds.
func (t *trace) held(at place, see func(f fact)) {
	t.reads(at.object)
	for _, off := range t.known[at.object] {
		if off != at.off && off != unknown && at.off != unknown {
			continue
		}
		for _, f := range t.cells[place{at.object, off}].list {
			if f.kind == datum && f.form == Byte && off == unknown {
				f.off = at.off // bytes read into it as they stand
			}
			see(f)
		}
	}
}

// reads notes that the present function depends on an object.
func (t *trace) reads(object int32) {
	fn := int32(t.at.Func)
	if r := t.readers[object]; r == nil {
		t.readers[object] = map[int32]bool{fn: true}
	} else if !r[fn] {
		r[fn] = true
	}
}

// load returns what lies where pointers lead.
func (t *trace) load(at []fact, off int64, k program.Kind) []fact {
	var list []fact
	for _, f := range at {
		if f.kind != pointer {
			continue
		}
		f = f.shifted(off)
		switch o := t.objects[f.of]; {
		case o.argv:
			list = append(list, fact{kind: pointer, of: t.content(Source{Kind: Argument, Index: argumentAt(f.off)})})
		case o.environ:
			list = append(list, fact{kind: pointer, of: t.content(Source{Kind: Variable})})
		case o.content >= 0 && k.Bytes() > 1:
			list = append(list, fact{kind: datum, form: Number, of: o.content})
		case o.content >= 0:
			list = append(list, fact{kind: datum, form: Byte, of: o.content, off: f.off})
		default:
			t.held(place{f.of, f.off}, func(f fact) {
				if f.kind == datum && f.form == Byte && k.Bytes() > 1 {
					f.form, f.off = Number, 0
				}
				list = append(list, f)
			})
			if o.global >= 0 && t.round >= settled && t.p.Globals[o.global].Source == "optarg" && t.p.Globals[o.global].Library {
				list = append(list, fact{kind: pointer, of: t.content(Source{Kind: Value, Name: t.letterHere()})})
			}
		}
	}
	return list
}

// argumentAt returns the argument whose address lies at an offset of argv; 0 for any.
func argumentAt(off int64) int {
	if off < 0 || off%8 != 0 || off > 8*1024 {
		return 0
	}
	return int(off / 8)
}

// letterHere returns the option whose case the present instruction stands in.
func (t *trace) letterHere() string {
	name := ""
	t.governing(func(q *Question, way bool) {
		if q.Source.Kind == Option && q.Relation == Eq && way && name == "" {
			name = q.Source.Name
		}
	})
	return name
}

// governing calls see for the questions of the branches that decide whether the
// present instruction is executed, and whether they are answered with yes then.
func (t *trace) governing(see func(q *Question, way bool)) {
	f := t.p.Funcs[t.at.Func]
	for _, e := range t.controls[t.at.Func].deps[t.at.Block] {
		b := f.Blocks[e.from]
		for _, q := range t.asked(t.at.Func, int(e.from)) {
			question := &t.questions[q]
			if b.Term().Op == program.Switch {
				for _, c := range b.Term().Cases {
					if c.Target == e.way && question.asked == signed(program.C(b.Term().Kind, c.Lo)) {
						see(question, true)
					}
				}
				continue
			}
			see(question, e.way == 0)
		}
	}
}

// asked returns the questions that the branch at the end of a block rests on.
func (t *trace) asked(fn, block int) []int32 {
	term := t.p.Funcs[fn].Blocks[block].Term()
	var list []int32
	add := func(q int32) {
		for _, x := range list {
			if x == q {
				return
			}
		}
		list = append(list, q)
	}
	if term.Op == program.Switch {
		return t.sited[Site{fn, block, len(t.p.Funcs[fn].Blocks[block].Instrs) - 1}]
	}
	for _, f := range t.value(fn, term.A) {
		if f.kind == answer {
			add(f.of)
		}
	}
	return list
}

// text returns the literal at a pointer.
func (t *trace) text(f fact) (string, bool) {
	if f.kind != pointer || f.off < 0 {
		return "", false
	}
	o := t.objects[f.of]
	if o.global < 0 {
		return "", false
	}
	g := t.p.Globals[o.global]
	if f.off > int64(len(g.Data)) || len(g.Relocs) > 0 || g.Type != nil && g.Type.Elem != nil && g.Type.Elem.Size != 1 || !g.ReadOnly {
		return "", false
	}
	s, _, _ := bytes.Cut(g.Data[f.off:], []byte{0})
	return string(s), true
}

// texts returns the sources whose text lies where pointers lead, with where in it
// the pointers lead.
func (t *trace) texts(at []fact) []fact {
	var list facts
	for _, f := range at {
		if f.kind != pointer {
			continue
		}
		if o := t.objects[f.of]; o.content >= 0 {
			list.add(fact{kind: datum, form: Text, of: o.content, off: f.off})
			continue
		}
		t.held(place{f.of, f.off}, func(g fact) {
			if g.kind == datum && g.form == Byte {
				list.add(fact{kind: datum, form: Text, of: g.of, off: f.off})
			}
		})
	}
	return list.list
}

// fill stores bytes of a source in the objects that pointers lead to.
func (t *trace) fill(to []fact, source int32) {
	for _, f := range to {
		if f.kind == pointer && t.objects[f.of].content < 0 {
			t.store(place{f.of, unknown}, fact{kind: datum, form: Byte, of: source, off: unknown})
		}
	}
}

// copy copies what objects hold; text of a source becomes bytes of it.
func (t *trace) copy(to, from []fact) {
	for _, f := range from {
		if f.kind != pointer {
			continue
		}
		if c := t.objects[f.of].content; c >= 0 {
			t.fill(to, c)
			continue
		}
		t.reads(f.of)
		for _, off := range append([]int64(nil), t.known[f.of]...) {
			if t.tired() {
				return
			}
			for _, g := range to {
				if g.kind == pointer && t.objects[g.of].content < 0 && g.of != f.of {
					at := place{g.of, unknown}
					if off != unknown && f.off != unknown && g.off != unknown {
						at.off = off - f.off + g.off
					}
					t.store(at, t.cells[place{f.of, off}].list...)
				}
			}
		}
	}
}
