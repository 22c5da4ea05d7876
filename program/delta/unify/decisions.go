package unify

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/builtin"
	"github.com/riftlab/rift/program/cfront/parse"
	"github.com/riftlab/rift/program/cpp"
	"github.com/riftlab/rift/program/csyntax"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/delta/unify/source"
)

// decideDifferent returns d with versions in which those conditionals of the preprocessor that
// both have, and decide otherwise, are replaced by the branches that either compiles: a macro
// that only one version defines, say, would choose for both in the unified program. So are those
// around definitions of a function of which the versions have other numbers. Lines keep
// their numbers. Conditionals that a version decides now one way and now the other, as in
// headers that several units include, stay as they are, as do versions that would not compile
// to what they compile to now.
func decideDifferent(ctx context.Context, d *delta.Delta, programs [2]*program.Program, compile Compile) (*delta.Delta, error) {
	versions := [2]*program.Version{d.Old, d.New}
	uneven := unevenly(d)
	if len(uneven) == 0 && slices.Equal(directives(d.Old), directives(d.New)) && slices.Equal(d.Old.Defines, d.New.Defines) {
		return d, nil
	}
	made := [2]decisions{}
	for r, v := range versions {
		if made[r] = decisionsOf(ctx, v); ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	edits := [2]map[string][]source.Edit{{}, {}}
	for _, name := range delta.FileNames(d.Old, d.New) {
		old, inOld := find(d.Old, name)
		new, inNew := find(d.New, name)
		if !inOld || !inNew {
			continue
		}
		texts := [2]string{old, new}
		done := [2]map[int]bool{{}, {}} // by where they begin
		decide := func(r int, c conditional) {
			if branch := made[r].chosen(name, texts[r], c); branch != unsettled && !done[r][c[0].Start] {
				done[r][c[0].Start] = true
				edits[r][name] = append(edits[r][name], c.only(texts[r], branch)...)
			}
		}
		for _, pair := range conditionalsOfBoth(old, new) {
			o, n := made[0].chosen(name, old, pair[0]), made[1].chosen(name, new, pair[1])
			if o != n && o != unsettled && n != unsettled {
				decide(0, pair[0])
				decide(1, pair[1])
			}
		}
		for r, text := range texts {
			f := source.New(name, text)
			for _, c := range conditionals(text) {
				if slices.ContainsFunc(f.Items, func(it *source.Item) bool {
					return it.Kind == csyntax.Function && uneven[name+" "+it.Name] && c[0].Start < f.Toks[it.From].Start && f.Toks[it.To-1].End <= c[len(c)-1].Start
				}) {
					decide(r, c)
				}
			}
		}
	}
	if len(edits[0])+len(edits[1]) == 0 {
		return d, nil
	}
	for r := range versions {
		v, err := edited(ctx, versions[r], listing(programs[r]), edits[r], compile)
		if v == nil {
			return d, err
		}
		versions[r] = v
	}
	return delta.Compute(versions[0], versions[1]), nil
}

// unevenly returns the functions, with the files before their names, of which one version has
// more definitions than the other has some: conditionals choose from them.
func unevenly(d *delta.Delta) map[string]bool {
	count := [2]map[string]int{{}, {}}
	for r, v := range []*program.Version{d.Old, d.New} {
		for _, f := range v.Files {
			if f.Library {
				continue
			}
			for _, it := range source.New(f.Name, f.Text).Items {
				if it.Kind == csyntax.Function {
					count[r][f.Name+" "+it.Name]++
				}
			}
		}
	}
	uneven := map[string]bool{}
	for name, n := range count[0] {
		if m := count[1][name]; m > 0 && m != n {
			uneven[name] = true
		}
	}
	return uneven
}

// directives returns the lines of the preprocessor in the files of a version.
func directives(v *program.Version) (list []string) {
	for _, f := range v.Files {
		list = append(list, f.Name)
		for _, t := range csyntax.Lex(f.Text) {
			if t.Kind == csyntax.Directive {
				list = append(list, t.Text)
			}
		}
	}
	return list
}

// decisions says of the lines with conditions of a version's files whether their groups were
// read.
type decisions map[string]map[int]decision

type decision struct{ read, left bool }

// preprocessor returns what preprocesses the units of a version.
func preprocessor(ctx context.Context, v *program.Version) (*parse.Parser, *parse.Environment) {
	p := parse.New(ctx, parse.NewCache(), parse.Builtins{Declarations: builtin.Declarations, Known: builtin.Known})
	return p, p.Environment(v)
}

// decisionsOf preprocesses the units of a version.
func decisionsOf(ctx context.Context, v *program.Version) decisions {
	found := decisions{}
	p, env := preprocessor(ctx, v)
	for _, f := range v.Files {
		if !f.Unit() || f.Library {
			continue
		}
		// What is wrong in it was said when it was compiled.
		_ = p.Branches(env, f.Name, f.Text, func(b cpp.Branch) {
			name := path.Clean(b.File)
			if found[name] == nil {
				found[name] = map[int]decision{}
			}
			at := found[name][b.Line]
			at.read, at.left = at.read || b.Taken, at.left || !b.Taken
			found[name][b.Line] = at
		})
	}
	return found
}

// unsettled is the branch of a conditional that is not always the same, or of one that is never
// looked at; none that of one of which no branch is read.
const (
	unsettled = -2
	none      = -1
)

// chosen returns the branch of a conditional in a text that is read.
func (d decisions) chosen(name, text string, c conditional) int {
	for b, t := range c[:len(c)-1] {
		switch at := d[path.Clean(name)][1+strings.Count(text[:t.Start], "\n")]; {
		case at.read == at.left:
			return unsettled
		case at.read:
			return b
		}
	}
	return none
}

// conditional are the lines of a conditional: #if, each #elif and #else, #endif.
type conditional []csyntax.Token

// only returns the edits that leave of a conditional what stands in a branch.
func (c conditional) only(text string, branch int) []source.Edit {
	from, to := c[len(c)-1].End, c[len(c)-1].End
	if branch != none {
		from, to = c[branch].End, c[branch+1].Start
	}
	return []source.Edit{blank(text, c[0].Start, from), blank(text, to, c[len(c)-1].End)}
}

// blank returns the edit that takes the bytes [from, to) out of a text. Lines keep their numbers.
func blank(text string, from, to int) source.Edit {
	b := []byte(text[from:to])
	for i, c := range b {
		if c != '\n' {
			b[i] = ' '
		}
	}
	return source.Edit{Start: from, End: to, Text: string(b)}
}

// conditionalsOfBoth returns the conditionals that two texts have both, with the same lines.
func conditionalsOfBoth(old, new string) (pairs [][2]conditional) {
	olds, news := conditionals(old), conditionals(new)
	heads := func(list []conditional) (texts []string) {
		for _, c := range list {
			var text strings.Builder
			for _, t := range c {
				text.WriteString(csyntax.Join(csyntax.Line(t.Text)) + "\n")
			}
			texts = append(texts, text.String())
		}
		return texts
	}
	del, add := delta.Script(heads(olds), heads(news))
	j := 0
	for i, o := range olds {
		if del[i] {
			continue
		}
		for add[j] {
			j++
		}
		pairs = append(pairs, [2]conditional{o, news[j]})
		j++
	}
	return pairs
}

// conditionals returns the conditionals of a text in the order in which they begin.
func conditionals(text string) (list []conditional) {
	var open []int
	for _, t := range csyntax.Lex(text) {
		if t.Kind != csyntax.Directive {
			continue
		}
		switch name := csyntax.DirectiveName(t.Text); {
		case strings.HasPrefix(name, "if"):
			open = append(open, len(list))
			list = append(list, conditional{t})
		case len(open) == 0:
		case strings.HasPrefix(name, "el"), name == "endif":
			at := open[len(open)-1]
			list[at] = append(list[at], t)
			if name == "endif" {
				open = open[:len(open)-1]
			}
		}
	}
	for _, at := range open { // without an end
		list[at] = nil
	}
	return slices.DeleteFunc(list, func(c conditional) bool { return c == nil })
}
