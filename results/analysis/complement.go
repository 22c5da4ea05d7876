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
	OnlyA, OnlyB, Both, Neither int
}

// Together returns what at least one of the two finds.
func (c Complement) Together() int { return c.OnlyA + c.OnlyB + c.Both }

// Complements compares what each two engines of the view find, in the order of
// the engines; nil if there is nothing to be found.
func Complements(v *View) []Complement {
	_, by := v.finds()
	return complements(v, by)
}

// complements is Complements of what each thing was found by.
func complements(v *View, by [][]bool) []Complement {
	if len(by) == 0 {
		return nil
	}
	var out []Complement
	for i, a := range v.Engines {
		for j := i + 1; j < len(v.Engines); j++ {
			c := Complement{A: a, B: v.Engines[j]}
			for _, found := range by {
				switch {
				case found[i] && found[j]:
					c.Both++
				case found[i]:
					c.OnlyA++
				case found[j]:
					c.OnlyB++
				default:
					c.Neither++
				}
			}
			out = append(out, c)
		}
	}
	return out
}

// mostTogether returns the greatest number that two engines find together.
func mostTogether(cs []Complement) int {
	most := 0
	for _, c := range cs {
		most = max(most, c.Together())
	}
	return most
}

// Complementarity has a row per two engines: what they find alone and together.
func Complementarity(views []*View) *table.Table {
	t := &table.Table{
		Name: "complementarity", Title: "What two engines find together",
		Caption: "With at least one seed each, on the pairs that every engine of the view worked on. Those that find most together are marked.",
		Columns: []table.Column{
			{Key: "engine_a", Head: "engine A", Label: true},
			{Key: "engine_b", Head: "engine B", Label: true},
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
		most := mostTogether(cs)
		for _, c := range cs {
			together := table.Int(c.Together())
			if c.Together() == most && most > 0 {
				together.Mark = table.Good
			}
			t.Rows = append(t.Rows, table.Row{Section: v.Title, Cells: []table.Cell{
				table.Str(c.A), table.Str(c.B), together,
				table.Int(c.OnlyA), table.Int(c.OnlyB), table.Int(c.Both), table.Int(c.Neither),
			}})
		}
	}
	return t
}

// complementWords says which two engines find most together, if that is more
// than one engine finds alone.
func complementWords(v *View) []string {
	if len(v.Engines) < 3 {
		return nil
	}
	all, by := v.finds()
	alone := make([]int, len(v.Engines))
	best := 0
	for _, found := range by {
		for e, ok := range found {
			if ok {
				alone[e]++
				best = max(best, alone[e])
			}
		}
	}
	cs := complements(v, by)
	most := mostTogether(cs)
	if most <= best {
		return nil
	}
	var names []string
	for _, c := range cs {
		if c.Together() == most {
			names = append(names, c.A+" with "+c.B)
		}
	}
	return []string{fmt.Sprintf("On %s, the two engines that find most together are %s: %d of %s; the best alone finds %d.",
		v.Title, orList(names), most, corpora.Plural(len(all), v.Noun()), best)}
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
