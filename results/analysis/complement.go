package analysis

import (
	"fmt"
	"strings"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/results/table"
)

// Complement is what two engines find, alone and together.
type Complement struct {
	A, B                        string
	Pairs                       int // that both worked on
	OnlyA, OnlyB, Both, Neither int // of these
}

// Together returns what at least one of the two finds.
func (c Complement) Together() int { return c.OnlyA + c.OnlyB + c.Both }

// Complements compares what each two engines of the view find on the pairs that both
// worked on, in the order of the engines. Two without such a pair are left out.
func Complements(v *View) []Complement {
	states := v.states()
	var out []Complement
	for i, a := range v.Engines {
		for j := i + 1; j < len(v.Engines); j++ {
			c := Complement{A: a, B: v.Engines[j]}
			for _, state := range states {
				if !state[i].worked() || !state[j].worked() {
					continue
				}
				c.Pairs++
				switch {
				case state[i] == StateFound && state[j] == StateFound:
					c.Both++
				case state[i] == StateFound:
					c.OnlyA++
				case state[j] == StateFound:
					c.OnlyB++
				default:
					c.Neither++
				}
			}
			if c.Pairs > 0 {
				out = append(out, c)
			}
		}
	}
	return out
}

// bestTogether returns the greatest number that two engines find together, false if
// the numbers are of different pairs and cannot be compared.
func bestTogether(v *View, cs []Complement) (most int, comparable bool) {
	for _, c := range cs {
		if c.Pairs != len(v.Pairs) {
			return 0, false
		}
		most = max(most, c.Together())
	}
	return most, most > 0
}

// Complementarity has a row per two engines: what they find alone and together.
func Complementarity(views []*View) *table.Table {
	t := &table.Table{
		Name: "complementarity", Title: "What two engines find together",
		Caption: "With at least one seed each, on the pairs that both worked on. Those that find most together are marked where all worked on the same pairs.",
		Columns: []table.Column{
			{Key: "engine_a", Head: "engine A", Label: true},
			{Key: "engine_b", Head: "engine B", Label: true},
			{Key: "pairs", Head: "pairs", Right: true},
			{Key: "together", Head: "together", Right: true},
			{Key: "only_a", Head: "only A", Right: true},
			{Key: "only_b", Head: "only B", Right: true},
			{Key: "both", Head: "both", Right: true},
			{Key: "neither", Head: "neither", Right: true},
		},
	}
	for _, v := range views {
		if v.Equal {
			continue
		}
		cs := Complements(v)
		most, comparable := bestTogether(v, cs)
		for _, c := range cs {
			together := table.Int(c.Together())
			if comparable && c.Together() == most {
				together.Mark = table.Good
			}
			t.Rows = append(t.Rows, table.Row{Section: v.Title, Cells: []table.Cell{
				table.Str(c.A), table.Str(c.B), table.Int(c.Pairs), together,
				table.Int(c.OnlyA), table.Int(c.OnlyB), table.Int(c.Both), table.Int(c.Neither),
			}})
		}
	}
	return t
}

// complementWords says which two engines find most together, if that is more
// than one engine finds alone: of all pairs, as nobody finds anything with an engine
// that does not work.
func complementWords(v *View) []string {
	if len(v.Engines) < 3 {
		return nil
	}
	states := v.states()
	count := func(i, j int) (n int) {
		for _, state := range states {
			if state[i] == StateFound || state[j] == StateFound {
				n++
			}
		}
		return n
	}
	best, most := 0, 0
	for i := range v.Engines {
		best = max(best, count(i, i))
		for j := range i {
			most = max(most, count(i, j))
		}
	}
	if most <= best {
		return nil
	}
	var names []string
	for i, a := range v.Engines {
		for j := i + 1; j < len(v.Engines); j++ {
			if count(i, j) == most {
				names = append(names, a+" with "+v.Engines[j])
			}
		}
	}
	return []string{fmt.Sprintf("On %s, the two engines that find most together are %s: %d of %s; the best alone finds %d.",
		v.Title, orList(names), most, corpora.Plural(len(v.Pairs), v.Noun()), best)}
}

// orList joins alternatives, the rest of many being counted.
func orList(parts []string) string {
	const most = 4
	if len(parts) > most {
		parts = append(parts[:most:most], fmt.Sprintf("%d more", len(parts)-most))
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return strings.Join(parts[:len(parts)-1], ", ") + " or " + parts[len(parts)-1]
}
