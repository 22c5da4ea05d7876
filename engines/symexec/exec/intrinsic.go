package exec

import (
	"bytes"
	"fmt"
	"math"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/code"
	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/engines/symexec/input"
	"github.com/riftlab/rift/engines/symexec/memory"
	"github.com/riftlab/rift/engines/symexec/outcome"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/extarith"
	"github.com/riftlab/rift/program/machine"
	"github.com/riftlab/rift/sat"
)

// maxObject is the size in bytes beyond which a path is given up for want of
// memory rather than hold such an object.
const maxObject = 1 << 30

// intrinsic executes a machine service. It reports false when the path ends.
func (m *Machine) intrinsic(st *State, f *Activation, in *code.Instr) bool {
	var a [6]expr.Value
	for i, s := range in.Args {
		if i < len(a) {
			a[i] = f.Regs[s]
		}
	}
	switch in.IR.Intrin {
	case program.IntrinExit:
		m.exit(st, a[0])
		return false
	case program.IntrinSignal:
		sig, ok := m.Enumerate(st, a[0])
		switch {
		case ok && sig == 0:
			m.Finish(st, program.Waiting, 0)
		case ok:
			m.Finish(st, program.Signaled, int(int32(sig)))
		}
		return false
	case program.IntrinFree:
		p, ok := m.Enumerate(st, a[0])
		return ok && m.freeAt(st, p)
	case program.IntrinCopy:
		if m.copySized(st, a[0], a[1], a[2]) {
			return true
		}
		n, ok := m.Enumerate(st, a[2])
		return ok && m.copyMem(st, a[0], a[1], n)
	case program.IntrinCopyApart:
		return m.copyApart(st, a[0], a[1], a[2])
	case program.IntrinApart:
		return m.stringsApart(st, a)
	case program.IntrinFill:
		if m.fillSized(st, a[0], m.terms.Narrow(a[1], 8), a[2]) {
			return true
		}
		n, ok := m.Enumerate(st, a[2])
		return ok && m.fillMem(st, a[0], m.terms.Narrow(a[1], 8), n)
	case program.IntrinWrite:
		return m.output(st, a)
	case program.IntrinFileOut:
		return m.fileOut(st, a)
	case program.IntrinSetjmp:
		return m.setjmp(st, f, in, a[0])
	case program.IntrinLongjmp:
		return m.longjmp(st, a[0], a[1])
	case program.IntrinSymbolic:
		return m.makeSymbolic(st, a)
	case program.IntrinObserve:
		return m.observe(st, a)
	case program.IntrinAssume:
		return m.assume(st, a[0], in.IR.Args[0].Kind)
	case program.IntrinError:
		p, ok := m.Enumerate(st, a[0])
		if !ok {
			return false
		}
		if message, ok := m.concreteString(st, p); ok {
			m.fail(st, program.FaultReached, string(message))
		}
		return false
	case program.IntrinTrap:
		m.fail(st, program.FaultUnreachable, "trap")
		return false
	case program.IntrinMathL:
		return m.mathL(st, a)
	case program.IntrinSwitch:
		return m.switchFiber(st, a[0], a[1])
	case program.IntrinDeadlock:
		m.deadlock(st)
		return false
	case program.IntrinRace:
		m.race(st, a)
		return false
	case program.IntrinInitial:
		return m.initial(st, a[0], a[1])
	}
	v, ok := m.query(st, in, a)
	if ok {
		f.Regs[in.Dst] = v
	}
	return ok
}

// exit ends the path normally. A symbolic status is decided to be success or
// failure, unless Checks.OneStatus is set, and stays a term in other respects, as
// output does.
func (m *Machine) exit(st *State, status expr.Value) {
	status = m.terms.Narrow(status, 8)
	if status.T != 0 && (m.opt.OneStatus || !m.decisions.Decide(st, m.terms.Eq(status.T, m.terms.Const(8, 0)))) {
		st.Shown.Code = status.T
	}
	m.Finish(st, program.Exited, int(status.W))
	if m.opt.CheckLeaks {
		m.checkLeaks(st)
		st.Shown.Status = int(status.W)
	}
}

// query executes the services that give a value.
func (m *Machine) query(st *State, in *code.Instr, a [6]expr.Value) (expr.Value, bool) {
	switch in.IR.Intrin {
	case program.IntrinAlloc:
		return m.allocate(st, a[0])
	case program.IntrinSize:
		p, ok := m.Enumerate(st, a[0])
		if !ok {
			return expr.Value{}, false
		}
		if o := st.Memory.TextAt(p); o != nil && !m.settleAll(st, program.Slot(p)) {
			return expr.Value{}, false
		}
		s, _, ok := m.find(st, p, 0, "size")
		if !ok {
			return expr.Value{}, false
		}
		return expr.Word(uint64(st.Memory.Object(s).Size)), true
	case program.IntrinArg:
		i, ok := m.Enumerate(st, a[0])
		if !ok {
			return expr.Value{}, false
		}
		return m.argument(st, int(int32(i)))
	case program.IntrinEnv:
		i, ok := m.Enumerate(st, a[0])
		if ok && int32(i) >= 0 && int(int32(i)) < len(st.Input.Env) {
			return m.newArgument(st, &st.Input.Env[i])
		}
		return expr.Value{}, ok
	case program.IntrinRead:
		return m.read(st, a[0], a[1])
	case program.IntrinFile:
		return m.file(st, a)
	case program.IntrinFileMode:
		return m.fileMode(st, a[0])
	case program.IntrinFileName:
		i, ok := m.Enumerate(st, a[0])
		if ok && int32(i) >= 0 && int(int32(i)) < len(st.Input.Files) {
			p, ok := m.newString(st, []byte(st.Input.Files[i].Name))
			return expr.Word(p), ok
		}
		return expr.Value{}, ok
	case program.IntrinClock:
		which, ok := m.Enumerate(st, a[0])
		return expr.Word(machine.Clock(int(int32(which)), st.Steps)), ok
	case program.IntrinFtoa:
		return m.ftoa(st, a)
	case program.IntrinAtof:
		return m.atof(st, a)
	case program.IntrinMath:
		fn, ok := m.Enumerate(st, a[0])
		if !ok {
			return expr.Value{}, false
		}
		if v, ok := m.terms.Math(program.MathFn(int32(fn)), a[1]); ok {
			return v, true
		}
		x, y := m.concretise(st, a[1]), m.concretise(st, a[2])
		return expr.Word(math.Float64bits(extarith.Math(program.MathFn(int32(fn)), math.Float64frombits(x), math.Float64frombits(y)))), true
	case program.IntrinVersion:
		return m.version(st), true
	case program.IntrinFma:
		return m.terms.Fma(a), true
	case program.IntrinFiber:
		return m.newFiber(st, a[0], a[1])
	case program.IntrinNondet:
		return m.nondet(st, a)
	}
	m.fail(st, program.FaultUnsupported, in.IR.Intrin.String())
	return expr.Value{}, false
}

// allocate decides whether a symbolic size is beyond the limit, and chooses it
// otherwise.
func (m *Machine) allocate(st *State, size expr.Value) (expr.Value, bool) {
	if size.T != 0 {
		most := m.opt.MaxMemory - st.Memory.Charged() - machine.ObjectCost
		t := m.terms.Fit(size.T, 64)
		if most < 0 || !m.decisions.Decide(st, m.terms.Ule(t, m.terms.Const(64, uint64(most)))) {
			return expr.Value{}, true
		}
	}
	n, ok := m.chooseSize(st, size)
	if !ok {
		return expr.Value{}, false
	}
	st.Steps += machine.AllocationSteps(n)
	if n > maxObject && int64(n)+machine.ObjectCost <= m.opt.MaxMemory-st.Memory.Charged() {
		m.giveUp(st, fmt.Sprintf("memory: an object of %d bytes", n))
		return expr.Value{}, false
	}
	s := m.alloc(st, n, machine.HeapObject)
	if s == 0 {
		return expr.Value{}, true
	}
	m.allocatedHere(st, st.Memory.Change(s))
	return expr.Word(st.Memory.Address(s)), true
}

func (m *Machine) freeAt(st *State, a uint64) bool {
	if a == 0 {
		return true
	}
	s, off := program.SplitAddress(a)
	o := st.Memory.Object(s)
	if o == nil || o.Kind == machine.NoObject {
		m.badAccess(st, a, 0, "free")
		st.Shown.Fault.Kind = program.FaultBadFree
		return false
	}
	if o.Kind != machine.HeapObject || !o.Live || off != 0 {
		kind, message := m.faults().BadFree(a, m.describe(st, s))
		m.fail(st, kind, message)
		return false
	}
	st.Memory.Free(s)
	st.Memory.Change(s).Freed = int32(m.UserPlace(st))
	return true
}

func (m *Machine) output(st *State, a [6]expr.Value) bool {
	fd, ok := m.Enumerate(st, a[0])
	if !ok {
		return false
	}
	n, ok := m.Enumerate(st, a[2])
	if !ok {
		return false
	}
	buf, ok := m.Enumerate(st, a[1])
	if !ok {
		return false
	}
	list, ok := m.outputPieces(st, buf, n)
	if !ok {
		return false
	}
	st.Steps += machine.BulkSteps(n)
	if !m.countOutput(st, int(n)) {
		return false
	}
	for _, o := range list {
		if fd := int32(fd); (len(o.Piece.Data) > 0 || o.Deferred != nil) && (fd == 1 || fd == 2) {
			o.Prev, o.FD = st.Shown.Out, int(fd)
			st.Shown.Out = &o
		}
	}
	return true
}

func (m *Machine) countOutput(st *State, n int) bool {
	st.written += int64(n)
	if st.written > m.opt.MaxOutput {
		m.stopped(st, "output")
		return false
	}
	return true
}

func (m *Machine) fileOut(st *State, a [6]expr.Value) bool {
	var w [4]uint64
	for i := range w {
		var ok bool
		if w[i], ok = m.Enumerate(st, a[i]); !ok {
			return false
		}
	}
	name, ok := m.concreteString(st, w[0])
	if !ok {
		return false
	}
	f := &outcome.File{Prev: st.Shown.Files, Name: string(name)}
	f.Removed, f.Link, f.Mode = program.LeftFile(int32(w[3]))
	if !f.Removed {
		if f.Piece, ok = m.readable(st, w[1], w[2]); !ok {
			return false
		}
	}
	if !m.countOutput(st, len(f.Piece.Data)+len(name)) {
		return false
	}
	st.Shown.Files = f
	return true
}

// observe keeps a value that the program shows under a name. A string of varying
// length is not formatted before the path is made a test.
func (m *Machine) observe(st *State, a [6]expr.Value) bool {
	var w [4]uint64
	for i := range w {
		var ok bool
		if w[i], ok = m.Enumerate(st, a[i]); !ok {
			return false
		}
	}
	name, ok := m.concreteString(st, w[0])
	if !ok {
		return false
	}
	o := &outcome.Observed{Prev: st.Shown.Observed, Name: string(name)}
	if o.Kind, ok = program.ObservedKind(byte(w[1])); !ok {
		m.fail(st, program.FaultUnsupported, fmt.Sprintf("an observation of kind %q", byte(w[1])))
		return false
	}
	n := len(name)
	if byte(w[1]) != 's' {
		o.Piece, ok = m.readable(st, w[2], w[3])
		st.Steps += machine.BulkSteps(w[3])
		n += len(o.Piece.Data)
	} else if c, open := m.openText(st, expr.Word(w[2])); open {
		o.Deferred = &outcome.Deferral{Length: len(c.list) - 1, Text: c.list}
		n += o.Deferred.Length
	} else {
		o.Piece, ok = m.cstring(st, w[2])
		n += len(o.Piece.Data)
	}
	if !ok || !m.countOutput(st, n) {
		return false
	}
	st.Shown.Observed = o
	return true
}

// file gives the content of an input file.
func (m *Machine) file(st *State, a [6]expr.Value) (expr.Value, bool) {
	name, ok := m.Enumerate(st, a[0])
	if !ok {
		return expr.Value{}, false
	}
	size, ok := m.Enumerate(st, a[1])
	if !ok {
		return expr.Value{}, false
	}
	f, ok := m.fileNamed(st, name)
	if !ok || f == nil {
		return expr.Value{}, ok
	}
	n, ok := m.contentLength(st, &f.Content)
	if !ok {
		return expr.Value{}, false
	}
	if _, _, ok := m.writable(st, size, 8); !ok {
		return expr.Value{}, false
	}
	s := m.alloc(st, uint64(n), machine.HeapObject)
	if s == 0 {
		m.stopped(st, "memory")
		return expr.Value{}, false
	}
	o := st.Memory.Change(s)
	m.allocatedHere(st, o)
	o.Define()
	m.Allocated += int64(n)
	o.Put(m.terms, 0, f.Content.Piece(0, n))
	st.Steps += machine.BulkSteps(uint64(n))
	return expr.Word(st.Memory.Address(s)), m.storeAt(st, expr.Word(size), 8, expr.Word(uint64(n)))
}

// fileMode gives type and permissions of a file, or of standard input.
func (m *Machine) fileMode(st *State, a expr.Value) (expr.Value, bool) {
	name, ok := m.Enumerate(st, a)
	if !ok {
		return expr.Value{}, false
	}
	if name == 0 {
		return expr.Word(uint64((&program.Input{Terminal: st.Input.Typed}).StdinMode())), true
	}
	f, ok := m.fileNamed(st, name)
	if !ok || f == nil {
		return expr.Value{}, ok
	}
	return expr.Word(uint64((&program.File{Link: f.Link, Mode: f.Mode}).StatMode())), true
}

// fileNamed finds the file of the input whose name is the string at an address; nil
// if there is none. A name that is not known is compared with that of each file,
// which takes one decision a file, where finding out what it is takes one for each
// name that it may be.
func (m *Machine) fileNamed(st *State, name uint64) (*input.File, bool) {
	p, ok := m.cstring(st, name)
	if !ok {
		return nil, false
	}
	for i := range st.Input.Files {
		f := &st.Input.Files[i]
		if len(f.Name) != len(p.Data) {
			continue
		}
		if m.decisions.Decide(st, m.pieceIs(p, f.Name)) {
			return f, true
		}
	}
	return nil, true
}

// pieceIs returns the condition that a piece of memory is a text of its length.
func (m *Machine) pieceIs(p memory.Piece, text string) bitvec.Term {
	known := []byte(text)
	is := m.terms.True()
	for _, s := range p.Sym {
		w := uint64(0)
		for i := range s.N {
			w |= uint64(text[s.Off+i]) << (8 * i)
			known[s.Off+i] = p.Data[s.Off+i]
		}
		is = m.terms.And(is, m.terms.Eq(s.T, m.terms.Const(8*int(s.N), w)))
	}
	if !bytes.Equal(known, p.Data) {
		return m.terms.False()
	}
	return is
}

// read gives bytes of standard input.
func (m *Machine) read(st *State, buf, count expr.Value) (expr.Value, bool) {
	length, ok := m.contentLength(st, &st.Input.Stdin)
	if !ok {
		return expr.Value{}, false
	}
	n, ok := m.Enumerate(st, count)
	if !ok {
		return expr.Value{}, false
	}
	n = min(n, uint64(length-st.Stdin))
	if n == 0 {
		return expr.Value{}, true
	}
	to, ok := m.Enumerate(st, buf)
	if !ok {
		return expr.Value{}, false
	}
	if !m.write(st, to, st.Input.Stdin.Piece(st.Stdin, int(n))) {
		return expr.Value{}, false
	}
	st.Steps += machine.BulkSteps(n)
	st.Stdin += int(n)
	return expr.Word(n), true
}

// assume ends the path where the condition cannot hold; where it may hold, the
// paths on which it does not are infeasible by the harness's own word and are not
// explored.
func (m *Machine) assume(st *State, v expr.Value, k program.Kind) bool {
	if v.T == 0 {
		if v.W == 0 {
			m.Finish(st, program.Assumed, 0)
			return false
		}
		return true
	}
	cond := m.terms.Ne(m.terms.Fit(v.T, k.Bits()), m.terms.Const(k.Bits(), 0))
	holds := m.solver.Holds(&st.Path, cond)
	if !holds && !m.redirect(st, cond) {
		return false
	}
	if m.CountAssumptions && !m.solver.Known(&st.Path, cond) {
		if holds {
			verdict, _ := m.decisions.Hint(st, m.terms.Not(cond))
			holds = verdict == sat.Unsat
		}
		if !holds {
			m.Tally.LeftOut++
		}
	}
	m.decisions.Add(st, cond)
	return true
}

// redirect gives the state a model of cond, or ends its path if there is none.
func (m *Machine) redirect(st *State, cond bitvec.Term) bool {
	if st.Input.Guide != nil {
		m.Finish(st, program.Assumed, 0)
		return false
	}
	switch verdict, model := m.decisions.Check(st, cond); verdict {
	case sat.Sat:
		m.solver.SetModel(&st.Path, model)
		return true
	case sat.Unsat:
		m.Finish(st, program.Assumed, 0)
	default:
		m.giveUp(st, "solver: an assumption is undecided")
	}
	return false
}

// nondet gives a fresh input.
func (m *Machine) nondet(st *State, a [6]expr.Value) (expr.Value, bool) {
	p, ok := m.Enumerate(st, a[0])
	if !ok {
		return expr.Value{}, false
	}
	size, ok := m.Enumerate(st, a[1])
	if !ok {
		return expr.Value{}, false
	}
	name, ok := m.concreteString(st, p)
	if !ok {
		return expr.Value{}, false
	}
	n := int(max(min(int32(size), 8), 1))
	given, fixed := st.Input.Given(st.NAsked, n)
	ans := &input.Answer{Prev: st.Asked, Name: string(name), Size: n}
	v := expr.Word(memory.GetWord(given, 8))
	if !fixed {
		t, number := m.solver.Variable(fmt.Sprintf("%s.%d.%d", name, st.NAsked, n), 8*n)
		if st.Input.Guide != nil {
			m.solver.Assign(&st.Path, number, v.W)
		}
		ans.Terms = []bitvec.Term{t}
		v = expr.Value{T: m.terms.Fit(t, 64)}
	}
	st.Asked = ans
	st.NAsked++
	return v, true
}

// makeSymbolic fills memory with fresh inputs.
func (m *Machine) makeSymbolic(st *State, a [6]expr.Value) bool {
	var w [3]uint64
	for i := range w {
		var ok bool
		if w[i], ok = m.Enumerate(st, a[i]); !ok {
			return false
		}
	}
	n := int(min(w[1], maxSymbolicRun+1))
	if n > 0 {
		if _, _, ok := m.writable(st, w[0], w[1]); !ok {
			return false
		}
	}
	if n > maxSymbolicRun {
		m.giveUp(st, fmt.Sprintf("bound: %d symbolic bytes at once", w[1]))
		return false
	}
	name := []byte("memory")
	if w[2] != 0 {
		var ok bool
		if name, ok = m.concreteString(st, w[2]); !ok {
			return false
		}
	}
	ans := &input.Answer{Prev: st.Asked, Name: string(name), Size: n}
	given, fixed := st.Input.Given(st.NAsked, n)
	p := memory.Piece{Data: given[:n]}
	for i := 0; i < n && !fixed; i++ {
		t, number := m.solver.Variable(fmt.Sprintf("%s.%d[%d]", name, st.NAsked, i), 8)
		if st.Input.Guide != nil {
			m.solver.Assign(&st.Path, number, uint64(given[i]))
		}
		p.Data[i] = 0
		ans.Terms = append(ans.Terms, t)
		p.Sym = append(p.Sym, memory.Overlay{Off: uint32(i), N: 1, T: t})
	}
	st.Steps += machine.BulkSteps(uint64(n))
	st.Asked = ans
	st.NAsked++
	return m.write(st, w[0], p)
}

// extended reads the long double at a; a symbolic one is concretised.
func (m *Machine) extended(st *State, v expr.Value) (extarith.Extended, bool) {
	a, ok := m.Enumerate(st, v)
	if !ok {
		return extarith.Extended{}, false
	}
	p, ok := m.readable(st, a, 10)
	if !ok {
		return extarith.Extended{}, false
	}
	return extarith.Load(m.concretePiece(st, p)), true
}

// setExtended writes a long double.
func (m *Machine) setExtended(st *State, v expr.Value, x extarith.Extended) bool {
	a, ok := m.Enumerate(st, v)
	if !ok {
		return false
	}
	p := memory.Piece{Data: make([]byte, 16)}
	x.Store(p.Data)
	return m.write(st, a, p)
}

func (m *Machine) ftoa(st *State, a [6]expr.Value) (expr.Value, bool) {
	x, ok := m.extended(st, a[2])
	if !ok {
		return expr.Value{}, false
	}
	var w [6]uint64
	for _, i := range []int{0, 1, 3, 4, 5} {
		if w[i], ok = m.Enumerate(st, a[i]); !ok {
			return expr.Value{}, false
		}
	}
	s := extarith.Format(x, byte(w[3]), int(int32(w[4])), extarith.FormatFlags(w[5]))
	if room := w[1]; room > 0 {
		n := min(uint64(len(s)), room-1)
		if !m.write(st, w[0], memory.Piece{Data: append([]byte(s[:n]), 0)}) {
			return expr.Value{}, false
		}
	}
	st.Steps += machine.BulkSteps(uint64(len(s)))
	return expr.Word(uint64(len(s))), true
}

func (m *Machine) atof(st *State, a [6]expr.Value) (expr.Value, bool) {
	var w [3]uint64
	for i := range w {
		var ok bool
		if w[i], ok = m.Enumerate(st, a[i]); !ok {
			return expr.Value{}, false
		}
	}
	text, ok := m.cstring(st, w[0])
	if !ok {
		return expr.Value{}, false
	}
	number, ok := m.numberText(st, text)
	if !ok {
		return expr.Value{}, false
	}
	p := extarith.Parse(string(number), int(int32(w[2])))
	switch int32(w[2]) {
	case 4:
		ok = m.storeAt(st, expr.Word(w[1]), 4, expr.Word(uint64(math.Float32bits(p.Value.Float32()))))
	case 8:
		ok = m.storeAt(st, expr.Word(w[1]), 8, expr.Word(math.Float64bits(p.Value.Float64())))
	default:
		ok = m.setExtended(st, expr.Word(w[1]), p.Value)
	}
	n := int64(p.Consumed)
	if p.Range {
		n = -n
	}
	return expr.Word(uint64(n)), ok
}

func (m *Machine) mathL(st *State, a [6]expr.Value) bool {
	fn, ok := m.Enumerate(st, a[0])
	if !ok {
		return false
	}
	x, ok := m.extended(st, a[2])
	if !ok {
		return false
	}
	y := x
	if a[3].T != 0 || a[3].W != 0 {
		if y, ok = m.extended(st, a[3]); !ok {
			return false
		}
	}
	return m.setExtended(st, a[1], extarith.MathL(program.MathFn(int32(fn)), x, y))
}

// version is the value of __rift_version().
func (m *Machine) version(st *State) expr.Value {
	if m.versions != nil {
		return m.versions.Which(st)
	}
	return expr.Word(expr.Bit(!m.opt.Old))
}
