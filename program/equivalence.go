package program

import (
	"bytes"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// Equivalence says which outcomes count as the same. The zero value is the
// default: floats by value, undefined behaviour reported. It is comparable.
//
// What is never chosen: text is compared byte by byte (but see Floats.Text),
// integers by value, pointers by the object and offset that they lead to.
type Equivalence struct {
	Floats    Floats          `json:"floats" toml:"floats"`
	Undefined UndefinedPolicy `json:"undefined" toml:"undefined"`
}

// Floats says when two floating-point values that a run shows as such, in
// Outcome.Result or Outcome.Observed, are the same. In text it is "bits",
// "value" or "ulp:N".
type Floats struct {
	Mode FloatMode
	// ULP is the greatest distance, in units in the last place, of two values
	// that are the same; for FloatsByULP alone.
	ULP uint64
}

// FloatMode is a way to compare floating-point values.
type FloatMode uint8

// The modes.
const (
	// FloatsByValue: all NaNs are one value, and -0 is +0. Where a program prints
	// -0, or divides by it, that shows in other values.
	FloatsByValue FloatMode = iota
	// FloatsByBits: the bits decide. NaNs differ in sign and payload.
	FloatsByBits
	// FloatsByULP: as FloatsByValue, or numbers at most Floats.ULP apart in the order
	// of their format. An infinity is near to nothing but itself.
	FloatsByULP
)

// String returns the text form.
func (f Floats) String() string {
	switch f.Mode {
	case FloatsByBits:
		return "bits"
	case FloatsByULP:
		return "ulp:" + strconv.FormatUint(f.ULP, 10)
	}
	return "value"
}

// MarshalText implements encoding.TextMarshaler.
func (f Floats) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (f *Floats) UnmarshalText(text []byte) error {
	s := string(text)
	switch digits, isULP := strings.CutPrefix(s, "ulp:"); {
	case s == "bits":
		*f = Floats{Mode: FloatsByBits}
		return nil
	case s == "value":
		*f = Floats{}
		return nil
	case isULP:
		n, err := strconv.ParseUint(digits, 10, 63)
		if err != nil {
			return fmt.Errorf("%q is no distance of floats: write ulp: and a whole number from 0 on, such as \"ulp:4\"", s)
		}
		*f = Floats{Mode: FloatsByULP, ULP: n}
		return nil
	}
	return fmt.Errorf("%q is no way to compare floats: write \"bits\", \"value\" or \"ulp:N\"", s)
}

// UndefinedPolicy says what becomes of inputs on which a version executes undefined
// behaviour (Fault.IsUndefined). In text it is "report", "wrap" or "exclude".
type UndefinedPolicy uint8

// The choices.
const (
	// ReportUndefined: a difference on such an input counts, and says that it
	// rests on undefined behaviour.
	ReportUndefined UndefinedPolicy = iota
	// WrapUndefined: signed arithmetic wraps around and is not mentioned. Faults
	// that end a run do so all the same.
	WrapUndefined
	// ExcludeUndefined: such an input does not count; signed overflow is a fault.
	ExcludeUndefined
)

var undefinedNames = [...]string{"report", "wrap", "exclude"}

// String returns the text form.
func (u UndefinedPolicy) String() string { return undefinedNames[u] }

// MarshalText implements encoding.TextMarshaler.
func (u UndefinedPolicy) MarshalText() ([]byte, error) { return []byte(u.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (u *UndefinedPolicy) UnmarshalText(text []byte) error {
	i := slices.Index(undefinedNames[:], string(text))
	if i < 0 {
		return fmt.Errorf("%q is no way to treat undefined behaviour: write \"report\", \"wrap\" or \"exclude\"", text)
	}
	*u = UndefinedPolicy(i)
	return nil
}

// Exact is the equivalence of outcomes that are equal in every respect but that
// of Outcome.Steps and the text of a fault: that of a prediction and what comes of
// it.
func Exact() Equivalence {
	return Equivalence{Floats: Floats{Mode: FloatsByBits}, Undefined: WrapUndefined}
}

// CheckOverflow reports whether runs that are compared must check signed
// arithmetic.
func (q Equivalence) CheckOverflow() bool { return q.Undefined == ExcludeUndefined }

// String returns both choices, as flags are written.
func (q Equivalence) String() string {
	return "--floats=" + q.Floats.String() + " --undefined=" + q.Undefined.String()
}

// Differ compares the observable behaviour of two runs on one input: how they
// ended, exit status, output, files written, values observed, result. Two runs
// that both fault are the same only if the kind of fault is. Names of the program
// in output must have been made equal by running both under the same name
// (argument 0). If Buffered was collected, a run that was cut short differs from one
// that exited if it showed what the other did not: however it would have gone on. The
// place in the message of a failed assertion does not count, see
// SameStderr.
func (q Equivalence) Differ(a, b *Outcome) Difference {
	switch {
	case q.Undefined == ExcludeUndefined && (a.Fault.IsUndefined() || b.Fault.IsUndefined()):
		return DiffIrrelevant
	case a.Cut() && b.Ending == Exited && a.Buffered != nil:
		return q.beyond(a, b)
	case b.Cut() && a.Ending == Exited && b.Buffered != nil:
		return q.beyond(b, a)
	case a.Cut() || b.Cut():
		return DiffUndecided
	case a.Ending == Assumed || b.Ending == Assumed:
		return DiffIrrelevant
	case a.Ending != b.Ending:
		return DiffEnding
	case a.Ending == Faulted && a.Fault.Kind != b.Fault.Kind:
		return DiffFault
	case a.Status != b.Status:
		return DiffStatus
	case !q.Floats.SameText(a.Shown(), b.Shown()):
		return DiffStdout
	case !q.SameStderr(a, b):
		return DiffStderr
	case !q.sameFiles(a.Files, b.Files):
		return DiffFiles
	case !slices.EqualFunc(a.Observed, b.Observed, func(x, y Observation) bool { return q.SameObservation(&x, &y) }):
		return DiffObserved
	case !q.sameResult(a.Result, b.Result):
		return DiffResult
	}
	return Same
}

// beyond returns in which respect a run that was cut short differs from one that exited
// whatever it would have done next; DiffUndecided if it may not.
func (q Equivalence) beyond(cut, exited *Outcome) Difference {
	begins := func(whole, part []byte) bool {
		// Of a text that is not whole nobody can tell which words are signs of NaNs.
		return bytes.HasPrefix(whole, part) || q.Floats.Mode != FloatsByBits && bytes.Contains(bytes.ToLower(slices.Concat(whole, part)), []byte("na"))
	}
	n := len(cut.Observed)
	switch {
	case !begins(exited.Stdout, cut.Shown()):
		return DiffStdout
	case !begins(exited.Stderr, cut.Stderr):
		return DiffStderr
	case n > len(exited.Observed) || !slices.EqualFunc(exited.Observed[:n], cut.Observed, func(x, y Observation) bool { return q.SameObservation(&x, &y) }):
		return DiffObserved
	}
	return DiffUndecided
}

func (q Equivalence) sameFiles(a, b []File) bool {
	return slices.EqualFunc(a, b, func(x, y File) bool {
		return x.Name == y.Name && x.Link == y.Link && x.Mode == y.Mode && q.Floats.SameText(x.Data, y.Data)
	})
}

func (q Equivalence) sameResult(a, b *Value) bool {
	if a == nil || b == nil {
		return a == b
	}
	return q.sameData(a.Kind, b.Kind, a.Data, b.Data)
}

// SameObservation reports whether two observations are of the same name and of
// the same value.
func (q Equivalence) SameObservation(a, b *Observation) bool {
	return a.Name == b.Name && q.sameData(a.Kind, b.Kind, a.Data, b.Data)
}

// sameData compares values of kinds k and l. The sign of an integer's type is no
// part of its value; of what has no kind, as in records of before there were kinds,
// the bytes decide.
func (q Equivalence) sameData(k, l ValueKind, a, b Bytes) bool {
	switch {
	case k == FloatValue && l == FloatValue:
		return q.Floats.Same(a, b)
	case k != l && k != UnknownValue && l != UnknownValue && !(k.isInteger() && l.isInteger()):
		return false
	}
	return string(a) == string(b)
}

// Same compares two floats as they lie in memory: 4 bytes, 8, or 16 of which the
// first 10 are an x87 extended number. Bytes that are none of these, or of two
// formats, are the same if they are equal.
func (f Floats) Same(a, b Bytes) bool {
	if len(a) == longDouble && len(b) == longDouble {
		a, b = a[:10], b[:10]
	}
	if string(a) == string(b) {
		return true
	}
	x, ok := magnitudeOf(a)
	y, same := magnitudeOf(b)
	switch {
	case f.Mode == FloatsByBits || !ok || !same || len(a) != len(b):
		return false
	case x.nan || y.nan:
		return x.nan && y.nan
	case x.inf || y.inf:
		return x == y
	case f.Mode == FloatsByULP:
		return x.distance(y) <= f.ULP
	}
	return x.distance(y) == 0
}

// longDouble is the size of a long double in memory.
const longDouble = 16

// magnitude is a float without its sign, as a number whose order is that of the
// values: 64 bits or, of an extended number, 78.
type magnitude struct {
	negative, nan, inf bool
	hi, lo             uint64
}

// distance is the number of values from x to y, at most the greatest uint64. Both
// zeros are one.
func (x magnitude) distance(y magnitude) uint64 {
	var hi, lo, carry uint64
	if x.negative != y.negative {
		lo, carry = bits.Add64(x.lo, y.lo, 0)
		hi, _ = bits.Add64(x.hi, y.hi, carry)
	} else {
		if x.hi < y.hi || x.hi == y.hi && x.lo < y.lo {
			x, y = y, x
		}
		lo, carry = bits.Sub64(x.lo, y.lo, 0)
		hi, _ = bits.Sub64(x.hi, y.hi, carry)
	}
	if hi != 0 {
		return math.MaxUint64
	}
	return lo
}

// magnitudeOf reads a float of 4, 8 or 10 bytes.
func magnitudeOf(b Bytes) (x magnitude, ok bool) {
	var w, top uint64
	for i, c := range b[:min(len(b), 8)] {
		w |= uint64(c) << (8 * i)
	}
	var infinity uint64
	switch len(b) {
	case 4:
		x.negative, x.lo, infinity = w>>31 != 0, w&math.MaxInt32, 0x7F80_0000
	case 8:
		x.negative, x.lo, infinity = w>>63 != 0, w&math.MaxInt64, 0x7FF0_0000_0000_0000
	case 10:
		top = uint64(b[8]) | uint64(b[9]&0x7F)<<8
		integer := w >> 63
		x.negative = b[9]&0x80 != 0
		if top == 0 && integer != 0 {
			top = 1 // a pseudo-denormal
		}
		w &= math.MaxInt64
		x.hi, x.lo = top>>1, top<<63|w
		// An exponent without the integer bit is no number: operations on it are
		// invalid, and give NaN.
		x.nan = top != 0 && integer == 0 || top == 0x7FFF && w != 0
		x.inf = top == 0x7FFF && !x.nan
		return x, true
	default:
		return x, false
	}
	x.nan, x.inf = x.lo > infinity, x.lo == infinity
	return x, true
}

// SameText compares text that runs showed. Under FloatsByValue and FloatsByULP the word
// "-nan" is the word "nan": the sign of a NaN is chosen by the order of operands,
// and C libraries print it. A word is not part of a longer one, nor of a number.
func (f Floats) SameText(a, b []byte) bool {
	if string(a) == string(b) {
		return true
	}
	if f.Mode == FloatsByBits {
		return false
	}
	return string(f.Text(a)) == string(f.Text(b))
}

// Text returns text as it is compared: s itself unless a word of it changes.
func (f Floats) Text(s []byte) []byte {
	if f.Mode == FloatsByBits {
		return s
	}
	var out []byte
	from := 0
	for i := range s {
		if SignOfNaN(s, i) {
			out = append(out, s[from:i]...)
			from = i + 1
		}
	}
	if from == 0 {
		return s
	}
	return append(out, s[from:]...)
}

// SignOfNaN reports whether byte i of a text is the sign of the word "-nan" or
// "-NAN".
func SignOfNaN(s []byte, i int) bool {
	if s[i] != '-' || i+4 > len(s) || i > 0 && isWord(s[i-1]) || i+4 < len(s) && isWord(s[i+4]) {
		return false
	}
	w := string(s[i+1 : i+4])
	return w == "nan" || w == "NAN"
}

func isWord(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '.' || c == '-'
}
