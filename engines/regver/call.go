package regver

import (
	"fmt"
	"strings"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/program"
)

// call executes a call as an event: the callee is the same function in both
// versions, or two that are to be proved equal.
func (x *exec) call(st *state, in *program.Instr) {
	name, args := "call", []bitvec.Term(nil)
	pure, tidy, reads := false, false, false
	if in.A.Mode == program.FuncAddr {
		f := x.names.progs[x.side].Funcs[in.A.Index]
		if why := x.corresponds(f); why != "" {
			x.stop(in, "a call of %s, %s", f.Source, why)
			return
		}
		name += " " + f.Name
		pure, tidy = x.pure(f), !x.of.allocates[f.Name]
		reads = x.of.readers[f.Name]
	} else {
		args = append(args, x.used(st, in, x.operand(st, in.A)))
	}
	var shape strings.Builder
	for _, a := range in.Args {
		v := value{}
		if a.Size > 0 {
			if a.Size > maxBytes {
				x.stop(in, "an argument of %d bytes", a.Size)
				return
			}
			p := x.place(st, in, a.Operand, 0, a.Size, false)
			v = x.get(st, p, a.Size)
		} else {
			v = x.operand(st, a.Operand)
		}
		if st.guard.dead || x.err != nil {
			return
		}
		fmt.Fprintf(&shape, " %s/%d", a.Kind, a.Size)
		args = append(args, v.t)
		if v.u != 0 && !x.initialised(st, v) {
			x.leaks, pure = true, false
			shape.WriteString(" undefined")
			args = append(args, v.u)
		}
	}
	if st.guard.dead || x.err != nil {
		return
	}
	name += shape.String()
	v := value{}
	if pure && len(args) > 0 {
		v.t = x.function(name, in.Kind, args...)
	} else {
		memory, unknown := st.memory, st.unknown
		v = x.event(st, name, args, in.Kind, tidy)
		if reads {
			// The call stays an event, as it may fault or not return.
			st.memory, st.unknown = memory, unknown
		}
	}
	if in.Dst >= 0 {
		st.regs[in.Dst] = v
	}
}

// initialised reports whether a value has no undefined bits.
func (x *exec) initialised(st *state, v value) bool {
	return v.u == 0 || x.valid(st.guard, x.s.Not(x.s.RedOr(v.u)))
}

// service executes an Intrinsic as an event.
func (x *exec) service(st *state, in *program.Instr) {
	switch in.Intrin {
	case program.IntrinSetjmp, program.IntrinLongjmp, program.IntrinVersion:
		x.stop(in, "%s", in.Intrin)
		return
	}
	var args []bitvec.Term
	var shape strings.Builder
	for _, a := range in.Args {
		args = append(args, x.used(st, in, x.operand(st, a.Operand)))
		fmt.Fprintf(&shape, " %s", a.Kind)
	}
	if st.guard.dead || x.err != nil {
		return
	}
	v := x.event(st, in.Intrin.String()+shape.String(), args, in.Kind, in.Intrin != program.IntrinAlloc)
	if in.Dst >= 0 {
		st.regs[in.Dst] = v
	}
}
