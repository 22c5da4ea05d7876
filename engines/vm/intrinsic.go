package vm

import (
	"fmt"
	"math"
	"sort"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/extarith"
	"github.com/riftlab/rift/program/machine"
)

// maxPrecision bounds the digits that one conversion of a number may ask for.
const maxPrecision = 1 << 20

const sigPipe = 13

func float64From(v uint64) float64 { return math.Float64frombits(v) }
func float64Bits(f float64) uint64 { return math.Float64bits(f) }
func float32From(v uint64) float32 { return math.Float32frombits(uint32(v)) }
func float32Bits(f float32) uint64 { return uint64(math.Float32bits(f)) }

// outFile is what IntrinFileOut said of a file.
type outFile struct {
	data    []byte
	removed bool
	link    bool
	mode    uint32
}

// intrinsic executes a machine service; x.pc is already the next instruction.
// It reports false when the run ends.
func (x *Instance) intrinsic(r *window, in *inst) bool {
	regs := x.m.args[in.t : in.t+int32(in.b)]
	var a [6]uint64
	for i := range regs {
		if i < len(a) {
			a[i] = r[regs[i].reg]
		}
	}
	service := program.Intrin(in.f)
	switch service {
	case program.IntrinExit:
		x.exit(int(a[0] & 0xFF))
		return false
	case program.IntrinSignal:
		if x.ending, x.status = program.Signaled, int(int32(a[0])); x.status == 0 {
			x.ending = program.Waiting
		}
		return false
	case program.IntrinFree:
		return x.freeAt(a[0])
	case program.IntrinCopy:
		x.steps += machine.BulkSteps(a[2])
		return x.move(a[0], a[1], a[2])
	case program.IntrinCopyApart:
		if a[0] != a[1] && !x.apart(a[0], a[2], a[1], a[2]) {
			return false
		}
		x.steps += machine.BulkSteps(a[2])
		return x.move(a[0], a[1], a[2])
	case program.IntrinApart:
		return x.stringsApart(a[0], a[1], a[2], a[3] != 0)
	case program.IntrinFill:
		x.steps += machine.BulkSteps(a[2])
		return x.fill(a[0], byte(a[1]), a[2])
	case program.IntrinWrite:
		return x.write(int(int32(a[0])), a[1], a[2])
	case program.IntrinFileOut:
		return x.fileOut(a[0], a[1], a[2], int32(a[3]))
	case program.IntrinSetjmp:
		r[in.a] = 0
		return x.setjmp(a[0])
	case program.IntrinLongjmp:
		return x.longjmp(a[0], a[1])
	case program.IntrinSymbolic:
		return x.symbolic(a[0], a[1], a[2])
	case program.IntrinObserve:
		return x.observe(a)
	case program.IntrinAssume:
		if a[0] == 0 {
			x.ending = program.Assumed
			return false
		}
		return true
	case program.IntrinError:
		message, ok := x.cstring(a[0])
		if ok {
			x.fail(program.FaultReached, string(message))
		}
		return false
	case program.IntrinTrap:
		x.fail(program.FaultUnreachable, "trap")
		return false
	case program.IntrinMathL:
		return x.mathL(a)
	case program.IntrinSwitch:
		return x.switchFiber(a[0], uint32(a[1]) != 0) && x.switched()
	case program.IntrinDeadlock:
		x.deadlock()
		return false
	case program.IntrinRace:
		x.fail(program.FaultRace, machine.Race(a[4], x.fiber, uint32(a[2]) != 0, int(int32(a[1])), uint32(a[3]) != 0, x.m.program.Position(program.RangeID(uint32(a[0])))))
		return false
	case program.IntrinInitial:
		return x.initial(a[0], a[1])
	}
	v, ok := x.query(service, a)
	if ok {
		r[in.a] = v
	}
	return ok
}

// query executes the services that give a value.
func (x *Instance) query(service program.Intrin, a [6]uint64) (uint64, bool) {
	switch service {
	case program.IntrinAlloc:
		x.steps += machine.AllocationSteps(a[0]) // the bitmap
		s := x.alloc(a[0], machine.HeapObject)
		if s == 0 {
			return 0, true
		}
		x.details[s].site = x.userPC()
		return x.address(s), true
	case program.IntrinSize:
		s, _, ok := x.find(a[0], 0, "size")
		if !ok {
			return 0, false
		}
		return uint64(len(x.objects[s].data)), true
	case program.IntrinArg:
		return x.argument(int(int32(a[0])))
	case program.IntrinEnv:
		if i := int(int32(a[0])); i >= 0 && i < len(x.in.Env) {
			return x.newString(x.in.Env[i])
		}
		return 0, true
	case program.IntrinRead:
		return x.read(a[0], a[1])
	case program.IntrinFile:
		return x.file(a[0], a[1])
	case program.IntrinFileMode:
		return x.fileMode(a[0])
	case program.IntrinFileName:
		if i := int(int32(a[0])); i >= 0 && i < len(x.in.Files) && x.Host == nil {
			return x.newString([]byte(x.in.Files[i].Name))
		}
		return 0, true
	case program.IntrinClock:
		return machine.Clock(int(int32(a[0])), x.steps), true
	case program.IntrinFtoa:
		return x.ftoa(a)
	case program.IntrinAtof:
		return x.atof(a[0], a[1], a[2])
	case program.IntrinMath:
		return float64Bits(extarith.Math(program.MathFn(int32(a[0])), float64From(a[1]), float64From(a[2]))), true
	case program.IntrinFma:
		return float64Bits(extarith.Fma(float64From(a[0]), float64From(a[1]), float64From(a[2]))), true
	case program.IntrinVersion:
		if x.m.opt.Old {
			return 0, true
		}
		return 1, true
	case program.IntrinFiber:
		return x.newFiber(a[0], a[1])
	case program.IntrinNondet:
		var word [8]byte
		size := max(min(int(int32(a[1])), 8), 0)
		x.ask(a[0], size, nil, 0)
		if v := x.nextValue(); v != nil {
			copy(word[:size], v.Data)
		}
		return getWord(word[:], 8), true
	}
	x.fail(program.FaultUnsupported, service.String())
	return 0, false
}

// userPC returns the pc of the innermost call (or instruction) in code that is
// not of the run-time library, or -1.
func (x *Instance) userPC() int32 {
	pc := x.pc - 1
	for i := x.depth - 1; i >= 0; i-- {
		if !x.m.program.Funcs[x.frames[i].fn].Library {
			return pc
		}
		pc = x.frames[i].ret
	}
	return -1
}

// exit ends the run normally, unless memory leaked and that counts.
func (x *Instance) exit(status int) {
	x.ending, x.status = program.Exited, status
	if x.m.opt.CheckLeaks {
		x.checkLeaks()
	}
}

func (x *Instance) freeAt(a uint64) bool {
	if a == 0 {
		return true
	}
	s, off := program.SplitAddress(a)
	if int(s) >= len(x.objects) || x.objects[s].kind == machine.NoObject {
		x.badAccess(a, 0, "free")
		x.fault.Kind = program.FaultBadFree
		return false
	}
	if o := &x.objects[s]; o.kind != machine.HeapObject || !o.live || off != 0 {
		x.fail(x.faults().BadFree(a, x.describe(s)))
		return false
	}
	x.free(s)
	return true
}

// newString returns a fresh object holding b and a NUL.
func (x *Instance) newString(b []byte) (uint64, bool) {
	s := x.alloc(uint64(len(b))+1, machine.StringObject)
	if s == 0 {
		x.stopped("memory")
		return 0, false
	}
	data := x.objects[s].data
	copy(data, b)
	data[len(b)] = 0
	x.initialised(s)
	return x.address(s), true
}

func (x *Instance) argument(i int) (uint64, bool) {
	switch {
	case i == 0:
		return x.newString([]byte(x.m.opt.Name))
	case i > 0 && i <= len(x.in.Args):
		return x.newString(x.in.Args[i-1])
	}
	return 0, true
}

func (x *Instance) read(buf, n uint64) (uint64, bool) {
	if x.Host != nil {
		return x.readHost(buf, n)
	}
	n = min(n, uint64(len(x.in.Stdin)-x.stdin))
	b, ok := x.writable(buf, n)
	if !ok {
		return 0, false
	}
	x.steps += machine.BulkSteps(n)
	copy(b, x.in.Stdin[x.stdin:])
	x.stdin += int(n)
	return n, true
}

func (x *Instance) readHost(buf, n uint64) (uint64, bool) {
	p := make([]byte, min(n, 1<<16))
	k, _ := x.Host.Read(p)
	b, ok := x.writable(buf, uint64(k))
	copy(b, p[:k])
	return uint64(k), ok
}

func (x *Instance) write(fd int, buf, n uint64) bool {
	b, ok := x.readable(buf, n)
	if !ok {
		return false
	}
	x.steps += machine.BulkSteps(n)
	if x.Host != nil {
		if err := x.Host.Write(fd, b); err != nil {
			x.ending, x.status = program.Signaled, sigPipe
			return false
		}
		return true
	}
	if !x.countOutput(len(b)) {
		return false
	}
	if fd == 1 || fd == 2 {
		x.out[fd-1] = append(x.out[fd-1], b...)
	}
	return true
}

// observe keeps a value that the program shows under a name.
func (x *Instance) observe(a [6]uint64) bool {
	name, ok := x.cstring(a[0])
	if !ok {
		return false
	}
	kind, ok := program.ObservedKind(byte(a[1]))
	if !ok {
		x.fail(program.FaultUnsupported, fmt.Sprintf("an observation of kind %q", byte(a[1])))
		return false
	}
	var b []byte
	if byte(a[1]) == 's' {
		b, ok = x.cstring(a[2])
	} else if b, ok = x.readable(a[2], a[3]); ok {
		x.steps += machine.BulkSteps(a[3])
	}
	if !ok || !x.countOutput(len(name)+len(b)) {
		return false
	}
	x.observed = append(x.observed, program.Observation{Name: string(name), Kind: kind, Data: append(program.Bytes{}, b...)})
	return true
}

// countOutput ends the run when the program has written too much.
func (x *Instance) countOutput(n int) bool {
	x.written += int64(n)
	if x.written > x.m.opt.MaxOutput {
		x.stopped("output")
		return false
	}
	return true
}

func (x *Instance) file(name, size uint64) (uint64, bool) {
	b, ok := x.cstring(name)
	if !ok {
		return 0, false
	}
	data, found := x.findFile(string(b))
	if !found {
		return 0, true
	}
	s := x.alloc(uint64(len(data)), machine.HeapObject)
	if s == 0 {
		x.stopped("memory")
		return 0, false
	}
	x.details[s].site = x.userPC()
	copy(x.objects[s].data, data)
	x.initialised(s)
	x.steps += machine.BulkSteps(uint64(len(data)))
	return x.address(s), x.storeSlow(size, 8, uint64(len(data)))
}

func (x *Instance) findFile(name string) ([]byte, bool) {
	if x.Host != nil {
		return x.Host.ReadFile(name)
	}
	if f := x.inputFile(name); f != nil {
		return f.Data, true
	}
	return nil, false
}

// inputFile returns the file of the input with this name, or nil.
func (x *Instance) inputFile(name string) *program.File {
	files := x.in.Files
	i := sort.Search(len(files), func(i int) bool { return files[i].Name >= name })
	if i < len(files) && files[i].Name == name {
		return &files[i]
	}
	return nil
}

// fileMode returns type and permissions of a file, or of standard input. Those of
// a host are not looked at.
func (x *Instance) fileMode(name uint64) (uint64, bool) {
	if name == 0 {
		return uint64(x.in.StdinMode()), true
	}
	b, ok := x.cstring(name)
	if !ok {
		return 0, false
	}
	if x.Host != nil {
		return program.ModeRegular | program.DefaultMode, true
	}
	if f := x.inputFile(string(b)); f != nil {
		return uint64(f.StatMode()), true
	}
	return 0, true
}

func (x *Instance) fileOut(name, data, n uint64, kind int32) bool {
	nb, ok := x.cstring(name)
	if !ok {
		return false
	}
	var f outFile
	f.removed, f.link, f.mode = program.LeftFile(kind)
	if !f.removed {
		b, ok := x.readable(data, n)
		if !ok {
			return false
		}
		f.data = append([]byte{}, b...)
	}
	if x.Host == nil && !x.countOutput(len(f.data)+len(nb)) {
		return false
	}
	if x.files == nil {
		x.files = map[string]outFile{}
	}
	x.files[string(nb)] = f
	return true
}

func (x *Instance) ftoa(a [6]uint64) (uint64, bool) {
	v, ok := x.ld(a[2])
	if !ok {
		return 0, false
	}
	if int32(a[4]) > maxPrecision {
		x.fail(program.FaultUnsupported, fmt.Sprintf("formatting with a precision of %d", int32(a[4])))
		return 0, false
	}
	x.steps += machine.BulkSteps(uint64(max(int32(a[4]), 0)))
	s := extarith.Format(v, byte(a[3]), int(int32(a[4])), extarith.FormatFlags(a[5]))
	if room := a[1]; room > 0 {
		n := min(uint64(len(s)), room-1)
		b, ok := x.writable(a[0], n+1)
		if !ok {
			return 0, false
		}
		copy(b, s[:n])
		b[n] = 0
	}
	return uint64(len(s)), true
}

func (x *Instance) atof(text, result, size uint64) (uint64, bool) {
	b, ok := x.cstring(text)
	if !ok {
		return 0, false
	}
	p := extarith.Parse(string(b), int(int32(size)))
	switch int32(size) {
	case 4:
		ok = x.storeSlow(result, 4, float32Bits(p.Value.Float32()))
	case 8:
		ok = x.storeSlow(result, 8, float64Bits(p.Value.Float64()))
	default:
		ok = x.setLD(result, p.Value)
	}
	n := int64(p.Consumed)
	if p.Range {
		n = -n
	}
	return uint64(n), ok
}

func (x *Instance) mathL(a [6]uint64) bool {
	p, ok := x.ld(a[2])
	if !ok {
		return false
	}
	q := p
	if a[3] != 0 {
		if q, ok = x.ld(a[3]); !ok {
			return false
		}
	}
	return x.setLD(a[1], extarith.MathL(program.MathFn(int32(a[0])), p, q))
}

// nextValue takes the next of Input.Values, or nil once they are used up.
func (x *Instance) nextValue() *program.Value {
	if x.values >= len(x.in.Values) {
		return nil
	}
	x.values++
	return &x.in.Values[x.values-1]
}

func (x *Instance) symbolic(p, n, name uint64) bool {
	b, ok := x.writable(p, n)
	if !ok {
		return false
	}
	x.steps += machine.BulkSteps(n)
	clear(b)
	of, off := x.typeAt(p)
	if of == nil {
		of = unknown
	}
	x.ask(name, int(n), of, off)
	if v := x.nextValue(); v != nil {
		copy(b, v.Data)
	}
	return true
}

// deadlock ends the run because no fiber can go on.
func (x *Instance) deadlock() {
	x.fail(program.FaultDeadlock, machine.Deadlock(max(len(x.fibers), 1), func(n int) (int, func(int) (*program.Func, program.Position)) {
		pc, frames := x.pc, x.frames[:x.depth]
		if n != x.fiber {
			pc, frames = x.fibers[n].pc, x.fibers[n].frames
		}
		return len(frames), func(i int) (*program.Func, program.Position) {
			at, top := pc-1, len(frames)-1-i
			if i > 0 {
				at = frames[top+1].ret
			}
			pos, _ := x.m.at(at)
			return x.m.program.Funcs[frames[top].fn], pos
		}
	}))
}

// initial copies what a variable holds when the program begins.
func (x *Instance) initial(to, global uint64) bool {
	s, _, ok := x.find(global, 0, "read")
	if !ok {
		return false
	}
	if x.objects[s].kind != machine.GlobalObject {
		x.fail(program.FaultInvalid, x.faults().Name(x.describe(s))+" has no initial value")
		return false
	}
	n := uint64(len(x.objects[s].data))
	b, ok := x.writable(to, n)
	if !ok {
		return false
	}
	x.steps += machine.BulkSteps(n)
	clear(b[copy(b, x.m.images[x.details[s].what]):])
	return true
}
