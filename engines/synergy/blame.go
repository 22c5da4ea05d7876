package synergy

import (
	"slices"
	"strings"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/csyntax"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/delta/mapping"
)

// blame relates the changes to the statements of the new version.
type blame struct {
	d     *delta.Delta
	code  *code
	texts map[string][]string    // lines of the files of the new version
	stmts map[[2]int32]delta.Set // by function and statement; none for the head of the function
	inits map[int]delta.Set      // by global
	gone  []goneDefinition
}

// goneDefinition is a change that takes assignments away: names are what the
// old lines assign and the new ones do not.
type goneDefinition struct {
	change int
	names  []string
	near   [][2]int32 // the statements next to it
}

// maxSuspects is how many changes may be why a statement differs, for it to be
// said of them: of more, nothing is known. Such is the code of files that only
// one of the versions includes.
const maxSuspects = 8

func newBlame(d *delta.Delta, m *mapping.Mapping, c *code) *blame {
	b := &blame{d: d, code: c, texts: map[string][]string{}, stmts: map[[2]int32]delta.Set{}, inits: map[int]delta.Set{}}
	for _, f := range d.New.Files {
		b.texts[f.Name] = strings.Split(f.Text, "\n")
	}
	placed := map[int]bool{}
	suspects := map[[2]int32]int{} // changes that may be why a statement differs on lines that did not change
	for _, s := range m.Effects() {
		suspects[[2]int32{int32(s.Func), s.Stmt}]++
	}
	for _, list := range [][]mapping.ChangedStmt{m.Changed(), m.Effects()} {
		for _, s := range list {
			if key := [2]int32{int32(s.Func), s.Stmt}; s.Change >= 0 && s.Exact && suspects[key] <= maxSuspects {
				b.put(s.Change, key)
				placed[s.Change] = true
			}
		}
	}
	for n, ch := range d.Changes {
		if m.Effect(n) == mapping.Effective {
			b.place(n, ch, placed[n])
		}
	}
	return b
}

func (b *blame) put(change int, key [2]int32) { b.stmts[key] = b.stmts[key].Union(delta.Set{change}) }

// place finds what the mapping of statements does not know of a change: heads of
// functions and initialisers on its new lines, assignments that it takes away,
// and, if it has no statement at all, those next to it.
func (b *blame) place(n int, ch *delta.Change, placed bool) {
	on := func(at lines) bool {
		return at.from > 0 && len(ch.New) > 0 && b.file(at) == ch.File && int(at.from) < ch.NewLine+len(ch.New) && int(at.to) >= ch.NewLine
	}
	b.heads(func(key [2]int32, at lines) {
		if on(at) {
			b.put(n, key)
			placed = true
		}
	})
	for g, global := range b.code.p.Globals {
		if on(b.initialiser(global)) {
			b.inits[g] = b.inits[g].Union(delta.Set{n})
			placed = placed || global.Source != ""
		}
	}
	if names := definedOnlyIn(ch.Old, ch.New); len(names) > 0 {
		b.gone = append(b.gone, goneDefinition{n, names, b.neighbours(ch)})
	}
	if !placed && words(ch) || b.jumps(ch.Old) && !b.jumps(ch.New) {
		for _, key := range b.neighbours(ch) {
			b.put(n, key)
		}
	}
}

// heads calls f for the head of every function of the user's: its lines up to
// the first statement.
func (b *blame) heads(f func(key [2]int32, at lines)) {
	for fn, fun := range b.code.p.Funcs {
		if fun.Library || len(fun.Blocks) == 0 {
			continue
		}
		head := b.code.lines(fun.At)
		for _, stmt := range fun.Stmts {
			if at := b.code.lines(stmt.At); at.from > 0 && stmt.Kind != program.StmtImplicit {
				head.to = min(head.to, max(at.from-1, head.from))
			}
		}
		f([2]int32{int32(fn), none}, head)
	}
}

func (b *blame) file(at lines) string { return b.code.p.Files[at.file] }

// initialiser returns the lines of a global's definition: from its name to the
// end of the declaration.
func (b *blame) initialiser(g *program.Global) lines {
	at := b.code.lines(g.At)
	if g.Library || at.from == 0 || g.Source == "" {
		return at
	}
	text := b.texts[b.file(at)]
	for depth := 0; int(at.to) <= len(text); at.to++ {
		line := text[at.to-1]
		depth += strings.Count(line, "{") - strings.Count(line, "}")
		if depth <= 0 && strings.Contains(line, ";") || at.to-at.from > 5000 {
			break
		}
	}
	return at
}

// neighbours returns the statements before and after a change in its function.
func (b *blame) neighbours(ch *delta.Change) [][2]int32 {
	var out [][2]int32
	for fn, fun := range b.code.p.Funcs {
		whole := b.code.lines(fun.At)
		if fun.Library || b.file(whole) != ch.File || int(whole.from) > ch.NewLine || int(whole.to) < ch.NewLine {
			continue
		}
		before, after := none, none
		for s, stmt := range fun.Stmts {
			at := b.code.lines(stmt.At)
			switch {
			case at.from == 0 || stmt.Kind == program.StmtImplicit:
			case int(at.from) < ch.NewLine:
				if before == none || at.from >= b.code.lines(fun.Stmts[before].At).from {
					before = int32(s)
				}
			case int(at.from) >= ch.NewLine+len(ch.New):
				if after == none || at.from < b.code.lines(fun.Stmts[after].At).from {
					after = int32(s)
				}
			}
		}
		for _, s := range []int32{before, after} {
			if s != none {
				out = append(out, [2]int32{int32(fn), s})
			}
		}
	}
	return out
}

// words reports whether a change has more to it than braces.
func words(ch *delta.Change) bool {
	return len(csyntax.Words(text(ch.Old)))+len(csyntax.Words(text(ch.New))) > 0
}

func text(lines []string) string { return strings.Join(lines, "\n") }

// jumps reports whether lines leave what stands around them: by a jump, or by a function
// of the library that never returns.
func (b *blame) jumps(lines []string) bool {
	return slices.ContainsFunc(csyntax.Words(text(lines)), func(w string) bool {
		facts, _ := b.code.table.Of(w)
		return w == "break" || w == "continue" || w == "return" || w == "goto" || facts.Never
	})
}

// definedOnlyIn returns the names that the old lines assign and the new do not.
func definedOnlyIn(old, new []string) []string {
	is := csyntax.Assigned(csyntax.Flat(text(new)))
	return slices.DeleteFunc(csyntax.Assigned(csyntax.Flat(text(old))), func(n string) bool { return slices.Contains(is, n) })
}

// of returns the changes at an instance.
func (b *blame) of(t *trace, i int32) delta.Set {
	if i < none {
		return b.inits[int(-2-i)]
	}
	n := &t.instances[i]
	return b.stmts[[2]int32{n.fn, n.stmt}]
}

// words returns the identifiers in the source of an instance.
func (b *blame) words(t *trace, i int32) []string {
	if i < 0 || t.instances[i].stmt < 0 {
		return nil
	}
	at := b.code.lines(t.at(i))
	lines := b.texts[b.file(at)]
	from, to := min(int(at.from)-1, len(lines)), min(int(at.to), len(lines))
	return csyntax.Identifiers(text(lines[max(from, 0):max(from, to, 0)]))
}

// missing returns the changes that took away an assignment to something that
// an instance reads, next to a statement that was executed before it.
func (b *blame) missing(t *trace, i int32, executed func(key [2]int32, before int32) bool) delta.Set {
	if len(b.gone) == 0 || i < 0 {
		return nil
	}
	words := b.words(t, i)
	var out delta.Set
	for _, g := range b.gone {
		if slices.ContainsFunc(g.names, func(n string) bool { return slices.Contains(words, n) }) &&
			slices.ContainsFunc(g.near, func(key [2]int32) bool { return executed(key, i) }) {
			out = append(out, g.change)
		}
	}
	return out.Union(nil)
}
