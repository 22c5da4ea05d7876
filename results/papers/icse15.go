package papers

import (
	"slices"
	"strings"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/analysis"
	"github.com/riftlab/rift/results/explanation"
	"github.com/riftlab/rift/results/stats"
	"github.com/riftlab/rift/results/table"
)

// Tables II, III and IV of Yi et al., ICSE 2015.

// icse15Benchmarks are the paper's programs, in the order of its tables, and the
// names of the subjects that are the same.
var icse15Benchmarks = []struct {
	name     string
	subjects []string
}{
	{"find-a", nil}, {"find-b", nil}, {"find-c", nil}, {"bc", nil}, {"make", []string{"make-implicit"}},
	{"gawk", []string{"gawk"}}, {"diff", []string{"diffutils-diff"}},
}

func icse15(set *results.Set) []*Table {
	return []*Table{icse15Changes(set), icse15Cost(set), icse15Answers(set)}
}

// icse15Row is a row of these tables.
type icse15Row struct {
	section, name, key, label string
	pair                      results.PairOf
}

func icse15Rows(set *results.Set) []icse15Row {
	var own, others []icse15Row
	seen := map[results.PairOf]bool{}
	paper := false
	for _, mark := range icse15Benchmarks {
		found := false
		for _, p := range set.Pairs {
			if slices.Contains(mark.subjects, p.Subject) && len(explaining(set, p, "")) > 0 {
				seen[p], found, paper = true, true, true
				own = append(own, icse15Row{"the paper's programs", p.Subject + "/" + p.Pair, mark.name, mark.name + " " + p.Pair, p})
			}
		}
		if !found {
			own = append(own, icse15Row{"the paper's programs", mark.name, mark.name, strings.Replace(mark.name, "-", " ", 1), results.PairOf{}})
		}
	}
	for _, p := range set.Pairs {
		if !seen[p] && len(explaining(set, p, "")) > 0 {
			others = append(others, icse15Row{"other programs", p.Subject + "/" + p.Pair, "", p.String(), p})
		}
	}
	if !paper {
		return others
	}
	return append(own, others...)
}

// explaining returns the tasks of an engine, or with "" of all, that explain a
// failure of a pair.
func explaining(set *results.Set, p results.PairOf, engine string) []*results.Run {
	return slices.DeleteFunc(set.RunsOn(p, engine), func(r *results.Run) bool { return r.Kind != string(engines.Explain) })
}

// icse15Engines are the paper's three methods, then the others of the set. (Its
// tool is AFTER, our engine synergy.)
func icse15Engines(set *results.Set) []string {
	names := []string{"dd", "add", "synergy"}
	var others []string
	for i := range set.Runs {
		if r := &set.Runs[i]; r.Kind == string(engines.Explain) && !slices.Contains(names, r.Engine) && !slices.Contains(others, r.Engine) {
			others = append(others, r.Engine)
		}
	}
	slices.Sort(others)
	return append(names, others...)
}

func answerOrigin(runs []*results.Run) results.Origin {
	return results.Origin{Tasks: tasks(runs), What: "explanations, of which the last of a task is its answer",
		Match: func(r *results.Record) bool { return r.Explanation != nil }}
}

// ofAnswer is the median of a number of the answers.
func ofAnswer(runs []*results.Run, f func(*engines.Explanation) float64) value {
	return median(runs, answerOrigin(runs), func(r *results.Run) (float64, bool) {
		a := analysis.Answer(r)
		if a == nil {
			return 0, false
		}
		return f(a), true
	})
}

func changesValue(runs []*results.Run) value {
	for _, r := range runs {
		if r.Changes > 0 {
			return intValue(int64(r.Changes), results.Origin{Tasks: tasks(runs), What: "starts of tasks, which count the changes",
				Match: func(r *results.Record) bool { return r.Start != nil }})
		}
	}
	return value{}
}

// icse15Changes is table II.
func icse15Changes(set *results.Set) *Table {
	columns := []column{{"changes", "changes", none}}
	names := icse15Engines(set)
	for _, e := range names {
		columns = append(columns, column{e + "_changes", e, none}, column{e + "_match", "match", equal})
	}
	columns = append(columns, column{"actual", "actual", none})
	b := newBuilder("icse15", "table2", "Table II: changes reported, and whether they are the faulty ones",
		"Changes between the versions; for each engine the changes that it reports, and yes: the developers' fix reverts or revises them, or where no fix is known, all changes known to be faulty are among the root changes; yes, on the chain: the fix is elsewhere, but alters a statement of the causes that the engine gives (engines that give none are partial with the same answer); auxiliary: all are reported, but some only as changes that others need to compile; partial: reverting them makes the test pass, but the fix is elsewhere, or not all faulty ones are among them; missed: the test fails all the same, or there is no answer; unknown: neither fix nor faulty changes are known. Actual: known to be faulty. The paper's AFTER is synergy.",
		[]table.Column{{Key: "name", Head: "name"}}, columns)
	for _, row := range icse15Rows(set) {
		all := explaining(set, row.pair, "")
		values := map[string]value{"changes": changesValue(all)}
		if len(all) > 0 && len(all[0].Truth) > 0 {
			values["actual"] = intValue(int64(len(all[0].Truth)), results.Origin{Tasks: tasks(all), What: "starts of tasks, which name the faulty changes",
				Match: func(r *results.Record) bool { return r.Start != nil }})
		}
		for _, e := range names {
			runs := explaining(set, row.pair, e)
			values[e+"_changes"] = ofAnswer(runs, func(a *engines.Explanation) float64 { return float64(len(a.Root) + len(a.Auxiliary)) })
			if len(runs) > 0 {
				values[e+"_match"] = textValue(usualVerdict(runs), answerOrigin(runs))
			}
		}
		b.row(row.section, row.name, row.key, []string{row.label}, values)
	}
	return b.finish()
}

// icse15Verdict judges the answer of a task by the paper's definitions: against
// the developers' fix where that is known, else against the faulty changes.
//
// Source: Yi et al. 2015, section V-A.
func icse15Verdict(r *results.Run) string {
	a := analysis.Answer(r)
	switch {
	case a == nil || !a.Confirmed:
		return "missed"
	case a.Fix == string(explanation.Match):
		return "yes"
	case a.Fix == string(explanation.Partial) && a.FixOnChain == "yes":
		return "yes, on the chain"
	case a.Fix != "":
		return a.Fix
	case len(r.Truth) == 0:
		return unknown
	}
	switch analysis.Judge(a, r.Truth) {
	case analysis.VerdictMatch, analysis.VerdictMore:
		return "yes"
	case analysis.VerdictAuxiliary:
		return "auxiliary"
	}
	return "partial"
}

// usualVerdict is the most frequent verdict of tasks, of equally frequent ones the
// first.
func usualVerdict(runs []*results.Run) string {
	count := map[string]int{}
	best := ""
	for _, r := range runs {
		v := icse15Verdict(r)
		if count[v]++; count[v] > count[best] {
			best = v
		}
	}
	return best
}

// icse15Cost is table III.
func icse15Cost(set *results.Set) *Table {
	var columns []column
	names := icse15Engines(set)
	for _, e := range names {
		columns = append(columns, column{e + "_runs", e + ": test", none}, column{e + "_seconds", "time (s)", none})
	}
	columns = append(columns, column{"s1", "S1", none}, column{"s2", "S2", none})
	b := newBuilder("icse15", "table3", "Table III: test runs and time",
		"Configurations whose test was run, and wall time of the task; medians over seeds. S1 and S2: time of dd and of add divided by that of synergy.",
		[]table.Column{{Key: "name", Head: "name"}}, columns)
	for _, row := range icse15Rows(set) {
		values := map[string]value{}
		for _, e := range names {
			runs := explaining(set, row.pair, e)
			values[e+"_runs"] = ofAnswer(runs, func(a *engines.Explanation) float64 { return float64(a.Runs) })
			values[e+"_seconds"] = median(runs, endOrigin(runs), func(r *results.Run) (float64, bool) {
				if r.Measured == nil {
					return 0, false
				}
				return r.Measured.Wall, true
			})
		}
		values["s1"] = speedUp(values["dd_seconds"], values["synergy_seconds"])
		values["s2"] = speedUp(values["add_seconds"], values["synergy_seconds"])
		b.row(row.section, row.name, row.key, []string{row.label}, values)
	}
	return b.finish()
}

func speedUp(other, own value) value {
	x, ok := number(other.raw)
	y, ok2 := number(own.raw)
	if !ok || !ok2 || y <= 0 {
		return value{}
	}
	return numberValue(x/y, results.Origin{Tasks: append(slices.Clone(own.origin.Tasks), other.origin.Tasks...), What: "ends of tasks; times are among the measures", Match: isEnd})
}

// icse15Answers is table IV.
func icse15Answers(set *results.Set) *Table {
	b := newBuilder("icse15", "table4", "Table IV: the answers of synergy",
		"Changes between the versions; changes reported in total, of these auxiliary ones, which must be reverted too for the program to compile, and root ones; steps of the solver (the paper has seconds); causes that connect the root changes to the failure. The last row is the mean, as in the paper.",
		[]table.Column{{Key: "name", Head: "name"}},
		[]column{{"changes", "changes", none}, {"total", "total", none}, {"aux", "aux", none}, {"root", "root", none}, {"solver", "solver steps", none}, {"causes", "causes", none}})
	sums := map[string][]float64{}
	var ids []string
	for _, row := range icse15Rows(set) {
		runs := explaining(set, row.pair, "synergy")
		values := map[string]value{
			"changes": changesValue(runs),
			"total":   ofAnswer(runs, func(a *engines.Explanation) float64 { return float64(len(a.Root) + len(a.Auxiliary)) }),
			"aux":     ofAnswer(runs, func(a *engines.Explanation) float64 { return float64(len(a.Auxiliary)) }),
			"root":    ofAnswer(runs, func(a *engines.Explanation) float64 { return float64(len(a.Root)) }),
			"solver":  ofAnswer(runs, func(a *engines.Explanation) float64 { return float64(a.SolverSteps) }),
			"causes":  ofAnswer(runs, func(a *engines.Explanation) float64 { return float64(len(a.Causes)) }),
		}
		ids = append(ids, tasks(runs)...)
		for key, v := range values {
			if x, ok := number(v.raw); ok {
				sums[key] = append(sums[key], x)
			}
		}
		b.row(row.section, row.name, row.key, []string{row.label}, values)
	}
	if len(ids) == 0 {
		return &Table{Table: &table.Table{Name: b.Name}}
	}
	values := map[string]value{}
	for key, xs := range sums {
		values[key] = numberValue(stats.Mean(xs), results.Origin{Tasks: ids, What: "explanations", Match: func(r *results.Record) bool { return r.Explanation != nil }})
	}
	b.row("mean", "average", "", []string{"avg."}, values)
	return b.finish()
}
