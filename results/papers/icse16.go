package papers

import (
	"fmt"
	"strings"

	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/table"
)

// The tables of patches and annotations, of annotation patterns, and of overall
// results of Palikareva, Kuchta and Cadar, ICSE 2016.

// icse16Patch is a patch of CoREBench, by its numbers there, and the version
// pair that carries it.
type icse16Patch struct{ ids, tool, pair string }

// icse16Patches are in the order of the paper's tables; the patch of mv and rm is
// two pairs for us.
var icse16Patches = []icse16Patch{
	{"1", "mv", "v1b-v1"}, {"1", "rm", "v1b-v1"}, {"2", "od", "v1b-v1"}, {"3", "cut", "v9b-v9"},
	{"4", "tail", "v3b-v3"}, {"5, 16", "tail", "v1b-v1"}, {"6", "cut", "v6-v7"}, {"7", "seq", "v8b-v8"},
	{"8", "seq", "v9b-v9"}, {"9, 18, 20", "seq", "v0-v1"}, {"10", "cp", "v1b-v1"}, {"11", "cut", "v4b-v4"},
	{"12, 17", "cut", "v0-v1"}, {"13", "ls", "v1b-v1"}, {"14", "ls", "v2b-v2"}, {"15", "du", "v1b-v1"},
	{"19", "seq", "v1-v2"}, {"21", "cut", "v1-v2"}, {"22", "expr", "v0-v1"},
}

func (p *icse16Patch) of() results.PairOf {
	return results.PairOf{Subject: "coreutils-" + p.tool, Pair: p.pair}
}

func icse16(set *results.Set) []*Table {
	return []*Table{icse16Annotations(set), icse16Patterns(set), icse16Overall(set)}
}

// icse16Row is a row of these tables: a patch of the paper, or another pair.
type icse16Row struct {
	section, name, key, id, tool string
	runs                         []*results.Run
}

// icse16Rows returns the rows: the paper's patches, if the set has any, and the
// other pairs on which the engine shadow ran.
func icse16Rows(set *results.Set) []icse16Row {
	var rows []icse16Row
	seen := map[results.PairOf]bool{}
	paper := false
	for i := range icse16Patches {
		p := &icse16Patches[i]
		seen[p.of()] = true
		runs := worked(set.RunsOn(p.of(), "shadow"))
		paper = paper || len(runs) > 0
		name := strings.ReplaceAll(p.ids, ", ", "+")
		if p.ids == "1" {
			name += "-" + p.tool
		}
		rows = append(rows, icse16Row{"CoREBench", name, p.ids, p.ids, p.tool, runs})
		if runs := worked(set.RunsOn(p.of(), "shadow"+modeMark)); len(runs) > 0 {
			rows = append(rows, icse16Row{"CoREBench", name + modeMark, p.ids, p.ids + " as published", p.tool, runs})
		}
	}
	if !paper {
		rows = nil
	}
	for _, p := range set.Pairs {
		if runs := worked(set.RunsOn(p, "shadow")); !seen[p] && len(runs) > 0 {
			rows = append(rows, icse16Row{"other patches", p.Subject + "/" + p.Pair, "", p.Pair, p.Subject, runs})
		}
		if runs := worked(set.RunsOn(p, "shadow"+modeMark)); !seen[p] && len(runs) > 0 {
			rows = append(rows, icse16Row{"other patches", p.Subject + "/" + p.Pair + modeMark, "", p.Pair + " as published", p.Subject, runs})
		}
	}
	return rows
}

var icse16Labels = []table.Column{{Key: "id", Head: "id"}, {Key: "tool", Head: "tool"}}

// annotated is whether shadow came as far as unifying the versions.
func annotated(r *results.Run) bool {
	for name := range r.Counters {
		if strings.HasPrefix(name, "annotations.") || strings.HasPrefix(name, "seeds") {
			return true
		}
	}
	return false
}

// counter is the median over tasks of a sum of counters; nothing if no task
// came as far as unifying.
func counter(runs []*results.Run, names ...string) value {
	var done []*results.Run
	for _, r := range runs {
		if annotated(r) {
			done = append(done, r)
		}
	}
	o := results.Origin{Tasks: tasks(done), What: "ends of tasks, which have the counters " + strings.Join(names, ", "), Match: isEnd}
	return median(done, o, func(r *results.Run) (float64, bool) {
		n := int64(0)
		for _, name := range names {
			n += r.Counters[name]
		}
		return float64(n), true
	})
}

// explicit are the patterns that need an annotation in the source, inexplicit
// those that the paper says take effort all the same; names are the counters of
// the engine shadow.
var (
	explicit   = []column{{"value", "modified rvalues", none}, {"assign", "extra assign", none}, {"cond", "extra cond", none}, {"straight", "straight-line code", none}}
	inexplicit = []column{{"variable", "added, removed variables", none}, {"type", "modified types", none}}

	patternCounter = map[string]string{
		"value": "annotations.modified value", "assign": "annotations.extra assignment", "cond": "annotations.extra conditional",
		"straight": "annotations.straight-line code", "variable": "annotations.variable", "type": "annotations.type",
	}
)

// icse16Annotations is the table of patches.
func icse16Annotations(set *results.Set) *Table {
	b := newBuilder("icse16", "annotations", "Patches and the annotations that they need",
		"Size of the patch: lines added, removed or replaced, hunks (no context lines), files; existing tests that execute it, which shadow starts from; change annotations, which rift makes by itself and the paper's authors made by hand. Declarations kept from both versions and widened types are no annotations, as in the paper. Fallbacks: places where the versions could not be aligned and both texts are kept whole. Compared: tests on which both versions in the unified program were run beside the given ones; mismatches: runs of these that differ in what they show or in the branches they take.",
		icse16Labels, []column{{"loc", "LoC", none}, {"hunks", "hunks", none}, {"files", "files", none}, {"touching", "tests touching", none}, {"annotations", "annotations", equal}, {"fallbacks", "fallbacks", none},
			{"compared", "compared", none}, {"mismatches", "mismatches", none}})
	var names []string
	for _, p := range explicit {
		names = append(names, patternCounter[p.key])
	}
	for _, row := range icse16Rows(set) {
		values := map[string]value{
			"loc": counter(row.runs, "patch.lines"), "hunks": counter(row.runs, "patch.hunks"), "files": counter(row.runs, "patch.files"),
			"touching": counter(row.runs, "seeds"), "annotations": counter(row.runs, names...), "fallbacks": counter(row.runs, "annotations.fallbacks"),
			"compared": counter(row.runs, "projection.tests"), "mismatches": counter(row.runs, "projection.mismatches"),
		}
		b.row(row.section, row.name, row.key, []string{row.id, row.tool}, values)
	}
	return b.finish()
}

// icse16Patterns is the table of annotation patterns.
func icse16Patterns(set *results.Set) *Table {
	b := newBuilder("icse16", "patterns", "Annotations by pattern",
		"Which patterns the annotations follow. The last two need no annotation in the source. The paper marks patterns with a cross, which the copy that was read does not place.",
		icse16Labels, append(append([]column{}, explicit...), inexplicit...))
	for _, row := range icse16Rows(set) {
		values := map[string]value{}
		for _, c := range b.columns {
			values[c.key] = counter(row.runs, patternCounter[c.key])
		}
		b.row(row.section, row.name, row.key, []string{row.id, row.tool}, values)
	}
	return b.finish()
}

// icse16Phases are the phases of the table of overall results; the last is ours,
// from the start of the program with both versions at once.
var icse16Phases = []struct{ key, head string }{{"tests", "suite"}, {"concolic", "concolic"}, {"bse", "BSE"}, {"explore", "explore"}}

// icse16Overall is the table of overall results.
func icse16Overall(set *results.Set) *Table {
	var columns []column
	for _, p := range icse16Phases {
		columns = append(columns, column{p.key + "_divergences", p.head + ": div", none},
			column{p.key + "_expected", "exp", some}, column{p.key + "_bug", "bug", some})
	}
	columns = append(columns, column{"total_expected", "total: exp", some}, column{"total_bug", "bug", some}, column{"total_open", "open", none})
	b := newBuilder("icse16", "overall", "Divergences and differences by phase",
		"For the existing tests that execute the patch (suite), the concolic phase, bounded symbolic execution (BSE), and rift's own phase that explores from the start (explore): inputs on which the versions take different branches, and of those that show a difference the expected ones and the bugs; open: not judged, as there is no golden version. Medians over tasks. "+
			"The paper has a column of divergences that could be replayed; ours are all replayed on both versions before they count.",
		icse16Labels, columns)
	for _, row := range icse16Rows(set) {
		values := map[string]value{}
		totals := map[string][]string{}
		for _, p := range icse16Phases {
			values[p.key+"_divergences"] = counter(row.runs, p.key+".divergences")
			for _, what := range []string{"expected", "bug", "unjudged"} {
				name := p.key + "." + what
				totals[what] = append(totals[what], name)
				if what != "unjudged" {
					values[p.key+"_"+what] = phaseDifferences(row.runs, p.key, what)
				}
			}
		}
		values["total_expected"] = counter(row.runs, totals["expected"]...)
		values["total_bug"] = counter(row.runs, totals["bug"]...)
		values["total_open"] = counter(row.runs, totals["unjudged"]...)
		b.row(row.section, row.name, row.key, []string{row.id, row.tool}, values)
	}
	return b.finish()
}

// phaseDifferences is the counter of differences of a phase, which comes from
// its tests.
func phaseDifferences(runs []*results.Run, phase, what string) value {
	v := counter(runs, phase+"."+what)
	v.origin.What = fmt.Sprintf("tests of the phase %s that show a difference, and ends of tasks with the counter %s.%s", phase, phase, what)
	v.origin.Match = func(r *results.Record) bool {
		return r.End != nil || r.Test != nil && r.Test.Note.Phase == phase && r.Test.Difference.Counts()
	}
	return v
}
