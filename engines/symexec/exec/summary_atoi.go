package exec

import (
	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/code"
	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/program"
)

// mostDigits is how many bytes of a string may be read as a number at once: so
// many digits fit 63 bits.
const mostDigits = 12

// readDecimal summarises the conversions of text to integers, in base 10. A
// number argument that is still one gives its number, without being made into
// digits; other text gives a term for all that may be written there: blanks,
// sign, digits, and what does not belong to the number.
func readDecimal(e *Machine, st *State, f *Activation, in *code.Instr) (done, ok bool) {
	if len(in.Args) == 0 || !e.summarises(st) {
		return false, true
	}
	s, end := f.Regs[in.Args[0]], expr.Value{}
	if len(in.Args) > 1 {
		if end = f.Regs[in.Args[1]]; len(in.Args) < 3 || f.Regs[in.Args[2]] != expr.Word(10) || end.T != 0 {
			return false, true
		}
	}
	if s.T != 0 || program.Slot(s.W) == 0 {
		return false, true
	}
	if o := st.Memory.TextAt(s.W); o != nil && o.Text.Number != 0 {
		if end != (expr.Value{}) || uint32(s.W) != 0 {
			return false, true
		}
		e.give(f, in, expr.Value{T: o.Text.Number})
		return true, true
	}
	c, n, ok := e.cellsAt(st, s, mostDigits+1)
	if !ok || n == 0 || !c.ends() {
		return false, true
	}
	number, used := e.decimal(c.list)
	if end.W != 0 && !e.storeAt(st, end, 8, e.terms.Of(e.terms.Add(e.terms.Word64(s.W), used))) {
		return true, false
	}
	e.give(f, in, e.terms.Of(number))
	return true, true
}

// decimal returns the number at the beginning of a string (64 bits) and how many
// bytes of it are read (64 bits): 0 without a digit.
//
// It follows the C code byte by byte with conditions instead of branches: blanks
// says that all before were blanks, signed that the byte before was the sign,
// running that it was a digit of the number.
func (m *Machine) decimal(list []expr.Value) (number, used bitvec.Term) {
	s := m.terms
	blanks, signed, running := s.True(), s.False(), s.False()
	negative := s.False()
	number, used = s.Const(4, 0), m.terms.Word64(0)
	most := uint64(1)
	for i, v := range list {
		t := m.terms.Term(v, 8)
		digit := m.terms.InRange(t, '0', '9', false)
		take := s.And(digit, s.Disj(blanks, signed, running))
		// As many bits as the digits so far need.
		most *= 10
		w := expr.BitLen(most - 1)
		number = s.ZeroExtend(w-s.Width(number), number)
		d := s.Resize(w, false, s.Sub(t, s.Const(8, '0')))
		number = s.Ite(take, s.Add(s.Mul(number, s.Const(w, 10)), d), number)
		used = s.Ite(take, m.terms.Word64(uint64(i)+1), used)
		minus := s.Eq(t, s.Const(8, '-'))
		sign := s.And(blanks, s.Or(minus, s.Eq(t, s.Const(8, '+'))))
		negative = s.Or(negative, s.And(blanks, minus))
		blank := s.Or(s.Eq(t, s.Const(8, ' ')), m.terms.InRange(t, '\t', '\r', false))
		blanks, signed, running = s.And(blanks, blank), sign, take
	}
	number = s.ZeroExtend(64-s.Width(number), number)
	return s.Ite(negative, s.Neg(number), number), used
}
