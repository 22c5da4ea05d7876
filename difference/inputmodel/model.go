package inputmodel

import (
	"fmt"
	"slices"
	"strings"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta/mapping"
	"github.com/riftlab/rift/program/demands"
	"github.com/riftlab/rift/program/dictionary"
	"github.com/riftlab/rift/program/libfacts"
)

// Plan are the inputs that versions are compared on if nobody says, from few to
// many.
type Plan struct {
	Models []program.InputModel
	// First is the index of the first model that is worth the time of an engine that
	// cannot prove anything.
	First int
	// Standard is the index of the one that the versions should at least be compared
	// on: large enough for an option with a value and an operand, and small enough to
	// be explored to the end where a program does little with an input. Those from
	// First up to it are made for changes that none of its inputs can reach: to be
	// complete is to be so on all of them. One behind it can stand for it only if it
	// covers it (Covers).
	Standard int
	// Drawn is for engines that draw inputs, which more and larger ones do not slow
	// down.
	Drawn program.InputModel
}

// PlanFor returns the inputs for two versions: arguments if main takes any, standard
// input if it may be read, and a file if files may be opened, in either of them;
// behind the standard ones also with words that the program knows as their first
// arguments.
//
// Others are made for the changes of m, which may be nil: what stands before a
// changed statement says how many arguments there have to be, which of them are
// numbers, which options, variables of the environment and files there are, and how
// large all this is. Those that a change cannot do without come first.
func PlanFor(m *mapping.Mapping, versions ...*program.Program) *Plan {
	var u uses
	for _, p := range versions {
		v := usesOf(p)
		u = uses{u.args || v.args, u.stdin || v.stdin, u.files || v.files}
	}
	var known []program.Bytes
	words := dictionary.Words(versions...)
	for _, w := range words {
		known = append(known, program.Bytes(w.Text))
	}
	drawn := sizeDrawn
	var beyond, within []program.InputModel
	if m != nil {
		a := newAsking(versions...)
		beyond, within = a.forChanges(m, &u, words)
		drawn.content = max(drawn.content, a.blockSize())
		if bounds := Bounds(m, uint64(drawn.content), mostContent); len(bounds) > 0 {
			drawn.content = bounds[len(bounds)-1] + 2
		}
	}
	p := &Plan{Drawn: u.model(&drawn, nil)}
	if len(beyond) > 0 {
		p.Drawn = grown(beyond[0], &drawn)
	}
	for i, s := range sizes {
		m := u.model(&s, known)
		if i == standardSize {
			p.First = len(p.Models)
			p.Models = append(p.Models, beyond...)
		}
		if n := len(p.Models); n == 0 || !Covers(&p.Models[n-1], &m) {
			p.Models = append(p.Models, m)
		}
		if i == standardSize {
			p.Standard = len(p.Models) - 1
			p.First = min(p.First, p.Standard)
			p.Models = append(p.Models, within...)
		}
	}
	return p
}

// largestBlock bounds the blocks that contents are made as large as; buffers, which any
// amount of bytes is read into, are mostly larger.
const largestBlock = 1000

// blockSize returns the size of the largest block that programs read at once, of those
// within the bound; 0 if there is none.
func (a *asking) blockSize() int {
	size := 0
	for _, q := range a.all {
		if k := q.Source.Kind; q.Form == demands.Length && q.Relation == demands.Ge && (k == demands.Stdin || k == demands.File) && q.Value <= largestBlock {
			size = max(size, int(q.Value))
		}
	}
	return size
}

// grown returns a model with larger contents, for engines that draw inputs.
func grown(m program.InputModel, to *size) program.InputModel {
	if s := m.SymArgs; s != nil {
		m.SymArgs = &program.SymArgs{Min: s.Min, Max: max(s.Max, to.args), Len: max(s.Len, to.argBytes)}
	}
	content := func(c *program.ContentModel) *program.ContentModel {
		if c == nil {
			return nil
		}
		larger := *c
		larger.Size = max(c.Size, to.content)
		return &larger
	}
	m.Stdin = content(m.Stdin)
	m.Files = slices.Clone(m.Files)
	for i := range m.Files {
		m.Files[i].Content = content(m.Files[i].Content)
	}
	return m
}

// forChanges returns the models made for the changes: those beyond the standard size,
// and those within.
func (a *asking) forChanges(m *mapping.Mapping, u *uses, words []dictionary.Word) (beyond, within []program.InputModel) {
	requirements := a.requirements(m)
	if len(requirements) == 0 {
		requirements = []*requirement{{most: -1}}
	}
	for _, r := range requirements {
		switch m, far, ok := fitted(r, a.all, u, words, &sizes[standardSize]); {
		case far:
			beyond = append(beyond, m)
		case ok:
			within = append(within, m)
		}
	}
	if m, ok := a.named(u, slices.Concat(beyond, within)); ok {
		within = append(within, m)
	}
	return beyond, within
}

// named returns a model of the standard size with the variables of the environment and
// the files that the program asks for by name, wherever that is, if others lack some:
// whether a change shows may depend on what comes after it.
func (a *asking) named(u *uses, others []program.InputModel) (program.InputModel, bool) {
	s := &sizes[standardSize]
	m := u.model(s, nil)
	lacking := false
	if any := (demands.Source{Kind: demands.Variable}); slices.ContainsFunc(a.all, func(q demands.Question) bool { return q.Source == any }) {
		anyVariables(&m, a.all, 0, program.ContentModel{Size: s.argBytes})
		lacking = !slices.ContainsFunc(others, func(o program.InputModel) bool { return len(o.SymEnv) == len(m.SymEnv) }) || slices.ContainsFunc(m.SymEnv, func(e program.EnvModel) bool {
			return !slices.ContainsFunc(others, func(o program.InputModel) bool { return HasVariable(&o, e.Name) })
		})
	}
	for _, q := range a.all {
		name := q.Source.Name
		has := func(in func(*program.InputModel, string) bool) bool {
			lacking = lacking || !slices.ContainsFunc(others, func(o program.InputModel) bool { return in(&o, name) })
			return in(&m, name)
		}
		switch {
		case name == "":
		case q.Source.Kind == demands.Variable && len(m.SymEnv) < mostExtra && !has(HasVariable):
			m.SymEnv = append(m.SymEnv, program.EnvModel{Name: name, Content: program.ContentModel{Size: s.argBytes}})
		case q.Source.Kind == demands.File && len(m.Files) < mostExtra && !has(HasFile):
			m.Files = append(m.Files, program.FileModel{Name: name, Content: &program.ContentModel{Size: s.content}})
		}
	}
	return m, lacking
}

// size is how much of everything an input has at most.
type size struct{ words, args, argBytes, content int }

// sizes are those of a plan. Where a program knows no words, arguments of any
// text take their place.
var sizes = []size{{0, 2, 2, 2}, {0, 3, 4, 4}, {1, 2, 4, 8}, {0, 4, 8, 16}, {2, 3, 16, 64}}

var sizeDrawn = size{0, 6, 24, 64}

const (
	standardSize = 1
	fileName     = "f"
)

// model makes the model of a size.
func (u *uses) model(s *size, known []program.Bytes) program.InputModel {
	var m program.InputModel
	if u.args {
		n := s.words
		for ; n > 0 && len(known) > 0; n-- {
			m.Args = append(m.Args, program.ArgModel{Choice: known})
		}
		m.SymArgs = &program.SymArgs{Max: s.args + n, Len: s.argBytes}
	}
	if u.stdin {
		m.Stdin = &program.ContentModel{Size: s.content}
	}
	if u.files {
		m.Files = []program.FileModel{{Name: fileName, Content: &program.ContentModel{Size: s.content}}}
	}
	return m
}

// Covers reports whether every input of the model b is one of a; both are from
// a plan. Of models that are made for a program it knows nothing.
func Covers(a, b *program.InputModel) bool {
	switch {
	case made(a) || made(b):
		return false
	case len(a.Args) != len(b.Args):
		return false
	case b.SymArgs != nil && (b.SymArgs.Max > a.SymArgs.Max || b.SymArgs.Len > a.SymArgs.Len):
		return false
	case b.Stdin != nil && b.Stdin.Size > a.Stdin.Size:
		return false
	}
	return len(b.Files) == 0 || b.Files[0].Content.Size <= a.Files[0].Content.Size
}

// made reports whether a model is none of the general ones.
func made(m *program.InputModel) bool {
	for i := range m.Args {
		if len(m.Args[i].Choice) == 0 {
			return true
		}
	}
	return len(m.Env)+len(m.SymEnv) > 0 || m.Terminal || len(m.Files) > 1 || len(m.Files) == 1 && m.Files[0].Name != fileName
}

// uses says what a program may look at.
type uses struct{ args, stdin, files bool }

// ReadsStdin reports whether a program may read standard input.
func ReadsStdin(p *program.Program) bool { return usesOf(p).stdin }

func usesOf(p *program.Program) uses {
	var u uses
	main, ok := p.FuncByName("main")
	if !ok {
		return u
	}
	u.args = len(p.Funcs[main].Params) > 0
	table := libfacts.New()
	for _, f := range p.MayReach(main) {
		fn := p.Funcs[f]
		facts, _ := table.Of(fn.Name)
		u.stdin = u.stdin || fn.Library && facts.Input
		fn.EachInstr(func(in *program.Instr) {
			u.files = u.files || in.Op == program.Intrinsic && in.Intrin == program.IntrinFile
		})
	}
	return u
}

// Describe says in words which inputs a model stands for.
func Describe(m *program.InputModel) string {
	var parts []string
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	for i := 0; i < len(m.Args); {
		n := 1
		for i+n < len(m.Args) && argumentText(&m.Args[i+n]) == argumentText(&m.Args[i]) {
			n++
		}
		add("%s%s", corpora.Plural(n, "argument"), argumentText(&m.Args[i]))
		i += n
	}
	if s := m.SymArgs; s != nil {
		count := fmt.Sprintf("%d to %d arguments", s.Min, s.Max)
		if s.Min == s.Max {
			count = corpora.Plural(s.Max, "argument")
		}
		add("%s of up to %s", count, corpora.Plural(s.Len, "byte"))
	}
	if m.Stdin != nil {
		add("standard input of %s", ContentText(m.Stdin))
	}
	for _, f := range m.Files {
		if f.Content != nil {
			add("a file %q of %s", f.Name, ContentText(f.Content))
		} else {
			add("the file %q", f.Name)
		}
	}
	for _, e := range m.Env {
		add("the environment's %s", program.ShellWord(e))
	}
	if m.Terminal {
		add("a terminal as standard input")
	}
	for _, e := range m.SymEnv {
		add("the variable %s of %s", e.Name, ContentText(&e.Content))
	}
	if len(parts) == 0 {
		return "none but what the program asks for"
	}
	return strings.Join(parts, ", ")
}

// argumentText says in words what an argument may be.
func argumentText(a *program.ArgModel) string {
	switch {
	case a.Int != nil:
		return fmt.Sprintf(": a number from %d to %d", a.Int.Min, a.Int.Max)
	case a.Text != nil:
		return ": " + program.ShellWord(*a.Text)
	case len(a.Choice) > 0:
		return fmt.Sprintf(" out of %s that the program knows", corpora.Plural(len(a.Choice), "word"))
	case a.String != nil:
		return ": " + ContentText(a.String)
	}
	return " as given"
}

// ContentText says in words how much content there is, and out of which characters if not
// of all.
func ContentText(c *program.ContentModel) string {
	text := "up to " + corpora.Plural(c.Size, "byte")
	switch {
	case c.MinSize == c.Size:
		text = corpora.Plural(c.Size, "byte")
	case c.MinSize > 0:
		text = fmt.Sprintf("%d to %s", c.MinSize, corpora.Plural(c.Size, "byte"))
	}
	if len(c.Alphabet) > 0 {
		text += fmt.Sprintf(" out of %q", c.Alphabet)
	}
	return text
}

// HasVariable reports whether a model has an environment variable, of any value or one.
func HasVariable(m *program.InputModel, name string) bool {
	return slices.ContainsFunc(m.SymEnv, func(e program.EnvModel) bool { return e.Name == name }) ||
		slices.ContainsFunc(m.Env, func(e program.Bytes) bool { return strings.HasPrefix(string(e), name+"=") })
}

// HasFile reports whether a model has a file.
func HasFile(m *program.InputModel, name string) bool {
	return slices.ContainsFunc(m.Files, func(f program.FileModel) bool { return program.FromHome(f.Name) == program.FromHome(name) })
}
