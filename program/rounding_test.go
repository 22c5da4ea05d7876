package program

import (
	"encoding/binary"
	"math"
	"testing"
)

func TestOnlyRounding(t *testing.T) {
	text := func(s string) *Outcome { return &Outcome{Stdout: Bytes(s)} }
	double := func(x float64) *Outcome {
		return &Outcome{Result: &Value{Kind: FloatValue, Data: binary.LittleEndian.AppendUint64(nil, math.Float64bits(x))}}
	}
	file := func(s string) *Outcome { return &Outcome{Files: []File{{Name: "f", Data: Bytes(s)}}} }
	for _, c := range []struct {
		name string
		a, b *Outcome
		want bool
	}{
		{"last digit", text("x = 0.30000000000000004, n 3\n"), text("x = 0.3, n 3\n"), true},
		{"carry to an integer", text("2 "), text("1.9999999999999998 "), true},
		{"exponents", text("1e+22"), text("1.0000000000000002e+22"), true},
		{"hexadecimal", text("0x1.8p+1"), text("0x1.8000000000001p+1"), true},
		{"file", file("-1.4142135623730951"), file("-1.4142135623730949"), true},
		{"result", double(1), double(1 + 0x1p-52), true},
		{"same", text("1.5"), text("1.5"), false},
		{"another digit", text("0.3"), text("0.30000001"), false},
		{"integers", text("100"), text("99"), false},
		{"great integers", text("10000000000000000000"), text("10000000000000000001"), false},
		{"sign", text("1e-17"), text("-1e-17"), false},
		{"a word as well", text("0.30000000000000004 a"), text("0.3 b"), false},
		{"one more", text("0.30000000000000004"), text("0.3 0.3"), false},
		{"result far off", double(1), double(1.1), false},
		{"status", &Outcome{Status: 1}, &Outcome{}, false},
	} {
		if got := (Equivalence{}).OnlyRounding(c.a, c.b); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
