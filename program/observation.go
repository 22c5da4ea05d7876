package program

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
)

// Observation is a value that a run showed by IntrinObserve, under a name.
// Harnesses of functions observe what a call returned and left behind.
type Observation struct {
	Name string    `json:"name"`
	Kind ValueKind `json:"kind"`
	// Data is the value as it lies in memory; for PointerValue eight bytes of
	// offset and then the name of the object that the pointer leads into, and
	// nothing for null.
	Data Bytes `json:"data"`
}

// ResultKind returns the kind of Outcome.Result of an entry function: FloatValue for
// floats and pointers to them.
func ResultKind(f *Func) ValueKind {
	if f.Type == nil || f.Type.Elem == nil {
		return UnknownValue
	}
	t := f.Type.Elem
	if t.Class == PointerType && t.Elem != nil {
		t = t.Elem
	}
	if t.Class == FloatType {
		return FloatValue
	}
	return UnknownValue
}

// ObservedKind returns the kind of value that IntrinObserve is told by a character:
// i and u integers, b a truth value, f a float, t text, s the same up to a NUL, p a
// pointer as Observation.Data has it, y bytes.
func ObservedKind(c byte) (ValueKind, bool) {
	switch c {
	case 'i':
		return SignedValue, true
	case 'u':
		return UnsignedValue, true
	case 'b':
		return BoolValue, true
	case 'f':
		return FloatValue, true
	case 's', 't':
		return TextValue, true
	case 'p':
		return PointerValue, true
	case 'y':
		return BytesValue, true
	}
	return UnknownValue, false
}

func (k ValueKind) isInteger() bool {
	return k == SignedValue || k == UnsignedValue || k == BoolValue
}

// Text returns the value as people read it: integers in decimal, floats with the
// fewest digits that tell them from their neighbours, text as it is, other bytes
// quoted. A pointer is null, an object's name, or that and an offset.
func (o *Observation) Text() string { return o.Kind.Text(o.Data) }

// Text is Observation.Text for the bytes of a value.
func (k ValueKind) Text(b Bytes) string {
	switch {
	case k == FloatValue:
		return floatBytesText(b)
	case k == TextValue:
		return string(b)
	case k == PointerValue && len(b) == 0:
		return "null"
	case k == PointerValue && len(b) >= 8:
		if off := int64(wordOf(b[:8])); off != 0 {
			return fmt.Sprintf("%s%+d", b[8:], off)
		}
		return string(b[8:])
	}
	if k == BytesValue {
		return strconv.Quote(string(b))
	}
	switch n := len(b); n {
	case 1, 2, 4, 8:
		w := wordOf(b)
		if k == UnsignedValue || k == BoolValue {
			return strconv.FormatUint(w, 10)
		}
		shift := 64 - 8*n
		return strconv.FormatInt(int64(w<<shift)>>shift, 10)
	}
	return strconv.Quote(string(b))
}

func wordOf(b Bytes) (w uint64) {
	for i, c := range b {
		w |= uint64(c) << (8 * i)
	}
	return w
}

// floatBytesText shows a float; a NaN with its bits, for there are many.
func floatBytesText(b Bytes) string {
	m := b
	if len(b) == longDouble {
		m = b[:10]
	}
	x, ok := magnitudeOf(m)
	sign := ""
	if x.negative {
		sign = "-"
	}
	switch {
	case !ok:
		return strconv.Quote(string(b))
	case x.nan && len(m) == 10:
		return fmt.Sprintf("nan(0x%02x%02x%016x)", m[9], m[8], wordOf(m[:8]))
	case x.nan:
		return fmt.Sprintf("nan(%#x)", wordOf(m))
	case x.inf:
		return sign + "inf"
	case len(m) == 4:
		return strconv.FormatFloat(float64(math.Float32frombits(uint32(wordOf(m)))), 'g', -1, 32)
	case len(m) == 8:
		return strconv.FormatFloat(math.Float64frombits(wordOf(m)), 'g', -1, 64)
	}
	// The exponent of the last of 64 bits; subnormal numbers have that of the
	// smallest normal ones.
	exponent := max(int(m[8])|int(m[9]&0x7F)<<8, 1) - 16383 - 63
	f := new(big.Float).SetPrec(64).SetUint64(wordOf(m[:8]))
	return sign + f.SetMantExp(f, exponent).Text('g', -1)
}
