package poolgen

import "math/rand/v2"

// The tables of the advisory, by layer.
var (
	shield  = []int{400, 900, 1600, 2500}
	horizon = []int{15, 25, 35, 45}
	safeGap = []int{200, 300, 400, 600}
)

// encounter is a test of the advisory, in the order of its arguments.
type encounter struct {
	ownAlt, ownRate, alt, rate, rangeTo, closing, layer, kind, intent, flags, confidence, last int
}

func (e encounter) line() string {
	return words([]int{e.ownAlt, e.ownRate, e.alt, e.rate, e.rangeTo, e.closing, e.layer, e.kind, e.intent, e.flags, e.confidence, e.last})
}

// advisory generates tests of the collision advisory: mostly encounters in
// which something is at stake, many with one value on a limit, some that are
// merely random, a few that are malformed.
func advisory(r *rand.Rand) func() string {
	return func() string {
		switch n := r.IntN(100); {
		case n < 50:
			return meeting(r).line()
		case n < 80:
			e := meeting(r)
			onLimit(r, &e)
			return e.line()
		case n < 97:
			return anything(r).line()
		default:
			return malformed(r)
		}
	}
}

// meeting returns two aircraft that come near one another in time and height.
func meeting(r *rand.Rand) encounter {
	e := encounter{layer: r.IntN(4), kind: r.IntN(3), intent: r.IntN(3), last: r.IntN(5)}
	e.closing = between(r, 20, 400)
	left := between(r, 0, horizon[e.layer]*11/5)
	e.rangeTo = shield[e.layer] + e.closing*left + r.IntN(e.closing)
	e.ownAlt = oneOf(r, between(r, 300, 2500), between(r, 2000, 20000), between(r, 20000, 42000))
	e.alt = max(0, e.ownAlt+between(r, -3, 3)*safeGap[e.layer]+between(r, -200, 200))
	e.ownRate, e.rate = between(r, -30, 30), between(r, -30, 30)
	switch r.IntN(6) {
	case 0, 1:
		e.ownRate, e.rate = 0, 0
	case 2:
		e.ownRate, e.rate = between(r, -90, 90), between(r, -90, 90)
	case 3:
		e.alt, e.ownRate, e.rate = e.ownAlt+between(r, -40, 40), 0, 0
		e.last = between(r, 2, 3)
	}
	if r.IntN(3) == 0 {
		e.flags = r.IntN(8)
	}
	e.confidence = oneOf(r, between(r, 0, 100), between(r, 70, 100))
	return e
}

// onLimit moves one value to a limit of the decision or beside it.
func onLimit(r *rand.Rand, e *encounter) {
	near := between(r, -1, 1)
	switch r.IntN(9) {
	case 0:
		e.rangeTo = shield[e.layer] + near
	case 1:
		e.confidence = oneOf(r, 20, 70) + near
	case 2:
		e.ownAlt = oneOf(r, 500, 40000) + near
		e.alt = max(0, e.ownAlt+between(r, -safeGap[e.layer], safeGap[e.layer]))
		e.confidence, e.flags = between(r, 70, 100), 0
		e.rangeTo = shield[e.layer] + e.closing*between(r, 3, horizon[e.layer])
	case 3:
		e.kind, e.confidence = between(r, 1, 2), between(r, 70, 100)
		e.ownRate, e.rate = 0, 0
		e.alt = max(0, e.ownAlt+oneOf(r, 1, -1, 2, -2)*safeGap[e.layer]+near)
	case 4:
		e.rangeTo = shield[e.layer] + e.closing*horizon[e.layer]*between(r, 1, 2) + between(r, -1, 1)
	case 5:
		e.closing = near
	case 6, 7:
		lastMoment(r, e)
	default:
		e.alt, e.ownRate, e.rate = e.ownAlt, 0, 0
	}
}

// lastMoment lets the gap become too small just as the other one arrives.
func lastMoment(r *rand.Rand, e *encounter) {
	left, nearing := between(r, 3, horizon[e.layer]), between(r, 5, 40)
	e.kind, e.confidence = between(r, 1, 2), between(r, 70, 100)
	e.rangeTo = shield[e.layer] + e.closing*left + r.IntN(e.closing)
	e.ownRate = between(r, -nearing, 0)
	e.rate = e.ownRate + nearing
	e.alt = max(0, e.ownAlt-safeGap[e.layer]-nearing*left+between(r, 0, 2*nearing))
}

// anything returns arguments of the right shape and no particular sense.
func anything(r *rand.Rand) encounter {
	return encounter{
		ownAlt: between(r, 0, 45000), ownRate: between(r, -100, 100),
		alt: between(r, 0, 45000), rate: between(r, -100, 100),
		rangeTo: between(r, 0, 20000), closing: between(r, -300, 600),
		layer: r.IntN(4), kind: r.IntN(3), intent: r.IntN(3), flags: r.IntN(8),
		confidence: between(r, 0, 100), last: r.IntN(5),
	}
}

// malformed returns arguments that the program must reject.
func malformed(r *rand.Rand) string {
	e := anything(r)
	switch r.IntN(4) {
	case 0:
		e.layer = oneOf(r, -1, 4, 7)
	case 1:
		e.kind = oneOf(r, -1, 3)
	case 2:
		return e.line() + " 1"
	default:
		return words([]int{e.ownAlt, e.ownRate, e.alt})
	}
	return e.line()
}
