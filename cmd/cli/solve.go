package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/riftlab/rift/bitvec/smtlib"
	"github.com/riftlab/rift/sat"
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
as its solvers have it.`,
		Example: `  rift solve query.smt2
  rift solve --timeout 20s --stats formula.cnf
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
		file, err := os.Open(name)
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
	if dimacs {
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

func (a *app) solveDIMACS(ctx context.Context, name string, r io.Reader, f *solveFlags) error {
	fresh := func() sat.Solver { return sat.NewCDCL(sat.CDCLOptions{}) }
	switch f.backend {
	case "cdcl":
	case "gini":
		fresh = func() sat.Solver { return sat.NewGini() }
	default:
		return usagef("unknown backend %q%s", f.backend, didYouMean(f.backend, []string{"cdcl", "gini"}))
	}
	s := fresh()
	if f.simplify {
		s = sat.NewSimplifier(s, sat.SimplifyOptions{})
	}
	if f.check {
		s = sat.Check(s, nil)
	}
	vars, err := sat.LoadDIMACS(r, name, s)
	if err != nil {
		return input(err)
	}
	res := s.Solve(ctx, sat.Limits{Timeout: f.timeout})
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
