package program

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
)

// ValueModel is a parameter of the entry function, a global, or a value that the
// program asks for itself. Without Int or Choice every value of its type is
// allowed.
type ValueModel struct {
	Name string     `toml:"name" json:"name"`
	Int  *IntDomain `toml:"int" json:"int,omitempty"`
	Size int        `toml:"size" json:"size,omitempty"` // bytes; of a pointer parameter those to which it points
	// Depth is how many levels of fresh objects there are for the pointers in
	// what a pointer parameter, an aggregate or a global holds: each pointer is
	// null, or points to a fresh object, or to one of its type that is there
	// already. 0 means 2; below 0 pointers are arbitrary bytes. Only symbolic
	// engines know of it.
	Depth int `toml:"depth" json:"depth,omitempty"`
	// Kind says how the bytes are to be read. The value is Size bytes, which are
	// elements of Element bytes each (0: one element).
	Kind    ValueKind `toml:"kind" json:"kind,omitempty"`
	Element int       `toml:"element" json:"element,omitempty"`
	// Bits is how many low bits of each element count; 0 is all of them.
	Bits int `toml:"bits" json:"bits,omitempty"`
}

// ValueKind says how the bytes of a value are to be read.
type ValueKind string

// The kinds of values. Numbers are little-endian.
const (
	UnknownValue  ValueKind = ""
	SignedValue   ValueKind = "signed"   // integers, two's complement
	UnsignedValue ValueKind = "unsigned" // integers
	FloatValue    ValueKind = "float"    // IEEE 754, of 4 or 8 bytes; 16 hold an x87 extended number
	BoolValue     ValueKind = "bool"     // the lowest bit
	TextValue     ValueKind = "text"     // characters; of a string those before the NUL
	BytesValue    ValueKind = "bytes"    // bytes of any meaning
	// ChoiceValue is the truth, in the lowest bit, of the statement that the
	// value's name is ("p is null").
	ChoiceValue ValueKind = "choice"
	// PointerValue is of observations alone, which say how it lies there.
	PointerValue ValueKind = "pointer"
)

// ValueKinds are the kinds of inputs, the unknown one first.
var ValueKinds = []ValueKind{UnknownValue, SignedValue, UnsignedValue, FloatValue, BoolValue, TextValue, BytesValue, ChoiceValue}

// ModelOf returns the model of a name, or nil.
func ModelOf(list []ValueModel, name string) *ValueModel {
	if i := slices.IndexFunc(list, func(m ValueModel) bool { return m.Name == name }); i >= 0 {
		return &list[i]
	}
	return nil
}

// Elements returns the number of elements: 1 or more.
func (m *ValueModel) Elements() int {
	if m.Element <= 0 || m.Element >= m.Size {
		return 1
	}
	return m.Size / m.Element
}

// Numbers returns the elements of a value of this model as decimal numbers:
// floats as the shortest that are read as the same float, unsigned integers
// unsigned. It reports false for values that are no numbers of the model's
// sizes, such as text.
func (m *ValueModel) Numbers(data []byte) ([]string, bool) {
	size := m.Element
	if size <= 0 {
		size = len(data)
	}
	if size == 0 || len(data)%size != 0 {
		return nil, false
	}
	var list []string
	for e := range slices.Chunk(data, size) {
		s, ok := m.number(e)
		if !ok {
			return nil, false
		}
		list = append(list, s)
	}
	return list, true
}

func (m *ValueModel) number(data []byte) (string, bool) {
	switch m.Kind {
	case FloatValue:
		switch len(data) {
		case 4:
			b := binary.LittleEndian.Uint32(data)
			return floatText(float64(math.Float32frombits(b)), 32, uint64(b)), true
		case 8:
			b := binary.LittleEndian.Uint64(data)
			return floatText(math.Float64frombits(b), 64, b), true
		}
	case BoolValue, ChoiceValue:
		return strconv.Itoa(int(data[0] & 1)), true
	case SignedValue, UnsignedValue:
		if len(data) > 16 {
			return "", false
		}
		x := big.NewInt(0)
		for _, b := range slices.Backward(data) {
			x.Or(x.Lsh(x, 8), big.NewInt(int64(b)))
		}
		width := uint(8 * len(data))
		if m.Bits > 0 {
			width = min(width, uint(m.Bits))
		}
		one := big.NewInt(1)
		x.And(x, new(big.Int).Sub(new(big.Int).Lsh(one, width), one))
		if m.Kind == SignedValue && x.Bit(int(width)-1) == 1 {
			x.Sub(x, new(big.Int).Lsh(one, width))
		}
		return x.String(), true
	}
	return "", false
}

// floatText returns the shortest text of a float; one that is not a number has
// its bits beside it.
func floatText(f float64, size int, bits uint64) string {
	if math.IsNaN(f) {
		return fmt.Sprintf("nan(%#x)", bits)
	}
	return strconv.FormatFloat(f, 'g', -1, size)
}
