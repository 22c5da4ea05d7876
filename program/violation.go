package program

import (
	"math"
	"strconv"
	"strings"
)

// Violation is undefined behaviour that an instruction Unreachable stands for: the code
// before it has found out that the program does it. Its text is that of the sanitizers
// of gcc and clang (UndefinedBehaviorSanitizer), where they know the error.
type Violation struct {
	Kind FaultKind
	// Text is the message, in which {a} and {b} stand for operands A and B. A letter
	// says how a value is written: {as} as a signed number, {au} as an unsigned one,
	// {ax} as an address; floating-point numbers are written as such.
	Text string
}

// Tell returns the message for the values of operands A and B, words of their kinds.
func (v *Violation) Tell(kindA, kindB Kind, a, b uint64) string {
	s := v.Text
	for {
		i := strings.IndexByte(s, '{')
		if i < 0 || i+3 >= len(s) || s[i+3] != '}' {
			return s
		}
		k, w := kindA, a
		if s[i+1] == 'b' {
			k, w = kindB, b
		}
		s = s[:i] + spellWord(s[i+2], k, w) + s[i+4:]
	}
}

// CallableWith reports whether a function of type t may be called without a prototype in sight,
// with arguments of the types that as has, which are promoted (C 6.5.2.2p6): as many, and each
// passed as its parameter is. A parameter narrower than int may be one of an old style definition.
func CallableWith(t, as *Type) bool {
	if t == nil || t.Class != FuncType || t.Variadic {
		return true
	}
	if len(t.Params) != len(as.Params) {
		return len(t.Params) == 0 // it may be defined without saying what it takes
	}
	for i, p := range t.Params {
		a := as.Params[i]
		integers := (p.Class == IntType || p.Class == EnumType || p.Class == BoolType) && (a.Class == IntType || a.Class == EnumType)
		switch {
		case integers && (p.Size == a.Size || p.Size < 4 && a.Size == 4):
		case p.Class == PointerType && a.Class == PointerType, p.Class == FloatType && p.Size == 4 && a.Class == FloatType && a.Size == 8:
		case !compatible(p, a):
			return false
		}
	}
	return true
}

// Callable reports whether a function of type t may be called as one of type as: results and
// parameters are compatible (C 6.7.6.3p15). Structures are compatible by name and size, as two
// files may define them.
func Callable(t, as *Type) bool {
	if t == nil || as == nil || t.Class != FuncType || as.Class != FuncType {
		return true // nothing is known
	}
	if len(t.Params) != len(as.Params) || t.Variadic != as.Variadic || !compatible(t.Elem, as.Elem) {
		return false
	}
	for i, p := range t.Params {
		if !compatible(p, as.Params[i]) {
			return false
		}
	}
	return true
}

func compatible(a, b *Type) bool {
	integer := func(t *Type) bool { return t.Class == IntType || t.Class == EnumType }
	switch {
	case a == b:
		return true
	case a.Class == EnumType || b.Class == EnumType:
		return integer(a) && integer(b) && a.Size == b.Size && a.Unsigned == b.Unsigned
	case a.Class != b.Class:
		return false
	}
	switch a.Class {
	case PointerType:
		return compatible(a.Elem, b.Elem)
	case ArrayType:
		return compatible(a.Elem, b.Elem) && (a.Len == b.Len || a.Len < 0 || b.Len < 0)
	case FuncType:
		return Callable(a, b)
	}
	return a.Name == b.Name && (a.Size == b.Size || a.Size == 0 || b.Size == 0)
}

func spellWord(how byte, k Kind, w uint64) string {
	switch {
	case k == F32:
		return strconv.FormatFloat(float64(math.Float32frombits(uint32(w))), 'g', -1, 32)
	case k == F64:
		return strconv.FormatFloat(math.Float64frombits(w), 'g', -1, 64)
	case how == 's':
		return strconv.FormatInt(SignExtend(k, w), 10)
	case how == 'x':
		return "0x" + strconv.FormatUint(w, 16)
	}
	return strconv.FormatUint(w&k.Mask(), 10)
}
