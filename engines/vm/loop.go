package vm

import (
	"math"

	"github.com/riftlab/rift/program"
)

// window is the registers of the running function and what lies beyond.
type window = [maxWindow]uint64

func (x *Instance) window() *window { return (*window)(x.regs[x.fp:]) }

// loop executes instructions until the run ends; x.stop says how. Cases that
// count steps leave the switch so that the limit is looked at, all others
// continue with the next instruction.
func (x *Instance) loop() {
	var (
		code    = x.m.code
		funcs   = x.m.funcs
		objects = x.objects
		r       = x.window()
		pc      = int(x.pc)
		steps   = x.steps
		limit   = x.limit
		ok      bool
		v       uint64
	)
	for {
		in := &code[pc]
		pc++
		switch in.op {
		case opMove:
			r[in.a] = r[in.b]
			continue
		case opConst:
			r[in.a] = in.imm
			continue

		case opAdd32:
			r[in.a] = uint64(uint32(r[in.b]) + uint32(r[in.c]))
			continue
		case opAdd64:
			r[in.a] = r[in.b] + r[in.c]
			continue
		case opSub32:
			r[in.a] = uint64(uint32(r[in.b]) - uint32(r[in.c]))
			continue
		case opSub64:
			r[in.a] = r[in.b] - r[in.c]
			continue
		case opMul32:
			r[in.a] = uint64(uint32(r[in.b]) * uint32(r[in.c]))
			continue
		case opMul64:
			r[in.a] = r[in.b] * r[in.c]
			continue
		case opAnd:
			r[in.a] = r[in.b] & r[in.c]
			continue
		case opOr:
			r[in.a] = r[in.b] | r[in.c]
			continue
		case opXor:
			r[in.a] = r[in.b] ^ r[in.c]
			continue
		case opAdd32I:
			r[in.a] = uint64(uint32(r[in.b]) + uint32(in.imm))
			continue
		case opAdd64I:
			r[in.a] = r[in.b] + in.imm
			continue
		case opMul32I:
			r[in.a] = uint64(uint32(r[in.b]) * uint32(in.imm))
			continue
		case opMul64I:
			r[in.a] = r[in.b] * in.imm
			continue
		case opAndI:
			r[in.a] = r[in.b] & in.imm
			continue
		case opOrI:
			r[in.a] = r[in.b] | in.imm
			continue
		case opXorI:
			r[in.a] = r[in.b] ^ in.imm
			continue

		case opShl32:
			if r[in.c] >= 32 {
				x.badShift(r[in.c], 32)
				goto stop
			}
			r[in.a] = uint64(uint32(r[in.b]) << (r[in.c] & 31))
			continue
		case opShl64:
			if r[in.c] >= 64 {
				x.badShift(r[in.c], 64)
				goto stop
			}
			r[in.a] = r[in.b] << (r[in.c] & 63)
			continue
		case opLShr32:
			if r[in.c] >= 32 {
				x.badShift(r[in.c], 32)
				goto stop
			}
			r[in.a] = uint64(uint32(r[in.b]) >> (r[in.c] & 31))
			continue
		case opLShr64:
			if r[in.c] >= 64 {
				x.badShift(r[in.c], 64)
				goto stop
			}
			r[in.a] = r[in.b] >> (r[in.c] & 63)
			continue
		case opAShr32:
			if r[in.c] >= 32 {
				x.badShift(r[in.c], 32)
				goto stop
			}
			r[in.a] = uint64(uint32(int32(r[in.b]) >> (r[in.c] & 31)))
			continue
		case opAShr64:
			if r[in.c] >= 64 {
				x.badShift(r[in.c], 64)
				goto stop
			}
			r[in.a] = uint64(int64(r[in.b]) >> (r[in.c] & 63))
			continue
		case opShl32I:
			r[in.a] = uint64(uint32(r[in.b]) << (in.imm & 31))
			continue
		case opShl64I:
			r[in.a] = r[in.b] << (in.imm & 63)
			continue
		case opLShrI:
			r[in.a] = r[in.b] >> (in.imm & 63)
			continue
		case opAShr32I:
			r[in.a] = uint64(uint32(int32(r[in.b]) >> (in.imm & 31)))
			continue
		case opAShr64I:
			r[in.a] = uint64(int64(r[in.b]) >> (in.imm & 63))
			continue

		case opUDiv:
			if r[in.c] == 0 {
				x.badDivision(program.FaultDivision)
				goto stop
			}
			r[in.a] = r[in.b] / r[in.c]
			continue
		case opURem:
			if r[in.c] == 0 {
				x.badDivision(program.FaultDivision)
				goto stop
			}
			r[in.a] = r[in.b] % r[in.c]
			continue
		case opSDiv32, opSRem32:
			a, b := int32(r[in.b]), int32(r[in.c])
			if b == 0 {
				x.badDivision(program.FaultDivision)
				goto stop
			}
			if b == -1 && a == math.MinInt32 {
				x.badDivision(program.FaultOverflow)
				goto stop
			}
			if in.op == opSDiv32 {
				r[in.a] = uint64(uint32(a / b))
			} else {
				r[in.a] = uint64(uint32(a % b))
			}
			continue
		case opSDiv64, opSRem64:
			a, b := int64(r[in.b]), int64(r[in.c])
			if b == 0 {
				x.badDivision(program.FaultDivision)
				goto stop
			}
			if b == -1 && a == math.MinInt64 {
				x.badDivision(program.FaultOverflow)
				goto stop
			}
			if in.op == opSDiv64 {
				r[in.a] = uint64(a / b)
			} else {
				r[in.a] = uint64(a % b)
			}
			continue
		case opUDivI:
			r[in.a] = r[in.b] / in.imm
			continue
		case opURemI:
			r[in.a] = r[in.b] % in.imm
			continue
		case opSDiv32I:
			r[in.a] = uint64(uint32(int64(int32(r[in.b])) / int64(in.imm)))
			continue
		case opSRem32I:
			r[in.a] = uint64(uint32(int32(r[in.b]) % int32(in.imm)))
			continue

		case opEq:
			r[in.a] = bit(r[in.b] == r[in.c])
			continue
		case opNe:
			r[in.a] = bit(r[in.b] != r[in.c])
			continue
		case opULt:
			r[in.a] = bit(r[in.b] < r[in.c])
			continue
		case opULe:
			r[in.a] = bit(r[in.b] <= r[in.c])
			continue
		case opSLt32:
			r[in.a] = bit(int32(r[in.b]) < int32(r[in.c]))
			continue
		case opSLe32:
			r[in.a] = bit(int32(r[in.b]) <= int32(r[in.c]))
			continue
		case opSLt64:
			r[in.a] = bit(int64(r[in.b]) < int64(r[in.c]))
			continue
		case opSLe64:
			r[in.a] = bit(int64(r[in.b]) <= int64(r[in.c]))
			continue
		case opEqI:
			r[in.a] = bit(r[in.b] == in.imm)
			continue
		case opNeI:
			r[in.a] = bit(r[in.b] != in.imm)
			continue

		case opSExt32:
			r[in.a] = uint64(int64(int32(r[in.b])))
			continue
		case opSExt:
			r[in.a] = uint64(int64(r[in.b]<<(in.c&63))>>(in.c&63)) & in.imm
			continue

		case opFAdd64, opFSub64, opFMul64, opFDiv64:
			a, b := math.Float64frombits(r[in.b]), math.Float64frombits(r[in.c])
			var f float64
			switch in.op {
			case opFAdd64:
				f = a + b
			case opFSub64:
				f = a - b
			case opFMul64:
				f = a * b
			default:
				f = a / b
			}
			if f != f {
				op := program.FAdd + program.Op(in.op-opFAdd64)
				r[in.a], _ = program.Eval(op, program.F64, program.F64, r[in.b], r[in.c])
				continue
			}
			r[in.a] = math.Float64bits(f)
			continue
		case opFEq64:
			r[in.a] = bit(math.Float64frombits(r[in.b]) == math.Float64frombits(r[in.c]))
			continue
		case opFNe64:
			r[in.a] = bit(math.Float64frombits(r[in.b]) != math.Float64frombits(r[in.c]))
			continue
		case opFLt64:
			r[in.a] = bit(math.Float64frombits(r[in.b]) < math.Float64frombits(r[in.c]))
			continue
		case opFLe64:
			r[in.a] = bit(math.Float64frombits(r[in.b]) <= math.Float64frombits(r[in.c]))
			continue
		case opS32ToF64:
			r[in.a] = math.Float64bits(float64(int32(r[in.b])))
			continue
		case opS64ToF64:
			r[in.a] = math.Float64bits(float64(int64(r[in.b])))
			continue
		case opF64ToS32:
			f := math.Float64frombits(r[in.b])
			if f > -1<<31-1 && f < 1<<31 {
				r[in.a] = uint64(uint32(int32(f)))
			} else {
				r[in.a] = 1 << 31
			}
			continue
		case opEval:
			if v, ok = x.eval(in.imm, r[in.b], r[in.c]); !ok {
				goto stop
			}
			r[in.a] = v
			continue

		case opLea:
			r[in.a] = r[in.b] + r[in.c]*in.imm + uint64(int64(in.f))
			continue
		case opLeaS:
			r[in.a] = r[in.b] + uint64(int64(int32(r[in.c])))*in.imm + uint64(int64(in.f))
			continue
		case opPtrDiff:
			r[in.a] = uint64(int64(r[in.b]-r[in.c]) / max(int64(in.imm), 1))
			continue

		case opLoad1:
			a := r[in.b] + in.imm
			if o := quick(objects, a); uint32(a) < o.rlim {
				r[in.a] = get1(o, uint32(a))
				continue
			}
			if v, ok = x.loadSlow(a, 1); !ok {
				goto stop
			}
			r[in.a] = v
			continue
		case opLoad2:
			a := r[in.b] + in.imm
			if o := quick(objects, a); uint64(uint32(a))+2 <= uint64(o.rlim) {
				r[in.a] = get2(o, uint32(a))
				continue
			}
			if v, ok = x.loadSlow(a, 2); !ok {
				goto stop
			}
			r[in.a] = v
			continue
		case opLoad4:
			a := r[in.b] + in.imm
			if o := quick(objects, a); uint64(uint32(a))+4 <= uint64(o.rlim) {
				r[in.a] = get4(o, uint32(a))
				continue
			}
			if v, ok = x.loadSlow(a, 4); !ok {
				goto stop
			}
			r[in.a] = v
			continue
		case opLoad8:
			a := r[in.b] + in.imm
			if o := quick(objects, a); uint64(uint32(a))+8 <= uint64(o.rlim) {
				r[in.a] = get8(o, uint32(a))
				continue
			}
			if v, ok = x.loadSlow(a, 8); !ok {
				goto stop
			}
			r[in.a] = v
			continue
		case opLoad1S:
			a := r[in.b] + in.imm
			if o := quick(objects, a); uint32(a) < o.rlim {
				r[in.a] = uint64(uint32(int8(get1(o, uint32(a)))))
				continue
			}
			if v, ok = x.loadSlow(a, 1); !ok {
				goto stop
			}
			r[in.a] = uint64(uint32(int8(v)))
			continue
		case opLoad2S:
			a := r[in.b] + in.imm
			if o := quick(objects, a); uint64(uint32(a))+2 <= uint64(o.rlim) {
				r[in.a] = uint64(uint32(int16(get2(o, uint32(a)))))
				continue
			}
			if v, ok = x.loadSlow(a, 2); !ok {
				goto stop
			}
			r[in.a] = uint64(uint32(int16(v)))
			continue
		case opLoad4S:
			a := r[in.b] + in.imm
			if o := quick(objects, a); uint64(uint32(a))+4 <= uint64(o.rlim) {
				r[in.a] = uint64(int64(int32(get4(o, uint32(a)))))
				continue
			}
			if v, ok = x.loadSlow(a, 4); !ok {
				goto stop
			}
			r[in.a] = uint64(int64(int32(v)))
			continue
		case opLoadRaw:
			if v, ok = x.loadRaw(r[in.b]+in.imm, uint64(in.c)); !ok {
				goto stop
			}
			r[in.a] = v
			continue

		case opLoad1X, opLoad1XS:
			i := r[in.c]
			if in.op == opLoad1XS {
				i = uint64(int64(int32(i)))
			}
			a := r[in.b] + i*in.imm + uint64(int64(in.f))
			if o := quick(objects, a); uint32(a) < o.rlim {
				r[in.a] = get1(o, uint32(a))
				continue
			}
			if v, ok = x.loadSlow(a, 1); !ok {
				goto stop
			}
			r[in.a] = v
			continue
		case opLoad2X, opLoad2XS:
			i := r[in.c]
			if in.op == opLoad2XS {
				i = uint64(int64(int32(i)))
			}
			a := r[in.b] + i*in.imm + uint64(int64(in.f))
			if o := quick(objects, a); uint64(uint32(a))+2 <= uint64(o.rlim) {
				r[in.a] = get2(o, uint32(a))
				continue
			}
			if v, ok = x.loadSlow(a, 2); !ok {
				goto stop
			}
			r[in.a] = v
			continue
		case opLoad4X:
			a := r[in.b] + r[in.c]*in.imm + uint64(int64(in.f))
			if o := quick(objects, a); uint64(uint32(a))+4 <= uint64(o.rlim) {
				r[in.a] = get4(o, uint32(a))
				continue
			}
			if v, ok = x.loadSlow(a, 4); !ok {
				goto stop
			}
			r[in.a] = v
			continue
		case opLoad4XS:
			a := r[in.b] + uint64(int64(int32(r[in.c])))*in.imm + uint64(int64(in.f))
			if o := quick(objects, a); uint64(uint32(a))+4 <= uint64(o.rlim) {
				r[in.a] = get4(o, uint32(a))
				continue
			}
			if v, ok = x.loadSlow(a, 4); !ok {
				goto stop
			}
			r[in.a] = v
			continue
		case opLoad8X:
			a := r[in.b] + r[in.c]*in.imm + uint64(int64(in.f))
			if o := quick(objects, a); uint64(uint32(a))+8 <= uint64(o.rlim) {
				r[in.a] = get8(o, uint32(a))
				continue
			}
			if v, ok = x.loadSlow(a, 8); !ok {
				goto stop
			}
			r[in.a] = v
			continue
		case opLoad8XS:
			a := r[in.b] + uint64(int64(int32(r[in.c])))*in.imm + uint64(int64(in.f))
			if o := quick(objects, a); uint64(uint32(a))+8 <= uint64(o.rlim) {
				r[in.a] = get8(o, uint32(a))
				continue
			}
			if v, ok = x.loadSlow(a, 8); !ok {
				goto stop
			}
			r[in.a] = v
			continue

		case opLoad1G, opLoad2G, opLoad4G, opLoad8G:
			o := &objects[in.t]
			n := uint64(1) << (in.op - opLoad1G)
			if o.rlim == 0 {
				if v, ok = x.loadSlow(program.MakeAddress(uint32(in.t), uint32(in.f)), n); !ok {
					goto stop
				}
				r[in.a] = v
				continue
			}
			switch in.op {
			case opLoad1G:
				r[in.a] = get1(o, uint32(in.f))
			case opLoad2G:
				r[in.a] = get2(o, uint32(in.f))
			case opLoad4G:
				r[in.a] = get4(o, uint32(in.f))
			default:
				r[in.a] = get8(o, uint32(in.f))
			}
			continue

		case opStore1:
			a := r[in.b] + in.imm
			if o := quick(objects, a); uint32(a) < o.wlim {
				put1(o, uint32(a), r[in.a])
				continue
			}
			if !x.storeSlow(a, 1, r[in.a]) {
				goto stop
			}
			continue
		case opStore2:
			a := r[in.b] + in.imm
			if o := quick(objects, a); uint64(uint32(a))+2 <= uint64(o.wlim) {
				put2(o, uint32(a), r[in.a])
				continue
			}
			if !x.storeSlow(a, 2, r[in.a]) {
				goto stop
			}
			continue
		case opStore4:
			a := r[in.b] + in.imm
			if o := quick(objects, a); uint64(uint32(a))+4 <= uint64(o.wlim) {
				put4(o, uint32(a), r[in.a])
				continue
			}
			if !x.storeSlow(a, 4, r[in.a]) {
				goto stop
			}
			continue
		case opStore8:
			a := r[in.b] + in.imm
			if o := quick(objects, a); uint64(uint32(a))+8 <= uint64(o.wlim) {
				put8(o, uint32(a), r[in.a])
				continue
			}
			if !x.storeSlow(a, 8, r[in.a]) {
				goto stop
			}
			continue
		case opStore1X, opStore1XS:
			i := r[in.c]
			if in.op == opStore1XS {
				i = uint64(int64(int32(i)))
			}
			a := r[in.b] + i*in.imm + uint64(int64(in.f))
			if o := quick(objects, a); uint32(a) < o.wlim {
				put1(o, uint32(a), r[in.a])
				continue
			}
			if !x.storeSlow(a, 1, r[in.a]) {
				goto stop
			}
			continue
		case opStore2X, opStore2XS:
			i := r[in.c]
			if in.op == opStore2XS {
				i = uint64(int64(int32(i)))
			}
			a := r[in.b] + i*in.imm + uint64(int64(in.f))
			if o := quick(objects, a); uint64(uint32(a))+2 <= uint64(o.wlim) {
				put2(o, uint32(a), r[in.a])
				continue
			}
			if !x.storeSlow(a, 2, r[in.a]) {
				goto stop
			}
			continue
		case opStore4X, opStore4XS:
			i := r[in.c]
			if in.op == opStore4XS {
				i = uint64(int64(int32(i)))
			}
			a := r[in.b] + i*in.imm + uint64(int64(in.f))
			if o := quick(objects, a); uint64(uint32(a))+4 <= uint64(o.wlim) {
				put4(o, uint32(a), r[in.a])
				continue
			}
			if !x.storeSlow(a, 4, r[in.a]) {
				goto stop
			}
			continue
		case opStore8X, opStore8XS:
			i := r[in.c]
			if in.op == opStore8XS {
				i = uint64(int64(int32(i)))
			}
			a := r[in.b] + i*in.imm + uint64(int64(in.f))
			if o := quick(objects, a); uint64(uint32(a))+8 <= uint64(o.wlim) {
				put8(o, uint32(a), r[in.a])
				continue
			}
			if !x.storeSlow(a, 8, r[in.a]) {
				goto stop
			}
			continue
		case opStore1G, opStore2G, opStore4G, opStore8G:
			o := &objects[in.t]
			n := uint64(1) << (in.op - opStore1G)
			if o.wlim == 0 {
				if !x.storeSlow(program.MakeAddress(uint32(in.t), uint32(in.f)), n, r[in.a]) {
					goto stop
				}
				continue
			}
			switch in.op {
			case opStore1G:
				put1(o, uint32(in.f), r[in.a])
			case opStore2G:
				put2(o, uint32(in.f), r[in.a])
			case opStore4G:
				put4(o, uint32(in.f), r[in.a])
			default:
				put8(o, uint32(in.f), r[in.a])
			}
			continue

		case opCopy:
			steps += int64(in.imm / bulk)
			if !x.move(r[in.a], r[in.b], in.imm) {
				goto stop
			}
			continue
		case opZero:
			steps += int64(in.imm / bulk)
			if !x.fill(r[in.a]+uint64(int64(in.t)), 0, in.imm) {
				goto stop
			}
			continue

		case opEnter:
			if !x.enter(r, in) {
				goto stop
			}
			objects = x.objects
			continue
		case opLeave:
			x.leave(r, in.c)
			continue
		case opEnterVLA:
			if !x.enterVLA(r, in) {
				goto stop
			}
			objects = x.objects
			continue
		case opVaStart:
			r[in.a] = x.frames[len(x.frames)-1].varargs
			continue
		case opWide:
			if !x.wide(r, &x.m.wides[in.imm]) {
				goto stop
			}
			continue

		case opCall:
			steps += int64(in.c)
			f := &funcs[in.imm]
			if f.plain && x.stack+f.cost <= x.maxStack && x.fp+int(in.f)+maxWindow <= len(x.regs) {
				x.stack += f.cost
				x.frames = append(x.frames, frame{fn: int32(in.imm), ret: int32(pc - 1), window: in.f})
				x.fp += int(in.f)
				callee := (*window)(x.regs[x.fp:])
				for i, arg := range x.m.args[in.t : in.t+int32(in.b)] {
					callee[uint16(i)] = r[arg.reg]
				}
				r = callee
				if len(f.consts) > 0 {
					copy(r[uint16(f.constBase):], f.consts)
				}
				pc = int(f.entry)
				break
			}
			x.pc = int32(pc - 1)
			if !x.call(in, int(in.imm)) {
				goto stop
			}
			pc, r, objects = int(x.pc), x.window(), x.objects
		case opCallReg:
			steps += int64(in.c)
			x.pc = int32(pc - 1)
			x.steps = steps
			f, found := program.FuncIndex(r[in.imm])
			if !found || f >= len(funcs) {
				x.badCall(r[in.imm])
				goto stop
			}
			if !x.call(in, f) {
				goto stop
			}
			pc, r, objects = int(x.pc), x.window(), x.objects
		case opIntrinsic:
			steps += int64(in.c)
			x.pc, x.steps = int32(pc), steps
			if !x.intrinsic(r, in) {
				goto stop
			}
			pc, r, objects, steps = int(x.pc), x.window(), x.objects, x.steps
		case opCount:
			steps += int64(in.imm)

		case opJump:
			steps += int64(in.imm)
			pc = int(in.t)
		case opBrReg:
			steps += int64(in.c)
			if r[in.a] != 0 {
				pc = int(in.t)
			} else {
				pc = int(in.f)
			}
		case opBrEq:
			steps += int64(in.c)
			if r[in.a] == r[in.b] {
				pc = int(in.t)
			} else {
				pc = int(in.f)
			}
		case opBrULt:
			steps += int64(in.c)
			if r[in.a] < r[in.b] {
				pc = int(in.t)
			} else {
				pc = int(in.f)
			}
		case opBrSLt32:
			steps += int64(in.c)
			if int32(r[in.a]) < int32(r[in.b]) {
				pc = int(in.t)
			} else {
				pc = int(in.f)
			}
		case opBrSLt64:
			steps += int64(in.c)
			if int64(r[in.a]) < int64(r[in.b]) {
				pc = int(in.t)
			} else {
				pc = int(in.f)
			}
		case opBrEqI:
			steps += int64(in.c)
			if r[in.a] == in.imm {
				pc = int(in.t)
			} else {
				pc = int(in.f)
			}
		case opBrULtI:
			steps += int64(in.c)
			if r[in.a] < in.imm {
				pc = int(in.t)
			} else {
				pc = int(in.f)
			}
		case opBrSLt32I:
			steps += int64(in.c)
			if int32(r[in.a]) < int32(in.imm) {
				pc = int(in.t)
			} else {
				pc = int(in.f)
			}
		case opBrSLt64I:
			steps += int64(in.c)
			if int64(r[in.a]) < int64(in.imm) {
				pc = int(in.t)
			} else {
				pc = int(in.f)
			}
		case opBrFEq64:
			steps += int64(in.c)
			if math.Float64frombits(r[in.a]) == math.Float64frombits(r[in.b]) {
				pc = int(in.t)
			} else {
				pc = int(in.f)
			}
		case opBrFLt64:
			steps += int64(in.c)
			if math.Float64frombits(r[in.a]) < math.Float64frombits(r[in.b]) {
				pc = int(in.t)
			} else {
				pc = int(in.f)
			}
		case opBrFLe64:
			steps += int64(in.c)
			if math.Float64frombits(r[in.a]) <= math.Float64frombits(r[in.b]) {
				pc = int(in.t)
			} else {
				pc = int(in.f)
			}
		case opSwitch:
			steps += int64(in.c)
			t, _ := x.m.switches[in.t].lookup(r[in.a])
			pc = int(t)
		case opJumpTo:
			steps += int64(in.c)
			t, found := x.m.switches[in.t].lookup(r[in.a])
			if !found {
				x.badJump(r[in.a])
				goto stop
			}
			pc = int(t)

		case opReturn, opReturnVoid:
			steps += int64(in.c)
			v = 0
			if in.op == opReturn {
				v = r[in.a]
			}
			f := &x.frames[len(x.frames)-1]
			if f.ret < 0 || !funcs[f.fn].plain {
				if x.steps = steps; !x.leaveFrame(r, v) {
					goto stop
				}
				f = &x.frames[len(x.frames)-1]
			}
			ret := int(f.ret)
			x.stack -= funcs[f.fn].cost
			x.fp -= int(f.window)
			x.frames = x.frames[:len(x.frames)-1]
			r = x.window()
			r[code[ret].a] = v
			pc = ret + 1
		case opUnreachable:
			steps += int64(in.c)
			x.fail(program.FaultUnreachable, "")
			goto stop

		case opCover:
			x.covered[in.imm>>6] |= 1 << (in.imm & 63)
			continue
		case opTraceBefore:
			x.steps = steps
			x.traceBefore(r, int(in.imm))
			continue
		case opTraceAfter:
			x.traceAfter(r, int(in.imm))
			continue
		default:
			panic("vm: bad instruction")
		}
		if steps < limit {
			continue
		}
		x.steps = steps
		if !x.checkpoint() {
			return
		}
		limit = x.limit
	}
stop:
	x.pc, x.steps = int32(pc-1), steps
	x.locate()
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
