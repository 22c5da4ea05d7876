package synergy

import (
	"regexp"
	"slices"
	"strings"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
)

// blame relates the changes to the statements of the new version.
type blame struct {
	d      *delta.Delta
	code   *code
	texts  map[string][]string // lines of the files of the new version
	stmts  map[[2]int32]delta.Set
	inits  map[int]delta.Set
	gone   []goneDefinition
	byFile map[int32]delta.Set
}

// goneDefinition is a change that takes assignments away: names are what the
// old lines assign and the new ones do not.
type goneDefinition struct {
	change int
	names  []string
	near   [][2]int32 // the statements next to it
}

func newBlame(d *delta.Delta, c *code) *blame {
	b := &blame{d: d, code: c, texts: map[string][]string{}, stmts: map[[2]int32]delta.Set{}, inits: map[int]delta.Set{}, byFile: map[int32]delta.Set{}}
	for _, f := range d.New.Files {
		b.texts[f.Name] = strings.Split(f.Text, "\n")
	}
	for i, name := range c.p.Files {
		for n, ch := range d.Changes {
			if ch.File == name && !ch.NoEffect {
				b.byFile[int32(i)] = append(b.byFile[int32(i)], n)
			}
		}
	}
	for n, ch := range d.Changes {
		if !ch.NoEffect {
			b.place(n, ch)
		}
	}
	return b
}

// place finds the statements of a change: those on its new lines; if it has
// none, those that use what it declares; and those next to lines it deletes.
func (b *blame) place(n int, ch *delta.Change) {
	found := false
	b.each(func(key [2]int32, at lines) {
		if len(ch.New) > 0 && b.file(at) == ch.File && int(at.from) < ch.NewLine+len(ch.New) && int(at.to) >= ch.NewLine {
			b.stmts[key] = b.stmts[key].Union(delta.Set{n})
			found = true
		}
	})
	for g, global := range b.code.p.Globals {
		if at := b.initialiser(global); at.from > 0 && len(ch.New) > 0 && b.file(at) == ch.File && int(at.from) < ch.NewLine+len(ch.New) && int(at.to) >= ch.NewLine {
			b.inits[g] = b.inits[g].Union(delta.Set{n})
			found = found || global.Source != ""
		}
	}
	if names := definedOnlyIn(ch.Old, ch.New); len(names) > 0 {
		b.gone = append(b.gone, goneDefinition{n, names, b.neighbours(ch)})
	}
	if !found && words(ch) || jumps(ch.Old) && !jumps(ch.New) {
		for _, key := range b.neighbours(ch) {
			b.stmts[key] = b.stmts[key].Union(delta.Set{n})
		}
	}
	if !found {
		b.users(n, ch)
	}
}

// each calls f for every statement and function header of the user's code.
func (b *blame) each(f func(key [2]int32, at lines)) {
	for fn, fun := range b.code.p.Funcs {
		if fun.Library || len(fun.Blocks) == 0 {
			continue
		}
		header := b.code.lines(fun.At)
		end := header.to
		for s, stmt := range fun.Stmts {
			at := b.code.lines(stmt.At)
			if at.from == 0 || stmt.Kind == program.StmtImplicit {
				continue
			}
			f([2]int32{int32(fn), int32(s)}, at)
			end = min(end, max(at.from-1, header.from))
		}
		header.to = end
		f([2]int32{int32(fn), none}, header)
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

// users blames the statements that mention a name that the change declares: a
// macro, a type, a constant.
func (b *blame) users(n int, ch *delta.Change) {
	names := declared(slices.Concat(ch.Old, ch.New))
	if len(names) == 0 {
		return
	}
	b.each(func(key [2]int32, at lines) {
		text := b.texts[b.file(at)]
		for l := at.from; l <= at.to && int(l) <= len(text); l++ {
			for _, word := range identifier.FindAllString(text[l-1], -1) {
				if slices.Contains(names, word) {
					b.stmts[key] = b.stmts[key].Union(delta.Set{n})
					return
				}
			}
		}
	})
}

var (
	identifier = regexp.MustCompile(`[A-Za-z_]\w*`)
	macro      = regexp.MustCompile(`^\s*#\s*(?:define|undef)\s+(\w+)`)
	assigned   = regexp.MustCompile(`([A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*|(?:->|\.)\s*[A-Za-z_]\w*\s*)*(?:[-+*/%&|^]|<<|>>)?=(?:[^=]|$)`)
	stepped    = regexp.MustCompile(`([A-Za-z_]\w*)\s*(?:\+\+|--)|(?:\+\+|--)\s*([A-Za-z_]\w*)`)
	jump       = regexp.MustCompile(`\b(?:break|continue|return|goto|exit)\b`)
	keyword    = regexp.MustCompile(`^(?:auto|bool|break|case|char|const|continue|default|do|double|else|enum|extern|float|for|goto|if|inline|int|long|register|return|short|signed|size_t|sizeof|static|struct|switch|typedef|union|unsigned|void|volatile|while)$`)
)

// words reports whether a change has more to it than braces.
func words(ch *delta.Change) bool {
	return slices.ContainsFunc(slices.Concat(ch.Old, ch.New), identifier.MatchString)
}

func jumps(text []string) bool { return slices.ContainsFunc(text, jump.MatchString) }

// declared returns the names that lines outside of statements may declare: of
// preprocessor lines the macro alone.
func declared(text []string) []string {
	var names []string
	for _, line := range text {
		if m := macro.FindStringSubmatch(line); m != nil {
			names = append(names, m[1])
			continue
		}
		if strings.HasPrefix(strings.TrimSpace(line), "#") {
			continue
		}
		for _, w := range identifier.FindAllString(line, -1) {
			if !keyword.MatchString(w) {
				names = append(names, w)
			}
		}
	}
	return names
}

// definedOnlyIn returns the names that the old lines assign and the new do not.
func definedOnlyIn(old, new []string) []string {
	was, is := assignments(old), assignments(new)
	return slices.DeleteFunc(was, func(n string) bool { return slices.Contains(is, n) })
}

func assignments(text []string) []string {
	var names []string
	for _, line := range text {
		for _, re := range []*regexp.Regexp{assigned, stepped} {
			for _, m := range re.FindAllStringSubmatch(line, -1) {
				for _, n := range m[1:] {
					if n != "" && !slices.Contains(names, n) {
						names = append(names, n)
					}
				}
			}
		}
	}
	return names
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
	text := b.texts[b.file(at)]
	var out []string
	for l := at.from; l <= at.to && int(l) <= len(text); l++ {
		out = append(out, identifier.FindAllString(text[l-1], -1)...)
	}
	return out
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
