package program

import (
	"encoding/binary"
	"math"
	"slices"
	"testing"
)

// Numbers are shown by their kinds, and what is no number is refused.
func TestNumbers(t *testing.T) {
	double := func(f float64) []byte { return binary.LittleEndian.AppendUint64(nil, math.Float64bits(f)) }
	single := func(f float32) []byte { return binary.LittleEndian.AppendUint32(nil, math.Float32bits(f)) }
	for _, c := range []struct {
		m    ValueModel
		data []byte
		want []string // nil: no numbers
	}{
		{ValueModel{Kind: SignedValue}, []byte{0xff, 0xff}, []string{"-1"}},
		{ValueModel{Kind: UnsignedValue}, []byte{0xff, 0xff}, []string{"65535"}},
		{ValueModel{Kind: SignedValue, Element: 2}, []byte{1, 0, 0xfe, 0xff}, []string{"1", "-2"}},
		{ValueModel{Kind: SignedValue, Bits: 3}, []byte{0xff, 0, 0, 0, 0, 0, 0, 0}, []string{"-1"}},
		{ValueModel{Kind: UnsignedValue, Bits: 3}, []byte{0xff, 0, 0, 0, 0, 0, 0, 0}, []string{"7"}},
		{ValueModel{Kind: UnsignedValue}, slices.Repeat([]byte{0xff}, 16), []string{"340282366920938463463374607431768211455"}},
		{ValueModel{Kind: SignedValue}, slices.Repeat([]byte{0xff}, 16), []string{"-1"}},
		{ValueModel{Kind: FloatValue}, double(1.5), []string{"1.5"}},
		{ValueModel{Kind: FloatValue}, double(0.1), []string{"0.1"}},
		{ValueModel{Kind: FloatValue}, double(math.Copysign(0, -1)), []string{"-0"}},
		{ValueModel{Kind: FloatValue}, double(math.Inf(1)), []string{"+Inf"}},
		{ValueModel{Kind: FloatValue}, double(math.Inf(-1)), []string{"-Inf"}},
		{ValueModel{Kind: FloatValue}, []byte{1, 0, 0, 0, 0, 0, 0xf8, 0x7f}, []string{"nan(0x7ff8000000000001)"}},
		{ValueModel{Kind: FloatValue, Element: 4}, append(single(0.1), single(-2)...), []string{"0.1", "-2"}},
		{ValueModel{Kind: FloatValue}, []byte{1, 2}, nil},
		{ValueModel{Kind: BoolValue}, []byte{3}, []string{"1"}},
		{ValueModel{Kind: ChoiceValue}, []byte{2}, []string{"0"}},
		{ValueModel{Kind: SignedValue, Element: 4}, []byte{1, 2}, nil},
		{ValueModel{Kind: SignedValue}, nil, nil},
		{ValueModel{Kind: TextValue}, []byte("a"), nil},
		{ValueModel{}, []byte("a"), nil},
	} {
		got, ok := c.m.Numbers(c.data)
		if ok != (c.want != nil) || !slices.Equal(got, c.want) {
			t.Errorf("%+v of % x: %q, %v, want %q", c.m, c.data, got, ok, c.want)
		}
	}
}

// The values that a program asks for are known by their names.
func TestAskedFor(t *testing.T) {
	m := InputModel{Asked: []ValueModel{{Name: "a", Size: 12, Element: 4}, {Name: "b", Size: 3}}}
	if got := m.AskedFor("a"); got == nil || got.Elements() != 3 {
		t.Errorf("%+v", got)
	}
	if got := m.AskedFor("b"); got == nil || got.Elements() != 1 {
		t.Errorf("%+v", got)
	}
	if got := m.AskedFor("c"); got != nil {
		t.Errorf("%+v", got)
	}
}
