package deltadebug

import (
	"strings"

	"github.com/riftlab/rift/program/csyntax"
)

// outline is what can be said of a C file without a parser, which may not even
// have one version of it that is correct: the function that each line is in, and
// the lines that have an identifier.
//
// The layout is relied on: a function begins with a line that is not indented and
// has a parenthesis, and ends with a brace that is not indented.
type outline struct {
	lines  []string
	fn     []string         // by line: name of the function, "" outside of all
	head   []int            // by line: the first line of its function; the line itself outside
	depth  []int            // by line: braces and conditionals open before it
	having map[string][]int // by identifier: its lines, ascending
}

// newOutline makes an outline; words returns the identifiers of a line.
func newOutline(text string, words func(line string) []string) *outline {
	lines := strings.Split(text, "\n")
	o := &outline{lines: lines, fn: make([]string, len(lines)), head: make([]int, len(lines)), depth: make([]int, len(lines)), having: map[string][]int{}}
	name, start, inside, depth := "", 0, false, 0
	for i, line := range lines {
		line = strings.TrimRight(line, " \t\r")
		o.depth[i] = depth
		depth += nesting(line)
		for _, w := range words(line) {
			if list := o.having[w]; len(list) == 0 || list[len(list)-1] != i {
				o.having[w] = append(list, i)
			}
		}
		if !inside {
			if line != "" && csyntax.IsLetter(line[0]) && !strings.HasSuffix(line, ";") {
				if n := called(line); n != "" {
					name, start = n, i
				}
			}
			inside = name != "" && (strings.HasPrefix(line, "{") || start == i && strings.HasSuffix(line, "{"))
			if inside {
				o.enter(name, start, i)
			}
		}
		o.head[i] = i
		if inside {
			o.fn[i], o.head[i] = name, start
		}
		if strings.HasPrefix(line, "}") || !inside && strings.HasPrefix(line, "#") {
			name, inside = "", false
		}
	}
	return o
}

// enter gives the lines of a function's head to it.
func (o *outline) enter(name string, from, to int) {
	for i := from; i < to; i++ {
		o.fn[i], o.head[i] = name, from
	}
}

// called returns the first name on a line that a parenthesis follows.
func called(line string) string {
	toks := csyntax.Flat(line)
	for i := 1; i < len(toks); i++ {
		if toks[i].Is("(") && toks[i-1].Names() {
			return toks[i-1].Text
		}
	}
	return ""
}

// nesting is how many more braces and conditionals are open after a line.
func nesting(line string) int {
	n := 0
	for _, t := range csyntax.Lex(line) {
		switch {
		case t.Is("{"):
			n++
		case t.Is("}"):
			n--
		case t.Kind != csyntax.Directive:
		case strings.HasPrefix(csyntax.DirectiveName(t.Text), "if"):
			n++
		case csyntax.DirectiveName(t.Text) == "endif":
			n--
		}
	}
	return n
}

// declarations returns the lines with an identifier that may declare it for
// function fn of this file, each with those that it goes on in; fn is "" for what
// is outside of functions, and in other files. In headers every line may.
func (o *outline) declarations(name, fn string, header bool) []string {
	var out []string
	for _, i := range o.having[name] {
		if header || o.fn[i] == "" || o.fn[i] == fn || o.head[i] == i {
			out = append(out, o.statement(i))
		}
	}
	return out
}

// inHead reports whether a line is before the body of its function.
func (o *outline) inHead(i int) bool {
	for k := o.head[i]; k < i; k++ {
		if strings.HasPrefix(o.lines[k], "{") || strings.HasSuffix(strings.TrimRight(o.lines[k], " \t\r"), "{") {
			return false
		}
	}
	return true
}

// maxContinued is how many lines a declaration is followed for.
const maxContinued = 4

// statement returns a line and, until one ends a declaration, those after it.
func (o *outline) statement(i int) string {
	end := i
	for end < len(o.lines)-1 && end < i+maxContinued && !strings.ContainsAny(o.lines[end], ";{}") {
		end++
	}
	return strings.Join(o.lines[i:end+1], "\n")
}

// stretch returns the text from the head of the function that a line is in to the
// line after it, or to the end of the head.
func (o *outline) stretch(i int) string {
	end := i
	for o.fn[i] != "" && o.inHead(end) && end < len(o.lines)-1 && o.fn[end+1] == o.fn[i] {
		end++
	}
	return strings.Join(o.lines[o.head[i]:min(end+2, len(o.lines))], "\n")
}
