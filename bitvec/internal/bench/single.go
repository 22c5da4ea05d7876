package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/bitvec/internal/gen"
	"github.com/riftlab/rift/bitvec/smtlib"
	"github.com/riftlab/rift/sat"
)

type bench struct {
	limit   time.Duration
	only    string
	keep    string
	verbose bool
	solvers []solver
}

// outcome is what one solver did with one formula.
type outcome struct {
	verdict sat.Verdict
	seconds float64
}

func (b *bench) run(n, queries int) error {
	results := map[string][][]outcome{} // by family: by formula, by solver
	var families []string
	for _, inst := range append(gen.Families(n), gen.Hard(n)...) {
		if !strings.Contains(inst.Name, b.only) {
			continue
		}
		if !slices.Contains(families, inst.Family) {
			families = append(families, inst.Family)
		}
		row, err := b.formula(inst)
		if err != nil {
			return err
		}
		results[inst.Family] = append(results[inst.Family], row)
	}
	for _, f := range families {
		b.table(os.Stdout, f, results[f])
	}
	return b.streams(queries)
}

// formula runs all solvers on one formula and compares their verdicts.
func (b *bench) formula(inst gen.Instance) ([]outcome, error) {
	var row []outcome
	answered := sat.Unknown
	for _, sv := range b.solvers {
		s := bitvec.NewStore(bitvec.WithoutRewriting())
		cs := inst.Build(s)
		var script bytes.Buffer
		if err := smtlib.WriteQuery(&script, s, cs, sat.Unknown); err != nil {
			return nil, err
		}
		text := script.String()
		if sv.logic != "" {
			text = strings.Replace(text, "QF_ABV", sv.logic, 1)
		}
		if b.keep != "" {
			if err := os.WriteFile(filepath.Join(b.keep, inst.Name+".smt2"), script.Bytes(), 0o666); err != nil {
				return nil, err
			}
		}
		o, err := b.ask(sv, text)
		if err != nil {
			return nil, fmt.Errorf("%s on %s: %w", sv.name, inst.Name, err)
		}
		if o.verdict != sat.Unknown {
			if answered != sat.Unknown && o.verdict != answered {
				return nil, fmt.Errorf("%s says %v on %s, others %v", sv.name, o.verdict, inst.Name, answered)
			}
			answered = o.verdict
		}
		row = append(row, o)
	}
	if b.verbose {
		fmt.Printf("%-28s %-7v", inst.Name, answered)
		for i, o := range row {
			fmt.Printf(" %s %.3f", b.solvers[i].name, o.seconds)
			if o.verdict == sat.Unknown {
				fmt.Print("*")
			}
		}
		fmt.Println()
	}
	return row, nil
}

// wallFactor is how much wall time a process may take for its CPU time: a
// loaded machine must not decide.
const wallFactor = 20

// limited returns the command with a limit on its CPU time.
func limited(ctx context.Context, cpu time.Duration, command []string) *exec.Cmd {
	script := fmt.Sprintf("ulimit -t %d; exec \"$@\"", int(math.Ceil(cpu.Seconds())))
	return exec.CommandContext(ctx, "sh", append([]string{"-c", script, "sh"}, command...)...)
}

// ask runs one solver on one script.
func (b *bench) ask(sv solver, script string) (outcome, error) {
	ctx, cancel := context.WithTimeout(context.Background(), wallFactor*b.limit)
	defer cancel()
	cmd := limited(ctx, b.limit, sv.single)
	cmd.Stdin = strings.NewReader(script)
	out, runErr := cmd.Output()
	used := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	o := outcome{seconds: used.Seconds()}
	if used >= b.limit || ctx.Err() != nil {
		return o, nil
	}
	var err error
	o.verdict, err = smtlib.ParseVerdict(string(out), runErr)
	if err != nil && runErr != nil {
		return o, nil // a construct it does not know counts as not solved
	}
	return o, err
}

// table prints solved, PAR-2 and ratios to the first solver.
func (b *bench) table(w io.Writer, family string, rows [][]outcome) {
	fmt.Fprintf(w, "\n%s: %d formulas, limit %v CPU\n", family, len(rows), b.limit)
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tw, "solver\tsolved\tmedian s\tsum s\tPAR-2 s\tmedian ratio to rift\t")
	for i, sv := range b.solvers {
		var times, ratios []float64
		solved, par2 := 0, 0.0
		for _, row := range rows {
			t := row[i].seconds
			times = append(times, t)
			if row[i].verdict != sat.Unknown {
				solved++
				par2 += t
			} else {
				par2 += 2 * b.limit.Seconds()
			}
			if t > 0 && row[0].seconds > 0 {
				ratios = append(ratios, t/row[0].seconds)
			}
		}
		sum := 0.0
		for _, t := range times {
			sum += t
		}
		fmt.Fprintf(tw, "%s\t%d\t%.3f\t%.1f\t%.2f\t%.2f\t\n", sv.name, solved, median(times), sum, par2/float64(len(rows)), median(ratios))
	}
	_ = tw.Flush() // to standard output, as all before it
}

func median(xs []float64) float64 {
	if len(xs) == 0 {
		return math.NaN()
	}
	xs = slices.Sorted(slices.Values(xs))
	n := len(xs)
	return (xs[(n-1)/2] + xs[n/2]) / 2
}
