package unify

import (
	"context"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/csyntax"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/delta/unify/source"
	"github.com/riftlab/rift/program/delta/unify/tree"
)

// decideBranches returns d with versions in which conditionals of the preprocessor are
// replaced by the branches that are compiled, in the functions where they are in the way:
// inTheWay says so of two items of a file. Lines keep their numbers. Versions that would not
// compile to what they compile to now stay as they are.
func decideBranches(ctx context.Context, d *delta.Delta, programs [2]*program.Program, compile Compile, inTheWay func(old *source.File, o *source.Item, new *source.File, n *source.Item) bool) (*delta.Delta, error) {
	versions := [2]*program.Version{d.Old, d.New}
	files := [2]map[string]*source.File{}
	for r, v := range versions {
		files[r] = filesOf(v)
	}
	found := map[string][][2]*source.Item{}
	for _, name := range delta.FileNames(d.Old, d.New) {
		old, new := files[0][name], files[1][name]
		if old == nil || new == nil {
			continue
		}
		for _, items := range source.Pairs(old, new) {
			if inTheWay(old, items[0], new, items[1]) {
				found[name] = append(found[name], items)
			}
		}
	}
	if len(found) == 0 {
		return d, nil
	}
	for r := range versions {
		v, err := decideVersion(ctx, versions[r], programs[r], files[r], func(name string) (list []*source.Item) {
			for _, items := range found[name] {
				list = append(list, items[r])
			}
			return list
		}, compile)
		if err != nil {
			return nil, err
		}
		versions[r] = v
	}
	return delta.Compute(versions[0], versions[1]), nil
}

// decideVersion decides the conditionals in functions of a version, which compiles to p. Of
// those that hold only parts of expressions the code does not tell which are compiled: either
// none is, or the first branches are. If neither is right for all functions, each is tried by
// itself; those that would not compile to what they do now stay as they are.
func decideVersion(ctx context.Context, v *program.Version, p *program.Program, files map[string]*source.File, functions func(file string) []*source.Item, compile Compile) (*program.Version, error) {
	list := listing(p)
	with := func(edits map[string][]source.Edit) (*program.Version, error) {
		return edited(ctx, v, list, edits, compile)
	}
	type function struct {
		file  string
		edits [2][]source.Edit
	}
	var all []function
	together := [2]map[string][]source.Edit{{}, {}}
	for _, f := range v.Files {
		for _, it := range functions(f.Name) {
			fn := function{file: f.Name}
			for k, parts := range []bool{false, true} {
				fn.edits[k] = compiledBranches(p, files[f.Name], it, parts)
				together[k][f.Name] = append(together[k][f.Name], fn.edits[k]...)
			}
			if len(fn.edits[0])+len(fn.edits[1]) > 0 {
				all = append(all, fn)
			}
		}
	}
	if len(all) == 0 {
		return v, nil
	}
	for _, edits := range together {
		if w, err := with(edits); w != nil || err != nil {
			return w, err
		}
	}
	best, edits := v, map[string][]source.Edit{}
	for _, fn := range all[:min(len(all), maxDecided)] {
		for _, own := range fn.edits {
			more := maps.Clone(edits)
			more[fn.file] = slices.Concat(edits[fn.file], own)
			w, err := with(more)
			if err != nil {
				return nil, err
			}
			if w != nil {
				best, edits = w, more
				break
			}
		}
	}
	return best, nil
}

// edited returns v with edits in its files, by name, if it compiles to the same then, of which
// list is the listing; otherwise nil.
func edited(ctx context.Context, v *program.Version, list string, edits map[string][]source.Edit, compile Compile) (*program.Version, error) {
	w := withTexts(v, func(f program.SourceFile) string { return source.Apply(f.Text, edits[f.Name]) })
	got, err := compile(ctx, w)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil || listing(got) != list {
		return nil, nil //nolint:nilerr // it stays as it is
	}
	return w, nil
}

// maxDecided bounds the functions that are tried one by one.
const maxDecided = 16

// listing returns the program's own code as text, with its places.
func listing(p *program.Program) string {
	var b strings.Builder
	_ = program.Fprint(&b, p, func(f *program.Func) bool { return !f.Library }) // a Builder takes everything
	return b.String()
}

// differInLines reports whether two bodies of a function differ, and preprocessor lines keep
// them from being aligned: they stand within statements, or differ between the versions.
func differInLines(old *source.File, o *source.Item, new *source.File, n *source.Item) bool {
	a, b := old.Toks[o.Body:o.To], new.Toks[n.Body:n.To]
	if source.SameTokens(a, b) || !source.HasLine(a) && !source.HasLine(b) {
		return false
	}
	lines := func(toks []csyntax.Token) (list []string) {
		for _, t := range toks {
			if t.Kind == csyntax.Directive {
				list = append(list, t.Text)
			}
		}
		return list
	}
	if !slices.Equal(lines(a), lines(b)) {
		return true
	}
	return !linesApart(old, o) || !linesApart(new, n)
}

// keptForLines returns the functions of what was built last that are kept as a whole and have
// preprocessor lines within statements: their texts differ only in what the versions define
// under the same name.
func (b *unification) keptForLines(u *Unified) map[string]bool {
	kept := map[string]bool{}
	for _, f := range u.Fallbacks {
		old, new := b.old[f.File], b.new[f.File]
		if f.Func == "" || old == nil {
			continue
		}
		for _, items := range source.Pairs(old, new) {
			if items[1].Name == f.Func && (!linesApart(old, items[0]) || !linesApart(new, items[1])) {
				kept[f.File+" "+f.Func] = true
			}
		}
	}
	return kept
}

// linesApart reports whether the preprocessor lines in a body all stand between statements.
func linesApart(f *source.File, it *source.Item) bool {
	body, err := tree.Parse(f, it)
	if err != nil {
		return false
	}
	lines := 0
	for _, t := range f.Toks[it.Body:it.To] {
		if t.Kind == csyntax.Directive {
			lines++
		}
	}
	return tree.Lines(body) == lines
}

// compiledBranches returns the edits that leave of the conditionals in a function what is
// compiled: the first branch from whose lines there is code. A conditional none of whose
// branches made code is taken for one that is left out, but for those without a whole
// statement if parts says so.
func compiledBranches(p *program.Program, f *source.File, it *source.Item, parts bool) []source.Edit {
	made := linesOf(p, f.Name)
	line := func(at int) int { return 1 + strings.Count(f.Text[:at], "\n") }
	var edits []source.Edit
	var walk func(i int, keep bool) int
	// walk goes through the tokens of a branch up to the line that ends it.
	walk = func(i int, keep bool) int {
		for i < it.To {
			name := ""
			if f.Toks[i].Kind == csyntax.Directive {
				name = csyntax.DirectiveName(f.Toks[i].Text)
			}
			switch {
			case strings.HasPrefix(name, "el"), name == "endif":
				return i
			case !strings.HasPrefix(name, "if"):
				i++
				continue
			}
			marks := []int{i}
			for depth, k := 0, i+1; k < it.To; k++ {
				if f.Toks[k].Kind != csyntax.Directive {
					continue
				}
				d := csyntax.DirectiveName(f.Toks[k].Text)
				if strings.HasPrefix(d, "if") {
					depth++
				} else if d == "endif" && depth > 0 {
					depth--
				} else if depth == 0 && (d == "endif" || strings.HasPrefix(d, "el")) {
					marks = append(marks, k)
					if d == "endif" {
						break
					}
				}
			}
			chosen := -1
			for b := 0; b+1 < len(marks) && chosen < 0; b++ {
				from, to := line(f.Toks[marks[b]].End), line(f.Toks[marks[b+1]].Start)
				for l := from + 1; l < to; l++ {
					if made[l] {
						chosen = b
						break
					}
				}
			}
			if chosen < 0 && parts && !strings.Contains(f.Text[f.Toks[marks[0]].End:f.Toks[marks[len(marks)-1]].Start], ";") {
				chosen = 0
			}
			last := marks[len(marks)-1]
			if chosen < 0 && defines(f.Toks[i:last]) {
				i = last + 1 // which macros there are then, no code tells
				continue
			}
			for b := range marks {
				if keep {
					edits = append(edits, blank(f.Text, f.Toks[marks[b]].Start, f.Toks[marks[b]].End))
				}
				if b+1 == len(marks) {
					break
				}
				if keep && b != chosen {
					edits = append(edits, blank(f.Text, f.Toks[marks[b]].End, f.Toks[marks[b+1]].Start))
				}
				walk(marks[b]+1, keep && b == chosen)
			}
			i = last + 1
		}
		return i
	}
	walk(it.Body, true)
	return edits
}

// defines reports whether there are lines among tokens that make or unmake macros.
func defines(toks []csyntax.Token) bool {
	return slices.ContainsFunc(toks, func(t csyntax.Token) bool {
		if t.Kind != csyntax.Directive {
			return false
		}
		d := csyntax.DirectiveName(t.Text)
		return d == "define" || d == "undef" || d == "include"
	})
}

// linesOf returns the lines of a file from which there is code.
func linesOf(p *program.Program, name string) map[int]bool {
	lines := map[int]bool{}
	add := func(id program.RangeID) {
		if r := p.Ranges[id]; r.Line > 0 && path.Clean(p.Files[r.File]) == path.Clean(name) {
			lines[int(r.Line)] = true
		}
	}
	for _, fn := range p.Funcs {
		for _, s := range fn.Stmts {
			add(s.At)
		}
		for _, l := range fn.Locals {
			add(l.At)
		}
		for _, b := range fn.Blocks {
			for i := range b.Instrs {
				add(b.Instrs[i].At)
			}
		}
	}
	return lines
}
