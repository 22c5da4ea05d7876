package papers

import (
	"fmt"
	"slices"
	"strings"

	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/stats"
	"github.com/riftlab/rift/results/table"
)

// Table is a table of a paper, filled.
type Table struct {
	*table.Table
	Cells []Cell
	// Compared counts the cells that have both values, Agreeing those of them
	// that agree.
	Compared, Agreeing int
	Questions          []Question // the same by the paper's questions, in the order of the table
}

// Question is how far the answers to one of a paper's questions agree.
type Question struct {
	Text     string `json:"question"`
	Compared int    `json:"compared"`
	Agreeing int    `json:"agreeing"`
}

// String returns "TEXT: k of n".
func (q *Question) String() string {
	return fmt.Sprintf("%s: %d of %d", q.Text, q.Agreeing, q.Compared)
}

// Questions adds up those of several tables, in the order in which they come.
func Questions(tables []*Table) []Question {
	var list []Question
	for _, t := range tables {
		for _, q := range t.Questions {
			i := slices.IndexFunc(list, func(x Question) bool { return x.Text == q.Text })
			if i < 0 {
				i = len(list)
				list = append(list, Question{Text: q.Text})
			}
			list[i].Compared += q.Compared
			list[i].Agreeing += q.Agreeing
		}
	}
	return list
}

// column is a column of values; each has columns of its own for programs.
type column struct {
	key, head string
	rule      rule
}

// builder fills a table cell by cell.
type builder struct {
	*Table
	paper     string
	short     string // name of the table within the paper
	published *published
	labels    int
	columns   []column
	// question names the paper's question that a cell belongs to, by what is published
	// of its row and by its column; nil: the table is one question, its title.
	question func(row, column string) string
}

// modeMark ends the labels of engines that do as published.
const modeMark = "-paper"

// newBuilder begins a table of a paper. The labels name rows.
func newBuilder(paper, short, title, caption string, labels []table.Column, columns []column) *builder {
	b := &builder{
		Table: &Table{Table: &table.Table{Name: paper + "-" + short, Title: title}},
		paper: paper, short: short, published: readPublished(paper), labels: len(labels), columns: columns,
	}
	for _, l := range labels {
		l.Label = true
		b.Table.Columns = append(b.Table.Columns, l)
	}
	var rules []string
	for _, c := range columns {
		key := strings.ReplaceAll(c.key, "-", "_")
		b.Table.Columns = append(b.Table.Columns,
			table.Column{Key: key, Head: c.head, Right: true},
			table.Column{Key: key + "_published", DataOnly: true},
			table.Column{Key: key + "_low", DataOnly: true},
			table.Column{Key: key + "_high", DataOnly: true},
			table.Column{Key: key + "_agreement", DataOnly: true})
		if t := c.rule.text; t != "" && !slices.Contains(rules, t) {
			rules = append(rules, t)
		}
	}
	if len(rules) > 0 {
		caption += fmt.Sprintf(" Cells: ours, then what is published (%s); a value alone has nothing published that could be read. By the rule: %s.", b.published.source, strings.Join(rules, "; "))
	}
	b.Caption = strings.TrimSpace(caption)
	return b
}

// finish ends the table with a word on how far the two agree.
func (b *builder) finish() *Table {
	if b.Compared > 0 && len(b.Rows) > 0 {
		b.Caption += fmt.Sprintf(" Values that can be compared: %d; that agree: %d.", b.Compared, b.Agreeing)
		if len(b.Questions) > 1 {
			var parts []string
			for i := range b.Questions {
				parts = append(parts, b.Questions[i].String())
			}
			b.Caption += " By question: " + strings.Join(parts, "; ") + "."
		}
	}
	return b.Table
}

// value is what we have for a cell.
type value struct {
	raw       any // nil: nothing
	text      string
	low, high float64
	of        int // sample size of a share
	origin    results.Origin
}

// row adds a row. In the names of cells it is called name; what is published is
// looked up under key, "" if the paper does not have the row.
func (b *builder) row(section, name, key string, labels []string, values map[string]value) {
	row := table.Row{Section: section}
	for _, l := range labels {
		row.Cells = append(row.Cells, table.Str(l))
	}
	if len(labels) != b.labels {
		panic(fmt.Sprintf("papers: %s: %d labels of %d", b.Name, len(labels), b.labels))
	}
	for _, col := range b.columns {
		v := values[col.key]
		c := Cell{
			Name:  strings.Join([]string{b.paper, b.short, name, col.key}, "/"),
			Value: v.raw, Text: v.text, Low: v.low, High: v.high, Of: v.of, Origin: v.origin,
		}
		if v.raw == nil {
			c.Text = "–"
		}
		if p, ok := b.published.values[[3]string{b.short, key, strings.Replace(col.key, modeMark, "", 1)}]; ok && key != "" {
			c.Published, c.Printed = p.raw, p.text
			c.Place = b.published.source + ", " + p.place
		}
		col.rule.apply(&c)
		c.Question = b.Title
		if b.question != nil {
			c.Question = b.question(key, col.key)
		}
		if strings.Contains(col.key, modeMark) || strings.Contains(name, modeMark) {
			c.Question += " (engines as published)"
		}
		b.add(&row, &c)
	}
	b.Rows = append(b.Rows, row)
}

func (b *builder) add(row *table.Row, c *Cell) {
	if c.Agreement != Incomparable {
		b.Compared++
	}
	if c.Agreement == Agrees {
		b.Agreeing++
	}
	if c.Agreement != Incomparable {
		one := Question{Text: c.Question, Compared: 1}
		if c.Agreement == Agrees {
			one.Agreeing = 1
		}
		b.Questions = Questions([]*Table{b.Table, {Questions: []Question{one}}})
	}
	b.Cells = append(b.Cells, *c)
	row.Cells = append(row.Cells, c.show(), table.Cell{Value: c.Published}, table.Cell{}, table.Cell{}, table.Cell{})
	last := row.Cells[len(row.Cells)-3:]
	if c.Value != nil && c.Low != c.High {
		last[0], last[1] = table.Float(c.Low), table.Float(c.High)
	}
	if c.Agreement != Incomparable {
		last[2] = table.Str(string(c.Agreement))
	}
}

// Values. Without tasks there is none, whatever was counted.

func intValue(n int64, o results.Origin) value {
	x := float64(n)
	return value{raw: n, text: fmt.Sprint(n), low: x, high: x, origin: o}
}

func numberValue(x float64, o results.Origin) value {
	return value{raw: x, text: table.Digits(x), low: x, high: x, origin: o}
}

func textValue(s string, o results.Origin) value { return value{raw: s, text: s, origin: o} }

func yesValue(yes bool, o results.Origin) value {
	if yes {
		return textValue("yes", o)
	}
	return textValue("no", o)
}

// shareValue is k of n in percent, as the papers print shares; nothing if n is 0.
func shareValue(k, n int, o results.Origin) value {
	if n == 0 {
		return value{origin: o}
	}
	iv := stats.Wilson(k, n, 0.95)
	x := float64(k) / float64(n)
	return value{raw: x, text: fmt.Sprintf("%.1f", 100*x), low: iv.Low, high: iv.High, of: n, origin: o}
}

// median returns the median of f over runs, nothing without runs.
func median(runs []*results.Run, o results.Origin, f func(*results.Run) (float64, bool)) value {
	var xs []float64
	for _, r := range runs {
		if x, ok := f(r); ok {
			xs = append(xs, x)
		}
	}
	if m, ok := stats.Median(xs); ok {
		return numberValue(m, o)
	}
	return value{origin: o}
}

// tasks returns the tasks of runs.
func tasks(runs []*results.Run) []string {
	var ids []string
	for _, r := range runs {
		ids = append(ids, r.Task)
	}
	return ids
}
