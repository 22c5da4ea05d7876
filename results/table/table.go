// Package table has one model of a table and writes it in every format that a
// reader may want: text for terminals, Markdown, CSV, LaTeX, JSON.
//
// Terms: a cell has a raw *value*, which goes unrounded into the formats that
// programs read (CSV, JSON), and a *text* for people. A *missing* value is
// absent everywhere and never zero. A *data-only* column exists for programs.
package table

import (
	"math"
	"strconv"
)

// Table is a table with everything that must travel with it.
type Table struct {
	Name    string // for file names and LaTeX commands: lower case, words joined by "-"
	Title   string
	Caption string // what the rows are and how numbers were computed
	Columns []Column
	Rows    []Row
	Notes   []string // footnotes, numbered from 1
}

// Column describes a column.
type Column struct {
	Key      string // stable name in CSV, JSON and LaTeX commands: snake case
	Head     string // for people
	Right    bool   // aligned to the right
	DataOnly bool
	TextOnly bool // for people only: it repeats what other columns have raw
	Minor    bool // left out where there is no room, the last one first
	// Label columns name the row; LaTeX commands are made of their values.
	Label bool
}

// Row is one row. Rows of the same Section lie together under its name.
type Row struct {
	Section string
	Cells   []Cell // as many as columns; the zero Cell is missing
}

// Cell is one cell.
type Cell struct {
	Value any    // nil (missing), string, bool, int64 or float64
	Text  string // for people; "" stands for the plain form of Value
	Notes []int  // numbers of footnotes
	Mark  Mark
}

// Mark stresses a cell where the format can.
type Mark uint8

// The marks.
const (
	Plain Mark = iota
	Good
	Bad
	Faint
)

// Str returns a cell with a string; the empty string is a value too.
func Str(s string) Cell { return Cell{Value: s} }

// Int returns a cell with an integer.
func Int[T ~int | ~int64](n T) Cell { return Cell{Value: int64(n)} }

// Float returns a cell with a number shown with three significant digits; NaN
// is missing.
func Float(x float64) Cell {
	if math.IsNaN(x) {
		return Cell{}
	}
	return Cell{Value: x, Text: Digits(x)}
}

// Shown returns the cell with another text for people.
func (c Cell) Shown(text string) Cell {
	c.Text = text
	return c
}

// Marked returns the cell with a mark.
func (c Cell) Marked(m Mark) Cell {
	c.Mark = m
	return c
}

// Noted returns the cell with a footnote more; number 0 adds none.
func (c Cell) Noted(number int) Cell {
	if number > 0 {
		c.Notes = append(append([]int(nil), c.Notes...), number)
	}
	return c
}

// Note adds a footnote to the table, or finds the equal one, and returns its
// number.
func (t *Table) Note(text string) int {
	for i, n := range t.Notes {
		if n == text {
			return i + 1
		}
	}
	t.Notes = append(t.Notes, text)
	return len(t.Notes)
}

// Missing reports whether the cell holds nothing.
func (c Cell) Missing() bool { return c.Value == nil && c.Text == "" }

// Raw returns the value unrounded, "" if it is missing. Infinite numbers are
// written as "inf".
func (c Cell) Raw() string {
	switch v := c.Value.(type) {
	case nil:
		return ""
	case string:
		return v
	case bool:
		return strconv.FormatBool(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		if math.IsInf(v, 1) {
			return "inf"
		}
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	panic("table: Cell.Raw: value of unknown type")
}

// Display returns the text for people without footnote marks; a missing cell
// is an en dash.
func (c Cell) Display() string {
	switch {
	case c.Text != "":
		return c.Text
	case c.Value == nil:
		return "–"
	}
	return c.Raw()
}

// Digits writes a number with three significant digits, whole numbers of up
// to nine digits and halves in full.
func Digits(x float64) string {
	switch a := math.Abs(x); {
	case math.IsInf(x, 1):
		return "∞"
	case math.IsInf(x, -1):
		return "-∞"
	case x == math.Trunc(x) && a < 1e9:
		return strconv.FormatFloat(x, 'f', 0, 64)
	case 2*x == math.Trunc(2*x) && a < 1e5: // medians of counts
		return strconv.FormatFloat(x, 'f', 1, 64)
	case a >= 100 && a < 1e9:
		return strconv.FormatFloat(x, 'f', 0, 64)
	case a >= 10 && a < 100:
		return strconv.FormatFloat(x, 'f', 1, 64)
	case a >= 1 && a < 10:
		return strconv.FormatFloat(x, 'f', 2, 64)
	case a >= 0.001 && a < 1:
		return strconv.FormatFloat(x, 'f', 3, 64)
	}
	return strconv.FormatFloat(x, 'g', 3, 64)
}

// shown returns the columns for people and their indices.
func (t *Table) shown() (cols []Column, at []int) {
	for i, c := range t.Columns {
		if !c.DataOnly {
			cols, at = append(cols, c), append(at, i)
		}
	}
	return cols, at
}

// sections calls fn for each run of rows of one section.
func (t *Table) sections(fn func(name string, rows []Row)) {
	for lo := 0; lo < len(t.Rows); {
		hi := lo + 1
		for hi < len(t.Rows) && t.Rows[hi].Section == t.Rows[lo].Section {
			hi++
		}
		fn(t.Rows[lo].Section, t.Rows[lo:hi])
		lo = hi
	}
}

// check panics if a row has not as many cells as there are columns, which is
// a bug of whoever made the table.
func (t *Table) check() {
	for _, r := range t.Rows {
		if len(r.Cells) != len(t.Columns) {
			panic("table: " + t.Name + ": " + strconv.Itoa(len(r.Cells)) + " cells for " + strconv.Itoa(len(t.Columns)) + " columns")
		}
	}
}
