// Package unify merges two versions of a program into one, whose text says at each place
// where they differ what either has, and takes them apart again.
package unify

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"sort"
	"strings"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/csyntax"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/delta/mapping"
)

// Annotation is one place of a unified program where the versions differ.
type Annotation struct {
	File    string  `json:"file"`
	Line    int     `json:"line"` // of the new version
	Func    string  `json:"func,omitempty"`
	Pattern Pattern `json:"pattern"`
	Old     string  `json:"old"` // text; "" for nothing
	New     string  `json:"new"`
}

// Counts reports whether the place carries a change annotation; what is merely
// kept from both versions does not.
func (a *Annotation) Counts() bool {
	return a.Pattern != PatternVariable && a.Pattern != PatternDual
}

// Fallback is a function whose versions could not be unified statement by
// statement: it holds both bodies, and executing it is a divergence. Without a
// function it is a header of which the new version's text serves both.
type Fallback struct {
	File   string `json:"file"`
	Func   string `json:"func"`
	Reason string `json:"reason"`
}

// Unified is a program that holds two versions in one. Its source is C, with
// change(e1, e2) where the old version has e1 and the new one e2; the macro is
// defined at the head of each file, so that every C compiler reads it.
type Unified struct {
	Version     *program.Version
	Program     *program.Program    // compiled
	Sides       [2]*program.Program // its projections, by delta.Reading
	Annotations []Annotation        // ordered by file and line
	Fallbacks   []Fallback
}

// ErrNotUnified is wrapped by the errors for versions that do not fit into one
// program.
var ErrNotUnified = errors.New("the versions do not fit into one program")

// oldSuffix makes another name of an old definition that stands beside a new
// one of the same name.
const oldSuffix = "__old"

// prelude defines the annotation. In a program that is compiled for one
// version, __rift_version says which: 0 the old one, 1 the new one.
const prelude = `#ifndef change
#define change(old, new) (__rift_version() ? (new) : (old))
int __rift_version(void);
#endif
`

// head is what stands before the text of a unified file, whose lines keep their
// numbers.
func head(name string) string { return prelude + fmt.Sprintf("#line 1 %q\n", name) }

// Compile compiles a version.
type Compile func(ctx context.Context, v *program.Version) (*program.Program, error)

// Merge merges the two versions of d into one program with annotations, as
// few and as deep in expressions as it can. p and q are the versions,
// compiled. What cannot be aligned falls back, function by function, to both
// bodies under conservative conditions; these are listed.
//
// Both projections have been compiled when Merge returns. That they behave
// like the versions is for the caller to test.
//
// Source: Palikareva, Kuchta, Cadar: Shadow of a Doubt, ICSE 2016, section
// 3.1. There annotations were written by hand; definitions that clash are kept
// here from both versions, the old one under another name.
//
// It is stopped by ctx, between the pairs of statements that it weighs too.
func Merge(ctx context.Context, d *delta.Delta, p, q *program.Program, compile Compile) (u *Unified, err error) {
	defer func() {
		switch r := recover(); r.(type) {
		case nil:
		case halted:
			u, err = nil, ctx.Err()
		default:
			panic(r)
		}
	}()
	return merge(ctx, d, p, q, compile)
}

// halted is what unification.poll panics with.
type halted struct{}

// poll ends the work, by a panic that Merge recovers, when its context is done.
func (b *unification) poll() {
	if b.ctx.Err() != nil {
		panic(halted{})
	}
}

func merge(ctx context.Context, d *delta.Delta, p, q *program.Program, compile Compile) (*Unified, error) {
	b := &unification{ctx: ctx, d: d, m: mapping.New(d, p, q), whole: map[string]string{}, captured: map[string]map[string]string{}, plain: map[string]string{}}
	if err := b.prepare(); err != nil {
		return nil, err
	}
	for range 50 {
		u := b.build()
		b.poll()
		bad, err := b.check(ctx, u, compile)
		if errors.Is(err, errAgain) {
			if err := b.prepare(); err != nil {
				return nil, err
			}
			continue
		}
		if err != nil {
			return nil, err
		}
		if len(bad) == 0 {
			return u, nil
		}
		progress := false
		for _, name := range sortedKeys(bad) {
			if _, ok := b.whole[name]; !ok {
				b.whole[name], progress = bad[name], true
			}
		}
		if !progress {
			return nil, fmt.Errorf("%w: %s", ErrNotUnified, bad[sortedKeys(bad)[0]])
		}
	}
	return nil, fmt.Errorf("%w: too many functions differ", ErrNotUnified)
}

// unification is the work on a pair of versions.
type unification struct {
	ctx      context.Context
	d        *delta.Delta
	m        *mapping.Mapping
	names    []string // files of either version, sorted
	old, new map[string]*cfile
	duals    []Annotation
	whole    map[string]string            // functions to be kept as a whole, with the reason
	plain    map[string]string            // headers that are the new version's, with the reason
	captured map[string]map[string]string // by function: variables renamed by renameCaptured, to their own names
}

func (b *unification) oldProgram() *program.Program { old, _ := b.m.Programs(); return old }
func (b *unification) newProgram() *program.Program { _, new := b.m.Programs(); return new }

// find returns the text of a file of a version.
func find(v *program.Version, name string) (string, bool) {
	for _, f := range v.Files {
		if f.Name == name {
			return f.Text, true
		}
	}
	return "", false
}

// prepare reads the files and gives definitions that clash different names.
func (b *unification) prepare() error {
	b.duals = nil
	oldTexts, newTexts := map[string]string{}, map[string]string{}
	for _, f := range b.d.Old.Files {
		oldTexts[f.Name] = f.Text
	}
	for _, f := range b.d.New.Files {
		newTexts[f.Name] = f.Text
	}
	oldNames, newNames := sortedKeys(oldTexts), sortedKeys(newTexts)
	b.names = delta.FileNames(b.d.Old, b.d.New)
	own := map[string]string{"change": "change" + "__own"}
	for _, n := range newNames {
		f := newFile(n, newTexts[n])
		newTexts[n] = rename(f, 0, len(f.toks), own)
	}
	b.new = sourceFiles(newNames, newTexts)
	as := b.renamings()
	as["change"] = own["change"]
	for _, n := range oldNames {
		b.poll()
		f := newFile(n, b.decided(n, oldTexts[n], newTexts[n]))
		oldTexts[n] = b.renameLocals(n, rename(f, 0, len(f.toks), as))
	}
	for range 20 {
		b.poll()
		b.old = sourceFiles(oldNames, oldTexts)
		if as := b.renamedMembers(); len(as) > 0 {
			for _, n := range oldNames {
				oldTexts[n] = renameMembers(b.old[n], as)
			}
			continue
		}
		clash, err := b.clashes(oldNames, newNames)
		if err != nil {
			return err
		}
		if len(clash) == 0 {
			b.renameCaptured(oldNames, oldTexts)
			return nil
		}
		as := map[string]string{}
		for _, name := range clash {
			as[name] = name + oldSuffix
		}
		for _, n := range oldNames {
			oldTexts[n] = rename(b.old[n], 0, len(b.old[n].toks), as)
		}
	}
	return fmt.Errorf("%w: definitions clash", ErrNotUnified)
}

// renamings returns the names of globals and functions that were renamed.
func (b *unification) renamings() map[string]string {
	as := map[string]string{}
	old, new := b.m.Programs()
	for i, n := range b.m.RenamedGlobals() {
		if g, ok := new.GlobalByName(n); ok {
			as[old.Globals[i].Source] = new.Globals[g].Source
		}
	}
	for _, f := range b.m.Funcs() {
		if f.Match == mapping.FuncRenamed {
			as[old.Funcs[f.Old].Source] = new.Funcs[f.New].Source
		}
	}
	return as
}

// renameLocals renames the variables of functions in the text of an old file.
func (b *unification) renameLocals(name, text string) string {
	old, _ := b.m.Programs()
	for i, fn := range old.Funcs {
		as := b.m.RenamedVariables(i)
		if len(as) == 0 || path.Clean(old.Files[fn.Unit]) != path.Clean(name) {
			continue
		}
		f := newFile(name, text)
		for _, it := range f.items {
			if it.kind == csyntax.Function && (it.name == fn.Source || it.name == b.m.NewName(i)) {
				text = rename(f, it.from, it.to, as)
				break
			}
		}
	}
	return text
}

// clashes returns names that both versions define differently outside
// functions, and functions with different heads.
func (b *unification) clashes(oldNames, newNames []string) ([]string, error) {
	var list []string
	plain := func(n string) bool { return b.plain[n] != "" } // its definitions are the new version's
	oldNames, newNames = slices.DeleteFunc(slices.Clone(oldNames), plain), slices.DeleteFunc(slices.Clone(newNames), plain)
	olds, news := namedItems(oldNames, b.old), namedItems(newNames, b.new)
	for _, key := range sortedKeys(olds) {
		new, both := news[key]
		if !both || new == olds[key] {
			continue
		}
		kind, name, _ := strings.Cut(key, " ")
		if kind == "name" || !b.recordsFit(name) {
			b.dual(name, olds[key], new)
			list = append(list, name)
			list = append(list, b.madeBy(name)...)
		}
	}
	list = append(list, b.constants(oldNames, newNames)...)
	heads := b.heads(newNames, b.new)
	for name, old := range b.heads(oldNames, b.old) {
		new, both := heads[name]
		if !both || new == old {
			continue
		}
		if name == "main" {
			return nil, fmt.Errorf("%w: %s: main is declared as %q here, and as %q at %s in the old version", ErrNotUnified,
				mainAt(b.newProgram()), strings.TrimSpace(new), strings.TrimSpace(old), b.d.Old.Place(mainAt(b.oldProgram())))
		}
		b.dual(name, old, new)
		list = append(list, name)
	}
	slices.Sort(list)
	return slices.Compact(list), nil
}

// mainAt returns the place of a program's main.
func mainAt(p *program.Program) program.Position {
	i, ok := p.FuncByName("main")
	if !ok {
		return program.Position{}
	}
	return p.Position(p.Funcs[i].At)
}

// madeBy returns the functions and variables of the old version that uses of a
// macro outside functions define.
func (b *unification) madeBy(macro string) []string {
	var list []string
	p := b.oldProgram()
	for _, n := range sortedKeys(b.old) {
		f := b.old[n]
		for _, it := range f.items {
			if it.kind != csyntax.Use || f.toks[it.from].Text != macro {
				continue
			}
			from := int32(1 + strings.Count(f.src[:f.toks[it.from].Start], "\n"))
			to := int32(1 + strings.Count(f.src[:f.toks[it.to-1].End], "\n"))
			in := func(id program.RangeID) bool {
				r := p.Ranges[id]
				return r.Line >= from && r.Line <= to && path.Clean(p.Files[r.File]) == path.Clean(n)
			}
			for _, fn := range p.Funcs {
				if len(fn.Blocks) > 0 && in(fn.At) {
					list = append(list, fn.Source)
				}
			}
			for _, g := range p.Globals {
				if g.Source != "" && in(g.At) {
					list = append(list, g.Source)
				}
			}
		}
	}
	return list
}

func (b *unification) dual(name, old, new string) {
	b.duals = append(b.duals, Annotation{Pattern: PatternDual, Func: name, Old: strings.TrimSpace(old), New: strings.TrimSpace(new)})
}

// heads returns the heads of functions by file and name; functions of the
// same name in several files are told apart by the file.
func (b *unification) heads(names []string, files map[string]*cfile) map[string]string {
	out := map[string]string{}
	for _, n := range names {
		for _, it := range files[n].items {
			if it.kind == csyntax.Function {
				out[it.name] = it.header
			}
		}
	}
	return out
}

// build makes the unified source.
func (b *unification) build() *Unified {
	u := &Unified{Annotations: slices.Clone(b.duals)}
	v := *b.d.New
	v.Name = b.d.Old.Name + "+" + b.d.New.Name
	v.Files = nil
	done := map[string]bool{}
	for _, f := range b.d.New.Files {
		done[f.Name] = true
		if reason, ok := b.plain[f.Name]; ok {
			u.Fallbacks = append(u.Fallbacks, Fallback{File: f.Name, Reason: reason})
		} else if old, ok := find(b.d.Old, f.Name); !ok || old != f.Text {
			f.Text = head(f.Name) + b.file(f.Name, u)
		}
		v.Files = append(v.Files, f)
	}
	for _, f := range b.d.Old.Files {
		if !done[f.Name] {
			f.Text = head(f.Name) + b.old[f.Name].src
			v.Files = append(v.Files, f)
		}
	}
	u.Version = &v
	sort.SliceStable(u.Annotations, func(i, j int) bool {
		x, y := u.Annotations[i], u.Annotations[j]
		return x.File < y.File || x.File == y.File && x.Line < y.Line
	})
	return u
}

// file unifies one file.
func (b *unification) file(name string, out *Unified) string {
	new, old := b.new[name], b.old[name]
	if old == nil {
		return new.src
	}
	u := &unifier{poll: b.poll, old: old, new: new, out: out, globals: b.variables(), macros: macrosOf(b.new)}
	oldFuncs := map[string]*topItem{}
	ids := func(f *cfile) []string {
		list := make([]string, len(f.items))
		for i, it := range f.items {
			list[i] = it.text
			if it.kind == csyntax.Function || it.kind == csyntax.Record && it.name != "" {
				list[i] = fmt.Sprint(it.kind, it.name)
			}
		}
		return list
	}
	for _, it := range old.items {
		if it.kind == csyntax.Function {
			oldFuncs[it.name] = it
		}
	}
	for _, it := range new.items {
		switch o := oldFuncs[it.name]; {
		case it.kind == csyntax.Function && o != nil:
			b.poll()
			b.function(u, o, it)
		case it.kind == csyntax.Record:
			b.keepMembers(u, it)
		}
	}
	b.insertOld(u, ids(old), ids(new))
	out.Annotations = append(out.Annotations, u.notes...)
	return applyEdits(new.src, u.edits)
}

// variables returns the names of variables outside functions.
func (b *unification) variables() map[string]bool {
	names := map[string]bool{}
	for _, files := range []map[string]*cfile{b.old, b.new} {
		for _, f := range files {
			for _, it := range f.items {
				if it.kind == csyntax.Declaration && it.name != "" {
					names[it.name] = true
				}
			}
		}
	}
	return names
}

// insertOld inserts what only the old file has outside functions, before what
// follows it in both.
func (b *unification) insertOld(u *unifier, oldIDs, newIDs []string) {
	has := map[string]bool{}
	for _, id := range newIDs {
		has[id] = true
	}
	del, add := delta.Script(oldIDs, newIDs)
	lines := wholeConditionals(u.old, del, has, oldIDs)
	j := 0
	for i, it := range u.old.items {
		if !del[i] {
			for j < len(add) && add[j] {
				j++
			}
			j++
			continue
		}
		if it.constants() && sharesConstants(u.old, u.new, it) {
			continue
		}
		if keep, isMark := lines[i]; isMark && !keep || !isMark && (has[oldIDs[i]] || it.text == ";") {
			continue
		}
		at := len(u.new.src)
		if j < len(u.new.items) {
			at = u.new.toks[u.new.items[j].from].Start
		}
		line := 1 + strings.Count(u.new.src[:at], "\n")
		u.insert(at, fmt.Sprintf("%s\n#line %d %q\n", u.old.span(it.from, it.to), line, u.new.name))
		if key, _ := it.key(); key != "" {
			u.note(PatternVariable, u.tokAt(at), it.name, "")
		}
	}
}

// function unifies the bodies of a function, or keeps both.
func (b *unification) function(u *unifier, o, n *topItem) {
	if sameTokens(u.old.toks[o.body:o.to], u.new.toks[n.body:n.to]) {
		return
	}
	u.fn, u.fnOld, u.fnNew = n.name, o, n
	reason, whole := b.whole[n.name]
	if !whole {
		ob, okOld := parseBody(u.old.toks[:o.to], o.body, u.old.types)
		nb, okNew := parseBody(u.new.toks[:n.to], n.body, u.new.types)
		m := u.mark()
		switch {
		case !okOld || !okNew:
			reason = "syntax that the aligner does not know"
		case u.list(ob.kids, nb.kids, u.new.toks[n.to-1].Start):
			return
		default:
			reason = "no alignment of its statements"
		}
		u.undo(m)
	}
	u.out.Fallbacks = append(u.out.Fallbacks, Fallback{u.new.name, n.name, reason})
	u.note(PatternStraight, n.from, "body of "+n.name, "body of "+n.name)
	// In a block of its own, what the old version declares hides what it must.
	body := renameLabels(u.old, o, b.captured[n.name])
	u.insert(u.new.toks[n.body].Start, "{ if (change(1, 0))\n"+body+"\nif (change(0, 1))\n")
	u.insert(u.new.toks[n.to-1].End, "\n}")
}

// renameLabels returns the body of an old function with other labels, and
// renamed as given.
func renameLabels(f *cfile, it *topItem, given map[string]string) string {
	as := map[string]string{}
	for name, own := range given {
		as[name] = own
	}
	for i := it.body + 1; i+1 < it.to; i++ {
		if t := f.toks[i]; t.Kind == csyntax.Identifier && f.toks[i+1].Text == ":" && strings.Contains(";{}:", f.toks[i-1].Text) && t.Text != "default" {
			as[t.Text] = t.Text + oldSuffix
		}
	}
	sub := &cfile{src: f.span(it.body, it.to)}
	sub.toks = csyntax.Lex(sub.src)
	return rename(sub, 0, len(sub.toks), as)
}

// applyEdits returns the text with the edits made. Insertions at the same
// place keep their order.
func applyEdits(src string, edits []edit) string {
	slices.SortStableFunc(edits, func(a, b edit) int { return a.start - b.start })
	var sb strings.Builder
	at := 0
	for _, e := range edits {
		if e.start < at {
			panic(fmt.Sprintf("delta: overlapping edits at %d", e.start))
		}
		sb.WriteString(src[at:e.start])
		sb.WriteString(e.text)
		at = e.end
	}
	return sb.String() + src[at:]
}

// check compiles the unified program and both projections and returns the
// functions in which they do not compile, with reasons.
func (b *unification) check(ctx context.Context, u *Unified, compile Compile) (map[string]string, error) {
	bad := map[string]string{}
	for i, v := range []*program.Version{u.Version, u.Project(delta.Old), u.Project(delta.New)} {
		p, err := compile(ctx, v)
		if err != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			fn := functionAt(v, err)
			if h := b.headerAt(err); fn == "" && h != "" {
				b.plain[h] = err.Error()
				return map[string]string{}, errAgain
			}
			if _, tried := b.whole[fn]; fn == "" || tried {
				fn = b.untried(u)
			}
			if fn == "" {
				return nil, fmt.Errorf("%w: %w", ErrNotUnified, err)
			}
			bad[fn] = err.Error()
			return bad, nil
		}
		if i == 0 {
			u.Program = p
		} else {
			u.Sides[i-1] = p
		}
	}
	return bad, nil
}

// errAgain says that a file is to be taken from the new version as it is.
var errAgain = errors.New("again")

// headerAt returns the header in which a compile error lies, if it differs
// between the versions and is not taken from the new one already.
func (b *unification) headerAt(err error) string {
	var e *program.Error
	if !errors.As(err, &e) {
		return ""
	}
	for _, f := range b.d.New.Files {
		_, plain := b.plain[f.Name]
		if old, ok := find(b.d.Old, f.Name); ok && old != f.Text && !plain && strings.HasSuffix(f.Name, ".h") && path.Clean(f.Name) == path.Clean(e.Pos.File) {
			return f.Name
		}
	}
	return ""
}

// untried returns a function that has annotations and is not kept as a whole,
// for errors that do not say where they are.
func (b *unification) untried(u *Unified) string {
	most, n := "", map[string]int{}
	for _, a := range u.Annotations {
		if _, whole := b.whole[a.Func]; a.Func == "" || a.File == "" || whole {
			continue
		}
		if n[a.Func]++; most == "" || n[a.Func] > n[most] {
			most = a.Func
		}
	}
	return most
}

// functionAt returns the function of v in which a compile error lies.
func functionAt(v *program.Version, err error) string {
	var e *program.Error
	if !errors.As(err, &e) {
		return ""
	}
	for _, f := range v.Files {
		if path.Clean(f.Name) != path.Clean(e.Pos.File) {
			continue
		}
		cf := newFile(f.Name, f.Text)
		for _, it := range cf.items {
			from := 1 + strings.Count(f.Text[:cf.toks[it.from].Start], "\n")
			to := 1 + strings.Count(f.Text[:cf.toks[it.to-1].End], "\n")
			if it.kind == csyntax.Function && from <= e.Pos.Line && e.Pos.Line <= to {
				return it.name
			}
		}
	}
	return ""
}
