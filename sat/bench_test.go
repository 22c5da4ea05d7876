package sat_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/riftlab/rift/sat"
)

// BenchmarkFamilies measures every family on every solver, the programs cadical
// and minisat included where they are installed (their CPU time, with reading).
// A table in Markdown follows the benchmark lines. Run it with
//
//	go test -run '^$' -bench Families -benchtime 1x ./sat
func BenchmarkFamilies(b *testing.B) {
	table := newTable()
	for _, f := range singles() {
		for _, s := range contenders() {
			if s.streamsOnly {
				continue
			}
			b.Run(f.name+"/"+s.name, func(b *testing.B) { table.measure(b, f.name, s.name, func() { f.run(b, s) }) })
		}
	}
	for _, st := range streams() {
		for _, s := range contenders() {
			if s.make != nil && !s.singlesOnly && st.suits(s) {
				b.Run(st.name+"/"+s.name, func(b *testing.B) { table.measure(b, st.name, s.name, func() { st.run(s.make()) }) })
			}
		}
	}
	fmt.Print(table)
}

// BenchmarkSimplify measures each part of the simplification by leaving it out.
//
//	go test -run '^$' -bench Simplify -benchtime 1x ./sat
func BenchmarkSimplify(b *testing.B) {
	table := newTable()
	list := []contender{{name: "off", make: func() sat.Solver { return sat.NewCDCL(sat.CDCLOptions{}) }}}
	for _, o := range []struct {
		name string
		opts sat.SimplifyOptions
	}{
		{"default", sat.SimplifyOptions{}},
		{"no elimination", sat.SimplifyOptions{NoElimination: true}},
		{"no subsumption", sat.SimplifyOptions{NoSubsumption: true}},
		{"no equivalence", sat.SimplifyOptions{NoEquivalence: true}},
	} {
		list = append(list, contender{name: o.name, make: simplified(o.opts)})
	}
	list = append(list,
		contender{name: "gini", make: func() sat.Solver { return sat.NewGini() }},
		contender{name: "gini simplified", make: func() sat.Solver {
			return sat.NewSimplifier(sat.NewGini(), sat.SimplifyOptions{})
		}})
	for _, f := range []single{
		{"multiplier miter 7, 8 orders", shuffled(miter(7), 8)},
		{"distributivity 5, 8 orders", shuffled(distributivity(5), 8)},
		{"60 stages at once, 4 orders", shuffled(stagesAtOnce(60), 4)},
	} {
		for _, s := range list {
			b.Run(f.name+"/"+s.name, func(b *testing.B) { table.measure(b, f.name, s.name, func() { f.run(b, s) }) })
		}
	}
	fmt.Print(table)
}

func simplified(opts sat.SimplifyOptions) func() sat.Solver {
	return func() sat.Solver { return sat.NewSimplifier(sat.NewCDCL(sat.CDCLOptions{}), opts) }
}

// contender is a backend, or else a program that reads DIMACS.
type contender struct {
	name    string
	make    func() sat.Solver
	program []string
	// A configuration may be meant for streams or for single formulas only.
	streamsOnly bool
	singlesOnly bool
}

func contenders() []contender {
	list := []contender{
		{name: "cdcl", make: func() sat.Solver { return sat.NewCDCL(sat.CDCLOptions{}) }},
		{name: "cdcl-focus", make: func() sat.Solver { return focused{sat.NewCDCL(sat.CDCLOptions{})} }, streamsOnly: true},
		{name: "cdcl-simplify", make: simplified(sat.SimplifyOptions{}), singlesOnly: true},
		{name: "gini", make: func() sat.Solver { return sat.NewGini() }},
	}
	for _, p := range [][]string{{"cadical", "-q", "-n"}, {"minisat", "-verb=0"}} {
		if _, err := exec.LookPath(p[0]); err == nil {
			list = append(list, contender{name: p[0], program: p})
		}
	}
	return list
}

// single is a family of one or more formulas, solved one by one.
type single struct {
	name     string
	formulas []formula
}

func singles() []single {
	var random []formula
	for seed := range uint64(20) {
		random = append(random, random3SAT(seed, 200, 4.2))
	}
	list := []single{{"random 3-SAT, 20 x 200 variables", random}}
	for n := 8; n <= 9; n++ {
		list = append(list, single{fmt.Sprintf("pigeonhole %d", n), []formula{pigeonhole(n)}})
	}
	for n := 6; n <= 9; n++ {
		list = append(list, single{fmt.Sprintf("multiplier miter %d", n), []formula{miter(n)}})
	}
	return list
}

const hashStream = "600 queries, dead weight a hash"

type namedStream struct {
	name string
	run  stream
	// deadWeight says that some variables lie outside of every query's cone.
	deadWeight bool
}

func streams() []namedStream {
	return []namedStream{
		{"500 queries over 12 adders", fixedAdders, false},
		{"200 growing 32-bit stages", growingStages, false},
		{"600 queries on a growing path", growingPath, true},
		{hashStream, growingHash, true},
	}
}

// suits reports whether the contender is to be measured on the stream: the one
// with a hash needs a focus, and those without dead weight have no use for it.
func (n namedStream) suits(c contender) bool {
	if _, ok := c.make().(focused); ok {
		return n.deadWeight
	}
	return n.name != hashStream
}

func (f single) run(b *testing.B, c contender) {
	for _, formula := range f.formulas {
		if c.make != nil {
			s := c.make()
			load(s, formula)
			solve(s)
			continue
		}
		if _, err := runProgram(b, c.program, formula); err != nil {
			b.Fatal(err)
		}
	}
}

// runProgram solves a formula with an external solver that exits with 10 or 20.
func runProgram(t testing.TB, program []string, f formula) (sat.Verdict, error) {
	path := filepath.Join(t.TempDir(), "f.cnf")
	var text bytes.Buffer
	fmt.Fprintf(&text, "p cnf %d %d\n", f.vars, len(f.clauses))
	for _, c := range f.clauses {
		for _, n := range c {
			fmt.Fprintf(&text, "%d ", n)
		}
		text.WriteString("0\n")
	}
	if err := os.WriteFile(path, text.Bytes(), 0o600); err != nil {
		return sat.Unknown, err
	}
	err := exec.Command(program[0], append(program[1:], path)...).Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		switch exit.ExitCode() {
		case 10:
			return sat.Sat, nil
		case 20:
			return sat.Unsat, nil
		}
	}
	return sat.Unknown, fmt.Errorf("%v: %w", program, err)
}

// table collects seconds by family and solver, in order of arrival.
type table struct {
	rows, cols []string
	cells      map[[2]string]time.Duration
}

func newTable() *table { return &table{cells: map[[2]string]time.Duration{}} }

func (t *table) measure(b *testing.B, row, col string, run func()) {
	start := cpuTime(b)
	for range b.N {
		run()
	}
	used := cpuTime(b) - start
	key := [2]string{row, col}
	if _, again := t.cells[key]; !again {
		t.rows = appendNew(t.rows, row)
		t.cols = appendNew(t.cols, col)
	}
	t.cells[key] = used / time.Duration(b.N)
}

// cpuTime returns the user time of this process and of the children it waited
// for: other load on the machine disturbs it less than it does a clock.
func cpuTime(b *testing.B) (sum time.Duration) {
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var usage syscall.Rusage
		if err := syscall.Getrusage(who, &usage); err != nil {
			b.Fatal(err)
		}
		sum += time.Duration(usage.Utime.Nano())
	}
	return sum
}

func appendNew(list []string, s string) []string {
	for _, x := range list {
		if x == s {
			return list
		}
	}
	return append(list, s)
}

func (t *table) String() string {
	var out bytes.Buffer
	out.WriteString("\n| CPU seconds |")
	for _, c := range t.cols {
		fmt.Fprintf(&out, " %s |", c)
	}
	out.WriteString("\n|---|")
	for range t.cols {
		out.WriteString("---:|")
	}
	for _, r := range t.rows {
		fmt.Fprintf(&out, "\n| %s |", r)
		for _, c := range t.cols {
			if d, ok := t.cells[[2]string{r, c}]; ok {
				fmt.Fprintf(&out, " %.2f |", d.Seconds())
			} else {
				out.WriteString(" |")
			}
		}
	}
	out.WriteString("\n")
	return out.String()
}
