package exec

import (
	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/code"
	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/program"
)

// Summaries take the place of functions of the run-time library which fork
// where a term would do: they compute the result for all contents of a string
// at once. A summary declines whenever it cannot be exact - an address that is
// not known, a string that may not end within its object, bytes never written -
// and the C code runs. That the two agree is proved by TestSummariesAreProved.
//
// A run that is followed or executed does without them, so that it takes the
// concrete machine's steps; so does a program that looks at the clock, which
// counts steps.

// decimals is the name of the summary of functions that read a decimal number, which
// gives more than a value.
const decimals = "decimal"

// results are the summaries that only give a value, by the names that the table of
// facts has for them.
func results() map[string]result {
	return map[string]result{
		"length": lengthOf, "lengthwithin": lengthWithin,
		"compare": compareStrings, "comparewithin": compareWithin, "fold": compareFolded, "foldwithin": compareFoldedWithin,
		"memory": compareMemory,
		"find":   findChar, "findorend": findCharOrEnd, "findlast": findLast, "findmemory": findInMemory,
		"varies": varies, "varying": varying, "defernumber": deferNumber, "defertext": deferText, "settle": settleText,
	}
}

// summarise takes the place of a call of a function of the run-time library where it
// can: done says that it did and the call is over; without ok the path has ended.
func (m *Machine) summarise(st *State, f *Activation, in *code.Instr, callee *code.Function) (done, ok bool) {
	if callee.Summary == decimals {
		return readDecimal(m, st, f, in)
	}
	if m.results == nil {
		m.results = results()
	}
	r := m.results[callee.Summary]
	n := len(callee.IR.Params)
	if r == nil || len(in.Args) < n || !m.summarises(st) {
		return false, true
	}
	args := make([]expr.Value, n)
	for i := range args {
		args[i] = f.Regs[in.Args[i]]
	}
	v, done := r(m, st, args)
	if done {
		m.give(f, in, v)
	}
	return done, true
}

// summarises reports whether summaries may be used.
func (m *Machine) summarises(st *State) bool {
	return st.Input.Guide == nil && !m.opt.NoSummaries && !m.code.Clocked
}

// give ends a call with a value.
func (m *Machine) give(f *Activation, in *code.Instr, v expr.Value) {
	if in.Kind != program.Void {
		f.Regs[in.Dst] = m.terms.NarrowKind(v, in.Kind)
	}
	f.PC++
}

// mostCells is how many bytes of a string a summary looks at; mostSymbolic is
// how many of them may be symbolic.
const (
	mostCells    = 1024
	mostSymbolic = 64
)

// cells is a stretch of memory as far as it may be read without a decision.
type cells struct {
	at   uint64
	list []expr.Value // bytes
}

// cellsAt returns at most n bytes from a known address: up to the end of the
// object, or a byte never written. It declines without symbolic bytes: then the
// C code is as good.
func (m *Machine) cellsAt(st *State, a expr.Value, n int) (c cells, symbolic int, ok bool) {
	if a.T != 0 {
		return cells{}, 0, false
	}
	s, off, ok := st.Memory.Inside(a.W, 0)
	if !ok {
		return cells{}, 0, false
	}
	o := st.Memory.Object(s)
	if o.Partial() || o.Text != nil && (o.Text.Number != 0 || off > o.Sure) {
		return cells{}, 0, false // it may have ended before
	}
	c.at = a.W
	for i := off; i < o.Size && len(c.list) < min(n, mostCells) && o.Defined(i, 1); i++ {
		v := o.Load(m.terms, i, 1)
		if v.T != 0 {
			symbolic++
		}
		c.list = append(c.list, v)
		if v == (expr.Value{}) {
			break // the string surely ends here
		}
	}
	return c, symbolic, symbolic <= mostSymbolic
}

// ends reports whether the last cell is surely a NUL.
func (c *cells) ends() bool {
	return len(c.list) > 0 && c.list[len(c.list)-1] == (expr.Value{})
}

// lengthOf is strlen.
func lengthOf(e *Machine, st *State, a []expr.Value) (expr.Value, bool) {
	c, n, ok := e.cellsAt(st, a[0], mostCells)
	if !ok || n == 0 || !c.ends() {
		return expr.Value{}, false
	}
	return e.firstNUL(c.list), true
}

// lengthWithin is strnlen.
func lengthWithin(e *Machine, st *State, a []expr.Value) (expr.Value, bool) {
	if a[1].T != 0 {
		return expr.Value{}, false
	}
	most := int(min(a[1].W, mostCells))
	c, n, ok := e.cellsAt(st, a[0], most)
	if !ok || n == 0 || !c.ends() && uint64(len(c.list)) != a[1].W {
		return expr.Value{}, false
	}
	return e.firstNUL(c.list), true
}

// firstNUL returns the place of the first NUL, the number of bytes if there is
// none.
func (m *Machine) firstNUL(list []expr.Value) expr.Value {
	t := m.terms.Word64(uint64(len(list)))
	for i := len(list) - 1; i >= 0; i-- {
		t = m.terms.Ite(m.terms.Is(list[i], 0), m.terms.Word64(uint64(i)), t)
	}
	return m.terms.Of(t)
}

// collation says how two strings are compared: as memory, or up to a NUL, with
// letters folded or not.
type collation struct{ memory, fold bool }

func compareStrings(e *Machine, st *State, a []expr.Value) (expr.Value, bool) {
	return e.compareCells(st, a[0], a[1], mostCells+1, collation{})
}

func compareFolded(e *Machine, st *State, a []expr.Value) (expr.Value, bool) {
	return e.compareCells(st, a[0], a[1], mostCells+1, collation{fold: true})
}

func compareWithin(e *Machine, st *State, a []expr.Value) (expr.Value, bool) {
	return e.compareBounded(st, a, collation{})
}

func compareFoldedWithin(e *Machine, st *State, a []expr.Value) (expr.Value, bool) {
	return e.compareBounded(st, a, collation{fold: true})
}

func compareMemory(e *Machine, st *State, a []expr.Value) (expr.Value, bool) {
	return e.compareBounded(st, a, collation{memory: true})
}

func (m *Machine) compareBounded(st *State, a []expr.Value, how collation) (expr.Value, bool) {
	if a[2].T != 0 {
		return expr.Value{}, false
	}
	return m.compareCells(st, a[0], a[1], a[2].W, how)
}

// compareCells compares at most n bytes.
func (m *Machine) compareCells(st *State, a, b expr.Value, n uint64, how collation) (expr.Value, bool) {
	x, nx, ok := m.region(st, a, n, how)
	if !ok {
		return expr.Value{}, false
	}
	y, ny, ok := m.region(st, b, n, how)
	if !ok || nx+ny == 0 {
		return expr.Value{}, false
	}
	var differ, difference []bitvec.Term
	last := m.terms.Const(32, 0) // if none of the bytes differ
	for i := uint64(0); ; i++ {
		if i == n {
			break
		}
		if i >= uint64(len(x)) || i >= uint64(len(y)) {
			return expr.Value{}, false // it might go on beyond what may be read
		}
		p, q := m.letter(x[i], how), m.letter(y[i], how)
		d := m.terms.Sub(m.terms.ZeroExtend(24, p), m.terms.ZeroExtend(24, q))
		stop := m.terms.Ne(p, q)
		ended := !how.memory && (x[i] == expr.Value{} || y[i] == expr.Value{})
		if ended || stop == m.terms.True() {
			last = d // equal only if both end here
			break
		}
		differ, difference = append(differ, stop), append(difference, d)
		if !how.memory {
			differ, difference = append(differ, m.terms.Is(x[i], 0)), append(difference, m.terms.Const(32, 0))
		}
	}
	for i := len(differ) - 1; i >= 0; i-- {
		last = m.terms.Ite(differ[i], difference[i], last)
	}
	return m.terms.Of(last), true
}

// region is cellsAt for comparisons; memory does not end at a NUL.
func (m *Machine) region(st *State, a expr.Value, n uint64, how collation) (list []expr.Value, symbolic int, ok bool) {
	if !how.memory {
		c, k, ok := m.cellsAt(st, a, mostCells)
		return c.list, k, ok
	}
	if a.T != 0 || n > mostCells {
		return nil, 0, false
	}
	s, off, ok := st.Memory.Inside(a.W, n)
	if !ok {
		return nil, 0, false
	}
	o := st.Memory.Object(s)
	if _, ok := o.Initialised(off, int(n)); !ok || o.Text != nil || o.Partial() {
		return nil, 0, false
	}
	for i := range int(n) {
		v := o.Load(m.terms, off+i, 1)
		if v.T != 0 {
			symbolic++
		}
		list = append(list, v)
	}
	return list, symbolic, symbolic <= mostSymbolic
}

// letter returns a byte as a term of 8 bits, in lower case if letters are
// folded.
func (m *Machine) letter(v expr.Value, how collation) bitvec.Term {
	t := m.terms.Term(v, 8)
	if how.fold {
		return m.terms.Ite(m.terms.InRange(t, 'A', 'Z', false), m.terms.Add(t, m.terms.Const(8, 32)), t)
	}
	return t
}

func findChar(e *Machine, st *State, a []expr.Value) (expr.Value, bool) {
	return e.findIn(st, a[0], a[1], func(end uint64) bitvec.Term { return e.terms.Word64(0) })
}

func findCharOrEnd(e *Machine, st *State, a []expr.Value) (expr.Value, bool) {
	return e.findIn(st, a[0], a[1], e.terms.Word64)
}

// findIn gives the address of the first c of a string; atEnd is what there is
// to say of a string without one whose NUL is at an address.
func (m *Machine) findIn(st *State, s, char expr.Value, atEnd func(uint64) bitvec.Term) (expr.Value, bool) {
	c, n, ok := m.cellsAt(st, s, mostCells)
	char = m.terms.Narrow(char, 8)
	if !ok || !c.ends() || n == 0 && (char.T == 0 || len(c.list) > mostSymbolic) {
		return expr.Value{}, false
	}
	t := bitvec.Term(0)
	for i := len(c.list) - 1; i >= 0; i-- {
		at := c.at + uint64(i)
		here := m.terms.Same(c.list[i], char)
		if t == 0 {
			t = m.terms.Ite(here, m.terms.Word64(at), atEnd(at))
			continue
		}
		t = m.terms.Ite(here, m.terms.Word64(at), m.terms.Ite(m.terms.Is(c.list[i], 0), atEnd(at), t))
	}
	return m.terms.Of(t), true
}

// findLast is strrchr.
func findLast(e *Machine, st *State, a []expr.Value) (expr.Value, bool) {
	c, n, ok := e.cellsAt(st, a[0], mostCells)
	char := e.terms.Narrow(a[1], 8)
	if !ok || !c.ends() || n == 0 && (char.T == 0 || len(c.list) > mostSymbolic) {
		return expr.Value{}, false
	}
	last, inside := e.terms.Word64(0), e.terms.True()
	for i, v := range c.list {
		last = e.terms.Ite(e.terms.And(inside, e.terms.Same(v, char)), e.terms.Word64(c.at+uint64(i)), last)
		inside = e.terms.And(inside, e.terms.Not(e.terms.Is(v, 0)))
	}
	return e.terms.Of(last), true
}

// findInMemory is memchr. It may not read beyond the byte that it finds, so the
// object need not have all n bytes if one is surely there.
func findInMemory(e *Machine, st *State, a []expr.Value) (expr.Value, bool) {
	if a[2].T != 0 {
		return expr.Value{}, false
	}
	list, n, ok := e.region(st, a[0], a[2].W, collation{memory: true})
	char := e.terms.Narrow(a[1], 8)
	if !ok || n == 0 && (char.T == 0 || len(list) > mostSymbolic) {
		return expr.Value{}, false
	}
	t := e.terms.Word64(0)
	for i := len(list) - 1; i >= 0; i-- {
		t = e.terms.Ite(e.terms.Same(list[i], char), e.terms.Word64(a[0].W+uint64(i)), t)
	}
	return e.terms.Of(t), true
}

// mostSized is how many bytes are moved or set by conditions instead of by
// deciding their number.
const mostSized = 64

// sized returns the known objects for a move or fill of a varying number of
// bytes: at most so many, all of which are there and written.
func (m *Machine) sized(st *State, n expr.Value, at ...expr.Value) (most int, ok bool) {
	if n.T == 0 || !m.summarises(st) {
		return 0, false
	}
	_, hi := m.terms.Bounds(n)
	if hi > mostSized {
		return 0, false
	}
	for _, a := range at {
		s, off, ok := st.Memory.Inside(a.W, hi)
		if a.T != 0 || !ok {
			return 0, false
		}
		o := st.Memory.Object(s)
		if _, ok := o.Initialised(off, int(hi)); !ok || o.Text != nil || o.Partial() {
			return 0, false
		}
	}
	s, _, _ := st.Memory.Inside(at[0].W, hi)
	return int(hi), !st.Memory.Object(s).ReadOnly
}

// setSized gives the first n of some bytes new values, and leaves the others.
func (m *Machine) setSized(st *State, to uint64, n expr.Value, fresh []expr.Value) {
	s, off, _ := st.Memory.Inside(to, uint64(len(fresh)))
	o := st.Memory.Change(s)
	count := m.terms.Fit(n.T, 64)
	for i, v := range fresh {
		set := m.terms.Ult(m.terms.Word64(uint64(i)), count)
		old := m.terms.Term(o.Load(m.terms, off+i, 1), 8)
		o.Store(m.terms, off+i, 1, m.terms.Of(m.terms.Ite(set, m.terms.Term(v, 8), old)))
	}
}

// copySized is memmove of a varying number of bytes; it declines if that is not
// between known places.
func (m *Machine) copySized(st *State, to, from, n expr.Value) bool {
	most, ok := m.sized(st, n, to, from)
	if !ok {
		return false
	}
	s, off, _ := st.Memory.Inside(from.W, uint64(most))
	list := make([]expr.Value, most)
	for i := range list {
		list[i] = st.Memory.Object(s).Load(m.terms, off+i, 1)
	}
	m.setSized(st, to.W, n, list)
	return true
}

// fillSized is memset of a varying number of bytes.
func (m *Machine) fillSized(st *State, to, c, n expr.Value) bool {
	most, ok := m.sized(st, n, to)
	if !ok {
		return false
	}
	list := make([]expr.Value, most)
	for i := range list {
		list[i] = c
	}
	m.setSized(st, to.W, n, list)
	return true
}
