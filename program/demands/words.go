package demands

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/riftlab/rift/program"
)

// Needs says in words what a guard needs, such as "argc >= 13", "the environment
// variable DEBUG_LEVEL" or "the option -v". Where there are no words for it, it is
// the place and the text of the condition in the source, which the files of v have,
// and of what it is about.
func (d *Demands) Needs(g *Guard, v *program.Version) string {
	if s := g.exactly(); s != "" {
		return s
	}
	p := d.t.p
	s := v.Place(p.Position(g.At)).String()
	if text := excerpt(p, v, g.At); text != "" {
		s += ": " + text
	}
	switch {
	case g.Switch && len(g.Cases) == 0:
		s += " is none of the cases"
	case g.Switch:
		var list []string
		for _, c := range g.Cases {
			list = append(list, strconv.FormatInt(c, 10))
		}
		s += " is " + strings.Join(list, " or ")
	case g.Holds:
		s += " is true"
	default:
		s += " is false"
	}
	if about := g.about(); about != "" {
		s += ", which rests on " + about
	}
	return s
}

// about names the sources of the questions of a guard, if they are few.
func (g *Guard) about() string {
	var names []string
	for i := range g.Questions {
		if s := g.Questions[i].Source.String(); !slices.Contains(names, s) {
			names = append(names, s)
		}
	}
	if len(names) > 3 {
		return ""
	}
	return strings.Join(names, " and ")
}

// mostExcerpt bounds the text of a condition in a message.
const mostExcerpt = 60

// excerpt returns the source text of a range on one line, "" if it is not there.
func excerpt(p *program.Program, v *program.Version, id program.RangeID) string {
	r := p.Ranges[id]
	if r.Line == 0 || v == nil {
		return ""
	}
	i := slices.IndexFunc(v.Files, func(f program.SourceFile) bool { return f.Name == p.Files[r.File] })
	if i < 0 {
		return ""
	}
	lines := strings.Split(v.Files[i].Text, "\n")
	if int(r.EndLine) > len(lines) || r.EndLine < r.Line {
		return ""
	}
	lines = slices.Clone(lines[r.Line-1 : r.EndLine])
	last := len(lines) - 1
	if int(r.EndCol)-1 > len(lines[last]) || r.EndCol < 1 {
		return ""
	}
	lines[last] = lines[last][:r.EndCol-1]
	if int(r.Col)-1 > len(lines[0]) || r.Col < 1 {
		return ""
	}
	lines[0] = lines[0][r.Col-1:]
	text := strings.Join(strings.Fields(strings.Join(lines, " ")), " ")
	if len(text) > mostExcerpt {
		text = text[:mostExcerpt] + "..."
	}
	return text
}

// exactly says what a guard needs of the input, "" if that is not exactly known.
func (g *Guard) exactly() string {
	switch {
	case g.Switch:
		return g.options()
	case g.Needed != nil:
		return g.Needed.words()
	}
	return ""
}

// options says which options a switch needs.
func (g *Guard) options() string {
	var names []string
	for i := range g.Questions {
		if g.Questions[i].Source.Kind != Option {
			return ""
		}
		if s := g.Questions[i].Source.String(); !slices.Contains(names, s) {
			names = append(names, s)
		}
	}
	return strings.Join(names, " or ")
}

// present says that a source has to be there, or not.
func (q *Question) present(is bool) string {
	switch s := q.Source.String(); {
	case q.Source.Kind == Terminal && is:
		return "a terminal as standard input"
	case q.Source.Kind == Terminal:
		return "standard input that is no terminal"
	case is:
		return s
	default:
		return "to lack " + s
	}
}

// words says what has to hold.
func (q *Question) words() string {
	s, r := q.Source.String(), q.Relation
	switch q.Form {
	case Presence:
		switch {
		case q.Source.Kind == Option && r != Eq:
			return ""
		case q.Source.Kind == Option:
			return s
		case q.Value == 0 && (r == Eq || r == Ne):
			return q.present(r == Ne)
		}
		return ""
	case Count:
		if q.Source.Kind == Operands {
			s = "the number of operands"
		}
		return fmt.Sprintf("%s %s %d", s, r, q.Value)
	case Length:
		return fmt.Sprintf("a length of %s %s %d", s, r, q.Value)
	case Number:
		return fmt.Sprintf("%s as a number %s %d", s, r, q.Value)
	case Byte:
		if q.Value < 0 || q.Value > 255 {
			return ""
		}
		return fmt.Sprintf("a byte of %s %s %s", s, r, strconv.QuoteRune(rune(q.Value)))
	case Text:
		return fmt.Sprintf("%s %s %q", s, r, q.Text)
	case Prefix:
		if r == Ne {
			return fmt.Sprintf("%s without %q at its byte %d", s, q.Text, q.Value)
		}
		return fmt.Sprintf("%s with %q at its byte %d", s, q.Text, q.Value)
	}
	return ""
}
