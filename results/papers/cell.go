package papers

import (
	"fmt"

	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/table"
)

// Cell is one value of a paper's table.
type Cell struct {
	// Name is stable and unique: paper, table, row, column, and between them
	// what else is needed, "ase08/table4/v1/matrix/3/full". Elements contain
	// no slash.
	Name string
	// Value is ours, raw: string, bool, int64 or float64 (shares from 0 to 1);
	// nil if the records have none. Text is how people read it.
	Value any
	Text  string
	// Low and High bound Value if it has an interval (Wilson's, 95 %);
	// equal otherwise.
	Low, High float64
	// Of is the size of the sample if Value is a share, 0 otherwise.
	Of int
	// Published is what the paper has, raw and in the same unit; nil if that is
	// not known. Printed is how the paper prints it, Place where.
	Published any
	Printed   string
	Place     string
	// Question is the paper's question that the cell helps to answer.
	Question string
	// Agreement compares the two by Rule, which is in words.
	Agreement Agreement
	Rule      string
	// Origin are the records behind Value; without Tasks if there are none.
	Origin results.Origin
}

// Agreement says how our value and the published one compare.
type Agreement string

// The agreements.
const (
	Incomparable Agreement = ""        // one of the two is missing
	Agrees       Agreement = "agrees"  // by the rule of the table
	Above        Agreement = "above"   // ours is greater than the rule allows
	Below        Agreement = "below"   // ours is less than the rule allows
	Differs      Agreement = "differs" // neither is the greater
)

var signs = map[Agreement]string{Agrees: "=", Above: ">", Below: "<", Differs: "≠"}

// Rerun returns the command that runs one of the tasks behind the cell again
// and compares its records with those in the folder dir; "" if there is none.
func (c *Cell) Rerun(dir string) string {
	if len(c.Origin.Tasks) == 0 {
		return ""
	}
	return fmt.Sprintf("rift results rerun %s %s", dir, c.Origin.Tasks[0])
}

// show returns the cell as tables show it: ours, how it compares, and what is
// published.
func (c *Cell) show() table.Cell {
	out := table.Cell{Value: c.Value, Text: c.Text}
	if c.Published == nil {
		return out
	}
	switch {
	case c.Value == nil:
		out.Text = fmt.Sprintf("– (%s)", c.Printed)
		out.Mark = table.Faint
	case c.Agreement == Incomparable:
		out.Text = fmt.Sprintf("%s (%s)", c.Text, c.Printed)
	default:
		out.Text = fmt.Sprintf("%s %s %s", c.Text, signs[c.Agreement], c.Printed)
		out.Mark = table.Bad
		if c.Agreement == Agrees {
			out.Mark = table.Good
		}
	}
	return out
}
