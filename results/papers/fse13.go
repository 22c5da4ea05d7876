package papers

import (
	"fmt"
	"slices"
	"strings"

	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/analysis"
	"github.com/riftlab/rift/results/table"
)

// The tables of errors and of sequences of Böhme, Oliveira and Roychoudhury,
// ESEC/FSE 2013, and what their text says of averages. (Their numbers are lost
// in the copy that was read, so that the tables are known by what they show.)

// fse13Pair is a version pair of the paper with the errors that it introduces,
// in the order of the table of errors.
type fse13Pair struct {
	tool, pair string
	errors     []string
}

var fse13Pairs = []fse13Pair{
	{"seq", "v0-v1", []string{"seq.v2", "seq.v3"}},
	{"seq", "v1-v2", []string{"seq.v3", "seq.v4", "seq.v5"}},
	{"cut", "v0-v1", []string{"cut.v4", "cut.v6"}},
	{"cut", "v1-v2", []string{"cut.v3", "cut.v5"}},
	{"cut", "v6-v7", []string{"cut.v8"}},
	{"expr", "v0-v1", []string{"expr.v2"}},
}

func (p *fse13Pair) of() results.PairOf {
	return results.PairOf{Subject: "coreutils-" + p.tool, Pair: p.pair}
}
func (p *fse13Pair) name() string { return p.tool + "." + p.pair }

func fse13(set *results.Set) []*Table {
	return []*Table{fse13Errors(set), fse13Sequences(set), fse13Summary(set)}
}

// fse13Engines are the paper's two techniques, then the others of the set.
func fse13Engines(set *results.Set) (own, others []string) {
	own = []string{"csg", "isolation"}
	for _, e := range set.Engines {
		if !slices.Contains(own, e) {
			others = append(others, e)
		}
	}
	return own, others
}

// The paper's questions, as its evaluation has them.
const (
	questionCSG       = "does csg witness the errors"
	questionIsolation = "does isolation witness the errors"
	questionCIE       = "which errors are change interaction errors"
	questionTests     = "how many tests show differences and errors"
	questionCritical  = "how much likelier are tests on critical sequences to expose errors"
)

// fse13Question returns the question of a cell of the table of errors or the summary.
func fse13Question(row, column string) string {
	switch {
	case column == "cie", row == "cie":
		return questionCIE
	case row == "diff", row == "error":
		return questionTests
	case row == "critical", row == "factor":
		return questionCritical
	case strings.HasPrefix(column, "isolation"):
		return questionIsolation
	}
	return questionCSG
}

// isFSE13 reports whether the set is about the paper's pairs.
func isFSE13(set *results.Set) bool {
	return slices.ContainsFunc(fse13Pairs, func(p fse13Pair) bool { return slices.Contains(set.Pairs, p.of()) })
}

// fse13Errors is the table of errors.
func fse13Errors(set *results.Set) *Table {
	columns := []column{{"cie", "CIE", equal}}
	own, others := fse13Engines(set)
	for _, e := range own {
		columns = append(columns, column{e + "_found", e, equal},
			column{e + "_tests", "tests", none}, column{e + "_diff", "diff", none}, column{e + "_error", "error", none})
	}
	for _, e := range others {
		how := none
		if strings.HasSuffix(e, modeMark) {
			how = equal
		}
		columns = append(columns, column{e + "_found", e, how})
	}
	b := newBuilder("fse13", "errors", "Errors introduced, and whether generated tests witness them",
		"Errors that the changes of a version pair introduce, named by the version that fixes them. CIE: change interaction error, decided from the sequences of all engines' tests (“undecided” if they say too little, which agrees with nothing). "+
			"For each engine: yes if at least half of the tasks (seeds) have a test that exposes the error, with their number; then medians per task of tests, tests that show a difference, and tests that expose the error. The paper treats csg (change sequence graph) and isolation.",
		[]table.Column{{Key: "pair", Head: "version pair"}, {Key: "error", Head: "fixed in"}}, columns)
	b.question = fse13Question
	seen := map[[3]string]bool{}
	if isFSE13(set) {
		for i := range fse13Pairs {
			p := &fse13Pairs[i]
			for _, id := range p.errors {
				seen[[3]string{p.of().Subject, p.pair, id}] = true
				b.errorRow(set, "the paper's errors", p.of(), p.name(), id, p.name()+" "+id)
			}
		}
		b.averageRow(set)
	}
	for _, p := range set.Pairs {
		for _, known := range set.KnownErrors(p) {
			if !seen[[3]string{p.Subject, p.Pair, known.ID}] {
				b.errorRow(set, "errors that are not in the paper", p, pairName(p), known.ID, "")
			}
		}
	}
	return b.finish()
}

// pairName names a pair as the paper does.
func pairName(p results.PairOf) string {
	return strings.TrimPrefix(p.Subject, "coreutils-") + "." + p.Pair
}

func (b *builder) errorRow(set *results.Set, section string, p results.PairOf, pair, id, key string) {
	values := map[string]value{}
	all := set.RunsOn(p, "")
	if d := analysis.DecideInteraction(id, results.Tallies(all)); len(all) > 0 {
		values["cie"] = textValue(string(d.Verdict), results.Origin{
			Tasks: tasks(all), What: "tests of which the change sequence is known",
			Match: func(r *results.Record) bool { return r.Test != nil && len(r.Test.Note.Sequence) > 0 },
		})
	}
	for _, col := range b.columns[1:] {
		engine, what, _ := cutLast(col.key, "_")
		values[col.key] = errorValue(worked(set.RunsOn(p, engine)), id, what)
	}
	b.row(section, pair+"/"+id, key, []string{pair, id}, values)
}

// errorValue is what the tasks of an engine say of an error.
func errorValue(runs []*results.Run, id, what string) value {
	exposing := func(r *results.Record) bool { return r.Test != nil && slices.Contains(r.Test.Exposes, id) }
	o := results.Origin{Tasks: tasks(runs), What: "tests that expose " + id, Match: exposing}
	exposed := func(r *results.Run) int {
		if x := r.Exposed[id]; x != nil {
			return x.Tests
		}
		return 0
	}
	if len(runs) == 0 {
		return value{}
	}
	switch what {
	case "found":
		n := 0
		for _, r := range runs {
			if exposed(r) > 0 {
				n++
			}
		}
		v := yesValue(2*n >= len(runs), o)
		v.text = fmt.Sprintf("%s (%d/%d)", v.raw, n, len(runs))
		return v
	case "tests":
		return median(runs, endOrigin(runs), func(r *results.Run) (float64, bool) { return float64(r.Tests), true })
	case "diff":
		return median(runs, differenceOrigin(runs), func(r *results.Run) (float64, bool) { return float64(r.Differences), true })
	}
	return median(runs, o, func(r *results.Run) (float64, bool) { return float64(exposed(r)), true })
}

// averageRow is the paper's average over version pairs; a mean, as theirs, of
// the medians per task.
func (b *builder) averageRow(set *results.Set) {
	values := map[string]value{}
	for _, e := range []string{"csg", "isolation"} {
		for _, what := range []string{"tests", "diff"} {
			var sum float64
			var ids []string
			pairs := 0
			for i := range fse13Pairs {
				runs := worked(set.RunsOn(fse13Pairs[i].of(), e))
				if x, ok := errorValue(runs, "", what).raw.(float64); ok {
					sum += x
					pairs++
					ids = append(ids, tasks(runs)...)
				}
			}
			if pairs > 0 {
				values[e+"_"+what] = numberValue(sum/float64(pairs), results.Origin{Tasks: ids, What: "ends of tasks", Match: isEnd})
			}
		}
	}
	b.row("the paper's errors", "average", "", []string{"average per version pair", ""}, values)
}

// fse13Sequences is the table of critical and other sequences.
func fse13Sequences(set *results.Set) *Table {
	b := newBuilder("fse13", "sequences", "Tests on critical and on other sequences",
		"Tests of csg. Test: percentage of the generated tests that exercise a critical or a non-critical sequence; error: percentage of these that expose an error. A pair without a critical sequence, since no error of it was found to be a change interaction error, has no percentages.",
		[]table.Column{{Key: "pair", Head: "version pairs"}, {Key: "sequence", Head: "sequence"}},
		[]column{{"tests", "test", stated}, {"error", "error", stated}})
	done := map[results.PairOf]bool{}
	if isFSE13(set) {
		for i := range fse13Pairs {
			p := &fse13Pairs[i]
			done[p.of()] = true
			b.sequenceRows(set, "the paper's pairs", p.of(), p.name())
		}
	}
	b.question = func(string, string) string { return questionCritical }
	for _, p := range set.Pairs {
		if !done[p] && len(set.KnownErrors(p)) > 0 {
			b.sequenceRows(set, "other pairs", p, pairName(p))
		}
	}
	return b.finish()
}

func (b *builder) sequenceRows(set *results.Set, section string, p results.PairOf, name string) {
	runs := worked(set.RunsOn(p, "csg"))
	critical := analysis.CriticalSequences(set, p)
	tests, errors := critical.Count(results.Tallies(runs))
	for k, kind := range [2]string{"non-critical", "critical"} {
		values := map[string]value{}
		if len(critical) > 0 {
			on := func(r *results.Record) bool {
				return r.Test != nil && len(r.Test.Note.Sequence) > 0 && (critical.On(r.Test.Note.Sequence) == (k == 1))
			}
			values["tests"] = shareValue(tests[k], tests[0]+tests[1], results.Origin{Tasks: tasks(runs), What: "tests on a " + kind + " sequence", Match: on})
			values["error"] = shareValue(errors[k], tests[k], results.Origin{Tasks: tasks(runs), What: "tests on a " + kind + " sequence that expose an error",
				Match: func(r *results.Record) bool { return on(r) && len(r.Test.Exposes) > 0 }})
		}
		b.row(section, name+"/"+kind, name+" "+kind, []string{name, kind}, values)
	}
}

// worked leaves out tasks that could not be worked on, which tell nothing about
// their engine.
func worked(runs []*results.Run) []*results.Run {
	return slices.DeleteFunc(runs, (*results.Run).Impossible)
}

func isEnd(r *results.Record) bool { return r.End != nil }

func endOrigin(runs []*results.Run) results.Origin {
	return results.Origin{Tasks: tasks(runs), What: "ends of tasks, which have the totals", Match: isEnd}
}

func differenceOrigin(runs []*results.Run) results.Origin {
	return results.Origin{Tasks: tasks(runs), What: "tests that show a difference",
		Match: func(r *results.Record) bool { return r.Test != nil && r.Test.Difference.Counts() }}
}

// cutLast cuts a string at the last separator.
func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}
