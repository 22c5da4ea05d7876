package table

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
)

// WriteLaTeX writes the table for the package booktabs, after one \newcommand
// per value, so that a paper's text can name a number instead of copying it.
// A command is called \rift, the table's name, the row's labels and the
// column's key, digits spelled out: \riftOverviewRandomDetected.
func (t *Table) WriteLaTeX(out io.Writer) error {
	t.check()
	var sb strings.Builder
	fmt.Fprintf(&sb, "%% %s: needs \\usepackage{booktabs}\n", oneLine(t.Title))
	t.writeCommands(&sb)
	cols, at := t.shown()
	spec := ""
	for _, c := range cols {
		if c.Right {
			spec += "r"
		} else {
			spec += "l"
		}
	}
	fmt.Fprintf(&sb, "\\begin{tabular}{%s}\n\\toprule\n", spec)
	for i, c := range cols {
		sb.WriteString(separator(i) + latex(c.Head))
	}
	sb.WriteString(" \\\\\n")
	t.sections(func(name string, rows []Row) {
		sb.WriteString("\\midrule\n")
		if name != "" {
			fmt.Fprintf(&sb, "\\multicolumn{%d}{l}{\\emph{%s}} \\\\\n", len(cols), latex(name))
		}
		for _, r := range rows {
			for i, k := range at {
				sb.WriteString(separator(i) + latex(r.Cells[k].Display()) + noteMarks(r.Cells[k].Notes, "\\textsuperscript{%s}"))
			}
			sb.WriteString(" \\\\\n")
		}
	})
	sb.WriteString("\\bottomrule\n")
	for i, n := range t.Notes {
		fmt.Fprintf(&sb, "\\multicolumn{%d}{l}{\\footnotesize\\textsuperscript{%d}%s} \\\\\n", len(cols), i+1, latex(n))
	}
	sb.WriteString("\\end{tabular}\n")
	_, err := io.WriteString(out, sb.String())
	return err
}

func separator(i int) string {
	if i == 0 {
		return ""
	}
	return " & "
}

// writeCommands defines a command for each value that is no label. Names that
// would clash get a letter more.
func (t *Table) writeCommands(sb *strings.Builder) {
	used := map[string]bool{}
	sectioned := t.sectioned()
	for _, r := range t.Rows {
		row := "rift" + commandWord(t.Name)
		if sectioned {
			row += commandWord(r.Section)
		}
		for i, c := range t.Columns {
			if c.Label {
				row += commandWord(r.Cells[i].Display())
			}
		}
		for i, c := range t.Columns {
			if c.Label || r.Cells[i].Missing() {
				continue
			}
			name := row + commandWord(c.Key)
			for used[name] {
				name += "X"
			}
			used[name] = true
			fmt.Fprintf(sb, "\\newcommand{\\%s}{%s}\n", name, latex(r.Cells[i].Display()))
		}
	}
}

var digitWords = [...]string{"Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"}

// commandWord turns a text into letters, each word with a capital.
func commandWord(s string) string {
	var sb strings.Builder
	capital := true
	for _, r := range s {
		switch {
		case r >= '0' && r <= '9':
			sb.WriteString(digitWords[r-'0'])
			capital = true
		case r < unicode.MaxASCII && unicode.IsLetter(r):
			if capital {
				r = unicode.ToUpper(r)
			}
			sb.WriteRune(r)
			capital = false
		case r > unicode.MaxASCII && unicode.IsLetter(r):
			sb.WriteString("U" + commandWord(strconv.Itoa(int(r))))
			capital = true
		default:
			capital = true
		}
	}
	return sb.String()
}

// Brackets are braced: after the end of a row they would be its argument.
var latexEscaper = strings.NewReplacer(
	`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "&", `\&`, "%", `\%`, "$", `\$`, "#", `\#`, "_", `\_`,
	"~", `\textasciitilde{}`, "^", `\textasciicircum{}`, "<", `\textless{}`, ">", `\textgreater{}`, "|", `\textbar{}`,
	"[", "{[}", "]", "{]}", "–", "--", "\u00a0", "~", "≥", `$\geq$`, "≤", `$\leq$`, "×", `$\times$`, "·", `\textperiodcentered{}`, "≈", `$\approx$`,
	"∞", `$\infty$`, "’", "'", "…", `\dots{}`, "α", `$\alpha$`, "²", `\textsuperscript{2}`, "χ", `$\chi$`, "₁₂", `\textsubscript{12}`, "Â", `\^{A}`,
	"✓", `yes`, "✗", `no`,
)

func latex(s string) string { return latexEscaper.Replace(oneLine(s)) }
