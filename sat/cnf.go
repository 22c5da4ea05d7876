package sat

// CNF is a formula in memory. Its clauses lie in one block, in order. The zero
// value is the empty formula over no variables.
type CNF struct {
	vars  int
	lits  []Lit
	start []int // of each clause in lits
}

// NumVars returns the number of variables: the largest one mentioned, or more
// if Grow said so.
func (f *CNF) NumVars() int { return f.vars }

// Grow makes the formula range over at least vars variables.
func (f *CNF) Grow(vars int) { f.vars = max(f.vars, vars) }

// NumClauses returns the number of clauses.
func (f *CNF) NumClauses() int { return len(f.start) }

// Add appends a clause. It does not retain lits.
func (f *CNF) Add(lits ...Lit) {
	f.start = append(f.start, len(f.lits))
	f.lits = append(f.lits, lits...)
	for _, l := range lits {
		f.Grow(int(l.Var()))
	}
}

// Clause returns clause i, 0 <= i < NumClauses. The slice belongs to f and must
// not be changed.
func (f *CNF) Clause(i int) []Lit {
	end := len(f.lits)
	if i+1 < len(f.start) {
		end = f.start[i+1]
	}
	return f.lits[f.start[i]:end:end]
}

// Load creates the formula's variables in s as far as they are missing, and
// adds its clauses.
func (f *CNF) Load(s Solver) {
	for s.NumVars() < f.vars {
		s.NewVar()
	}
	for i := range f.start {
		s.AddClause(f.Clause(i)...)
	}
}
