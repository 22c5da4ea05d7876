package results

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/riftlab/rift/engines"
)

// Set is a folder read and reduced to what tables and plots need: one Run per
// finished task and some examples per pair. Its size does not grow with the
// number of tests.
type Set struct {
	Plan     PlanHead
	Runs     []Run     // in canonical order of the tasks
	Missing  int       // planned tasks that have not finished
	Pairs    []PairOf  // all pairs, sorted by subject, then pair, numbers by value
	Engines  []string  // all engines, sorted
	Hosts    []Host    // machines that took part, sorted
	Versions []string  // versions of rift that took part, sorted
	Methods  []string  // how limits were measured and enforced, sorted
	Warnings []Warning // what a reader must know, in a fixed order
	examples map[PairOf]*exampleList
}

// PairOf names a version pair of a subject.
type PairOf struct{ Subject, Pair string }

// String returns "subject/pair".
func (p PairOf) String() string { return p.Subject + "/" + p.Pair }

// Warning is something that a reader of the results must know. Tasks is the
// number of tasks that it is about, 0 if it is about the folder.
type Warning struct {
	Text  string
	Tasks int
}

// String returns the text with the number of tasks.
func (w Warning) String() string {
	switch w.Tasks {
	case 0:
		return w.Text
	case 1:
		return w.Text + " (1 task)"
	}
	return fmt.Sprintf("%s (%d tasks)", w.Text, w.Tasks)
}

// Point is a moment in a task, measured in three ways.
type Point struct {
	Tests   int     // tests tried, including the one that made the moment
	Steps   int64   // steps spent
	Seconds float64 // CPU seconds since the start
	Timed   bool    // whether Seconds is known
}

// Run is one finished task.
type Run struct {
	Task string
	Start
	End
	// Differences counts the tests that show a difference, Errors those of
	// them that are differential errors, Undecided the tests for which a limit
	// or a violated assumption left no verdict.
	Differences, Errors, Undecided int
	// NoOracle counts the differences on which the golden version says nothing.
	NoOracle int
	// First is the first difference, FirstError the first differential error;
	// nil if there was none.
	First, FirstError *Point
	Surveys           []engines.Survey
	Explanations      []engines.Explanation
	Requirements      map[RequirementClass]int
	// Uncovered are some of the requirements that no test covers, in the order of
	// the records: at most MaxUncovered per criterion and status.
	Uncovered []engines.Requirement
	// Exposed says, for each known error of the pair that a test exposes, how
	// many do, and which was the first.
	Exposed map[string]*Exposure
	// Sequences counts the tests of which the engine says what change sequence
	// they exercise, in the order of the sequences' names.
	Sequences []*Tally
	Measured  *Measure // nil if it was lost

	tallies map[string]*Tally
}

// Exposure counts the tests that expose an error.
type Exposure struct {
	Tests int
	First Point
}

// Tally counts the tests that exercise one change sequence.
type Tally struct {
	Sequence           []string
	Tests, Differences int
	Errors             int            // tests that expose some known error
	Exposes            map[string]int // tests that expose each
}

// PairOf returns the pair that the run worked on.
func (r *Run) PairOf() PairOf { return PairOf{r.Subject, r.Pair} }

// RequirementClass groups test requirements for counting.
type RequirementClass struct{ Criterion, Status string }

// LoadOptions adjusts Load. The zero value is fit for use.
type LoadOptions struct {
	// Examples is the number of differing inputs kept per pair; 0 means
	// DefaultExamples.
	Examples int
	// NoMeasures leaves out what depends on clock and machine, so that equal
	// records give equal sets.
	NoMeasures bool
}

// DefaultExamples is the number of differing inputs kept per pair.
const DefaultExamples = 6

// Load reads the folder. Bad content is no error but a warning of the Set; the end
// of ctx is an error.
func (f *Folder) Load(ctx context.Context, opts LoadOptions) (*Set, error) {
	x, err := f.Scan(ctx)
	if err != nil {
		return nil, err
	}
	return x.Load(ctx, opts)
}

// Load reads what was scanned. Bad content is no error but a warning of the Set;
// the end of ctx is an error.
func (x *Index) Load(ctx context.Context, opts LoadOptions) (*Set, error) {
	if opts.Examples == 0 {
		opts.Examples = DefaultExamples
	}
	var measures map[string]*Measure
	var measureWarnings []string
	if !opts.NoMeasures {
		var err error
		if measures, measureWarnings, err = x.measures(ctx); err != nil {
			return nil, err
		}
	}
	l := loader{
		unmeasured: opts.NoMeasures,
		set:        &Set{Plan: x.Plan, Missing: len(x.Missing()), examples: map[PairOf]*exampleList{}},
		measures:   measures,
		limit:      opts.Examples,
		strings:    map[string]string{},
	}
	// Tests that show nothing are most of all records and are counted in End.
	if err := x.each(ctx, visitor{record: l.add, skip: isPlainTest, bad: l.drop}); err != nil {
		return nil, err
	}
	for _, text := range slices.Concat(x.Warnings, measureWarnings, l.dropped) {
		l.set.Warnings = append(l.set.Warnings, Warning{Text: text})
	}
	l.summarise()
	return l.set, nil
}

// loader reduces the stream of records.
type loader struct {
	set      *Set
	run      *Run // of the task whose records are coming
	measures map[string]*Measure
	// unmeasured says that measures were not asked for.
	unmeasured bool
	limit      int
	strings    map[string]string // makes equal strings share their bytes
	dropped    []string          // warnings about tasks that cannot be read
}

// drop forgets a task with a record that cannot be read, but for examples.
func (l *loader) drop(task string, err error) error {
	l.dropped = append(l.dropped, err.Error()+"; the task is left out")
	if n := len(l.set.Runs); n > 0 && l.set.Runs[n-1].Task == task {
		l.set.Runs = l.set.Runs[:n-1]
	}
	return nil
}

func (l *loader) add(r *Record) error {
	switch {
	case r.Start != nil:
		l.set.Runs = append(l.set.Runs, Run{Task: r.Task, Start: l.intern(*r.Start), Measured: l.measures[r.Task]})
		l.run = &l.set.Runs[len(l.set.Runs)-1]
	case r.Test != nil:
		l.addTest(r.Test)
	case r.Requirement != nil:
		l.run.count(r.Requirement, RequirementClass{l.one(r.Requirement.Criterion), l.one(r.Requirement.Status)})
	case r.Survey != nil:
		l.run.Surveys = append(l.run.Surveys, *r.Survey)
	case r.Explanation != nil:
		l.run.Explanations = append(l.run.Explanations, *r.Explanation)
	case r.End != nil:
		l.run.End = *r.End
	}
	return nil
}

// one returns an equal string, the same one for equal arguments.
func (l *loader) one(s string) string {
	if t, ok := l.strings[s]; ok {
		return t
	}
	l.strings[s] = s
	return s
}

func (l *loader) intern(s Start) Start {
	for _, p := range []*string{&s.Experiment, &s.Subject, &s.Pair, &s.Engine, &s.Kind, &s.SubjectHash} {
		*p = l.one(*p)
	}
	return s
}

func (l *loader) addTest(t *TestRecord) {
	run := l.run
	run.tally(t)
	if !t.Difference.Counts() {
		if t.Difference != "" {
			run.Undecided++
		}
		return
	}
	at := Point{Tests: t.N, Steps: t.Steps}
	if m := run.Measured; m != nil && run.Differences < len(m.TestsCPU) {
		at.Seconds, at.Timed = m.TestsCPU[run.Differences], true
	}
	run.Differences++
	for _, id := range t.Exposes {
		x := run.Exposed[id]
		if x == nil {
			if run.Exposed == nil {
				run.Exposed = map[string]*Exposure{}
			}
			x = &Exposure{First: at}
			run.Exposed[l.one(id)] = x
		}
		x.Tests++
	}
	if run.First == nil {
		run.First = &at
	}
	if t.Class == engines.ClassNoOracle {
		run.NoOracle++
	}
	if t.Class.IsError() {
		run.Errors++
		if run.FirstError == nil {
			run.FirstError = &at
		}
	}
	list := l.set.examples[run.PairOf()]
	if list == nil {
		list = &exampleList{limit: l.limit}
		l.set.examples[run.PairOf()] = list
	}
	list.offer(run, t)
}

// tally counts a test by its change sequence.
func (run *Run) tally(t *TestRecord) {
	if len(t.Note.Sequence) == 0 {
		return
	}
	key := strings.Join(t.Note.Sequence, "\n")
	c := run.tallies[key]
	if c == nil {
		if run.tallies == nil {
			run.tallies = map[string]*Tally{}
		}
		c = &Tally{Sequence: t.Note.Sequence, Exposes: map[string]int{}}
		run.tallies[key] = c
	}
	c.Tests++
	if t.Difference.Counts() {
		c.Differences++
	}
	if len(t.Exposes) > 0 {
		c.Errors++
	}
	for _, id := range t.Exposes {
		c.Exposes[id]++
	}
}

// summarise fills what is known only at the end.
func (l *loader) summarise() {
	for i := range l.set.Runs {
		run := &l.set.Runs[i]
		for _, key := range sortedKeys(run.tallies) {
			run.Sequences = append(run.Sequences, run.tallies[key])
		}
		run.tallies = nil
	}
	l.set.summarise()
	if n := l.set.untimed(); n > 0 && !l.unmeasured {
		l.set.warn(n, "no CPU time of the first difference, as of a version of rift that took the clock's: columns and plots of time lack these engines")
	}
	if n := l.set.unmeasured(); n > 0 && !l.unmeasured {
		l.set.warn(n, "no measure of time and memory: the tasks are missing from columns and plots of time")
	}
	ended := map[string]int{}
	for i := range l.set.Runs {
		for _, w := range l.set.Runs[i].Warnings {
			ended[w]++
		}
	}
	for _, w := range sortedKeys(ended) {
		l.set.warn(ended[w], "%s", w)
	}
}

// summarise sets what follows from the runs: pairs, engines and machines, with
// the warnings about them.
func (s *Set) summarise() {
	pairs, names := map[PairOf]bool{}, map[string]bool{}
	hosts, versions, methods := map[Host]bool{}, map[string]bool{}, map[string]bool{}
	cpus := map[string]bool{}
	for i := range s.Runs {
		run := &s.Runs[i]
		pairs[run.PairOf()], names[run.Engine] = true, true
		if m := run.Measured; m != nil {
			hosts[m.Host], versions[m.Version], methods[m.Method] = true, true, true
			cpus[m.Host.CPU] = true
		}
	}
	for p := range pairs {
		s.Pairs = append(s.Pairs, p)
	}
	sort.Slice(s.Pairs, func(i, j int) bool { return lessPair(s.Pairs[i], s.Pairs[j]) })
	s.Engines, s.Versions, s.Methods = sortedKeys(names), sortedKeys(versions), sortedKeys(methods)
	for h := range hosts {
		s.Hosts = append(s.Hosts, h)
	}
	sort.Slice(s.Hosts, func(i, j int) bool { return fmt.Sprint(s.Hosts[i]) < fmt.Sprint(s.Hosts[j]) })
	if s.Missing > 0 {
		s.warn(0, "%d of %d planned tasks have not finished: every number below is of the others", s.Missing, s.Plan.Len())
	}
	if len(cpus) > 1 {
		s.warn(0, "times come from %d different CPU models and should not be compared with each other", len(cpus))
	}
	if len(versions) > 1 {
		s.warn(0, "%d versions of rift took part: %s", len(versions), strings.Join(s.Versions, ", "))
	}
}

// unmeasured returns the number of runs without a measure.
func (s *Set) unmeasured() int {
	n := 0
	for i := range s.Runs {
		if s.Runs[i].Measured == nil {
			n++
		}
	}
	return n
}

// untimed returns the number of measured runs of which it is not known when their
// first difference was found.
func (s *Set) untimed() int {
	n := 0
	for i := range s.Runs {
		if r := &s.Runs[i]; r.Measured != nil && r.First != nil && !r.First.Timed {
			n++
		}
	}
	return n
}

func (s *Set) warn(tasks int, format string, args ...any) {
	s.Warnings = append(s.Warnings, Warning{Text: fmt.Sprintf(format, args...), Tasks: tasks})
}

func lessPair(a, b PairOf) bool {
	if a.Subject != b.Subject {
		return NaturalLess(a.Subject, b.Subject)
	}
	return NaturalLess(a.Pair, b.Pair)
}

// NaturalLess orders strings with runs of digits compared by value, so that
// "v2" comes before "v10". Equal values are ordered as plain strings.
func NaturalLess(a, b string) bool {
	x, y := a, b
	for x != "" && y != "" {
		dx, dy := digits(x), digits(y)
		if dx == 0 || dy == 0 {
			if x[0] != y[0] {
				return x[0] < y[0]
			}
			x, y = x[1:], y[1:]
			continue
		}
		nx, ny := trimZeros(x[:dx]), trimZeros(y[:dy])
		if len(nx) != len(ny) {
			return len(nx) < len(ny)
		}
		if nx != ny {
			return nx < ny
		}
		x, y = x[dx:], y[dy:]
	}
	if (x == "") != (y == "") {
		return x == ""
	}
	return a < b
}

func digits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

func trimZeros(s string) string {
	for len(s) > 1 && s[0] == '0' {
		s = s[1:]
	}
	return s
}
