package symexec

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

// maxSymbolicRun is how many bytes one service makes symbolic.
const maxSymbolicRun = 1 << 20

// intrinsic executes a machine service. It reports false when the path ends.
func (e *Explorer) intrinsic(st *State, f *frame, in *code.Instr) bool {
	var a [6]expr.Value
	for i, s := range in.Args {
		if i < len(a) {
			a[i] = f.regs[s]
		}
	}
	switch in.IR.Intrin {
	case program.IntrinExit:
		e.exit(st, a[0])
		return false
	case program.IntrinSignal:
		sig, ok := e.enumerate(st, a[0])
		switch {
		case ok && sig == 0:
			e.finish(st, program.Waiting, 0)
		case ok:
			e.finish(st, program.Signaled, int(int32(sig)))
		}
		return false
	case program.IntrinFree:
		p, ok := e.enumerate(st, a[0])
		return ok && e.freeAt(st, p)
	case program.IntrinCopy:
		if e.copySized(st, a[0], a[1], a[2]) {
			return true
		}
		n, ok := e.enumerate(st, a[2])
		return ok && e.copyMem(st, a[0], a[1], n)
	case program.IntrinFill:
		if e.fillSized(st, a[0], e.terms.Narrow(a[1], 8), a[2]) {
			return true
		}
		n, ok := e.enumerate(st, a[2])
		return ok && e.fillMem(st, a[0], e.terms.Narrow(a[1], 8), n)
	case program.IntrinWrite:
		return e.output(st, a)
	case program.IntrinFileOut:
		return e.fileOut(st, a)
	case program.IntrinSetjmp:
		return e.setjmp(st, f, in, a[0])
	case program.IntrinLongjmp:
		return e.longjmp(st, a[0], a[1])
	case program.IntrinSymbolic:
		return e.makeSymbolic(st, a)
	case program.IntrinObserve:
		return e.observe(st, a)
	case program.IntrinAssume:
		return e.assume(st, a[0], in.IR.Args[0].Kind)
	case program.IntrinError:
		p, ok := e.enumerate(st, a[0])
		if !ok {
			return false
		}
		if message, ok := e.concreteString(st, p); ok {
			e.fail(st, program.FaultReached, string(message))
		}
		return false
	case program.IntrinTrap:
		e.fail(st, program.FaultUnreachable, "trap")
		return false
	case program.IntrinMathL:
		return e.mathL(st, a)
	}
	v, ok := e.query(st, in, a)
	if ok {
		f.regs[in.Dst] = v
	}
	return ok
}

// exit ends the path normally. A symbolic status is decided to be success or
// failure, and stays a term in other respects, as output does.
func (e *Explorer) exit(st *State, status expr.Value) {
	status = e.terms.Narrow(status, 8)
	if status.T != 0 && !e.decide(st, e.terms.Eq(status.T, e.terms.Const(8, 0))) {
		st.shown.Code = status.T
	}
	e.finish(st, program.Exited, int(status.W))
	if e.opt.CheckLeaks {
		e.checkLeaks(st)
	}
}

// query executes the services that give a value.
func (e *Explorer) query(st *State, in *code.Instr, a [6]expr.Value) (expr.Value, bool) {
	switch in.IR.Intrin {
	case program.IntrinAlloc:
		return e.allocate(st, a[0])
	case program.IntrinSize:
		p, ok := e.enumerate(st, a[0])
		if !ok {
			return expr.Value{}, false
		}
		if o := st.memory.TextAt(p); o != nil && !e.settleAll(st, program.ObjectSlot(p)) {
			return expr.Value{}, false
		}
		s, _, ok := e.find(st, p, 0, "size")
		if !ok {
			return expr.Value{}, false
		}
		return expr.Word(uint64(st.memory.Object(s).Size)), true
	case program.IntrinArg:
		i, ok := e.enumerate(st, a[0])
		if !ok {
			return expr.Value{}, false
		}
		return e.argument(st, int(int32(i)))
	case program.IntrinEnv:
		i, ok := e.enumerate(st, a[0])
		if ok && int32(i) >= 0 && int(int32(i)) < len(st.in.Env) {
			return e.newArgument(st, &st.in.Env[i])
		}
		return expr.Value{}, ok
	case program.IntrinRead:
		return e.read(st, a[0], a[1])
	case program.IntrinFile:
		return e.file(st, a)
	case program.IntrinFileMode:
		return e.fileMode(st, a[0])
	case program.IntrinFileName:
		i, ok := e.enumerate(st, a[0])
		if ok && int32(i) >= 0 && int(int32(i)) < len(st.in.Files) {
			p, ok := e.newString(st, []byte(st.in.Files[i].Name))
			return expr.Word(p), ok
		}
		return expr.Value{}, ok
	case program.IntrinClock:
		which, ok := e.enumerate(st, a[0])
		return expr.Word(machine.Clock(int(int32(which)), st.Steps)), ok
	case program.IntrinFtoa:
		return e.ftoa(st, a)
	case program.IntrinAtof:
		return e.atof(st, a)
	case program.IntrinMath:
		fn, ok := e.enumerate(st, a[0])
		if !ok {
			return expr.Value{}, false
		}
		if v, ok := e.terms.Math(program.MathFn(int32(fn)), a[1]); ok {
			return v, true
		}
		x, y := e.concretise(st, a[1]), e.concretise(st, a[2])
		return expr.Word(math.Float64bits(extarith.Math(program.MathFn(int32(fn)), math.Float64frombits(x), math.Float64frombits(y)))), true
	case program.IntrinVersion:
		return e.whichVersion(st), true
	case program.IntrinFma:
		return e.terms.Fma(a), true
	case program.IntrinNondet:
		return e.nondet(st, a)
	}
	e.fail(st, program.FaultUnsupported, in.IR.Intrin.String())
	return expr.Value{}, false
}

// allocate decides whether a symbolic size is beyond the limit, and chooses it
// otherwise.
func (e *Explorer) allocate(st *State, size expr.Value) (expr.Value, bool) {
	if size.T != 0 {
		most := e.opt.MaxMemory - st.memory.Charged() - machine.ObjectCost
		t := e.terms.Fit(size.T, 64)
		if most < 0 || !e.decide(st, e.terms.Ule(t, e.terms.Const(64, uint64(most)))) {
			return expr.Value{}, true
		}
	}
	n, ok := e.chooseSize(st, size)
	if !ok {
		return expr.Value{}, false
	}
	st.Steps += machine.AllocationSteps(n)
	if n > maxObject && int64(n)+machine.ObjectCost <= e.opt.MaxMemory-st.memory.Charged() {
		e.giveUp(st, fmt.Sprintf("memory: an object of %d bytes", n))
		return expr.Value{}, false
	}
	s := e.alloc(st, n, machine.HeapObject)
	if s == 0 {
		return expr.Value{}, true
	}
	e.allocatedHere(st, st.memory.Change(s))
	return expr.Word(st.memory.Address(s)), true
}

func (e *Explorer) freeAt(st *State, a uint64) bool {
	if a == 0 {
		return true
	}
	h, off := program.SplitAddress(a)
	s := h & machine.SlotMask
	if s == 0 || int(s) >= st.memory.Len() {
		e.badAccess(st, a, 0, "free")
		st.shown.Fault.Kind = program.FaultBadFree
		return false
	}
	if o := st.memory.Object(s); o.Kind != machine.HeapObject || o.ID != h || !o.Live || off != 0 {
		kind, message := e.faults().BadFree(a, e.describe(st, s))
		e.fail(st, kind, message)
		return false
	}
	st.memory.Free(s)
	st.memory.Change(s).Freed = int32(e.userPlace(st))
	return true
}

func (e *Explorer) output(st *State, a [6]expr.Value) bool {
	fd, ok := e.enumerate(st, a[0])
	if !ok {
		return false
	}
	n, ok := e.enumerate(st, a[2])
	if !ok {
		return false
	}
	buf, ok := e.enumerate(st, a[1])
	if !ok {
		return false
	}
	list, ok := e.outputPieces(st, buf, n)
	if !ok {
		return false
	}
	st.Steps += machine.BulkSteps(n)
	if !e.countOutput(st, int(n)) {
		return false
	}
	for _, o := range list {
		if fd := int32(fd); (len(o.Piece.Data) > 0 || o.Deferred != nil) && (fd == 1 || fd == 2) {
			o.Prev, o.FD = st.shown.Out, int(fd)
			st.shown.Out = &o
		}
	}
	return true
}

func (e *Explorer) countOutput(st *State, n int) bool {
	st.written += int64(n)
	if st.written > e.opt.MaxOutput {
		e.stopped(st, "output")
		return false
	}
	return true
}

func (e *Explorer) fileOut(st *State, a [6]expr.Value) bool {
	var w [4]uint64
	for i := range w {
		var ok bool
		if w[i], ok = e.enumerate(st, a[i]); !ok {
			return false
		}
	}
	name, ok := e.concreteString(st, w[0])
	if !ok {
		return false
	}
	f := &outcome.File{Prev: st.shown.Files, Name: string(name)}
	f.Removed, f.Link, f.Mode = program.LeftFile(int32(w[3]))
	if !f.Removed {
		if f.Piece, ok = e.readable(st, w[1], w[2]); !ok {
			return false
		}
	}
	if !e.countOutput(st, len(f.Piece.Data)+len(name)) {
		return false
	}
	st.shown.Files = f
	return true
}

// observe keeps a value that the program shows under a name. A string of varying
// length is not formatted before the path is made a test.
func (e *Explorer) observe(st *State, a [6]expr.Value) bool {
	var w [4]uint64
	for i := range w {
		var ok bool
		if w[i], ok = e.enumerate(st, a[i]); !ok {
			return false
		}
	}
	name, ok := e.concreteString(st, w[0])
	if !ok {
		return false
	}
	o := &outcome.Observed{Prev: st.shown.Observed, Name: string(name)}
	if o.Kind, ok = program.ObservedKind(byte(w[1])); !ok {
		e.fail(st, program.FaultUnsupported, fmt.Sprintf("an observation of kind %q", byte(w[1])))
		return false
	}
	n := len(name)
	if byte(w[1]) != 's' {
		o.Piece, ok = e.readable(st, w[2], w[3])
		st.Steps += machine.BulkSteps(w[3])
		n += len(o.Piece.Data)
	} else if c, open := e.openText(st, expr.Word(w[2])); open {
		o.Deferred = &outcome.Deferral{Length: len(c.list) - 1, Text: c.list}
		n += o.Deferred.Length
	} else {
		o.Piece, ok = e.cstring(st, w[2])
		n += len(o.Piece.Data)
	}
	if !ok || !e.countOutput(st, n) {
		return false
	}
	st.shown.Observed = o
	return true
}

// file gives the content of an input file.
func (e *Explorer) file(st *State, a [6]expr.Value) (expr.Value, bool) {
	name, ok := e.enumerate(st, a[0])
	if !ok {
		return expr.Value{}, false
	}
	size, ok := e.enumerate(st, a[1])
	if !ok {
		return expr.Value{}, false
	}
	f, ok := e.fileNamed(st, name)
	if !ok || f == nil {
		return expr.Value{}, ok
	}
	n, ok := e.contentLength(st, &f.Content)
	if !ok {
		return expr.Value{}, false
	}
	if _, _, ok := e.writable(st, size, 8); !ok {
		return expr.Value{}, false
	}
	s := e.alloc(st, uint64(n), machine.HeapObject)
	if s == 0 {
		e.stopped(st, "memory")
		return expr.Value{}, false
	}
	o := st.memory.Change(s)
	e.allocatedHere(st, o)
	o.Define()
	e.allocated += int64(n)
	o.Put(e.terms, 0, f.Content.Piece(0, n))
	st.Steps += machine.BulkSteps(uint64(n))
	return expr.Word(st.memory.Address(s)), e.storeAt(st, expr.Word(size), 8, expr.Word(uint64(n)))
}

// fileMode gives type and permissions of a file, or of standard input.
func (e *Explorer) fileMode(st *State, a expr.Value) (expr.Value, bool) {
	name, ok := e.enumerate(st, a)
	if !ok {
		return expr.Value{}, false
	}
	if name == 0 {
		return expr.Word(uint64((&program.Input{Terminal: st.in.Typed}).StdinMode())), true
	}
	f, ok := e.fileNamed(st, name)
	if !ok || f == nil {
		return expr.Value{}, ok
	}
	return expr.Word(uint64((&program.File{Link: f.Link, Mode: f.Mode}).StatMode())), true
}

// fileNamed finds the file of the input whose name is the string at an address; nil
// if there is none. A name that is not known is compared with that of each file,
// which takes one decision a file, where finding out what it is takes one for each
// name that it may be.
func (e *Explorer) fileNamed(st *State, name uint64) (*input.File, bool) {
	p, ok := e.cstring(st, name)
	if !ok {
		return nil, false
	}
	for i := range st.in.Files {
		f := &st.in.Files[i]
		if len(f.Name) != len(p.Data) {
			continue
		}
		if e.decide(st, e.pieceIs(p, f.Name)) {
			return f, true
		}
	}
	return nil, true
}

// pieceIs returns the condition that a piece of memory is a text of its length.
func (e *Explorer) pieceIs(p memory.Piece, text string) bitvec.Term {
	known := []byte(text)
	is := e.terms.True()
	for _, s := range p.Sym {
		w := uint64(0)
		for i := range s.N {
			w |= uint64(text[s.Off+i]) << (8 * i)
			known[s.Off+i] = p.Data[s.Off+i]
		}
		is = e.terms.And(is, e.terms.Eq(s.T, e.terms.Const(8*int(s.N), w)))
	}
	if !bytes.Equal(known, p.Data) {
		return e.terms.False()
	}
	return is
}

// read gives bytes of standard input.
func (e *Explorer) read(st *State, buf, count expr.Value) (expr.Value, bool) {
	length, ok := e.contentLength(st, &st.in.Stdin)
	if !ok {
		return expr.Value{}, false
	}
	n, ok := e.enumerate(st, count)
	if !ok {
		return expr.Value{}, false
	}
	n = min(n, uint64(length-st.stdin))
	if n == 0 {
		return expr.Value{}, true
	}
	to, ok := e.enumerate(st, buf)
	if !ok {
		return expr.Value{}, false
	}
	if !e.write(st, to, st.in.Stdin.Piece(st.stdin, int(n))) {
		return expr.Value{}, false
	}
	st.Steps += machine.BulkSteps(n)
	st.stdin += int(n)
	return expr.Word(n), true
}

// assume ends the path where the condition cannot hold; where it may hold, the
// paths on which it does not are infeasible by the harness's own word and are not
// explored.
func (e *Explorer) assume(st *State, v expr.Value, k program.Kind) bool {
	if v.T == 0 {
		if v.W == 0 {
			e.finish(st, program.Assumed, 0)
			return false
		}
		return true
	}
	cond := e.terms.Ne(e.terms.Fit(v.T, k.Bits()), e.terms.Const(k.Bits(), 0))
	holds := e.solver.Holds(&st.path, cond)
	if !holds && !e.redirect(st, cond) {
		return false
	}
	if e.assuming && !e.solver.Known(&st.path, cond) {
		if holds {
			verdict, _ := e.hint(st, e.terms.Not(cond))
			holds = verdict == sat.Unsat
		}
		if !holds {
			e.Stats.LeftOut++
		}
	}
	e.add(st, cond)
	return true
}

// redirect gives the state a model of cond, or ends its path if there is none.
func (e *Explorer) redirect(st *State, cond bitvec.Term) bool {
	if st.in.Guide != nil {
		e.finish(st, program.Assumed, 0)
		return false
	}
	switch verdict, model := e.Check(st, cond); verdict {
	case sat.Sat:
		e.solver.SetModel(&st.path, model)
		return true
	case sat.Unsat:
		e.finish(st, program.Assumed, 0)
	default:
		e.giveUp(st, "solver: an assumption is undecided")
	}
	return false
}

// nondet gives a fresh input.
func (e *Explorer) nondet(st *State, a [6]expr.Value) (expr.Value, bool) {
	p, ok := e.enumerate(st, a[0])
	if !ok {
		return expr.Value{}, false
	}
	size, ok := e.enumerate(st, a[1])
	if !ok {
		return expr.Value{}, false
	}
	name, ok := e.concreteString(st, p)
	if !ok {
		return expr.Value{}, false
	}
	n := int(max(min(int32(size), 8), 1))
	given, fixed := st.in.Given(st.nasked, n)
	ans := &input.Answer{Prev: st.asked, Name: string(name), Size: n}
	v := expr.Word(memory.GetWord(given, 8))
	if !fixed {
		t, number := e.solver.Variable(fmt.Sprintf("%s.%d.%d", name, st.nasked, n), 8*n)
		if st.in.Guide != nil {
			e.solver.Assign(&st.path, number, v.W)
		}
		ans.Terms = []bitvec.Term{t}
		v = expr.Value{T: e.terms.Fit(t, 64)}
	}
	st.asked = ans
	st.nasked++
	return v, true
}

// makeSymbolic fills memory with fresh inputs.
func (e *Explorer) makeSymbolic(st *State, a [6]expr.Value) bool {
	var w [3]uint64
	for i := range w {
		var ok bool
		if w[i], ok = e.enumerate(st, a[i]); !ok {
			return false
		}
	}
	n := int(w[1])
	if n > 0 {
		if _, _, ok := e.writable(st, w[0], w[1]); !ok {
			return false
		}
	}
	if n > maxSymbolicRun {
		e.giveUp(st, fmt.Sprintf("bound: %d symbolic bytes at once", n))
		return false
	}
	name := []byte("memory")
	if w[2] != 0 {
		var ok bool
		if name, ok = e.concreteString(st, w[2]); !ok {
			return false
		}
	}
	ans := &input.Answer{Prev: st.asked, Name: string(name), Size: n}
	given, fixed := st.in.Given(st.nasked, n)
	p := memory.Piece{Data: given[:n]}
	for i := 0; i < n && !fixed; i++ {
		t, number := e.solver.Variable(fmt.Sprintf("%s.%d[%d]", name, st.nasked, i), 8)
		if st.in.Guide != nil {
			e.solver.Assign(&st.path, number, uint64(given[i]))
		}
		p.Data[i] = 0
		ans.Terms = append(ans.Terms, t)
		p.Sym = append(p.Sym, memory.Overlay{Off: uint32(i), N: 1, T: t})
	}
	st.Steps += machine.BulkSteps(uint64(n))
	st.asked = ans
	st.nasked++
	return e.write(st, w[0], p)
}

// extended reads the long double at a; a symbolic one is concretised.
func (e *Explorer) extended(st *State, v expr.Value) (extarith.Extended, bool) {
	a, ok := e.enumerate(st, v)
	if !ok {
		return extarith.Extended{}, false
	}
	p, ok := e.readable(st, a, 10)
	if !ok {
		return extarith.Extended{}, false
	}
	return extarith.Load(e.concretePiece(st, p)), true
}

// setExtended writes a long double.
func (e *Explorer) setExtended(st *State, v expr.Value, x extarith.Extended) bool {
	a, ok := e.enumerate(st, v)
	if !ok {
		return false
	}
	p := memory.Piece{Data: make([]byte, 16)}
	x.Store(p.Data)
	return e.write(st, a, p)
}

func (e *Explorer) ftoa(st *State, a [6]expr.Value) (expr.Value, bool) {
	x, ok := e.extended(st, a[2])
	if !ok {
		return expr.Value{}, false
	}
	var w [6]uint64
	for _, i := range []int{0, 1, 3, 4, 5} {
		if w[i], ok = e.enumerate(st, a[i]); !ok {
			return expr.Value{}, false
		}
	}
	s := extarith.Format(x, byte(w[3]), int(int32(w[4])), extarith.FormatFlags(w[5]))
	if room := w[1]; room > 0 {
		n := min(uint64(len(s)), room-1)
		if !e.write(st, w[0], memory.Piece{Data: append([]byte(s[:n]), 0)}) {
			return expr.Value{}, false
		}
	}
	st.Steps += machine.BulkSteps(uint64(len(s)))
	return expr.Word(uint64(len(s))), true
}

func (e *Explorer) atof(st *State, a [6]expr.Value) (expr.Value, bool) {
	var w [3]uint64
	for i := range w {
		var ok bool
		if w[i], ok = e.enumerate(st, a[i]); !ok {
			return expr.Value{}, false
		}
	}
	text, ok := e.cstring(st, w[0])
	if !ok {
		return expr.Value{}, false
	}
	number, ok := e.numberText(st, text)
	if !ok {
		return expr.Value{}, false
	}
	p := extarith.Parse(string(number), int(int32(w[2])))
	switch int32(w[2]) {
	case 4:
		ok = e.storeAt(st, expr.Word(w[1]), 4, expr.Word(uint64(math.Float32bits(p.Value.Float32()))))
	case 8:
		ok = e.storeAt(st, expr.Word(w[1]), 8, expr.Word(math.Float64bits(p.Value.Float64())))
	default:
		ok = e.setExtended(st, expr.Word(w[1]), p.Value)
	}
	n := int64(p.Consumed)
	if p.Range {
		n = -n
	}
	return expr.Word(uint64(n)), ok
}

func (e *Explorer) mathL(st *State, a [6]expr.Value) bool {
	fn, ok := e.enumerate(st, a[0])
	if !ok {
		return false
	}
	x, ok := e.extended(st, a[2])
	if !ok {
		return false
	}
	y := x
	if a[3].T != 0 || a[3].W != 0 {
		if y, ok = e.extended(st, a[3]); !ok {
			return false
		}
	}
	return e.setExtended(st, a[1], extarith.MathL(program.MathFn(int32(fn)), x, y))
}
