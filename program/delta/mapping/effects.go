package mapping

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/csyntax"
	"github.com/riftlab/rift/program/delta"
)

// attribute finds the statements in which changes of declarations manifest and
// says which changes these are.
func (c *collector) attribute() {
	names := newDefinedNames(c.d)
	add := func(cs ChangedStmt, ids []int) {
		for _, id := range ids {
			cs.Change = id
			i := slices.IndexFunc(c.effects, func(e ChangedStmt) bool {
				return e.Change == id && e.Func == cs.Func && e.Stmt == cs.Stmt
			})
			if i < 0 {
				c.effects = append(c.effects, cs)
				continue
			}
			all := slices.Concat(c.effects[i].Instrs, cs.Instrs)
			slices.SortFunc(all, func(a, b Site) int { return cmp.Or(a.Block-b.Block, a.Index-b.Index) })
			c.effects[i].Instrs = slices.Compact(all)
		}
	}
	for _, cs := range c.stray {
		add(cs, c.blame(names, c.text(cs)))
	}
	globals := c.changedGlobals(names)
	for _, name := range slices.Sorted(maps.Keys(globals)) {
		ids := globals[name]
		c.uses("g:"+name, func(cs ChangedStmt) { add(cs, ids) })
	}
	c.changedParams(func(cs ChangedStmt) { add(cs, c.blameFunc(names, cs.Func)) })
}

// text returns the identifiers on the lines of a statement.
func (c *collector) text(cs ChangedStmt) []string {
	r := c.new.p.Ranges[c.new.p.Funcs[cs.Func].Stmts[cs.Stmt].At]
	return c.identsAt(r, c.new.p.Files[r.File])
}

func (c *collector) identsAt(r program.Range, file string) []string {
	for _, p := range c.d.Files() {
		if path.Clean(p.Name) == path.Clean(file) && r.Line > 0 && int(r.EndLine) <= len(p.New) {
			return csyntax.Identifiers(strings.Join(p.New[r.Line-1:r.EndLine], "\n"))
		}
	}
	return nil
}

// blame returns the changes that a statement mentioning the given identifiers
// differs by: those of macros it uses, else those without statements of their
// own whose lines mention one of the names, else others that do, else all
// without statements, else -1.
func (c *collector) blame(names *definedNames, ids []string) []int {
	used := names.closure(ids)
	if list := names.macroChanges(used); len(list) > 0 {
		return list
	}
	own := map[int]bool{}
	for _, t := range c.touched {
		own[t.Change] = true
	}
	var bare, mention, both []int
	for i, ch := range c.d.Changes {
		if ch.NoEffect {
			continue
		}
		m := names.mentions(i, used)
		if m {
			mention = append(mention, i)
		}
		if !own[i] {
			bare = append(bare, i)
			if m {
				both = append(both, i)
			}
		}
	}
	for _, list := range [][]int{both, mention, bare} {
		if len(list) > 0 {
			return list
		}
	}
	return []int{-1}
}

func (c *collector) blameFunc(names *definedNames, fn int) []int {
	r := c.new.p.Ranges[c.new.p.Funcs[fn].At]
	r.EndLine = r.Line
	lm := c.lines[path.Clean(c.new.p.Files[r.File])]
	if lm != nil && lm.inNew(r.Line) && lm.ofNew[r.Line] >= 0 {
		return []int{lm.ofNew[r.Line]}
	}
	return c.blame(names, []string{c.new.p.Funcs[fn].Source})
}

// changedGlobals returns the globals of new whose initial value or size
// differs from that of their namesakes, with the changes that do it.
func (c *collector) changedGlobals(names *definedNames) map[string][]int {
	olds := map[string]string{}
	for i, g := range c.old.p.Globals {
		if !g.Library && g.Source != "" {
			olds[strings.TrimPrefix(c.old.global(i), "g:")] = c.old.content(i)
		}
	}
	out := map[string][]int{}
	for i, g := range c.new.p.Globals {
		if g.Library || g.Source == "" {
			continue
		}
		if was, ok := olds[g.Name]; ok && was != c.new.content(i) {
			out[g.Name] = c.definitionChanges(names, g)
		}
	}
	return out
}

// definitionChanges returns the changes between the start of a global's
// definition and the next definition in its file, or else those that its name
// or a macro in its text is blamed on.
func (c *collector) definitionChanges(names *definedNames, g *program.Global) []int {
	r := c.new.p.Ranges[g.At]
	file := path.Clean(c.new.p.Files[r.File])
	end := int32(1 << 30)
	next := func(at program.RangeID) {
		if x := c.new.p.Ranges[at]; x.File == r.File && x.Line > r.Line && x.Line < end {
			end = x.Line
		}
	}
	for _, o := range c.new.p.Globals {
		if o.Source != "" {
			next(o.At)
		}
	}
	for _, f := range c.new.p.Funcs {
		next(f.At)
	}
	var ids []int
	for i, ch := range c.d.Changes {
		last := ch.NewLine + max(len(ch.New)-1, 0)
		if path.Clean(ch.File) == file && !ch.NoEffect && last >= int(r.Line) && ch.NewLine < int(end) && !directives(ch) {
			ids = append(ids, i)
		}
	}
	if len(ids) > 0 {
		return ids
	}
	r.EndLine = min(end-1, r.Line+int32(len(c.lines[file].ofNew)))
	r.EndLine = min(r.EndLine, int32(len(c.lines[file].ofNew))-1)
	return c.blame(names, c.identsAt(r, file))
}

// directives reports whether a change consists of preprocessor lines.
func directives(ch *delta.Change) bool {
	for _, list := range [][]string{ch.Old, ch.New} {
		for _, l := range list {
			if t := strings.TrimSpace(l); t != "" && t[0] != '#' {
				return false
			}
		}
	}
	return true
}

// uses calls found for the statements of new that mention an operand.
func (c *collector) uses(arg string, found func(ChangedStmt)) {
	for n, v := range c.new.funcs {
		if v == nil {
			continue
		}
		for s, items := range v.stmts {
			cs := ChangedStmt{Func: n, Stmt: int32(s), Exact: true}
			for _, it := range items {
				if slices.ContainsFunc(it.args, func(a string) bool { return a == arg || base(a) == arg }) {
					site := Site{n, it.at.block, it.at.index}
					if !slices.Contains(cs.Instrs, site) {
						cs.Instrs = append(cs.Instrs, site)
					}
				}
			}
			if len(cs.Instrs) > 0 {
				found(cs)
			}
		}
	}
}

// changedParams calls found for statements that use a parameter which stands
// at another position than before, or has another kind.
func (c *collector) changedParams(found func(ChangedStmt)) {
	for _, a := range c.matches {
		old, new := c.old.funcs[a.oldFn], c.new.funcs[a.newFn]
		for i, p := range new.f.Params {
			if p.Name == "" || i < len(old.f.Params) && c.old.varName(a.oldFn, old.f.Params[i].Name) == p.Name && old.f.Params[i].Kind == p.Kind {
				continue
			}
			for s, items := range new.stmts {
				cs := ChangedStmt{Func: a.newFn, Stmt: int32(s), Exact: true}
				for _, it := range items {
					if slices.Contains(it.args, "v:"+p.Name) {
						cs.Instrs = append(cs.Instrs, Site{a.newFn, it.at.block, it.at.index})
					}
				}
				cs.Instrs = slices.Compact(cs.Instrs)
				if len(cs.Instrs) > 0 && len(c.changesAt(c.new.p, new.f.Stmts[s].At, true)) == 0 {
					found(cs)
				}
			}
		}
	}
}

// definedNames knows the names that changes mention and the macros of the new
// version.
type definedNames struct {
	mentioned []map[string]bool // by change: identifiers on its lines
	macros    []map[string]bool // by change: macros that its lines define
	bodies    map[string][]string
}

func newDefinedNames(d *delta.Delta) *definedNames {
	n := &definedNames{bodies: map[string][]string{}}
	for _, ch := range d.Changes {
		mentioned, macros := map[string]bool{}, map[string]bool{}
		for _, lines := range [][]string{ch.Old, ch.New} {
			for _, id := range csyntax.Identifiers(strings.Join(lines, "\n")) {
				mentioned[id] = true
			}
			for _, l := range lines {
				if name, _, _, ok := csyntax.Define(l); ok {
					macros[name] = true
				}
			}
		}
		n.mentioned, n.macros = append(n.mentioned, mentioned), append(n.macros, macros)
	}
	for _, p := range d.Files() {
		for _, t := range csyntax.Lex(strings.Join(p.New, "\n")) {
			if name, _, _, ok := csyntax.Define(t.Text); ok {
				n.bodies[name] = append(n.bodies[name], csyntax.Identifiers(t.Text)...)
			}
		}
	}
	return n
}

// closure adds to names those that macros of these names expand to.
func (n *definedNames) closure(ids []string) map[string]bool {
	out := map[string]bool{}
	for len(ids) > 0 {
		id := ids[0]
		ids = ids[1:]
		if !out[id] {
			out[id] = true
			ids = append(ids, n.bodies[id]...)
		}
	}
	return out
}

func (n *definedNames) macroChanges(used map[string]bool) []int {
	var list []int
	for i, macros := range n.macros {
		if intersect(macros, used) {
			list = append(list, i)
		}
	}
	return list
}

func (n *definedNames) mentions(change int, used map[string]bool) bool {
	return intersect(n.mentioned[change], used)
}

func intersect(a, b map[string]bool) bool {
	for x := range a {
		if b[x] {
			return true
		}
	}
	return false
}
