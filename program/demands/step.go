package demands

import (
	"slices"

	"github.com/riftlab/rift/program"
)

// walk goes through the code of a function once.
func (t *trace) walk(fn int, f *program.Func) {
	c := t.controls[fn]
	for b, block := range f.Blocks {
		if !c.reached[b] {
			continue
		}
		for i := range block.Instrs {
			if t.tired() {
				return
			}
			t.at = Site{fn, b, i}
			t.step(fn, &block.Instrs[i])
		}
	}
}

// step takes one instruction into account.
func (t *trace) step(fn int, in *program.Instr) {
	a, b := t.value(fn, in.A), t.value(fn, in.B)
	switch in.Op {
	case program.Move:
		t.put(fn, in.Dst, a...)
		t.carry(in, func(f fact) { t.put(fn, in.Dst, f) })
	case program.Trunc, program.ZExt, program.SExt, program.Bitcast, program.FToS, program.FToU, program.SToF, program.UToF, program.FToF, program.FNeg:
		t.put(fn, in.Dst, a...)
	case program.Add, program.Sub:
		t.sum(fn, in, a, b)
	case program.Mul, program.UDiv, program.SDiv, program.URem, program.SRem, program.And, program.Or, program.Xor,
		program.Shl, program.LShr, program.AShr, program.FAdd, program.FSub, program.FMul, program.FDiv:
		t.computed(fn, in, a, b)
	case program.Eq, program.Ne, program.ULt, program.ULe, program.SLt, program.SLe, program.FEq, program.FNe, program.FLt, program.FLe:
		t.compare(fn, in, a, b)
	case program.Switch:
		t.choose(in, a)
	case program.Load:
		t.put(fn, in.Dst, t.load(a, in.Off, in.Kind)...)
	case program.Store:
		t.write(in, a, b)
	case program.CopyMem:
		t.copy(a, b)
	case program.PtrAdd:
		t.put(fn, in.Dst, index(in, a, b)...)
	case program.PtrDiff:
		for _, f := range t.texts(a) {
			f.form, f.off = Length, unknown
			t.put(fn, in.Dst, f)
		}
	case program.Enter:
		t.put(fn, in.Dst, fact{kind: pointer, of: t.objectOf(localKey{fn, int(in.Local)}, object{content: -1, global: -1})})
	case program.EnterVLA:
		t.put(fn, in.Dst, fact{kind: pointer, of: t.fresh("")})
	case program.VaStart:
		t.put(fn, in.Dst, fact{kind: pointer, of: t.variadic(fn)})
	case program.Call:
		t.call(fn, in, a)
	case program.Return:
		for _, f := range a {
			if t.results[fn].add(f) {
				for _, at := range t.callers[fn] {
					t.dirty[at.Func] = true
				}
			}
		}
	}
}

func (t *trace) variadic(fn int) int32 {
	return t.objectOf(localKey{fn, -1}, object{content: -1, global: -1})
}

// index returns pointers moved on. A loop moves one by it is not known how much.
func index(in *program.Instr, a, b []fact) []fact {
	by := in.Off
	switch {
	case in.B.Present() && in.B.Mode != program.Const:
		by = unknown
		if len(b) == 1 && b[0].kind == constant {
			by = in.Off + b[0].off*in.Size
		}
	case in.B.Present():
		by += signed(in.B) * in.Size
	}
	if in.A.Reg() == in.Dst {
		by = unknown
	}
	var list []fact
	for _, f := range a {
		if f.kind == pointer {
			list = append(list, f.shifted(by))
		}
	}
	return list
}

// write stores b where a leads.
func (t *trace) write(in *program.Instr, a, b []fact) {
	for _, f := range a {
		if f.kind != pointer || t.objects[f.of].content >= 0 || t.objects[f.of].argv || t.objects[f.of].environ {
			continue
		}
		to := place{f.of, f.shifted(in.Off).off}
		t.store(to, b...)
		t.carry(in, func(f fact) { t.store(to, f) })
	}
}

// carry hands on the answers under which a constant is assigned, as in
// "if (!strcmp(word, "on")) flag = 1".
func (t *trace) carry(in *program.Instr, hand func(f fact)) {
	from := in.A
	if in.Op == program.Store {
		from = in.B
	}
	if from.Mode != program.Const || in.Stmt < 0 {
		return
	}
	t.governing(func(q *Question, _ bool) { hand(fact{kind: answer, of: t.question[*q]}) })
}

// sum is Add and Sub.
func (t *trace) sum(fn int, in *program.Instr, a, b []fact) {
	again := in.A.Reg() == in.Dst && in.Dst != program.NoReg || in.B.Reg() == in.Dst && in.Dst != program.NoReg
	sign := int64(1)
	if in.Op == program.Sub {
		sign = -1
	}
	for _, x := range a {
		for _, y := range b {
			t.put(fn, in.Dst, t.added(x, y, sign, again)...)
		}
	}
	if again && (in.B.Mode == program.Const || in.A.Mode == program.Const) {
		t.counted(fn, in)
	}
}

// added returns x + sign * y.
func (t *trace) added(x, y fact, sign int64, again bool) []fact {
	if x.kind == constant && sign > 0 {
		x, y = y, x
	}
	switch {
	case x.kind == constant && y.kind == constant:
		if again {
			return nil
		}
		return []fact{{kind: constant, off: x.off + sign*y.off}}
	case x.kind == datum && y.kind == constant:
		if again {
			y.off = unknown
		} else {
			y.off *= sign
		}
		return []fact{x.shifted(y.off)}
	case x.kind == datum && y.kind == datum && x.form == Count && y.form == Count && sign < 0 &&
		t.sources[x.of].Kind == Arguments && t.sources[y.of].Kind == Option:
		f := fact{kind: datum, form: Count, of: t.sourceOf(Source{Kind: Operands}), off: x.off}
		return []fact{f.shifted(-y.off)}
	}
	var list []fact
	for _, f := range [...]fact{x, y} {
		if f.kind == datum {
			list = append(list, f.computed())
		}
	}
	return list
}

// computed returns what arithmetic makes of a value.
func (f fact) computed() fact {
	if f.form == Byte {
		f.form = Number
	}
	f.off = unknown
	return f
}

// computed is any other arithmetic.
func (t *trace) computed(fn int, in *program.Instr, lists ...[]fact) {
	for _, list := range lists {
		for _, f := range list {
			if f.kind == datum {
				t.put(fn, in.Dst, f.computed())
			}
		}
	}
}

// counted takes what a loop counts for the length of what it is about.
func (t *trace) counted(fn int, in *program.Instr) {
	if !t.controls[fn].repeats(int32(t.at.Block)) {
		return
	}
	t.governing(func(q *Question, _ bool) {
		form := Length
		switch q.Source.Kind {
		case Arguments, Operands:
			form = Count
		case Option, Terminal:
			return
		}
		t.put(fn, in.Dst, fact{kind: datum, form: form, of: t.sourceOf(q.Source), off: unknown})
	})
}

// ask makes a question at the present instruction.
func (t *trace) ask(q Question) fact {
	q.At = t.at
	t.stored += askingCosts
	n, ok := t.question[q]
	if here := t.sited[t.at]; !ok && len(here) >= mostQuestions {
		return fact{kind: answer, of: here[0]}
	}
	if !ok {
		n = int32(len(t.questions))
		t.questions, t.question[q] = append(t.questions, q), n
		t.sited[t.at] = append(t.sited[t.at], n)
		t.dirty[t.at.Func] = true
	}
	return fact{kind: answer, of: n}
}

// relations are those of the operations, if they hold.
var relations = map[program.Op]Relation{program.Eq: Eq, program.Ne: Ne, program.ULt: Lt, program.ULe: Le, program.SLt: Lt, program.SLe: Le,
	program.FEq: Eq, program.FNe: Ne, program.FLt: Lt, program.FLe: Le}

// compare makes questions of a comparison.
func (t *trace) compare(fn int, in *program.Instr, a, b []fact) {
	r := relations[in.Op]
	for _, x := range a {
		for _, y := range b {
			switch {
			case y.kind == constant:
				t.with(fn, in, x, y.off, r)
			case x.kind == constant:
				t.with(fn, in, y, x.off, r.flip())
			case x.kind == datum && y.kind == datum:
				t.both(fn, in, x, y, r)
			}
		}
	}
}

// with compares a value with a constant.
func (t *trace) with(fn int, in *program.Instr, x fact, c int64, r Relation) {
	q := Question{Relation: r, Value: c}
	switch x.kind {
	case answer:
		t.put(fn, in.Dst, x)
		return
	case letter:
		if c < 0 {
			return
		}
		q.Source, q.Value = Source{Kind: Option, Name: t.optionName(c)}, c
	case pointer:
		o := t.objects[x.of]
		if o.content < 0 || c != 0 || x.off != 0 {
			return
		}
		q.Source = t.sources[o.content]
	case handle:
		q.Source = t.sources[x.of]
	case datum:
		q.Source, q.Form = t.sources[x.of], x.form
		if q.Source.Kind == Option {
			return // optind alone says little
		}
		switch {
		case x.form == Byte:
			q.Near = x.off == unknown
		case x.off == unknown:
			q.Near = true
		default:
			q.Value -= x.off
		}
	default:
		return
	}
	t.put(fn, in.Dst, t.ask(q))
}

// both compares two values of which at least one is from the input.
func (t *trace) both(fn int, in *program.Instr, x, y fact, r Relation) {
	if x.form == Count && y.form == Count && x.off != unknown && y.off != unknown {
		p, q := t.sources[x.of].Kind, t.sources[y.of].Kind
		if p == Option && q == Arguments {
			x, y, r, p, q = y, x, r.flip(), q, p
		}
		if p == Arguments && q == Option {
			t.put(fn, in.Dst, t.ask(Question{Source: Source{Kind: Operands}, Form: Count, Relation: r, Value: y.off - x.off}))
		}
		return
	}
	for _, f := range [...]fact{x, y} {
		if s := t.sources[f.of]; s.Kind != Option {
			t.put(fn, in.Dst, t.ask(Question{Source: s, Form: f.form, Relation: Ne, Near: true}))
		}
	}
}

// choose makes questions of a switch.
func (t *trace) choose(in *program.Instr, a []fact) {
	for _, x := range a {
		if x.kind != letter && x.kind != datum {
			continue
		}
		for _, c := range in.Cases {
			value := signed(program.C(in.Kind, c.Lo))
			q := Question{Relation: Eq, Value: value, asked: value}
			switch {
			case x.kind == letter && q.Value > 0:
				q.Source = Source{Kind: Option, Name: t.optionName(q.Value)}
			case x.kind == datum && t.sources[x.of].Kind != Option:
				q.Source, q.Form = t.sources[x.of], x.form
				if x.off == unknown {
					q.Near = true
				} else if x.form != Byte {
					q.Value -= x.off
				}
			default:
				continue
			}
			t.ask(q)
		}
	}
}

// optionName returns the option that getopt returns a number for: a letter, or a
// name out of a table of long options.
func (t *trace) optionName(c int64) string {
	if c > ' ' && c <= '~' {
		return string(rune(c))
	}
	for _, g := range t.p.Globals {
		if g.Library || g.Type == nil || g.Type.Class != program.ArrayType || g.Type.Elem.Name != "struct option" {
			continue
		}
		for i := range g.Relocs {
			r := &g.Relocs[i]
			at := r.Off + 24 // the member val
			if r.Off%32 != 0 || at+4 > int64(len(g.Data)) || int64(int32(little(g.Data[at:at+4]))) != c {
				continue
			}
			for _, f := range t.value(0, r.Target) {
				if s, ok := t.text(f); ok {
					return "--" + s
				}
			}
		}
	}
	return ""
}

// call is a call of functions a.
func (t *trace) call(fn int, in *program.Instr, a []fact) {
	for _, f := range slices.Clone(a) {
		if f.kind != function {
			continue
		}
		n := int(f.of)
		callee := t.p.Funcs[n]
		if !user(callee) {
			t.library(fn, in, callee.Name)
			continue
		}
		t.enter(fn, in, n)
	}
}

// enter is a call of a function of the user.
func (t *trace) enter(fn int, in *program.Instr, n int) {
	if key := (invocation{t.at, n}); !t.called[key] {
		t.called[key] = true
		t.callers[n] = append(t.callers[n], t.at)
	}
	callee := t.p.Funcs[n]
	for i := range in.Args {
		list := t.value(fn, in.Args[i].Operand)
		switch {
		case i >= len(callee.Params):
			t.store(place{t.variadic(n), int64(8 * (i - len(callee.Params)))}, list...)
		case in.Args[i].Size > 0:
			copy := t.objectOf(localKey{n, -2 - i}, object{content: -1, global: -1})
			t.copy([]fact{{kind: pointer, of: copy}}, list)
			t.put(n, callee.Params[i].Reg, fact{kind: pointer, of: copy})
		default:
			t.put(n, callee.Params[i].Reg, list...)
		}
	}
	t.put(fn, in.Dst, t.results[n].list...)
}
