package papers

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/riftlab/rift/engines"
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
		ase08Caption+" The paper's tcas was a translation to Java; ours is the original in C. A change has a row at the paper's distance, and another at the greatest that was computed if that is greater.", likeSuites)
	if !hasSubject(set, "tcas") {
		return b.finish()
	}
	for n := 1; n <= tcasChanges; n++ {
		pair := results.PairOf{Subject: "tcas", Pair: fmt.Sprintf("v%d", n)}
		key := strconv.Itoa(n)
		variants := surveyed(set, pair)
		if len(variants) == 0 {
			b.row("the paper's changes", pair.Pair, key, []string{key, ""}, nil)
		}
		for _, e := range variants {
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
		return b.finish()
	}
	for _, ch := range []string{"v1-1", "v1-2", "v1-3", "v1-4", "v1-7", "v5-3", "v5-4"} {
		b.row("published: NanoXML", "nanoxml/"+ch, ch, []string{ch, ""}, nil)
	}
	return b.finish()
}

// variant is an engine with what it takes as one statement.
type variant struct{ engine, grain string }

// name names a variant: the usual grain is not mentioned.
func (v variant) name() string {
	if v.grain == "" || v.grain == "piece" || strings.HasSuffix(v.engine, "-"+v.grain) {
		return v.engine
	}
	return v.engine + "-" + v.grain
}

// has reports whether a survey is one of the variant about all changes together.
func (v variant) has(s *engines.Survey) bool { return s.Change == "" && s.Grain == v.grain }

// surveyRow adds what the surveys of a pair say at a distance.
func (b *builder) surveyRow(set *results.Set, section string, p results.PairOf, label, key string, of variant, distance int) {
	values := map[string]value{}
	var ran []*results.Run
	for _, r := range set.RunsOn(p, of.engine) {
		if len(r.Surveys) > 0 {
			ran = append(ran, r)
		}
	}
	origin := func(what, criterion string) results.Origin {
		return results.Origin{
			Tasks: tasks(ran), What: fmt.Sprintf("surveys%s at distance %d", what, distance),
			Match: func(r *results.Record) bool {
				return r.Survey != nil && of.has(r.Survey) && r.Survey.Distance == distance && (criterion == "" || r.Survey.Criterion == criterion)
			},
		}
	}
	for _, c := range b.columns[1:] {
		suites, detecting := 0, 0
		for _, r := range ran {
			for i := range r.Surveys {
				if s := &r.Surveys[i]; of.has(s) && s.Criterion == c.key && s.Distance == distance {
					suites += s.Suites
					detecting += s.Detecting
				}
			}
		}
		values[c.key] = shareValue(detecting, suites, origin(" of the criterion "+c.key, c.key))
	}
	values["d"] = intValue(int64(distance), origin("", ""))
	name := fmt.Sprintf("%s/%s/%d", p.Pair, of.name(), distance)
	if p.Subject != "tcas" {
		name = p.Subject + "/" + name
	}
	b.row(section, name, key, []string{label, of.name()}, values)
}

// surveyed returns the variants with surveys of a pair, sorted by name.
func surveyed(set *results.Set, p results.PairOf) []variant {
	var list []variant
	for _, r := range set.RunsOn(p, "") {
		for i := range r.Surveys {
			v := variant{r.Engine, r.Surveys[i].Grain}
			if r.Surveys[i].Change == "" && !slices.Contains(list, v) {
				list = append(list, v)
			}
		}
	}
	slices.SortFunc(list, func(a, b variant) int { return strings.Compare(a.name(), b.name()) })
	return list
}

// greatestDistance returns the greatest distance that a variant computed
// requirements at.
func greatestDistance(set *results.Set, p results.PairOf, of variant) int {
	d := 0
	for _, r := range set.RunsOn(p, of.engine) {
		for i := range r.Surveys {
			if of.has(&r.Surveys[i]) {
				d = max(d, r.Surveys[i].Distance)
			}
		}
	}
	return d
}

func hasSubject(set *results.Set, name string) bool {
	return slices.ContainsFunc(set.Pairs, func(p results.PairOf) bool { return p.Subject == name })
}
