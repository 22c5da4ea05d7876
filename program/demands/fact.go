package demands

import (
	"math"

	"github.com/riftlab/rift/program"
)

// factKind is the kind of what may be known of a value.
type factKind uint8

const (
	constant factKind = iota // the number off
	pointer                  // to byte off of object of
	function                 // the address of function of
	datum                    // form of a source: of is the source; off what was added to a count, a number or a length, or the place of a byte
	handle                   // a stream or descriptor of source of
	answer                   // 0 or 1, or a result of a comparison, by question of
	letter                   // what getopt returned
)

// fact is something that a value may be.
type fact struct {
	kind factKind
	form Form
	of   int32
	off  int64 // unknown if it is not known
}

const unknown = math.MinInt64

// Bounds of what is kept of one place.
const (
	mostFacts = 64
	mostShift = 64 // what is added to a value, beyond which it is not known
)

// facts is an ordered set of facts.
type facts struct {
	list []fact
	has  map[fact]bool
}

// add reports whether f is new.
func (s *facts) add(f fact) bool {
	if s.has[f] || len(s.list) >= mostFacts {
		return false
	}
	if s.has == nil {
		s.has = map[fact]bool{}
	}
	s.has[f] = true
	s.list = append(s.list, f)
	return true
}

// shifted returns f with n added to it.
func (f fact) shifted(n int64) fact {
	if f.off == unknown || n == unknown {
		f.off = unknown
		return f
	}
	f.off += n
	switch {
	case f.kind == constant:
	case f.kind == datum && f.form == Byte:
		f.form, f.off = Number, unknown // a digit, or a letter's place in the alphabet
	case f.kind == pointer && (f.off < -mostShift || f.off > 4096), f.kind == datum && (f.off < -mostShift || f.off > mostShift):
		f.off = unknown
	}
	return f
}

// object is a piece of memory.
type object struct {
	content int32 // the source whose text or bytes it is; -1 for an object of the program
	argv    bool  // the table of arguments
	environ bool  // the table of the environment
	global  int32 // number of the global, or -1
}

// place is a value in memory: the one at a known offset of an object, or all those
// at offsets not known.
type place struct {
	object int32
	off    int64
}

// signed returns a constant as the number that it is in its kind, taken as signed.
func signed(o program.Operand) int64 {
	n := o.Kind.Bits()
	if n == 0 || n >= 64 {
		return int64(o.Bits)
	}
	return int64(o.Bits<<(64-n)) >> (64 - n)
}
