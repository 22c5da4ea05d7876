package difference

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/program"
)

// Printer shows differences to people.
type Printer struct {
	Out     io.Writer
	Colour  bool   // marks are colours of a terminal instead of a line of carets
	Program string // what the program is called in commands

	label int // width of the names of aspects
}

// Print shows a difference: the input, what both versions show side by side, and
// the changes responsible.
func (p *Printer) Print(d *Difference) error {
	var b strings.Builder
	list := p.chosen(aspects(d.equivalence(), d.Old, d.New))
	p.label = leastLabel
	for _, a := range list {
		p.label = max(p.label, len(a.name))
	}
	fmt.Fprintf(&b, "difference %d: %s\n", d.Number, d.Summary())
	for i, line := range p.Paste(d) {
		label := "input"
		if i > 0 {
			label = ""
		}
		fmt.Fprintf(&b, "  %-*s %s\n", p.label, label, line)
	}
	fmt.Fprintf(&b, "  %-*s %-*s %s\n", p.label, "", column, "old", "new")
	for _, a := range list {
		p.aspect(&b, &a)
	}
	if len(d.Undefined) > 0 {
		fmt.Fprintf(&b, "  rests on undefined behaviour: %s\n", strings.Join(d.Undefined, ", "))
	}
	p.changes(&b, d)
	b.WriteByte('\n')
	_, err := io.WriteString(p.Out, b.String())
	return err
}

// chosen leaves out of a list what is beside the point: observed values that are the
// same, where there are many.
func (p *Printer) chosen(list []aspect) []aspect {
	const many = 3
	same := func(a aspect) bool { return a.observed && a.same }
	alike := 0
	for _, a := range list {
		if same(a) {
			alike++
		}
	}
	if alike <= many {
		return list
	}
	return append(slices.DeleteFunc(list, same), aspect{name: "others", old: fmt.Sprintf("(%s the same)", corpora.Plural(alike, "value")), same: true, note: true})
}

// leastLabel is the width of the names of aspects that have short ones.
const leastLabel = 9

// Widths of a column and the lines of an aspect that are shown.
const (
	column   = 38
	maxLines = 8
)

// aspect shows one aspect: the lines that differ in two columns, with marks; what
// is equal in brief.
func (p *Printer) aspect(b *strings.Builder, a *aspect) {
	old, new := lines(a.old), lines(a.new)
	if a.note {
		p.row(b, a.name, a.old, "")
		return
	}
	if a.same {
		if len(old) == 1 && len(a.old) <= column {
			p.row(b, a.name, strings.Join(program.Glyphs([]byte(strings.TrimSuffix(old[0], "\n"))), ""), "(the same)")
		} else {
			p.row(b, a.name, fmt.Sprintf("(the same, %s)", corpora.Plural(len(a.old), "byte")), "")
		}
		return
	}
	if a.old == notReached || a.new == notReached {
		text := func(s string) string {
			if s == notReached {
				return s
			}
			t, _ := p.cell(program.Glyphs([]byte(s)), 0, 0, true, "")
			return t
		}
		p.row(b, a.name, text(a.old), text(a.new))
		return
	}
	before := 0
	for before < len(old) && before < len(new) && old[before] == new[before] {
		before++
	}
	name := a.name
	if before > 0 {
		p.row(b, name, fmt.Sprintf("(%s alike)", corpora.Plural(before, "line")), "")
		name = ""
	}
	old, new = old[before:], new[before:]
	after := 0
	for after < len(old) && after < len(new) && old[len(old)-1-after] == new[len(new)-1-after] {
		after++
	}
	old, new = old[:len(old)-after], new[:len(new)-after]
	if len(old) == 0 || len(new) == 0 {
		p.missing(b, name, old, new)
		p.alike(b, &after)
		return
	}
	shown, alike := 0, 0
	for i := range max(len(old), len(new)) {
		if x, y := lineAt(old, i), lineAt(new, i); x == y {
			alike++
			continue
		} else if shown == maxLines {
			p.row(b, "", fmt.Sprintf("(%s more)", corpora.Plural(max(len(old), len(new))-i, "line")), "")
			break
		} else {
			p.alike(b, &alike)
			p.pair(b, name, x, y, i < len(old), i < len(new))
		}
		shown++
		name = ""
	}
	p.alike(b, &after)
}

// missing shows lines that only one version has.
func (p *Printer) missing(b *strings.Builder, name string, old, new []string) {
	const most = 3
	for i := range min(max(len(old), len(new)), most) {
		x, _ := p.cell(program.Glyphs([]byte(lineAt(old, i))), 0, 0, len(old) > 0, red)
		y, _ := p.cell(program.Glyphs([]byte(lineAt(new, i))), 0, 0, len(new) > 0, green)
		p.row(b, name, x, y)
		name = ""
	}
	if n := max(len(old), len(new)) - most; n > 0 {
		p.row(b, "", fmt.Sprintf("(%s more)", corpora.Plural(n, "line")), "")
	}
}

// alike says how many lines were left out, and begins to count anew.
func (p *Printer) alike(b *strings.Builder, n *int) {
	if *n > 0 {
		p.row(b, "", fmt.Sprintf("(%s alike)", corpora.Plural(*n, "line")), "")
	}
	*n = 0
}

// lines returns the lines of a text with their ends.
func lines(s string) []string {
	list := strings.SplitAfter(s, "\n")
	if list[len(list)-1] == "" {
		list = list[:len(list)-1]
	}
	return list
}

func lineAt(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return ""
}

func (p *Printer) row(b *strings.Builder, name, old, new string) {
	fmt.Fprintln(b, strings.TrimRight(fmt.Sprintf("  %-*s %-*s %s", p.label, name, column, old, new), " "))
}

// pair shows two lines of which at least one is there, and marks where they
// differ.
func (p *Printer) pair(b *strings.Builder, name, old, new string, isOld, isNew bool) {
	x, y := program.Glyphs([]byte(old)), program.Glyphs([]byte(new))
	from := 0
	for from < len(x) && from < len(y) && x[from] == y[from] {
		from++
	}
	end := 0
	for end < len(x)-from && end < len(y)-from && x[len(x)-1-end] == y[len(y)-1-end] {
		end++
	}
	left, leftMark := p.cell(x, from, len(x)-end, isOld, red)
	right, rightMark := p.cell(y, from, len(y)-end, isNew, green)
	pad := strings.Repeat(" ", max(column-width(left), 0))
	fmt.Fprintln(b, strings.TrimRight(fmt.Sprintf("  %-*s %s%s %s", p.label, name, left, pad, right), " "))
	if !p.Colour {
		p.row(b, "", leftMark, rightMark)
	}
}

const (
	red   = "\x1b[31;7m"
	green = "\x1b[32;7m"
	plain = "\x1b[0m"
)

// width is the number of columns of a cell.
func width(s string) int {
	for _, c := range []string{red, green, plain} {
		s = strings.ReplaceAll(s, c, "")
	}
	return len(s)
}

// cell returns the part of a line around where it differs, and a line with the
// marks below it.
func (p *Printer) cell(g []string, from, to int, is bool, colour string) (text, marks string) {
	if !is {
		return "(nothing)", ""
	}
	const before = 12
	start := 0
	var t, m strings.Builder
	if length(g) > column && length(g[:from]) > before {
		for length(g[start:from]) > before {
			start++
		}
		t.WriteString("...")
		m.WriteString("   ")
	}
	n := t.Len()
	marked := false
	for i := start; i < len(g); i++ {
		if n+len(g[i]) > column-3 && i < len(g)-1 {
			t.WriteString("...")
			break
		}
		n += len(g[i])
		if i >= from && i < to {
			marked = true
			if p.Colour {
				t.WriteString(colour + g[i] + plain)
			} else {
				t.WriteString(g[i])
			}
			m.WriteString(strings.Repeat("^", len(g[i])))
		} else {
			if i == to && !marked && i >= from { // something is missing here
				m.WriteString("^")
				marked = true
				m.WriteString(strings.Repeat(" ", len(g[i])-1))
			} else {
				m.WriteString(strings.Repeat(" ", len(g[i])))
			}
			t.WriteString(g[i])
		}
	}
	if !marked && from == to && from == len(g) {
		m.WriteString("^")
	}
	return t.String(), strings.TrimRight(m.String(), " ")
}

func length(g []string) int {
	n := 0
	for _, s := range g {
		n += len(s)
	}
	return n
}

// hunkLines bounds the lines of a change that are shown.
const hunkLines = 12

// changes shows the changes responsible.
func (p *Printer) changes(b *strings.Builder, d *Difference) {
	switch n := len(d.Blame.Changes); {
	case n == 0:
		fmt.Fprintf(b, "  change    not found: it lies in what the program is compiled with\n")
	case !d.Blame.Certain:
		fmt.Fprintf(b, "  changes   some of %s, which the input executes\n", strings.Join(d.Blame.Changes, ", "))
	}
	for _, id := range d.Blame.Changes {
		i, ok := d.Round.Delta.Lookup(id)
		if !ok {
			continue
		}
		c := d.Round.Delta.Changes[i]
		fmt.Fprintf(b, "  change    %s at %s:%d\n", id, c.File, max(c.NewLine, 1))
		if !d.Blame.Certain && len(d.Blame.Changes) > 2 {
			continue
		}
		all := strings.Split(strings.TrimSuffix(c.String(), "\n"), "\n")
		for k, line := range all {
			if k == hunkLines {
				fmt.Fprintf(b, "            (%s more)\n", corpora.Plural(len(all)-k, "line"))
				break
			}
			fmt.Fprintf(b, "            %s\n", line)
		}
	}
}
