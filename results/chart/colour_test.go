package chart

import (
	"math"
	"testing"
)

// visions are matrices on linear RGB: what people see as who lack one sort of cones.
//
// Source: Machado, Oliveira and Fernandes, IEEE TVCG 2009, table 1, severity 1.
var visions = map[string][3][3]float64{
	"normal":       {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

// lab returns a colour in CIELAB (D65) as it is seen.
func lab(name string, vision [3][3]float64) [3]float64 {
	c := hex(name)
	var rgb [3]float64
	for i, v := range [3]uint8{c.R, c.G, c.B} {
		x := float64(v) / 255
		if x <= 0.04045 {
			rgb[i] = x / 12.92
		} else {
			rgb[i] = math.Pow((x+0.055)/1.055, 2.4)
		}
	}
	seen := times(vision, rgb)
	for i := range seen {
		seen[i] = min(1, max(0, seen[i]))
	}
	xyz := times([3][3]float64{{0.4124564, 0.3575761, 0.1804375}, {0.2126729, 0.7151522, 0.0721750}, {0.0193339, 0.1191920, 0.9503041}}, seen)
	var f [3]float64
	for i, white := range [3]float64{0.95047, 1, 1.08883} {
		if t := xyz[i] / white; t > 216.0/24389 {
			f[i] = math.Cbrt(t)
		} else {
			f[i] = (24389.0/27*t + 16) / 116
		}
	}
	return [3]float64{116*f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])}
}

func times(m [3][3]float64, v [3]float64) (out [3]float64) {
	for i := range m {
		for j := range v {
			out[i] += m[i][j] * v[j]
		}
	}
	return out
}

// TestColoursDiffer: nine engines have nine colours that differ in any vision, from each
// other and from the background. Below 10 neighbours begin to look alike (CIE 1976).
func TestColoursDiffer(t *testing.T) {
	if len(Palette) < 9 {
		t.Fatalf("%d colours", len(Palette))
	}
	all := append([]string{Background}, Palette[:]...)
	for name, vision := range visions {
		for i, a := range all {
			for _, b := range all[i+1:] {
				x, y := lab(a, vision), lab(b, vision)
				if d := math.Hypot(math.Hypot(x[0]-y[0], x[1]-y[1]), x[2]-y[2]); d < 15 {
					t.Errorf("%s: %s and %s are %.1f apart", name, a, b, d)
				}
			}
		}
	}
}
