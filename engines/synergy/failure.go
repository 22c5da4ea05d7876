package synergy

import (
	"fmt"
	"slices"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/program"
)

// predicate is what a semantic analysis explains: that something came out at an
// instance as it did. It is the failure itself, or a critical predicate: that a
// branch went to the side it went to.
type predicate struct {
	instance int32   // where it is: always part of its cause
	step     int32   // the branch; for a failure the step that showed it; may be none
	roots    []int32 // the steps whose values decide; none if only reaching the place matters
	byte     *shownByte
	text     string
	// otherwise returns the formula that it had come out otherwise; nil if no value
	// decides.
	otherwise func(f *formula) bitvec.Term
}

// shownByte is a byte of an output: its writer and where that put it.
type shownByte struct {
	writer  int32
	address uint64
	value   byte
}

// failure finds the failing predicate: an assertion, a crash, or the first
// output byte or exit status that the old version's run does not show.
func (t *trace) failure(q program.Equivalence, expected *program.Outcome) *predicate {
	out := t.outcome
	switch {
	case t.fault != none && out.Ending == program.Faulted:
		return t.crash()
	case t.last >= 0 && t.callee != none && t.code.facts(t.callee).Fails:
		return t.assertion()
	case out.Ending != program.Exited || expected.Ending != program.Exited:
		return t.reached("the run ended here (" + ending(out) + ")")
	}
	if i := t.wrongObservation(q, expected.Observed); i >= 0 && i < len(t.observedBy) {
		o := &out.Observed[i]
		var want program.Bytes
		if i < len(expected.Observed) {
			want = expected.Observed[i].Data
		}
		if p := t.firstDifference(t.observedBy[i:i+1], want, o.Data, o.Name); p != nil {
			p.text = fmt.Sprintf("%s is %s", o.Name, o.Text())
			if i < len(expected.Observed) {
				p.text += ", " + expected.Observed[i].Text() + " was expected"
			}
			return p
		}
	}
	for fd, both := range [][2]program.Bytes{{expected.Stdout, out.Stdout}, {expected.Stderr, out.Stderr}} {
		if q.Floats.SameText(both[0], both[1]) {
			continue
		}
		if p := t.wrongByte(fd+1, both[0], both[1]); p != nil {
			return p
		}
	}
	if expected.Status != out.Status && t.exit != none {
		return t.wrongStatus(expected.Status)
	}
	if p := t.wrongFile(expected.Files); p != nil {
		return p
	}
	if t.result != none && t.hasValue(t.result) {
		return t.wrongResult(expected.Result)
	}
	return t.reached("the run ended here")
}

func ending(o *program.Outcome) string {
	if o.Fault != nil {
		return string(o.Fault.Kind)
	}
	return fmt.Sprintf("%s %d", o.Ending, o.Status)
}

// wrongObservation returns the first observation that is not as expected, or -1.
func (t *trace) wrongObservation(q program.Equivalence, expected []program.Observation) int {
	for i := range t.outcome.Observed {
		if i >= len(expected) || !q.SameObservation(&expected[i], &t.outcome.Observed[i]) {
			return i
		}
	}
	return -1
}

// reached is the predicate that the run got to where it ended.
func (t *trace) reached(text string) *predicate {
	return &predicate{instance: t.last, step: none, text: text}
}

// assertion is the condition that decided about the call that failed.
func (t *trace) assertion() *predicate {
	b := t.instances[t.last].control
	if b == none || t.steps[b].instance < 0 || t.instances[t.steps[b].instance].fn != t.instances[t.last].fn {
		return t.reached("the error function was called here")
	}
	p := t.branch(b)
	p.text = "the assertion failed"
	return p
}

// branch is the predicate that a branch went to its side.
func (t *trace) branch(b int32) *predicate {
	st := &t.steps[b]
	in := t.instr(b)
	p := &predicate{instance: st.instance, step: b, roots: t.uses(b)[:1]}
	p.otherwise = func(f *formula) bitvec.Term {
		c := f.operand(in.A, t.uses(b)[0], st.a)
		if in.Op == program.Switch {
			return f.otherCase(in, c, st.a)
		}
		return f.s.Ne(c, f.s.Const(f.s.Width(c), st.a))
	}
	side := map[bool]string{true: "true", false: "false"}[st.a&1 == 1]
	p.text = "this condition came out " + side
	if in.Op != program.Branch {
		p.text = fmt.Sprintf("this came out as %d", program.SignExtend(max(in.A.Kind, program.I8), st.a))
	}
	return p
}

// otherCase returns the formula that a switch on c had gone to another target
// than on the value v.
func (f *formula) otherCase(in *program.Instr, c bitvec.Term, v uint64) bitvec.Term {
	target, same := f.s.Const(32, 0), uint64(0)
	for _, k := range slices.Backward(in.Cases) {
		lo, hi := f.s.Const(f.s.Width(c), k.Lo), f.s.Const(f.s.Width(c), k.Hi)
		within := f.s.And(f.s.Ule(lo, c), f.s.Ule(c, hi))
		inside := k.Lo <= v && v <= k.Hi
		if in.Flags&program.Signed != 0 {
			within = f.s.And(f.s.Sle(lo, c), f.s.Sle(c, hi))
			kind := in.A.Kind
			inside = program.SignExtend(kind, k.Lo) <= program.SignExtend(kind, v) && program.SignExtend(kind, v) <= program.SignExtend(kind, k.Hi)
		}
		target = f.s.Ite(within, f.s.Const(32, uint64(k.Target)), target)
		if inside {
			same = uint64(k.Target)
		}
	}
	return f.s.Ne(target, f.s.Const(32, same))
}

// crash is the predicate that the operands of the instruction that failed were
// what they were.
func (t *trace) crash() *predicate {
	k := t.fault
	p := &predicate{instance: t.steps[k].instance, step: k, text: t.outcome.Fault.Error()}
	if p.instance < 0 {
		p.instance = t.last
	}
	d := t.uses(k)
	in := t.instr(k)
	st := t.steps[k]
	division := st.b == 0 && slices.Contains([]program.Op{program.UDiv, program.SDiv, program.URem, program.SRem}, in.Op)
	for i, o := range []struct {
		op   program.Operand
		word uint64
	}{{in.A, st.a}, {in.B, st.b}} {
		if d[i] == none || !t.hasValue(d[i]) || division && i == 0 || in.Op == program.Store && i == 1 {
			continue
		}
		p.roots = append(p.roots, d[i])
		before := p.otherwise
		p.otherwise = func(f *formula) bitvec.Term {
			x := f.operand(o.op, d[i], o.word)
			differs := f.s.Ne(x, f.s.Const(f.s.Width(x), o.word))
			if before != nil {
				differs = f.s.Or(differs, before(f))
			}
			return differs
		}
	}
	return p
}

// wrongByte is the first byte on a stream that is not as expected.
func (t *trace) wrongByte(fd int, want, have program.Bytes) *predicate {
	var writes []write
	for _, w := range t.writes {
		if w.fd == fd {
			writes = append(writes, w)
		}
	}
	stream := map[int]string{1: "standard output", 2: "standard error"}[fd]
	return t.firstDifference(writes, want, have, stream)
}

func (t *trace) wrongFile(expected []program.File) *predicate {
	for i, have := range t.outcome.Files {
		want := program.Bytes(nil)
		for _, f := range expected {
			if f.Name == have.Name {
				want = f.Data
			}
		}
		if string(want) != string(have.Data) && i < len(t.fileOut) {
			return t.firstDifference(t.fileOut[i:i+1], want, have.Data, "file "+have.Name)
		}
	}
	return nil
}

// firstDifference is the predicate about the first byte that differs; a byte
// that is missing is blamed on the end of the run.
func (t *trace) firstDifference(writes []write, want, have program.Bytes, where string) *predicate {
	at := 0
	for at < len(want) && at < len(have) && want[at] == have[at] {
		at++
	}
	if at == len(want) && at == len(have) {
		return nil
	}
	line := 1
	for _, c := range have[:at] {
		if c == '\n' {
			line++
		}
	}
	place := fmt.Sprintf("byte %d of %s (line %d)", at+1, where, line)
	if at == len(have) {
		p := t.reached(fmt.Sprintf("the run ended here; %s is missing, %q was expected", place, excerpt(want, at)))
		return p
	}
	off := int64(at)
	for _, w := range writes {
		if off >= w.size {
			off -= w.size
			continue
		}
		b := &shownByte{t.uses(w.step)[off], t.steps[w.step].a + uint64(off), have[at]}
		p := &predicate{instance: t.steps[w.step].instance, step: w.step, byte: b}
		if b.writer != none {
			if i := t.steps[b.writer].instance; i >= 0 {
				p.instance = i
			}
			p.step = b.writer
		}
		if p.instance < 0 {
			p.instance = t.last
		}
		p.text = fmt.Sprintf("%s is %q, nothing was expected", place, excerpt(have, at))
		if at < len(want) {
			p.text = fmt.Sprintf("%s is %q, %q was expected", place, excerpt(have, at), excerpt(want, at))
			p.otherwise = func(f *formula) bitvec.Term {
				return f.s.Ne(f.byte(b.writer, b.address, b.value), f.s.Const(8, uint64(b.value)))
			}
		}
		return p
	}
	return t.reached(place + " is wrong")
}

// excerpt returns the rest of the line of text that byte at is in.
func excerpt(text program.Bytes, at int) string {
	end := at
	for end < len(text) && text[end] != '\n' && end < at+24 {
		end++
	}
	if end == at {
		end++
	}
	return string(text[at:min(end, len(text))])
}

func (t *trace) wrongStatus(want int) *predicate {
	k := t.exit
	p := &predicate{instance: t.last, step: k, roots: t.uses(k)[:1], text: fmt.Sprintf("the exit status is %d, %d was expected", t.outcome.Status, want)}
	if i := t.steps[k].instance; i >= 0 {
		p.instance = i
	}
	if d := p.roots[0]; d != none && t.hasValue(d) {
		p.otherwise = func(f *formula) bitvec.Term {
			c := f.s.Resize(8, false, f.value(d))
			return f.s.Ne(c, f.s.Const(8, uint64(t.outcome.Status)))
		}
	}
	return p
}

func (t *trace) wrongResult(want *program.Value) *predicate {
	k := t.result
	p := &predicate{instance: t.last, step: k, roots: []int32{k}, text: "the result is wrong"}
	if want != nil && t.outcome.Result != nil {
		p.text = fmt.Sprintf("the function returned %s, %s was expected", t.outcome.Result, want)
	}
	p.otherwise = func(f *formula) bitvec.Term {
		return f.s.Ne(f.value(k), f.s.Const(t.width(k), t.observed(k)))
	}
	return p
}
