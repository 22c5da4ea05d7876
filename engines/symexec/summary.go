package symexec

import "github.com/riftlab/rift/program"

// summary takes the place of a function of the run-time library where it can:
// done says that it did and the call is over; without ok the path has ended.
type summary func(e *Explorer, st *State, f *frame, in *inst) (done, ok bool)

// summaryOf returns the summary of a function, or nil.
func summaryOf(fn *program.Func) summary {
	if !fn.Library || len(fn.Blocks) == 0 {
		return nil
	}
	switch fn.Name {
	case "atoi", "atol", "atoll":
		return readNumber
	case "strtol", "strtoll", "strtoimax", "strtoul", "strtoull", "strtoumax":
		return readDecimal
	}
	return nil
}

// readNumber gives the number of an argument that is one, whole, without making
// digits of it: decimal text of an integer of 64 bits reads as that integer.
func readNumber(e *Explorer, st *State, f *frame, in *inst) (done, ok bool) {
	if len(in.args) == 0 {
		return false, true
	}
	s := f.regs[in.args[0]]
	if s.t != 0 || program.ObjectSlot(s.w) == 0 || uint32(s.w) != 0 {
		return false, true
	}
	o := st.textAt(s.w)
	if o == nil || o.text.number == 0 {
		return false, true
	}
	if in.kind != program.Void {
		f.regs[in.dst] = e.narrow64(value{t: o.text.number}, in.kind)
	}
	f.pc++
	return true, true
}

// readDecimal is readNumber for calls without an end pointer and with base 10.
func readDecimal(e *Explorer, st *State, f *frame, in *inst) (done, ok bool) {
	if len(in.args) < 3 || f.regs[in.args[1]] != (value{}) || f.regs[in.args[2]] != word(10) {
		return false, true
	}
	return readNumber(e, st, f, in)
}
