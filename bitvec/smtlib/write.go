package smtlib

import (
	"bufio"
	"fmt"
	"io"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/sat"
)

// Logic returns the logic that ts need: QF_ABV if there is an array in them,
// else QF_BV.
func Logic(s *bitvec.Store, ts ...bitvec.Term) string {
	if s.HasArrays(ts...) {
		return "QF_ABV"
	}
	return "QF_BV"
}

// Declare writes the declarations of vars.
func Declare(w io.Writer, s *bitvec.Store, vars []bitvec.Term) error {
	for _, v := range vars {
		so := s.Sort(v).String()
		if s.IsBoolVar(v) {
			so = "Bool"
		}
		if _, err := fmt.Fprintf(w, "(declare-fun %s () %s)\n", bitvec.QuoteSymbol(s.Name(v)), so); err != nil {
			return err
		}
	}
	return nil
}

// Assert writes an assert command for t.
func Assert(w io.Writer, s *bitvec.Store, t bitvec.Term) error {
	if _, err := io.WriteString(w, "(assert "); err != nil {
		return err
	}
	if err := s.WriteTerm(w, t, true); err != nil {
		return err
	}
	_, err := io.WriteString(w, ")\n")
	return err
}

// WriteQuery writes constraints as a script with one
// check-sat. A verdict
// other than Unknown is announced as :status.
func WriteQuery(w io.Writer, s *bitvec.Store, constraints []bitvec.Term, verdict sat.Verdict) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "(set-logic %s)\n", Logic(s, constraints...))
	if verdict != sat.Unknown {
		fmt.Fprintf(out, "(set-info :status %v)\n", verdict)
	}
	if err := Declare(out, s, s.Support(constraints...)); err != nil {
		return err
	}
	for _, t := range constraints {
		if err := Assert(out, s, t); err != nil {
			return err
		}
	}
	fmt.Fprint(out, "(check-sat)\n(exit)\n")
	return out.Flush()
}
