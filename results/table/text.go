package table

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/mattn/go-runewidth"
	"github.com/vbauerster/cupwriter"
)

// TextOptions adjusts WriteText.
type TextOptions struct {
	Color bool // use terminal colours; see ColorFor
	// Width is how many columns the terminal has: captions and notes wrap
	// there, and minor columns that do not fit are left out. 0 means that
	// everything is shown and text wraps at 100.
	Width int
}

// WidthOf returns the columns of the terminal that f is, 0 if it is none.
func WidthOf(f *os.File) int {
	w := cupwriter.New(f, false)
	if !w.IsTerminal() {
		return 0
	}
	width, _, err := w.GetTermSize()
	if err != nil {
		return 0
	}
	return width
}

// ColorFor reports whether colours suit a file: it is a terminal, and the user
// has not said otherwise by NO_COLOR or TERM=dumb.
func ColorFor(f *os.File) bool {
	if os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// The colours, by name of their use.
const (
	colorTitle = "1"
	colorHead  = "4"
	colorNote  = "2"
	colorGood  = "32"
	colorBad   = "31"
)

type textWriter struct {
	sb    strings.Builder
	color bool
}

func (w *textWriter) paint(code, s string) string {
	if !w.color || code == "" || s == "" {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

// WriteText writes the table for a terminal: columns aligned, sections apart,
// footnotes below.
func (t *Table) WriteText(out io.Writer, opts TextOptions) error {
	t.check()
	w := &textWriter{color: opts.Color}
	cols, at := t.shown()
	width := make([]int, len(cols))
	for i, c := range cols {
		width[i] = runewidth.StringWidth(c.Head)
		for _, r := range t.Rows {
			width[i] = max(width[i], runewidth.StringWidth(textCell(r.Cells[at[i]])))
		}
	}
	left := 0
	if opts.Width > 0 {
		left = len(cols)
		cols, at, width = fit(cols, at, width, opts.Width)
		left -= len(cols)
	} else {
		opts.Width = 100
	}
	w.sb.WriteString(w.paint(colorTitle, t.Title) + "\n")
	w.wrap("", t.Caption, opts.Width)
	w.sb.WriteByte('\n')
	var heads []string
	for i, c := range cols {
		heads = append(heads, w.pad(c.Head, colorHead, width[i], c.Right))
	}
	w.line("", heads)
	t.sections(func(name string, rows []Row) {
		indent := ""
		if name != "" {
			w.sb.WriteString(w.paint(colorTitle, name) + "\n")
		}
		for _, r := range rows {
			var cells []string
			for i, c := range cols {
				cell := r.Cells[at[i]]
				cells = append(cells, w.pad(textCell(cell), markColor[cell.Mark], width[i], c.Right))
			}
			w.line(indent, cells)
		}
	})
	if len(t.Rows) == 0 {
		w.sb.WriteString("(no rows)\n")
	}
	if len(t.Notes) > 0 {
		w.sb.WriteByte('\n')
	}
	for i, n := range t.Notes {
		w.wrap(superscript(i+1)+" ", n, opts.Width)
	}
	if left > 0 {
		w.wrap("", fmt.Sprintf("(%d columns do not fit this terminal)", left), opts.Width)
	}
	_, err := io.WriteString(out, w.sb.String())
	return err
}

// fit leaves out minor columns, from the last, until the rest fits a terminal
// or no minor one is left.
func fit(cols []Column, at, width []int, terminal int) ([]Column, []int, []int) {
	total := -2
	for _, w := range width {
		total += w + 2
	}
	for i := len(cols) - 1; i >= 0 && total > terminal; i-- {
		if cols[i].Minor {
			total -= width[i] + 2
			cols, at, width = slices.Delete(cols, i, i+1), slices.Delete(at, i, i+1), slices.Delete(width, i, i+1)
		}
	}
	return cols, at, width
}

var markColor = map[Mark]string{Good: colorGood, Bad: colorBad, Faint: colorNote}

func textCell(c Cell) string {
	s := oneLine(c.Display())
	for i, n := range c.Notes {
		if i > 0 {
			s += "ʼ"
		}
		s += superscript(n)
	}
	return s
}

// superscript writes a footnote's number.
func superscript(n int) string {
	const digits = "⁰¹²³⁴⁵⁶⁷⁸⁹"
	runes := []rune(digits)
	var sb strings.Builder
	for _, c := range strconv.Itoa(n) {
		sb.WriteRune(runes[c-'0'])
	}
	return sb.String()
}

// oneLine replaces what would break a line or move the cursor.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, s)
}

func (w *textWriter) pad(s, color string, width int, right bool) string {
	space := strings.Repeat(" ", max(0, width-runewidth.StringWidth(s)))
	if right {
		return space + w.paint(color, s)
	}
	return w.paint(color, s) + space
}

func (w *textWriter) line(indent string, cells []string) {
	w.sb.WriteString(strings.TrimRight(indent+strings.Join(cells, "  "), " ") + "\n")
}

// wrap writes a paragraph faintly, first after a head, later lines under it.
func (w *textWriter) wrap(head, text string, width int) { w.wrapIn(colorNote, head, text, width) }

func (w *textWriter) wrapIn(color, head, text string, width int) {
	indent := strings.Repeat(" ", runewidth.StringWidth(head))
	line := head
	used := false                                                                                       // a word is on the line
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '\n' }) { // not at U+00A0
		if used && runewidth.StringWidth(line)+1+runewidth.StringWidth(word) > width {
			w.sb.WriteString(w.paint(color, line) + "\n")
			line, used = indent, false
		}
		if used {
			line += " "
		}
		line += word
		used = true
	}
	if used {
		fmt.Fprintf(&w.sb, "%s\n", w.paint(color, line))
	}
}

// WriteParagraphs writes a title and paragraphs below it, each with a dash.
func WriteParagraphs(out io.Writer, title string, paragraphs []string, opts TextOptions) error {
	if opts.Width == 0 {
		opts.Width = 100
	}
	w := &textWriter{color: opts.Color}
	w.sb.WriteString(w.paint(colorTitle, title) + "\n")
	for _, p := range paragraphs {
		w.wrapIn("", "- ", p, opts.Width)
	}
	_, err := io.WriteString(out, w.sb.String())
	return err
}
