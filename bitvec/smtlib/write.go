package smtlib

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"

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

// LogTo returns a function for bitvec.NewLogger that writes each query to a
// file of its own in dir, query-000001.smt2 and so on, with the answer as
// :status. The first error of writing goes to fail; later queries are then
// not written.
func LogTo(dir string, s *bitvec.Store, fail func(error)) func(q bitvec.Query, a bitvec.Answer) {
	n, failed := 0, false
	return func(q bitvec.Query, a bitvec.Answer) {
		if failed {
			return
		}
		n++
		if err := logQuery(filepath.Join(dir, fmt.Sprintf("query-%06d.smt2", n)), s, q, a); err != nil {
			failed = true
			fail(fmt.Errorf("log of queries: %w", err))
		}
	}
}

func logQuery(name string, s *bitvec.Store, q bitvec.Query, a bitvec.Answer) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	err = WriteQuery(f, s, q.Constraints, a.Verdict)
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	return err
}
