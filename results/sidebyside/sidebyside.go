// Package sidebyside lays out what two versions have side by side: outputs and
// changed lines, aligned, with what differs marked. It bounds what is shown, and
// makes of bytes that are no printable text escapes.
package sidebyside

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pmezard/go-difflib/difflib"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
)

// Limits of what is shown of one Stream.
const (
	maxDiffRows  = 24  // rows of lines
	maxLineBytes = 300 // bytes of a line
	maxAligned   = 400 // lines beyond which lines are paired by number only
	contextLines = 2   // equal lines before the first difference
)

// Stream is one thing that both versions showed, compared.
type Stream struct {
	Name string
	// Equal says that there is nothing to compare; Note then says how much.
	Equal bool
	Note  string
	Rows  []Row
}

// Row is a line of old beside the line of new that corresponds to it. Same says that
// they are equal.
type Row struct {
	Old, New Side
	Same     bool
}

// Side is a line of one version.
type Side struct {
	Line  int // from 1; 0 if there is no such line
	Spans []Span
}

// Span is a piece of a line. Escaped marks bytes written as an escape, Differs
// those that the other side has not.
type Span struct {
	Text             string
	Escaped, Differs bool
}

// Compare aligns two byte strings line by line and marks what differs.
func Compare(name string, old, new []byte) Stream {
	s := Stream{Name: name}
	if bytes.Equal(old, new) {
		s.Equal, s.Note = true, fmt.Sprintf("%d bytes, equal", len(old))
		return s
	}
	a, b := splitLines(old), splitLines(new)
	rows := align(a, b)
	first := 0
	for first < len(rows) && rows[first].same(a, b) {
		first++
	}
	if first > contextLines {
		skipped := first - contextLines
		s.Note = fmt.Sprintf("%d equal lines before this", skipped)
		rows = rows[skipped:]
	}
	if len(rows) > maxDiffRows {
		if s.Note != "" {
			s.Note += "; "
		}
		s.Note += fmt.Sprintf("%d lines after this are not shown", len(rows)-maxDiffRows)
		rows = rows[:maxDiffRows]
	}
	for _, r := range rows {
		s.Rows = append(s.Rows, r.render(a, b))
	}
	return s
}

// splitLines splits after each newline.
func splitLines(b []byte) []string {
	if len(b) == 0 {
		return nil
	}
	lines := strings.SplitAfter(string(b), "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// linePair pairs indices of lines, -1 for none.
type linePair struct{ a, b int }

func (p linePair) same(a, b []string) bool { return p.a >= 0 && p.b >= 0 && a[p.a] == b[p.b] }

// align pairs lines: equal ones as a longest-matching-block comparison finds
// them, the others in order.
func align(a, b []string) []linePair {
	prefix := 0
	for prefix < len(a) && prefix < len(b) && a[prefix] == b[prefix] {
		prefix++
	}
	var rows []linePair
	for i := range prefix {
		rows = append(rows, linePair{i, i})
	}
	restA, restB := a[prefix:], b[prefix:]
	if len(restA) > maxAligned || len(restB) > maxAligned {
		return appendPaired(rows, prefix, len(a), prefix, len(b))
	}
	for _, op := range difflib.NewMatcher(restA, restB).GetOpCodes() {
		rows = appendPaired(rows, op.I1+prefix, op.I2+prefix, op.J1+prefix, op.J2+prefix)
	}
	return rows
}

func appendPaired(rows []linePair, a1, a2, b1, b2 int) []linePair {
	for a1 < a2 || b1 < b2 {
		p := linePair{-1, -1}
		if a1 < a2 {
			p.a = a1
			a1++
		}
		if b1 < b2 {
			p.b = b1
			b1++
		}
		rows = append(rows, p)
	}
	return rows
}

func (p linePair) render(a, b []string) Row {
	var la, lb string
	if p.a >= 0 {
		la = a[p.a]
	}
	if p.b >= 0 {
		lb = b[p.b]
	}
	lo, hiA, hiB := differingRange(la, lb)
	row := Row{Same: p.same(a, b)}
	if p.a >= 0 {
		row.Old = Side{p.a + 1, spansOf(la, lo, hiA)}
	}
	if p.b >= 0 {
		row.New = Side{p.b + 1, spansOf(lb, lo, hiB)}
	}
	return row
}

// differingRange returns the part of each string that is neither in the common
// prefix nor in the common suffix.
func differingRange(a, b string) (lo, hiA, hiB int) {
	for lo < len(a) && lo < len(b) && a[lo] == b[lo] {
		lo++
	}
	hiA, hiB = len(a), len(b)
	for hiA > lo && hiB > lo && a[hiA-1] == b[hiB-1] {
		hiA--
		hiB--
	}
	return lo, hiA, hiB
}

// spansOf renders a line, marking the bytes from lo to hi. Bytes that are no
// printable text become escapes; the newline shows only where it differs.
func spansOf(line string, lo, hi int) []Span {
	var out []Span
	add := func(text string, escaped, differs bool) {
		if n := len(out); n > 0 && out[n-1].Escaped == escaped && out[n-1].Differs == differs {
			out[n-1].Text += text
			return
		}
		out = append(out, Span{text, escaped, differs})
	}
	start := 0
	if lo > maxLineBytes/2 && len(line) > maxLineBytes {
		start = lo - maxLineBytes/4
		for start < lo && !utf8.RuneStart(line[start]) {
			start++
		}
		add("…", true, false)
	}
	for i := start; i < len(line); {
		if i-start > maxLineBytes {
			add(fmt.Sprintf("… %d bytes more", len(line)-i), true, false)
			break
		}
		r, n := utf8.DecodeRuneInString(line[i:])
		differs := i+n > lo && i < hi && lo < hi
		switch {
		case r == '\n' && !differs:
		case r == '\n':
			add("⏎", true, true)
		case r == utf8.RuneError && n <= 1:
			add(fmt.Sprintf(`\x%02x`, line[i]), true, differs)
		case r == ' ' || unicode.IsPrint(r):
			add(line[i:i+n], false, differs)
		case r == '\t':
			add(`\t`, true, differs)
		default:
			for _, c := range []byte(line[i : i+n]) {
				add(fmt.Sprintf(`\x%02x`, c), true, differs)
			}
		}
		i += n
	}
	return out
}

// Limits of what is shown of one change.
const (
	maxHunkRows = 40
	hunkContext = 2 // unchanged lines on either side
)

// Change lays out a change with the unchanged lines around it. cut is how many lines
// at its end are left out.
func Change(d *delta.Delta, c *delta.Change) (rows []Row, cut int) {
	old, new := Lines(d.Old, c.File), Lines(d.New, c.File)
	before := 0
	for before < hunkContext && equalAt(old, new, c.OldLine-before-1, c.NewLine-before-1) {
		before++
	}
	for i := before; i > 0; i-- {
		rows = append(rows, linePair{c.OldLine - i - 1, c.NewLine - i - 1}.render(old, new))
	}
	for _, p := range align(c.Old, c.New) {
		row := p.render(c.Old, c.New)
		if row.Old.Line > 0 {
			row.Old.Line += c.OldLine - 1
		}
		if row.New.Line > 0 {
			row.New.Line += c.NewLine - 1
		}
		rows = append(rows, row)
	}
	for i := range hunkContext {
		o, n := c.OldLine+len(c.Old)+i, c.NewLine+len(c.New)+i
		if !equalAt(old, new, o, n) {
			break
		}
		rows = append(rows, linePair{o - 1, n - 1}.render(old, new))
	}
	for i := range rows {
		keepTabs(rows[i].Old.Spans)
		keepTabs(rows[i].New.Spans)
	}
	if len(rows) > maxHunkRows {
		return rows[:maxHunkRows], len(rows) - maxHunkRows
	}
	return rows, 0
}

// keepTabs makes tabs what they are: they indent source.
func keepTabs(list []Span) {
	for i := range list {
		if p := &list[i]; p.Escaped && strings.Trim(p.Text, `\t`) == "" && strings.Count(p.Text, `\t`)*2 == len(p.Text) {
			p.Text, p.Escaped = strings.Repeat("\t", len(p.Text)/2), false
		}
	}
}

// equalAt reports whether both versions have a line of these numbers (from 1)
// and it is the same: another change ends the context of this one.
func equalAt(old, new []string, o, n int) bool {
	return o >= 1 && n >= 1 && o <= len(old) && n <= len(new) && old[o-1] == new[n-1]
}

// Lines returns the lines of a file of a version.
func Lines(v *program.Version, name string) []string {
	for _, f := range v.Files {
		if f.Name == name {
			return strings.Split(strings.TrimSuffix(f.Text, "\n"), "\n")
		}
	}
	return nil
}

// String returns the lines as text, old and new with "=" between them if they are equal
// and "!" if not; what differs stands in <>, and ~ for no line.
func (s *Stream) String() string {
	var sb strings.Builder
	side := func(d Side) string {
		if d.Line == 0 {
			return "~"
		}
		out := fmt.Sprint(d.Line, ":")
		for _, p := range d.Spans {
			if p.Differs {
				out += "<" + p.Text + ">"
			} else {
				out += p.Text
			}
		}
		return out
	}
	for _, r := range s.Rows {
		sign := "!"
		if r.Same {
			sign = "="
		}
		sb.WriteString(side(r.Old) + sign + side(r.New) + "\n")
	}
	return sb.String()
}
