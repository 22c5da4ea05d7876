package papers

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/analysis"
	"github.com/riftlab/rift/results/table"
)

// Tables 4 and 5 of Santelices et al., ASE 2008: of test suites that satisfy a
// criterion, as far as the pool can, the share in which a test differs.

const ase08Caption = "Percentage of random test suites, adequate by the criterion as far as the pool of tests allows, in which a test shows a difference. ch: change; d: distance from the change."

// surveys are the surveys of a set about all changes of a pair together, by pair.
type surveys map[results.PairOf][]*analysis.Survey

// ase08 makes both tables.
func ase08(set *results.Set) []*Table {
	all := surveys{}
	for _, s := range analysis.SurveyList(set) {
		if s.Change == "" {
			all[s.PairOf] = append(all[s.PairOf], s)
		}
	}
	return []*Table{ase08Tcas(set, all), ase08Parser(set, all)}
}

func ase08Builder(short, title, caption string, share rule) *builder {
	columns := []column{{"d", "d", none}} // it was chosen to be the paper's: no finding
	for _, c := range analysis.SurveyCriteria {
		columns = append(columns, column{c, c, share})
	}
	return newBuilder("ase08", short, title, caption, []table.Column{
		{Key: "change", Head: "ch"}, {Key: "engine", Head: "engine"},
	}, columns)
}

// tcasChanges is the number of changes of tcas in table 4: the versions v1 to v6.
const tcasChanges = 6

func ase08Tcas(set *results.Set, all surveys) *Table {
	b := ase08Builder("table4", "Table 4: difference detection for tcas",
		ase08Caption+" The paper's tcas was a translation to Java; ours is the original in C. A change has a row at the paper's distance, and another at the greatest that was computed if that is greater.", likeSuites)
	if !hasSubject(set, "tcas") {
		return b.finish()
	}
	for n := 1; n <= tcasChanges; n++ {
		pair := results.PairOf{Subject: "tcas", Pair: fmt.Sprintf("v%d", n)}
		key := strconv.Itoa(n)
		if len(all[pair]) == 0 {
			b.row("the paper's changes", pair.Pair, key, []string{key, ""}, nil)
		}
		for _, v := range all[pair] {
			d := int(b.published.values[[3]string{"table4", key, "d"}].raw.(int64))
			b.surveyRow(set, "the paper's changes", v, key, key, min(d, v.Greatest()))
			if v.Greatest() > d {
				b.surveyRow(set, "the paper's changes", v, key, "", v.Greatest())
			}
		}
	}
	for _, p := range set.Pairs {
		if p.Subject != "tcas" || isTcasChange(p.Pair) {
			continue
		}
		for _, v := range all[p] {
			b.surveyRow(set, "further versions", v, p.Pair, "", v.Greatest())
		}
	}
	return b.finish()
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
func ase08Parser(set *results.Set, all surveys) *Table {
	b := ase08Builder("table5", "Table 5: difference detection for an XML parser",
		ase08Caption+" The paper's parser is NanoXML, in Java, which rift cannot run; its rows show the published values in parentheses. Ours are of other programs, in C, with other changes: the two are not compared.", none)
	own := false
	for _, p := range set.Pairs {
		if p.Subject == "tcas" {
			continue
		}
		for _, v := range all[p] {
			b.surveyRow(set, "ours: "+p.Subject, v, p.Pair, "", v.Greatest())
			own = true
		}
	}
	if !own {
		return b.finish()
	}
	for _, ch := range []string{"v1-1", "v1-2", "v1-3", "v1-4", "v1-7", "v5-3", "v5-4"} {
		b.row("published: NanoXML", "nanoxml/"+ch, ch, []string{ch, ""}, nil)
	}
	return b.finish()
}

// variant names an engine with what it takes as one statement: the usual grain is
// not mentioned.
func variant(v *analysis.Survey) string {
	if v.Grain == "" || v.Grain == "piece" || strings.HasSuffix(v.Engine, "-"+v.Grain) {
		return v.Engine
	}
	return v.Engine + "-" + v.Grain
}

// surveyRow adds what the surveys of a pair say at a distance.
func (b *builder) surveyRow(set *results.Set, section string, v *analysis.Survey, label, key string, distance int) {
	var ran []*results.Run
	for _, r := range set.RunsOn(v.PairOf, v.Engine) {
		if len(r.Surveys) > 0 {
			ran = append(ran, r)
		}
	}
	origin := func(what, criterion string) results.Origin {
		return results.Origin{
			Tasks: tasks(ran), What: fmt.Sprintf("surveys%s at distance %d", what, distance),
			Match: func(r *results.Record) bool {
				s := r.Survey
				return s != nil && s.Change == "" && s.Grain == v.Grain && s.Distance == distance && (criterion == "" || s.Criterion == criterion)
			},
		}
	}
	values := map[string]value{"d": intValue(int64(distance), origin("", ""))}
	for _, c := range b.columns[1:] {
		s, _ := v.At(c.key, distance)
		values[c.key] = shareValue(s.Detecting, s.Suites, origin(" of the criterion "+c.key, c.key))
	}
	name := fmt.Sprintf("%s/%s/%d", v.Pair, variant(v), distance)
	if v.Subject != "tcas" {
		name = v.Subject + "/" + name
	}
	b.row(section, name, key, []string{label, variant(v)}, values)
}

func hasSubject(set *results.Set, name string) bool {
	return slices.ContainsFunc(set.Pairs, func(p results.PairOf) bool { return p.Subject == name })
}
