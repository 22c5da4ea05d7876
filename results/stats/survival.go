package stats

import (
	"math"
	"sort"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Observation is a time until an event, or until watching ended.
type Observation struct {
	Time  float64
	Event bool // false: censored at Time
}

// SurvivalPoint is a step of a survival curve: from Time on, Survival is the
// probability that the event has not happened yet.
type SurvivalPoint struct {
	Time     float64
	Survival float64
	Band     Interval // pointwise 95 % confidence, on the log-log scale
	AtRisk   int      // just before Time
	Events   int      // at Time
}

// KaplanMeier estimates the survival curve. It has one point per distinct time
// of an event, ascending; before the first, survival is 1.
//
// Source: Kaplan and Meier 1958; variance by Greenwood, interval as in
// Kalbfleisch and Prentice, The Statistical Analysis of Failure Time Data,
// section 1.4.
func KaplanMeier(obs []Observation) []SurvivalPoint {
	obs = sortedObservations(obs)
	var curve []SurvivalPoint
	survival, greenwood := 1.0, 0.0
	for i := 0; i < len(obs); {
		j, events := i, 0
		for ; j < len(obs) && obs[j].Time == obs[i].Time; j++ {
			if obs[j].Event {
				events++
			}
		}
		if events > 0 {
			atRisk := float64(len(obs) - i)
			d := float64(events)
			survival *= 1 - d/atRisk
			greenwood += d / (atRisk * (atRisk - d))
			curve = append(curve, SurvivalPoint{obs[i].Time, survival, logLogBand(survival, greenwood), len(obs) - i, events})
		}
		i = j
	}
	return curve
}

func sortedObservations(obs []Observation) []Observation {
	obs = append([]Observation(nil), obs...)
	sort.SliceStable(obs, func(i, j int) bool { return obs[i].Time < obs[j].Time })
	return obs
}

func logLogBand(s, greenwood float64) Interval {
	if s <= 0 || s >= 1 {
		return Interval{s, s}
	}
	half := distuv.UnitNormal.Quantile(0.975) * math.Sqrt(greenwood) / math.Abs(math.Log(s))
	return Interval{math.Pow(s, math.Exp(half)), math.Pow(s, math.Exp(-half))}
}

// MedianTime returns the first time by which survival is at most one half, and
// false if the curve does not come down so far.
func MedianTime(curve []SurvivalPoint) (float64, bool) {
	for _, p := range curve {
		// A half that is written as a product of shares may exceed it by rounding.
		if p.Survival <= 0.5+1e-9 {
			return p.Time, true
		}
	}
	return 0, false
}

// LogRank tests whether two or more groups have the same survival curve. P is
// NaN if there are fewer than two groups, or no event tells them apart.
//
// Source: Mantel 1966; Peto and Peto 1972.
func LogRank(groups ...[]Observation) (chiSquare, p float64) {
	return StratifiedLogRank([][][]Observation{groups})
}

// StratifiedLogRank is LogRank for observations that come in strata: groups
// are compared within each stratum only, so that strata may differ in how soon
// events come. It takes, for each stratum, the observations of each group; all
// strata have the same number of groups, some of which may be empty.
//
// Source: Kalbfleisch and Prentice, section 1.4.
func StratifiedLogRank(strata [][][]Observation) (chiSquare, p float64) {
	nan := math.NaN()
	if len(strata) == 0 || len(strata[0]) < 2 {
		return nan, nan
	}
	// Observed minus expected events of each group but the last, and covariance.
	k := len(strata[0])
	diff := mat.NewVecDense(k-1, nil)
	cov := mat.NewSymDense(k-1, nil)
	for _, groups := range strata {
		addLogRankStratum(diff, cov, groups)
	}
	// A singular covariance (no event, or never two groups at risk) says nothing.
	var chol mat.Cholesky
	if !chol.Factorize(cov) {
		return nan, nan
	}
	var solved mat.VecDense
	if err := chol.SolveVecTo(&solved, diff); err != nil {
		return nan, nan
	}
	chiSquare = mat.Dot(diff, &solved)
	return chiSquare, distuv.ChiSquared{K: float64(k - 1)}.Survival(chiSquare)
}

func addLogRankStratum(diff *mat.VecDense, cov *mat.SymDense, groups [][]Observation) {
	type member struct {
		Observation
		group int
	}
	var all []member
	atRisk := make([]int, len(groups))
	for g, obs := range groups {
		atRisk[g] = len(obs)
		for _, o := range obs {
			all = append(all, member{o, g})
		}
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].Time < all[j].Time })
	for i := 0; i < len(all); {
		j, events := i, make([]int, len(groups))
		total := 0
		for ; j < len(all) && all[j].Time == all[i].Time; j++ {
			if all[j].Event {
				events[all[j].group]++
				total++
			}
		}
		addLogRankTerm(diff, cov, atRisk, events, float64(total), float64(len(all)-i))
		for ; i < j; i++ {
			atRisk[all[i].group]--
		}
	}
}

func addLogRankTerm(diff *mat.VecDense, cov *mat.SymDense, atRisk, events []int, d, n float64) {
	if d == 0 {
		return
	}
	for a := range diff.Len() {
		na := float64(atRisk[a])
		diff.SetVec(a, diff.AtVec(a)+float64(events[a])-d*na/n)
		if n <= 1 {
			continue
		}
		for b := a; b < diff.Len(); b++ {
			v := -na * float64(atRisk[b]) / (n * n)
			if a == b {
				v += na / n
			}
			cov.SetSym(a, b, cov.At(a, b)+v*d*(n-d)/(n-1))
		}
	}
}
