package vm

import (
	"math"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/machine"
)

// window is the registers of the running function and what lies beyond.
type window = [maxWindow]uint64

func (x *Instance) window() *window { return (*window)(x.regs[x.fp:]) }

// loop executes instructions until the run ends.
//
// It holds only what is quick. No local variable is live across a call: Go
// keeps such variables on the stack, which would cost several stores in each
// turn. An instruction that needs more than the quick path goes to slow, which
// hands the state over in Instance; afterwards everything is loaded again.
// Cases that count steps leave the switch so that the limit is looked at.
func (x *Instance) loop() {
	var (
		code    []inst
		objects []object
		r       *window
		pc      int
		steps   int64
		limit   int64
		a       uint64 // address of the access that goes to partial
		callee  uint32 // function that enter calls
	)
resume:
	code = x.m.code
	objects = x.objects
	r = x.window()
	pc = int(x.pc)
	steps, limit = x.steps, x.limit
next:
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
		case opMoveAdd32:
			v := r[in.b]
			r[in.a] = v
			r[in.b] = uint64(uint32(v) + uint32(in.imm))
			continue
		case opMoveAdd64:
			v := r[in.b]
			r[in.a] = v
			r[in.b] = v + in.imm
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
			if n := r[in.c]; n < 32 {
				r[in.a] = uint64(uint32(r[in.b]) << (n & 31))
				continue
			}
			goto slow
		case opShl64:
			if n := r[in.c]; n < 64 {
				r[in.a] = r[in.b] << (n & 63)
				continue
			}
			goto slow
		case opLShr32:
			if n := r[in.c]; n < 32 {
				r[in.a] = uint64(uint32(r[in.b]) >> (n & 31))
				continue
			}
			goto slow
		case opLShr64:
			if n := r[in.c]; n < 64 {
				r[in.a] = r[in.b] >> (n & 63)
				continue
			}
			goto slow
		case opAShr32:
			if n := r[in.c]; n < 32 {
				r[in.a] = uint64(uint32(int32(r[in.b]) >> (n & 31)))
				continue
			}
			goto slow
		case opAShr64:
			if n := r[in.c]; n < 64 {
				r[in.a] = uint64(int64(r[in.b]) >> (n & 63))
				continue
			}
			goto slow
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
			if d := r[in.c]; d != 0 {
				r[in.a] = r[in.b] / d
				continue
			}
			goto slow
		case opURem:
			if d := r[in.c]; d != 0 {
				r[in.a] = r[in.b] % d
				continue
			}
			goto slow
		case opSDiv32:
			if d := int32(r[in.c]); d > 0 || d < -1 {
				r[in.a] = uint64(uint32(int32(r[in.b]) / d))
				continue
			}
			goto slow
		case opSDiv64:
			if d := int64(r[in.c]); d > 0 || d < -1 {
				r[in.a] = uint64(int64(r[in.b]) / d)
				continue
			}
			goto slow
		case opSRem32:
			if d := int32(r[in.c]); d > 0 || d < -1 {
				r[in.a] = uint64(uint32(int32(r[in.b]) % d))
				continue
			}
			goto slow
		case opSRem64:
			if d := int64(r[in.c]); d > 0 || d < -1 {
				r[in.a] = uint64(int64(r[in.b]) % d)
				continue
			}
			goto slow
		case opUDivI:
			if in.imm != 0 {
				r[in.a] = r[in.b] / in.imm
			}
			continue
		case opURemI:
			if in.imm != 0 {
				r[in.a] = r[in.b] % in.imm
			}
			continue
		case opSDiv32I:
			if d := int32(in.imm); d > 0 {
				r[in.a] = uint64(uint32(int32(r[in.b]) / d))
			}
			continue
		case opSRem32I:
			if d := int32(in.imm); d > 0 {
				r[in.a] = uint64(uint32(int32(r[in.b]) % d))
			}
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

		case opFAdd64:
			f := math.Float64frombits(r[in.b]) + math.Float64frombits(r[in.c])
			if f == f {
				r[in.a] = math.Float64bits(f)
				continue
			}
			goto slow
		case opFSub64:
			f := math.Float64frombits(r[in.b]) - math.Float64frombits(r[in.c])
			if f == f {
				r[in.a] = math.Float64bits(f)
				continue
			}
			goto slow
		case opFMul64:
			f := math.Float64frombits(r[in.b]) * math.Float64frombits(r[in.c])
			if f == f {
				r[in.a] = math.Float64bits(f)
				continue
			}
			goto slow
		case opFDiv64:
			f := math.Float64frombits(r[in.b]) / math.Float64frombits(r[in.c])
			if f == f {
				r[in.a] = math.Float64bits(f)
				continue
			}
			goto slow
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

		case opLea:
			r[in.a] = r[in.b] + r[in.c]*in.imm + uint64(int64(in.f))
			continue
		case opLeaS:
			r[in.a] = r[in.b] + uint64(int64(int32(uint32(r[in.c])+uint32(in.imm>>32))))*uint64(int64(int32(in.imm))) + uint64(int64(in.f))
			continue
		case opPtrDiff:
			if n := int64(in.imm); n > 0 {
				r[in.a] = uint64(int64(r[in.b]-r[in.c]) / n)
			}
			continue

		case opLoad1:
			a = r[in.b] + in.imm
			if o := quick(objects, a); uint32(a)-o.base < o.rlim {
				r[in.a] = get1(o, uint32(a)-o.base)
				continue
			}
			goto partial
		case opLoad2:
			a = r[in.b] + in.imm
			if o := quick(objects, a); uint64(uint32(a)-o.base)+2 <= uint64(o.rlim) {
				r[in.a] = get2(o, uint32(a)-o.base)
				continue
			}
			goto partial
		case opLoad4:
			a = r[in.b] + in.imm
			if o := quick(objects, a); uint64(uint32(a)-o.base)+4 <= uint64(o.rlim) {
				r[in.a] = get4(o, uint32(a)-o.base)
				continue
			}
			goto partial
		case opLoad8:
			a = r[in.b] + in.imm
			if o := quick(objects, a); uint64(uint32(a)-o.base)+8 <= uint64(o.rlim) {
				r[in.a] = get8(o, uint32(a)-o.base)
				continue
			}
			goto partial
		case opLoad1S:
			a = r[in.b] + in.imm
			if o := quick(objects, a); uint32(a)-o.base < o.rlim {
				r[in.a] = uint64(uint32(int8(get1(o, uint32(a)-o.base))))
				continue
			}
			goto partial
		case opLoad2S:
			a = r[in.b] + in.imm
			if o := quick(objects, a); uint64(uint32(a)-o.base)+2 <= uint64(o.rlim) {
				r[in.a] = uint64(uint32(int16(get2(o, uint32(a)-o.base))))
				continue
			}
			goto partial
		case opLoad4S:
			a = r[in.b] + in.imm
			if o := quick(objects, a); uint64(uint32(a)-o.base)+4 <= uint64(o.rlim) {
				r[in.a] = uint64(int64(int32(get4(o, uint32(a)-o.base))))
				continue
			}
			goto partial
		case opLoadRaw:
			a = r[in.b] + in.imm
			o := quick(objects, a)
			low := uint32(a) - o.base
			if uint64(low)+uint64(in.c) > uint64(o.rlim) {
				goto slow
			}
			switch in.c {
			case 1:
				r[in.a] = get1(o, low)
			case 2:
				r[in.a] = get2(o, low)
			case 4:
				r[in.a] = get4(o, low)
			default:
				r[in.a] = get8(o, low)
			}
			continue
		case opLoad1X:
			a = r[in.b] + r[in.c]*in.imm + uint64(int64(in.f))
			if o := quick(objects, a); uint32(a)-o.base < o.rlim {
				r[in.a] = get1(o, uint32(a)-o.base)
				continue
			}
			goto partial
		case opLoad2X:
			a = r[in.b] + r[in.c]*in.imm + uint64(int64(in.f))
			if o := quick(objects, a); uint64(uint32(a)-o.base)+2 <= uint64(o.rlim) {
				r[in.a] = get2(o, uint32(a)-o.base)
				continue
			}
			goto partial
		case opLoad4X:
			a = r[in.b] + r[in.c]*in.imm + uint64(int64(in.f))
			if o := quick(objects, a); uint64(uint32(a)-o.base)+4 <= uint64(o.rlim) {
				r[in.a] = get4(o, uint32(a)-o.base)
				continue
			}
			goto partial
		case opLoad8X:
			a = r[in.b] + r[in.c]*in.imm + uint64(int64(in.f))
			if o := quick(objects, a); uint64(uint32(a)-o.base)+8 <= uint64(o.rlim) {
				r[in.a] = get8(o, uint32(a)-o.base)
				continue
			}
			goto partial
		case opLoad1XS:
			a = r[in.b] + uint64(int64(int32(uint32(r[in.c])+uint32(in.imm>>32))))*uint64(int64(int32(in.imm))) + uint64(int64(in.f))
			if o := quick(objects, a); uint32(a)-o.base < o.rlim {
				r[in.a] = get1(o, uint32(a)-o.base)
				continue
			}
			goto partial
		case opLoad2XS:
			a = r[in.b] + uint64(int64(int32(uint32(r[in.c])+uint32(in.imm>>32))))*uint64(int64(int32(in.imm))) + uint64(int64(in.f))
			if o := quick(objects, a); uint64(uint32(a)-o.base)+2 <= uint64(o.rlim) {
				r[in.a] = get2(o, uint32(a)-o.base)
				continue
			}
			goto partial
		case opLoad4XS:
			a = r[in.b] + uint64(int64(int32(uint32(r[in.c])+uint32(in.imm>>32))))*uint64(int64(int32(in.imm))) + uint64(int64(in.f))
			if o := quick(objects, a); uint64(uint32(a)-o.base)+4 <= uint64(o.rlim) {
				r[in.a] = get4(o, uint32(a)-o.base)
				continue
			}
			goto partial
		case opLoad8XS:
			a = r[in.b] + uint64(int64(int32(uint32(r[in.c])+uint32(in.imm>>32))))*uint64(int64(int32(in.imm))) + uint64(int64(in.f))
			if o := quick(objects, a); uint64(uint32(a)-o.base)+8 <= uint64(o.rlim) {
				r[in.a] = get8(o, uint32(a)-o.base)
				continue
			}
			goto partial
		case opLoad1G:
			if o := &objects[in.t]; in.imm <= uint64(o.rlim) {
				r[in.a] = get1(o, uint32(in.f))
				continue
			}
			goto slow
		case opLoad2G:
			if o := &objects[in.t]; in.imm <= uint64(o.rlim) {
				r[in.a] = get2(o, uint32(in.f))
				continue
			}
			goto slow
		case opLoad4G:
			if o := &objects[in.t]; in.imm <= uint64(o.rlim) {
				r[in.a] = get4(o, uint32(in.f))
				continue
			}
			goto slow
		case opLoad8G:
			if o := &objects[in.t]; in.imm <= uint64(o.rlim) {
				r[in.a] = get8(o, uint32(in.f))
				continue
			}
			goto slow

		case opStore1:
			a = r[in.b] + in.imm
			if o := quick(objects, a); uint32(a)-o.base < o.wlim {
				put1(o, uint32(a)-o.base, r[in.a])
				continue
			}
			goto partial
		case opStore2:
			a = r[in.b] + in.imm
			if o := quick(objects, a); uint64(uint32(a)-o.base)+2 <= uint64(o.wlim) {
				put2(o, uint32(a)-o.base, r[in.a])
				continue
			}
			goto partial
		case opStore4:
			a = r[in.b] + in.imm
			if o := quick(objects, a); uint64(uint32(a)-o.base)+4 <= uint64(o.wlim) {
				put4(o, uint32(a)-o.base, r[in.a])
				continue
			}
			goto partial
		case opStore8:
			a = r[in.b] + in.imm
			if o := quick(objects, a); uint64(uint32(a)-o.base)+8 <= uint64(o.wlim) {
				put8(o, uint32(a)-o.base, r[in.a])
				continue
			}
			goto partial
		case opStore1X:
			a = r[in.b] + r[in.c]*in.imm + uint64(int64(in.f))
			if o := quick(objects, a); uint32(a)-o.base < o.wlim {
				put1(o, uint32(a)-o.base, r[in.a])
				continue
			}
			goto partial
		case opStore2X:
			a = r[in.b] + r[in.c]*in.imm + uint64(int64(in.f))
			if o := quick(objects, a); uint64(uint32(a)-o.base)+2 <= uint64(o.wlim) {
				put2(o, uint32(a)-o.base, r[in.a])
				continue
			}
			goto partial
		case opStore4X:
			a = r[in.b] + r[in.c]*in.imm + uint64(int64(in.f))
			if o := quick(objects, a); uint64(uint32(a)-o.base)+4 <= uint64(o.wlim) {
				put4(o, uint32(a)-o.base, r[in.a])
				continue
			}
			goto partial
		case opStore8X:
			a = r[in.b] + r[in.c]*in.imm + uint64(int64(in.f))
			if o := quick(objects, a); uint64(uint32(a)-o.base)+8 <= uint64(o.wlim) {
				put8(o, uint32(a)-o.base, r[in.a])
				continue
			}
			goto partial
		case opStore1XS:
			a = r[in.b] + uint64(int64(int32(uint32(r[in.c])+uint32(in.imm>>32))))*uint64(int64(int32(in.imm))) + uint64(int64(in.f))
			if o := quick(objects, a); uint32(a)-o.base < o.wlim {
				put1(o, uint32(a)-o.base, r[in.a])
				continue
			}
			goto partial
		case opStore2XS:
			a = r[in.b] + uint64(int64(int32(uint32(r[in.c])+uint32(in.imm>>32))))*uint64(int64(int32(in.imm))) + uint64(int64(in.f))
			if o := quick(objects, a); uint64(uint32(a)-o.base)+2 <= uint64(o.wlim) {
				put2(o, uint32(a)-o.base, r[in.a])
				continue
			}
			goto partial
		case opStore4XS:
			a = r[in.b] + uint64(int64(int32(uint32(r[in.c])+uint32(in.imm>>32))))*uint64(int64(int32(in.imm))) + uint64(int64(in.f))
			if o := quick(objects, a); uint64(uint32(a)-o.base)+4 <= uint64(o.wlim) {
				put4(o, uint32(a)-o.base, r[in.a])
				continue
			}
			goto partial
		case opStore8XS:
			a = r[in.b] + uint64(int64(int32(uint32(r[in.c])+uint32(in.imm>>32))))*uint64(int64(int32(in.imm))) + uint64(int64(in.f))
			if o := quick(objects, a); uint64(uint32(a)-o.base)+8 <= uint64(o.wlim) {
				put8(o, uint32(a)-o.base, r[in.a])
				continue
			}
			goto partial
		case opStore1G:
			if o := &objects[in.t]; in.imm <= uint64(o.wlim) {
				put1(o, uint32(in.f), r[in.a])
				continue
			}
			goto slow
		case opStore2G:
			if o := &objects[in.t]; in.imm <= uint64(o.wlim) {
				put2(o, uint32(in.f), r[in.a])
				continue
			}
			goto slow
		case opStore4G:
			if o := &objects[in.t]; in.imm <= uint64(o.wlim) {
				put4(o, uint32(in.f), r[in.a])
				continue
			}
			goto slow
		case opStore8G:
			if o := &objects[in.t]; in.imm <= uint64(o.wlim) {
				put8(o, uint32(in.f), r[in.a])
				continue
			}
			goto slow

		case opCall:
			callee = uint32(in.imm)
			goto enter
		case opCallReg:
			// imm: the register and, above, the signature the call is made for.
			f := r[uint16(in.imm)]
			callee = uint32(f) >> 4
			if uint32(f>>32) == program.FuncSlot && f&15 == 0 && int(callee) < len(x.m.funcs) && x.m.funcs[callee].signature == uint32(in.imm>>32) {
				goto enter
			}
			goto slow
		case opReturn, opReturnVoid:
			fr := &x.frames[x.depth-1]
			f := &x.m.funcs[fr.fn]
			if fr.ret < 0 || !f.plain {
				goto slow
			}
			steps += int64(in.c)
			v := r[in.a] & in.imm
			x.stack -= f.cost
			x.fp -= int(fr.window)
			x.depth--
			r = x.window()
			pc = int(fr.ret)
			r[code[pc].a] = v
			pc++

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
			t := &x.m.switches[in.t]
			i := t.key(r[in.a]) - t.lo
			if i >= uint64(len(t.dense)) {
				goto slow
			}
			steps += int64(in.c)
			pc = int(t.dense[i])
		case opCover:
			x.covered[in.imm>>6] |= 1 << (in.imm & 63)
			continue
		default:
			goto slow
		}
		if steps < limit {
			continue
		}
		goto check
	}
enter:
	// A call with matching arguments.
	{
		in := &code[pc-1]
		f := &x.m.funcs[callee]
		if !f.plain || x.stack+f.cost > x.maxStack || x.depth >= len(x.frames) || x.fp+int(in.f)+maxWindow > len(x.regs) {
			goto slow
		}
		steps += int64(in.c)
		x.stack += f.cost
		x.frames[x.depth] = frame{fn: int32(callee), ret: int32(pc - 1), window: in.f}
		x.depth++
		x.fp += int(in.f)
		w := (*window)(x.regs[x.fp:])
		for i, arg := range x.m.args[in.t : in.t+int32(in.b)] {
			w[uint16(i)] = r[arg.reg]
		}
		r = w
		for i, v := range f.consts {
			r[uint16(int(f.constBase)+i)] = v
		}
		pc = int(f.entry)
	}
check:
	if steps < limit {
		goto next
	}
	x.pc, x.steps = int32(pc), steps
	if !x.checkpoint() {
		return
	}
	goto resume
partial:
	// The access was not below the object's limit. It may still be to bytes that
	// are initialised, or a store that goes on where they end.
	{
		in := &code[pc-1]
		d := &accesses[in.t]
		s, low := program.SplitAddress(a)
		if int(s) >= len(objects) {
			goto slow
		}
		o, off, n := &objects[s], uint64(low), uint64(d.size)
		if off+n > uint64(len(o.data)) || d.store && o.kind == machine.GlobalObject {
			goto slow
		}
		if !o.holes {
			if !d.store || off > uint64(o.rlim) {
				goto slow
			}
			o.rlim = uint32(off + n)
			o.wlim, o.left = o.rlim, uint32(len(o.data))-o.rlim
			goto put
		}
		init := o.mask
		if len(o.data) > 64 {
			w := x.details[s].bits
			if i := off >> 6; i < uint64(len(w)) {
				init = w[i]
			}
		}
		// Accesses over the end of a word of the bitmap fail this test.
		if want := uint64(1)<<n - 1; init>>(off&63)&want != want {
			goto slow
		}
		if d.store {
			goto put
		}
		var v uint64
		switch n {
		case 1:
			v = get1(o, uint32(off))
		case 2:
			v = get2(o, uint32(off))
		case 4:
			v = get4(o, uint32(off))
		default:
			v = get8(o, uint32(off))
		}
		r[in.a] = uint64(int64(v<<(d.shift&63))>>(d.shift&63)) & d.mask
		goto next
	}
put:
	{
		in := &code[pc-1]
		o := quick(objects, a)
		low := uint32(a) - o.base
		switch accesses[in.t].size {
		case 1:
			put1(o, low, r[in.a])
		case 2:
			put2(o, low, r[in.a])
		case 4:
			put4(o, low, r[in.a])
		default:
			put8(o, low, r[in.a])
		}
		goto next
	}
slow:
	x.pc, x.steps = int32(pc), steps
	if x.slow() {
		if x.steps >= x.limit && !x.checkpoint() {
			return
		}
		goto resume
	}
	x.pc--
	x.locate()
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
