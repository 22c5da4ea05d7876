package chart

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
)

// tickLabel writes a number briefly: 1500000 as "1.5 M".
func tickLabel(x float64) string {
	if x == 0 {
		return "0" // not "-0"
	}
	for _, s := range []struct {
		unit float64
		name string
	}{{1e12, " T"}, {1e9, " G"}, {1e6, " M"}, {1e4, " k"}} {
		if math.Abs(x) >= s.unit {
			if s.unit == 1e4 {
				s.unit = 1e3
			}
			return fmt.Sprintf("%.4g", x/s.unit) + s.name
		}
	}
	return fmt.Sprintf("%.4g", x)
}

// logTicks are the powers of ten in the range, with 2 and 5 between them if
// there are few.
type logTicks struct{}

func (logTicks) Ticks(lo, hi float64) []plot.Tick {
	var ticks []plot.Tick
	if !(lo > 0) || !(hi > lo) || math.IsInf(hi, 1) {
		return nil
	}
	decades := math.Log10(hi / lo)
	every := max(1, math.Ceil(decades/8))
	for e := math.Floor(math.Log10(lo)); e <= math.Ceil(math.Log10(hi)); e++ {
		for _, m := range []float64{1, 2, 3, 4, 5, 6, 7, 8, 9} {
			x := m * math.Pow(10, e)
			if x < lo*0.999 || x > hi*1.001 {
				continue
			}
			label := ""
			if m == 1 && math.Mod(e, every) == 0 || decades < 2.2 && (m == 2 || m == 5) {
				label = tickLabel(x)
			}
			ticks = append(ticks, plot.Tick{Value: x, Label: label})
		}
	}
	return ticks
}

// linearTicks are about six round numbers.
type linearTicks struct{}

func (linearTicks) Ticks(lo, hi float64) []plot.Tick {
	var ticks []plot.Tick
	if !(hi > lo) || math.IsInf(hi-lo, 1) {
		return nil
	}
	step := roundStep((hi - lo) / 6)
	for i := math.Ceil(lo/step - 1e-9); i*step <= hi+step*1e-9; i++ {
		ticks = append(ticks, plot.Tick{Value: i * step, Label: tickLabel(i * step)})
	}
	return ticks
}

// roundStep returns the least of 1, 2, 5 times a power of ten that is at least x.
func roundStep(x float64) float64 {
	if x <= 0 {
		return 1
	}
	power := math.Pow(10, math.Floor(math.Log10(x)))
	for _, m := range []float64{1, 2, 5, 10} {
		if m*power >= x*0.999 {
			return m * power
		}
	}
	return 10 * power
}

// percentTicks are every 20 % from 0 to 1.
type percentTicks struct{}

func (percentTicks) Ticks(_, _ float64) []plot.Tick {
	var ticks []plot.Tick
	for i := range 6 {
		ticks = append(ticks, plot.Tick{Value: float64(i) / 5, Label: fmt.Sprintf("%d %%", 20*i)})
	}
	return ticks
}

// logScale is base-independent and tolerates values at or below the minimum.
type logScale struct{}

func (logScale) Normalize(lo, hi, x float64) float64 {
	return math.Log(max(x, lo)/lo) / math.Log(hi/lo)
}
