package explanation

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"github.com/riftlab/rift/engines"
)

//go:embed page.html
var pageText string

var page = template.Must(template.New("page").Parse(pageText))

// HTML writes a report as one page that needs nothing else: the answers, the
// tree of causes to open and close, and the source with the values beside the
// lines. It works without JavaScript.
func HTML(w io.Writer, r *Report) error {
	data := struct {
		*Report
		Pages   []answerPage
		Sources []source
	}{Report: r}
	for i := range r.Answers {
		data.Pages = append(data.Pages, r.answer(&r.Answers[i], i))
	}
	for _, f := range r.files() {
		data.Sources = append(data.Sources, r.source(f))
	}
	return page.Execute(w, data)
}

type answerPage struct {
	*Answer
	Roots, Aux []hunk
	Tree       *node
	How        string
}

type hunk struct {
	ID, Text, File, Anchor string
	Line                   int
	Lines                  []hunkLine
}

type hunkLine struct{ Class, Text string }

// node is a cause in the tree.
type node struct {
	*engines.Cause
	Title    string
	Rows     []row
	Children []*node
}

type row struct {
	Line            int
	Anchor          string
	Source, Values  string
	Changes, Nth    string
	Function, Class string
}

func anchor(file string, line int) string {
	return fmt.Sprintf("L-%s-%d", strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' {
			return c
		}
		return '_'
	}, file), line)
}

func (r *Report) answer(a *Answer, _ int) answerPage {
	p := answerPage{Answer: a}
	for _, id := range a.Root {
		p.Roots = append(p.Roots, r.hunk(id))
	}
	for _, id := range a.Auxiliary {
		p.Aux = append(p.Aux, r.hunk(id))
	}
	if len(a.Causes) > 0 {
		p.Tree = r.node(a, 0)
	}
	return p
}

func (r *Report) hunk(id string) hunk {
	c := r.change(id)
	h := hunk{ID: id, File: c.File, Line: c.NewLine, Anchor: anchor(c.File, c.NewLine)}
	if c.Renames {
		h.Lines = []hunkLine{{"old", "-" + c.OldFile}, {"new", "+" + c.File}}
	}
	for _, l := range c.Old {
		h.Lines = append(h.Lines, hunkLine{"old", "-" + l})
	}
	for _, l := range c.New {
		h.Lines = append(h.Lines, hunkLine{"new", "+" + l})
	}
	return h
}

func (r *Report) node(a *Answer, n int) *node {
	c := &a.Causes[n]
	out := &node{Cause: c, Title: c.Text}
	for i := range c.Steps {
		s := &c.Steps[i]
		x := row{Line: s.At.Line, Anchor: anchor(s.At.File, s.At.Line), Values: strings.Join(s.Values, ", "), Changes: strings.Join(s.Changes, ", "), Function: s.Func}
		if text := r.lines(s.At.File); s.At.Line >= 1 && s.At.Line <= len(text) {
			x.Source = strings.TrimSpace(text[s.At.Line-1])
		}
		if s.Nth > 0 {
			x.Nth = fmt.Sprintf("execution %d", s.Nth+1)
		}
		if x.Changes != "" {
			x.Class = "changed"
		}
		out.Rows = append(out.Rows, x)
	}
	for m := range a.Causes {
		if a.Causes[m].Parent == n {
			out.Children = append(out.Children, r.node(a, m))
		}
	}
	return out
}

// source is a file with what is known about its lines.
type source struct {
	Name  string
	Lines []sourceLine
}

type sourceLine struct {
	Number              int
	Anchor, Class, Text string
	Values, Changes     string
	Gap                 bool // lines before it are left out
}

// around is how many lines are shown before and after one of interest.
const around = 6

func (r *Report) source(file string) source {
	text := r.lines(file)
	values, changes := map[int][]string{}, map[int][]string{}
	for _, a := range r.Answers {
		for _, c := range a.Causes {
			for _, s := range c.Steps {
				if s.At.File != file {
					continue
				}
				for _, v := range s.Values {
					if !slices.Contains(values[s.At.Line], v) {
						values[s.At.Line] = append(values[s.At.Line], v)
					}
				}
				if len(s.Values) == 0 {
					values[s.At.Line] = append(values[s.At.Line], "")
				}
			}
		}
	}
	for _, c := range r.Delta.Changes {
		if c.File == file {
			for l := c.NewLine; l < c.NewLine+max(len(c.New), 1); l++ {
				changes[l] = append(changes[l], c.ID)
			}
		}
	}
	root := map[int]bool{}
	for _, a := range r.Answers {
		for _, id := range slices.Concat(a.Root, a.Auxiliary) {
			if c := r.change(id); c.File == file {
				for l := c.NewLine; l < c.NewLine+max(len(c.New), 1); l++ {
					root[l] = true
				}
			}
		}
	}
	shown := func(l int) bool {
		for n := l - around; n <= l+around; n++ {
			if _, ok := values[n]; ok || root[n] {
				return true
			}
		}
		return false
	}
	out := source{Name: file}
	last := 0
	for l := 1; l <= len(text); l++ {
		if !shown(l) {
			continue
		}
		x := sourceLine{Number: l, Anchor: anchor(file, l), Text: text[l-1], Changes: strings.Join(changes[l], ", "), Gap: l > last+1}
		x.Values = strings.Join(slices.DeleteFunc(slices.Clone(values[l]), func(s string) bool { return s == "" }), ", ")
		switch _, executed := values[l]; {
		case root[l]:
			x.Class = "root"
		case executed:
			x.Class = "step"
		case len(changes[l]) > 0:
			x.Class = "change"
		}
		last = l
		out.Lines = append(out.Lines, x)
	}
	return out
}
