package sat

import "fmt"

// The requirements of the Solver contract, checked by every backend alike.

func checkLit(op string, l Lit, vars int) {
	if v := l.Var(); v < 1 || int(v) > vars {
		panic(fmt.Sprintf("sat: %s: literal %v of an unknown variable (there are %d)", op, l, vars))
	}
}

func checkLits(op string, lits []Lit, vars int) {
	for _, l := range lits {
		checkLit(op, l, vars)
	}
}

func requireState(op string, have, want Verdict) {
	if have != want {
		panic(fmt.Sprintf("sat: %s: the last Solve answered %v, not %v", op, have, want))
	}
}

// record counts one Solve.
func (st *Stats) record(res Result) {
	st.Solves++
	st.Steps += res.Steps
	switch res.Verdict {
	case Sat:
		st.Sat++
	case Unsat:
		st.Unsat++
	case Unknown:
		st.Unknown++
	}
}
