package cli

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/riftlab/rift/bitvec/smtlib"
	"github.com/riftlab/rift/program/regular"
	"github.com/riftlab/rift/sat"
	"github.com/riftlab/rift/sat/drat"
	"github.com/spf13/cobra"
)

// The exit statuses that solvers of DIMACS files share, beside StatusOK for
// unknown.
const (
	statusSat   = 10
	statusUnsat = 20
)

type solveFlags struct {
	timeout  time.Duration
	stats    bool
	check    bool
	simplify bool
	backend  string
	format   string
	proof    string
	verify   string
}

func (a *app) solve() *cobra.Command {
	var f solveFlags
	var stdin, n bool
	cmd := &cobra.Command{
		Use:   "solve [FILE.smt2|FILE.cnf] [flags]",
		Short: "Decide an SMT-LIB script or a DIMACS file",
		Long: `Run an SMT-LIB 2 script of bit-vectors, arrays, floating-point numbers and
uninterpreted functions (QF_AUFBV, QF_BVFP), or decide a DIMACS file.
Without a file, or with "-" or -in, the script is read from standard input and
each command is answered as it arrives, so that rift can stand where another
solver is called with -in.

Exit status of a script: 0, or 2 if something in it is wrong (line and column are
in the response). Of a DIMACS file: 10 satisfiable, 20 unsatisfiable, 0 unknown,
as its solvers have it.

With --proof, what is derived on the way to "unsatisfiable" is written down in the text
form of DRAT, which other programs can check, and rift with --check-proof; that exits
with 20 too if the proof holds, and with 1 if it does not.`,
		Example: `  rift solve query.smt2
  rift solve --timeout 20s --stats formula.cnf
  rift solve formula.cnf --proof formula.drat
  rift solve formula.cnf --check-proof formula.drat
  echo '(declare-const x (_ BitVec 8)) (assert (= (bvmul x x) #x31)) (check-sat)' | rift solve -in`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := notNegative(cmd, "timeout"); err != nil {
				return err
			}
			name := "-"
			if len(args) == 1 {
				name = args[0]
			}
			return a.doSolve(cmd.Context(), name, &f)
		},
	}
	flags := cmd.Flags()
	flags.DurationVar(&f.timeout, "timeout", 0, "limit for each question, such as 20s")
	flags.BoolVar(&f.stats, "stats", false, "print statistics to standard error at the end")
	flags.BoolVar(&f.check, "check", false, "verify every answer: models by evaluation, cores by solving them again")
	flags.BoolVar(&f.simplify, "simplify", false, "simplify a DIMACS formula before the search")
	flags.StringVar(&f.proof, "proof", "", "write a DRAT proof of a DIMACS formula without a model to this file")
	flags.StringVar(&f.verify, "check-proof", "", "check that this file is a DRAT proof that a DIMACS formula has no model, and solve nothing")
	flags.StringVar(&f.backend, "backend", "cdcl", "SAT solver of DIMACS files: cdcl or gini")
	flags.StringVar(&f.format, "format", "", "smt2 or dimacs (default: by the name's ending; what begins with c or p is dimacs)")
	// "-in" is two short flags to the parser.
	flags.BoolVarP(&stdin, "interactive", "i", false, "read standard input (also: -in)")
	flags.BoolVarP(&n, "n", "n", false, "")
	cmd.Flag("n").Hidden = true
	return cmd
}

func (a *app) doSolve(ctx context.Context, name string, f *solveFlags) error {
	in := a.in
	if name != "-" {
		file, err := regular.Open(name)
		if err != nil {
			return input(err)
		}
		defer file.Close()
		in = file
	}
	r := bufio.NewReaderSize(in, 1<<16)
	dimacs, err := isDIMACS(name, f.format, r)
	if err != nil {
		return err
	}
	switch {
	case !dimacs && (f.proof != "" || f.verify != ""):
		return usagef("--proof and --check-proof are for DIMACS files, not for scripts")
	case dimacs && f.verify != "":
		return a.checkProof(ctx, name, r, f.verify)
	case dimacs:
		return a.solveDIMACS(ctx, name, r, f)
	}
	return a.solveScript(ctx, name, r, f)
}

// isDIMACS decides the format by the flag, the name's ending, or the first
// byte, which for a script is never a letter.
func isDIMACS(name, format string, r *bufio.Reader) (bool, error) {
	switch format {
	case "smt2":
		return false, nil
	case "dimacs":
		return true, nil
	case "":
	default:
		return false, usagef("unknown format %q%s", format, didYouMean(format, []string{"smt2", "dimacs"}))
	}
	switch filepath.Ext(name) {
	case ".smt2":
		return false, nil
	case ".cnf", ".dimacs":
		return true, nil
	}
	first, err := r.Peek(1)
	if err != nil && !errors.Is(err, io.EOF) {
		return false, input(err)
	}
	return len(first) == 1 && (first[0] == 'c' || first[0] == 'p'), nil
}

func (a *app) solveScript(ctx context.Context, name string, r io.Reader, f *solveFlags) error {
	sum, err := smtlib.Execute(ctx, r, a.out, smtlib.Options{Timeout: f.timeout, Check: f.check})
	if f.stats {
		fmt.Fprintf(a.err, "checks %d, unknown %d\n", sum.Checks, sum.Unknown)
		for _, c := range sum.Counters {
			fmt.Fprintf(a.err, "%s %d\n", c.Name, c.Value)
		}
	}
	var wrong *smtlib.Error
	if errors.As(err, &wrong) {
		return &statusError{StatusUsage, fmt.Errorf("%s:%w", name, err)}
	}
	return err
}

// checkProof checks a proof that the formula that r reads has no model.
func (a *app) checkProof(ctx context.Context, name string, r io.Reader, proof string) error {
	var formula sat.CNF
	if _, err := sat.ReadDIMACS(r, name, func(lits []sat.Lit) { formula.Add(lits...) }); err != nil {
		return input(err)
	}
	in, err := os.Open(proof)
	if err != nil {
		return input(err)
	}
	defer in.Close()
	switch err := drat.Check(ctx, &formula, in, proof); {
	case errors.Is(err, drat.ErrRefused):
		return &statusError{StatusDifference, err}
	case err != nil:
		return input(err)
	}
	fmt.Fprintln(a.out, "s VERIFIED")
	return &silent{statusUnsat}
}

// solver returns the solver of DIMACS files that the flags ask for.
func (f *solveFlags) solver(proof *sat.Proof) (sat.Solver, error) {
	var s sat.Solver
	switch f.backend {
	case "cdcl":
		s = sat.NewCDCL(sat.CDCLOptions{Proof: proof})
	case "gini":
		if s = sat.NewGini(); proof != nil {
			return nil, usagef("--proof needs --backend cdcl: gini writes none")
		}
	default:
		return nil, usagef("unknown backend %q%s", f.backend, didYouMean(f.backend, []string{"cdcl", "gini"}))
	}
	if f.simplify {
		s = sat.NewSimplifier(s, sat.SimplifyOptions{Proof: proof})
	}
	if f.check {
		s = sat.Check(s, nil)
	}
	return s, nil
}

func (a *app) solveDIMACS(ctx context.Context, name string, r io.Reader, f *solveFlags) error {
	var proof *sat.Proof
	var out *os.File
	if f.proof != "" {
		var err error
		if out, err = os.Create(f.proof); err != nil {
			return input(err)
		}
		defer out.Close()
		proof = sat.NewProof(out)
	}
	s, err := f.solver(proof)
	if err != nil {
		return err
	}
	vars, err := sat.LoadDIMACS(r, name, s)
	if err != nil {
		return input(err)
	}
	res := s.Solve(ctx, sat.Limits{Timeout: f.timeout})
	if proof != nil {
		if err := cmp.Or(proof.Flush(), out.Close()); err != nil {
			return fmt.Errorf("%s: %w", f.proof, err)
		}
	}
	if err := sat.WriteAnswer(a.out, s, res, vars); err != nil {
		return err
	}
	if f.stats {
		st := s.Stats()
		fmt.Fprintf(a.err, "variables %d, clauses %d, decisions %d, conflicts %d, propagations %d, restarts %d, bytes %d\n",
			st.Vars, st.Clauses, st.Decisions, st.Conflicts, st.Steps, st.Restarts, st.Bytes)
	}
	switch res.Verdict {
	case sat.Sat:
		return &silent{statusSat}
	case sat.Unsat:
		return &silent{statusUnsat}
	}
	return nil
}
