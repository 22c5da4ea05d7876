package analysis

import (
	"math"

	"github.com/riftlab/rift/results/stats"
)

// Survivals returns for each engine of the view Kaplan and Meier's estimate of
// the share of tasks that find a difference within so much of a measure: one
// less the survival, with its band. Unlike Curves it leaves a task that its
// budget ended out of the denominator from there on, and is no lower bound. A
// curve ends where the last of the engine's tasks was watched. False if the
// measure was not taken, or the ends of tasks are not independent of it (see
// Measure.dependent).
func Survivals(v *View, m *Measure) ([]Curve, bool) {
	var curves []Curve
	end := 0.0
	watched := make([]float64, len(v.Engines))
	for i, e := range v.Engines {
		runs := v.Runs(e)
		obs, ok := m.observations(Difference, runs)
		if !ok || m.dependent(Difference, runs) {
			return nil, false
		}
		c := Curve{Engine: e, Tasks: len(obs), Band: "log-log", X: []float64{0}, Y: []float64{0}, Low: []float64{0}, High: []float64{0}}
		for _, p := range stats.KaplanMeier(obs) {
			c.X, c.Y = append(c.X, p.Time), append(c.Y, 1-p.Survival)
			c.Low, c.High = append(c.Low, 1-p.Band.High), append(c.High, 1-p.Band.Low)
		}
		for _, o := range obs {
			watched[i] = max(watched[i], o.Time)
			if !math.IsInf(o.Time, 1) {
				end = max(end, o.Time)
			}
		}
		curves = append(curves, c)
	}
	for i := range curves {
		c := &curves[i]
		n := len(c.X) - 1
		if last := min(watched[i], end); last > c.X[n] {
			c.X, c.Y = append(c.X, last), append(c.Y, c.Y[n])
			c.Low, c.High = append(c.Low, c.Low[n]), append(c.High, c.High[n])
		}
	}
	return curves, end > 0
}
