package sat

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// ReadDIMACS streams a CNF file into add, clause by clause, and returns the
// number of variables that its header announces. The slice handed to add is
// only valid during the call. A session (p inccnf) is an error: see Replay.
func ReadDIMACS(r io.Reader, name string, add func(lits []Lit)) (vars int, err error) {
	in := NewReader(r, name)
	if vars, _, err = in.Header(); err != nil {
		return 0, err
	}
	if in.Incremental() {
		return 0, fmt.Errorf("%s:1:1: an incremental session, not a formula", name)
	}
	for {
		item, err := in.Next()
		if errors.Is(err, io.EOF) {
			return vars, nil
		}
		if err != nil {
			return 0, err
		}
		add(item.Lits)
	}
}

// LoadDIMACS streams a CNF file into s, which must have no variables yet. It
// holds no second copy of the formula. Memory grows with the largest variable
// that occurs, not with the header's claim.
func LoadDIMACS(r io.Reader, name string, s Solver) (vars int, err error) {
	return ReadDIMACS(r, name, func(lits []Lit) { addGrowing(s, lits) })
}

func addGrowing(s Solver, lits []Lit) {
	growFor(s, lits)
	s.AddClause(lits...)
}

// growFor creates the variables of lits in s as far as they are missing.
func growFor(s Solver, lits []Lit) {
	for _, l := range lits {
		for s.NumVars() < int(l.Var()) {
			s.NewVar()
		}
	}
}

// WriteDIMACS writes the formula as a DIMACS file.
func (f *CNF) WriteDIMACS(w io.Writer) error {
	out := bufio.NewWriterSize(w, 1<<16)
	fmt.Fprintf(out, "p cnf %d %d\n", f.vars, f.NumClauses())
	var buf []byte
	for i := range f.start {
		buf = appendLits(buf[:0], f.Clause(i))
		out.Write(buf)
	}
	if err := out.Flush(); err != nil { // bufio keeps the first error
		return fmt.Errorf("write dimacs: %w", err)
	}
	return nil
}

// appendLits appends literals, a 0 and a line end.
func appendLits(buf []byte, lits []Lit) []byte {
	for _, l := range lits {
		buf = strconv.AppendInt(buf, int64(l.Dimacs()), 10)
		buf = append(buf, ' ')
	}
	return append(buf, "0\n"...)
}

// WriteAnswer writes what solvers print for a DIMACS file: an s line and, for
// Sat, the values of variables 1..vars in v lines of at most 78 columns.
func WriteAnswer(w io.Writer, s Solver, res Result, vars int) error {
	out := bufio.NewWriter(w)
	switch res.Verdict {
	case Unknown:
		out.WriteString("s UNKNOWN\n")
	case Unsat:
		out.WriteString("s UNSATISFIABLE\n")
	case Sat:
		out.WriteString("s SATISFIABLE\n")
		writeModel(out, s, vars)
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("write answer: %w", err)
	}
	return nil
}

func writeModel(out *bufio.Writer, s Solver, vars int) {
	line := []byte("v")
	emit := func(n int) {
		word := strconv.Itoa(n)
		if len(line)+1+len(word) > 78 {
			out.Write(append(line, '\n'))
			line = append(line[:0], 'v')
		}
		line = append(append(line, ' '), word...)
	}
	for v := 1; v <= vars; v++ {
		if v <= s.NumVars() && s.Value(Var(v).Pos()) {
			emit(v)
		} else {
			emit(-v)
		}
	}
	emit(0)
	out.Write(append(line, '\n'))
}
