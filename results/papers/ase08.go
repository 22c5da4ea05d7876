package papers

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/table"
)

// Tables 4 and 5 of Santelices et al., ASE 2008: of test suites that satisfy a
// criterion, as far as the pool can, the share in which a test differs.

const ase08Caption = "Percentage of random test suites, adequate by the criterion as far as the pool of tests allows, in which a test shows a difference. ch: change; d: distance from the change."

// ase08 makes both tables.
func ase08(set *results.Set) []*Table {
	return []*Table{ase08Tcas(set), ase08Parser(set)}
}

func ase08Builder(short, title, caption string, share rule) *builder {
	columns := []column{{"d", "d", none}}
	if share.text != "" {
		columns[0].rule = atLeast
	}
	for _, c := range []string{"stmt", "ctrl", "data", "chain", "full"} {
		columns = append(columns, column{c, c, share})
	}
	return newBuilder("ase08", short, title, caption, []table.Column{
		{Key: "change", Head: "ch"}, {Key: "engine", Head: "engine"},
	}, columns)
}

// tcasChanges is the number of changes of tcas in table 4: the versions v1 to v6.
const tcasChanges = 6

func ase08Tcas(set *results.Set) *Table {
	b := ase08Builder("table4", "Table 4: difference detection for tcas",
		ase08Caption+" The paper's tcas was a translation to Java; ours is the original in C. A change has a row at the paper's distance, and another at the greatest that was computed if that is greater.", within)
	if !hasSubject(set, "tcas") {
		return b.Table
	}
	for n := 1; n <= tcasChanges; n++ {
		pair := results.PairOf{Subject: "tcas", Pair: fmt.Sprintf("v%d", n)}
		key := strconv.Itoa(n)
		engines := surveyed(set, pair)
		if len(engines) == 0 {
			b.row("the paper's changes", pair.Pair, key, []string{key, ""}, nil)
		}
		for _, e := range engines {
			d := int(b.published.values[[3]string{"table4", key, "d"}].raw.(int64))
			greatest := greatestDistance(set, pair, e)
			b.surveyRow(set, "the paper's changes", pair, key, key, e, min(d, greatest))
			if greatest > d {
				b.surveyRow(set, "the paper's changes", pair, key, "", e, greatest)
			}
		}
	}
	for _, p := range set.Pairs {
		if p.Subject != "tcas" || isTcasChange(p.Pair) {
			continue
		}
		for _, e := range surveyed(set, p) {
			b.surveyRow(set, "further versions", p, p.Pair, "", e, greatestDistance(set, p, e))
		}
	}
	return b.Table
}

func isTcasChange(pair string) bool {
	for n := 1; n <= tcasChanges; n++ {
		if pair == fmt.Sprintf("v%d", n) {
			return true
		}
	}
	return false
}

// ase08Parser is table 5 on what stands for NanoXML, which is a program in Java:
// its published rows, and ours of every subject but tcas.
func ase08Parser(set *results.Set) *Table {
	b := ase08Builder("table5", "Table 5: difference detection for an XML parser",
		ase08Caption+" The paper's parser is NanoXML, in Java, which rift cannot run; its rows show the published values in parentheses. Ours are of other programs, in C, with other changes: the two are not compared.", none)
	own := false
	for _, p := range set.Pairs {
		if p.Subject == "tcas" {
			continue
		}
		for _, e := range surveyed(set, p) {
			b.surveyRow(set, "ours: "+p.Subject, p, p.Pair, "", e, greatestDistance(set, p, e))
			own = true
		}
	}
	if !own {
		return b.Table
	}
	for _, ch := range []string{"v1-1", "v1-2", "v1-3", "v1-4", "v1-7", "v5-3", "v5-4"} {
		b.row("published: NanoXML", "nanoxml/"+ch, ch, []string{ch, ""}, nil)
	}
	return b.Table
}

// surveyRow adds what the surveys of an engine on a pair say at a distance.
func (b *builder) surveyRow(set *results.Set, section string, p results.PairOf, label, key, engine string, distance int) {
	values := map[string]value{}
	var ran []*results.Run
	for _, r := range runsOf(set, p, engine) {
		if len(r.Surveys) > 0 {
			ran = append(ran, r)
		}
	}
	origin := func(criterion string) results.Origin {
		return results.Origin{
			Tasks: tasks(ran), What: fmt.Sprintf("surveys of the criterion %s at distance %d", criterion, distance),
			Match: func(r *results.Record) bool {
				return r.Survey != nil && r.Survey.Criterion == criterion && r.Survey.Distance == distance && r.Survey.Change == ""
			},
		}
	}
	for _, c := range b.columns[1:] {
		suites, detecting := 0, 0
		for _, r := range ran {
			for _, s := range r.Surveys {
				if s.Criterion == c.key && s.Distance == distance && s.Change == "" { // all changes together
					suites += s.Suites
					detecting += s.Detecting
				}
			}
		}
		values[c.key] = shareValue(detecting, suites, origin(c.key))
	}
	values["d"] = intValue(int64(distance), results.Origin{
		Tasks: tasks(ran), What: fmt.Sprintf("surveys at distance %d", distance),
		Match: func(r *results.Record) bool { return r.Survey != nil && r.Survey.Distance == distance },
	})
	name := fmt.Sprintf("%s/%s/%d", p.Pair, engine, distance)
	if p.Subject != "tcas" {
		name = p.Subject + "/" + name
	}
	b.row(section, name, key, []string{label, engine}, values)
}

// surveyed returns the engines with surveys of a pair.
func surveyed(set *results.Set, p results.PairOf) []string {
	var names []string
	for _, r := range runsOf(set, p, "") {
		if len(r.Surveys) > 0 && !slices.Contains(names, r.Engine) {
			names = append(names, r.Engine)
		}
	}
	slices.Sort(names)
	return names
}

// greatestDistance returns the greatest distance that an engine computed
// requirements at.
func greatestDistance(set *results.Set, p results.PairOf, engine string) int {
	d := 0
	for _, r := range runsOf(set, p, engine) {
		for _, s := range r.Surveys {
			d = max(d, s.Distance)
		}
	}
	return d
}

// runsOf returns the tasks of an engine, or with "" of all, on a pair.
func runsOf(set *results.Set, p results.PairOf, engine string) []*results.Run {
	var runs []*results.Run
	for i := range set.Runs {
		if r := &set.Runs[i]; r.PairOf() == p && (engine == "" || r.Engine == engine) {
			runs = append(runs, r)
		}
	}
	return runs
}

func hasSubject(set *results.Set, name string) bool {
	return slices.ContainsFunc(set.Pairs, func(p results.PairOf) bool { return p.Subject == name })
}
