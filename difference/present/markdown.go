package present

import (
	"fmt"
	"html"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/difference"
)

// Limits of Markdown. That of the whole lies below GitHub's of 65,536 characters for a
// comment.
const (
	maxMarkdown      = 60_000
	maxMarkdownRows  = 30 // places of a program
	maxMarkdownLines = 60 // of a change
	maxMarkdownCell  = 200
)

// Markdown writes a report for a comment on a pull request, at most 60,000 characters:
// the headline and the places first, the details folded. What there is no room for is
// left out, and how much is said.
func Markdown(w io.Writer, r *Report) error {
	m := &markdown{room: maxMarkdown - 400} // for what says what was left out
	fmt.Fprintf(&m.out, "### rift diff: %s → %s\n\n**%s**\n", code(r.Old), code(r.New), escaped(r.Headline()))
	for _, p := range r.Programs {
		m.program(p, len(r.Programs) > 1)
	}
	for _, p := range r.Programs {
		m.details(p)
	}
	if m.left > 0 {
		fmt.Fprintf(&m.out, "\n%s left out here: the comment would be too long.\n", corpora.Plural(m.left, "section"))
	}
	fmt.Fprintf(&m.out, "\n<sub>rift %s</sub>\n", escaped(r.Tool))
	_, err := io.WriteString(w, m.out.String())
	return err
}

// markdown is a comment as it grows.
type markdown struct {
	out  strings.Builder
	room int // bytes that it may have
	left int // sections for which there was none
}

// add adds a section if there is room for it.
func (m *markdown) add(section string) {
	if m.out.Len()+len(section) > m.room {
		m.left++
		return
	}
	m.out.WriteString(section)
}

// program adds what is known of a program at a glance.
func (m *markdown) program(p *Program, named bool) {
	var b strings.Builder
	if named {
		fmt.Fprintf(&b, "\n#### %s\n\n%s\n", code(p.Name), escaped(p.Headline()))
	}
	m.add(b.String())
	list := p.places()
	if len(list) == 0 {
		return
	}
	b.Reset()
	b.WriteString("\n| changed place | in | executed | state differed | output differed | |\n|---|---|--:|--:|--:|---|\n")
	for i := range list {
		x := &list[i]
		if i == maxMarkdownRows {
			fmt.Fprintf(&b, "| %s more | | | | | |\n", corpora.Plural(len(list)-i, "place"))
			break
		}
		fn := ""
		if x.Func != "" {
			fn = code(x.Func)
		}
		fmt.Fprintf(&b, "| %s | %s | %d | %d of %d | %d | %s |\n", code(x.at()), fn, x.Executed, x.Infected, x.Examined, x.Propagated, m.state(p, x))
	}
	m.add(b.String())
}

// state says in a cell what is known of a place.
func (m *markdown) state(p *Program, x *place) string {
	switch {
	case x.State == Differs:
		var n []string
		for _, d := range x.By {
			n = append(n, fmt.Sprint(d.Number))
		}
		return "**differs**: " + strings.Join(n, ", ")
	case x.State == Missed && p.First:
		return "not reached when the search stopped"
	case x.State == Missed:
		return "**not reached**: " + code(x.why())
	case x.State == Excluded:
		return "excluded by " + code(x.Excluded)
	case x.Executed == 0:
		return "equal, proved: " + code(x.Proved)
	case x.State == Equal:
		return "equal"
	}
	return "no difference found"
}

// details adds what is folded.
func (m *markdown) details(p *Program) {
	for _, d := range p.differences() {
		m.add(p.folded(d))
	}
	v := p.verdict()
	if v == nil || len(v.Bounds)+len(v.NotCompared) == 0 {
		return
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n<details><summary>Inputs and bounds of <code>%s</code></summary>\n\n", html.EscapeString(line(p.Name)))
	for _, n := range v.NotCompared {
		fmt.Fprintf(&b, "- not compared: %s, on which %s\n", corpora.Plural(int(n.Count), "input"), code(n.Cause))
	}
	for _, s := range v.Bounds {
		fmt.Fprintf(&b, "- %s\n", code(s))
	}
	b.WriteString("\n</details>\n")
	m.add(b.String())
}

// folded shows a difference below a line to open.
func (p *Program) folded(d *difference.Difference) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n<details><summary>Difference %d of <code>%s</code>: <code>%s</code></summary>\n\n",
		d.Number, html.EscapeString(line(p.Name)), html.EscapeString(line(d.Summary())))
	b.WriteString(kindOf(d).Short)
	if len(d.Undefined) > 0 {
		b.WriteString(": " + code(strings.Join(d.Undefined, ", ")))
	}
	language := "sh"
	if d.Round.Harness != nil {
		language = "c"
	}
	fmt.Fprintf(&b, ".\n\n%s\n", fenced(language, p.paste(d)))
	b.WriteString("| | old | new |\n|---|---|---|\n")
	for _, a := range d.Aspects() {
		switch {
		case !a.Same:
			fmt.Fprintf(&b, "| %s | %s | %s |\n", code(a.Name), cell(a.Old), cell(a.New))
		case len(a.Old) < 40 && !strings.Contains(a.Old, "\n"):
			fmt.Fprintf(&b, "| %s | %s | the same |\n", code(a.Name), cell(a.Old))
		default:
			fmt.Fprintf(&b, "| %s | the same, %s | |\n", code(a.Name), corpora.Plural(len(a.Old), "byte"))
		}
	}
	fmt.Fprintf(&b, "\n%s\n", blameText(d))
	for _, c := range changes(d) {
		lines := strings.Split(strings.TrimSuffix(c.String(), "\n"), "\n")
		if n := len(lines) - maxMarkdownLines; n > 0 {
			lines = append(lines[:maxMarkdownLines:maxMarkdownLines], fmt.Sprintf("(%s more)", corpora.Plural(n, "line")))
		}
		fmt.Fprintf(&b, "\n%s", fenced("diff", lines))
	}
	b.WriteString("\n</details>\n")
	return b.String()
}

// cell shows output in a cell of a table.
func cell(s string) string {
	if s == "" {
		return "nothing"
	}
	return code(visible(s, false, maxMarkdownCell))
}

// code returns text as code within a line, also of a table. Nothing in it is Markdown.
func code(s string) string {
	s = strings.ReplaceAll(line(s), "\t", " ")
	if s == "" {
		return ""
	}
	s = strings.ReplaceAll(s, "|", `\|`)
	mark := strings.Repeat("`", backticks(s)+1)
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") || strings.TrimSpace(s) != s {
		s = " " + s + " "
	}
	return mark + s + mark
}

// fenced returns lines as a block of code that they cannot end.
func fenced(language string, lines []string) string {
	var b strings.Builder
	for _, s := range lines {
		b.WriteString(line(s) + "\n")
	}
	mark := strings.Repeat("`", max(backticks(b.String())+1, 3))
	return mark + language + "\n" + b.String() + mark + "\n"
}

// backticks returns the length of the longest run of them.
func backticks(s string) int {
	longest, run := 0, 0
	for _, c := range []byte(s) {
		if c == '`' {
			run++
		} else {
			run = 0
		}
		longest = max(longest, run)
	}
	return longest
}

// escaped returns text as it is to be read. Names of people and issues do not become
// links.
func escaped(s string) string {
	var b strings.Builder
	for _, r := range line(s) {
		switch {
		case r == '@' || r == '#':
			b.WriteString("<span>" + string(r) + "</span>")
		case r == '<':
			b.WriteString("&lt;")
		case r == '&':
			b.WriteString("&amp;")
		case r < utf8.RuneSelf && strings.ContainsRune("\\`*_[]~|!>$", r):
			b.WriteString(`\` + string(r))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
