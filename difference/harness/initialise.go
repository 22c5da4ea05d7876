package harness

import (
	"fmt"
	"slices"
	"strings"

	"github.com/riftlab/rift/program"
)

// Bounds on what is taken over from the callers of a function.
const (
	maxInitialisers = 8
	maxCallersSet   = 24
)

// initialiser is something that callers do to the program's state before they call
// the entry: they call a function with constant arguments, or set a variable to a
// constant.
type initialiser struct {
	function string // "" for an assignment
	args     []string
	variable *program.Global
	value    string
	// always says that the caller does it on every way to the entry.
	always bool
	file   string // that defines the function
}

func (i *initialiser) String() string {
	if i.function == "" {
		return i.variable.Source + " = " + i.value
	}
	return i.function + "(" + strings.Join(i.args, ", ") + ")"
}

// preparation is the state in which the program itself calls the entry.
type preparation struct {
	steps []initialiser
	// set are the variables to which callers give values of their own inputs.
	set []*program.Global

	writers map[int]bool // functions that may write what the entry may use
}

// prepare finds what callers of a function, the callers of these, and so on, do to
// variables that the function may use before they call it. The outermost comes
// first; what depends on their inputs is left to the values that those variables
// may take.
func prepare(p *program.Program, f *program.Func) preparation {
	var out preparation
	at, _ := p.FuncByName(f.Name)
	leads := leadingTo(p, at)
	used := variablesOf(p, f)
	out.writers = writersOf(p, used)
	for _, c := range callersInOrder(p, leads, at) {
		flow := flowOf(p.Funcs[c], leads, at)
		for b, block := range p.Funcs[c].Blocks {
			for i := range block.Instrs {
				if flow.before(b, i) {
					out.look(p, &block.Instrs[i], used, leads, flow.always(b, i))
				}
			}
		}
	}
	return out
}

// look takes over what one instruction does.
func (o *preparation) look(p *program.Program, in *program.Instr, used []*program.Global, leads map[int]bool, always bool) {
	switch {
	case in.Op == program.Store && in.A.Mode == program.GlobalAddr && in.A.Bits == 0 && in.Off == 0:
		g := p.Globals[in.A.Index]
		if !slices.Contains(used, g) || g.Type == nil || !g.Type.IsScalar() || g.Type.Class == program.PointerType {
			return
		}
		if in.B.Mode != program.Const {
			if !slices.Contains(o.set, g) && len(o.set) < maxCallersSet {
				o.set = append(o.set, g)
			}
			return
		}
		if s, ok := constantText(p, in.B, g.Type); ok {
			o.add(initialiser{variable: g, value: s, always: always, file: p.Files[g.Unit]})
		}
	case in.Op == program.Call && in.A.Mode == program.FuncAddr:
		g := p.Funcs[in.A.Index]
		if g.Library || g.NoReturn || g.Variadic || g.Sret || len(g.Blocks) == 0 || leads[int(in.A.Index)] || !o.writers[int(in.A.Index)] {
			return
		}
		i := initialiser{function: g.Source, always: always, file: p.Files[g.Unit]}
		for k, a := range in.Args {
			if k >= len(g.Params) || g.Params[k].Size > 0 {
				return
			}
			s, ok := constantText(p, a.Operand, g.Params[k].Type)
			if !ok {
				return
			}
			i.args = append(i.args, s)
		}
		o.add(i)
	}
}

func (o *preparation) add(i initialiser) {
	known := slices.ContainsFunc(o.steps, func(j initialiser) bool { return j.String() == i.String() && j.file == i.file })
	if !known && len(o.steps) < maxInitialisers {
		o.steps = append(o.steps, i)
	}
}

// leadingTo returns the program's own functions that may call a function, itself
// included; a function whose address another takes may be called by that.
func leadingTo(p *program.Program, at int) map[int]bool {
	callers := map[int][]int{}
	for i, f := range p.Funcs {
		if f.Library {
			continue
		}
		for _, c := range refersTo(f) {
			callers[c] = append(callers[c], i)
		}
	}
	leads := map[int]bool{at: true}
	for list := []int{at}; len(list) > 0; list = list[1:] {
		for _, c := range callers[list[0]] {
			if !leads[c] {
				leads[c] = true
				list = append(list, c)
			}
		}
	}
	return leads
}

// refersTo returns the functions that a function calls or takes the address of, in
// order.
func refersTo(f *program.Func) []int {
	var list []int
	f.EachInstr(func(in *program.Instr) {
		for _, o := range in.Operands() {
			if o.Mode == program.FuncAddr && !slices.Contains(list, int(o.Index)) {
				list = append(list, int(o.Index))
			}
		}
	})
	return list
}

// callersInOrder returns those of some functions that lead to another, from main
// outwards as calls are made, and those that main does not call after them.
func callersInOrder(p *program.Program, leads map[int]bool, at int) []int {
	var list []int
	seen := map[int]bool{}
	add := func(i int) {
		if !seen[i] && !p.Funcs[i].Library {
			seen[i] = true
			list = append(list, i)
		}
	}
	if main, ok := p.FuncByName("main"); ok {
		add(main)
	}
	for i := 0; i < len(list); i++ {
		for _, c := range refersTo(p.Funcs[list[i]]) {
			add(c)
		}
	}
	for i := range p.Funcs {
		if leads[i] {
			add(i)
		}
	}
	return slices.DeleteFunc(list, func(i int) bool { return !leads[i] || i == at })
}

// callFlow tells what a function does before calls that lead to the entry.
type callFlow struct {
	f       *program.Func
	targets map[int][]int // instructions that call, by block
	reaches map[int]bool  // blocks from whose start one is reached
}

func flowOf(f *program.Func, leads map[int]bool, at int) *callFlow {
	c := &callFlow{f: f, targets: map[int][]int{}, reaches: map[int]bool{}}
	for b, block := range f.Blocks {
		for i := range block.Instrs {
			for _, o := range block.Instrs[i].Operands() {
				if o.Mode == program.FuncAddr && leads[int(o.Index)] {
					c.targets[b] = append(c.targets[b], i)
					c.reaches[b] = true
				}
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for b := range f.Blocks {
			if !c.reaches[b] && slices.ContainsFunc(successors(f, b), func(s int32) bool { return c.reaches[int(s)] }) {
				c.reaches[b], changed = true, true
			}
		}
	}
	return c
}

func successors(f *program.Func, b int) []int32 {
	list := f.Blocks[b].Instrs
	if len(list) == 0 {
		return nil
	}
	return list[len(list)-1].Targets
}

// before reports whether an instruction may come before a call.
func (c *callFlow) before(b, i int) bool {
	return slices.ContainsFunc(c.targets[b], func(k int) bool { return k > i }) ||
		slices.ContainsFunc(successors(c.f, b), func(s int32) bool { return c.reaches[int(s)] })
}

// always reports whether every way to a call goes through an instruction.
func (c *callFlow) always(b, i int) bool {
	seen := map[int]bool{0: true}
	for list := []int{0}; len(list) > 0; list = list[1:] {
		at := list[0]
		first := len(c.f.Blocks[at].Instrs)
		if t := c.targets[at]; len(t) > 0 {
			first = t[0]
		}
		if at == b && i < first {
			continue
		}
		if len(c.targets[at]) > 0 {
			return false
		}
		for _, s := range successors(c.f, at) {
			if !seen[int(s)] {
				seen[int(s)] = true
				list = append(list, int(s))
			}
		}
	}
	return true
}

// writersOf returns the functions that may write one of some variables: those that do
// anything with their address but read there, and those that may call them.
func writersOf(p *program.Program, vars []*program.Global) map[int]bool {
	callers := make([][]int, len(p.Funcs))
	writers := map[int]bool{}
	var list []int
	add := func(n int) {
		if !writers[n] {
			writers[n] = true
			list = append(list, n)
		}
	}
	for i, f := range p.Funcs {
		f.MayCall(func(c int) { callers[c] = append(callers[c], i) })
		if f.Library {
			continue
		}
		f.EachInstr(func(in *program.Instr) {
			if in.Op == program.Load {
				return
			}
			for _, o := range in.Operands() {
				if o.Mode == program.GlobalAddr && slices.Contains(vars, p.Globals[o.Index]) {
					add(i)
				}
			}
		})
	}
	for i := 0; i < len(list); i++ {
		for _, c := range callers[list[i]] {
			add(c)
		}
	}
	// What a table holds is taken to be called by every function.
	anything := false
	p.InTables(func(n int) { anything = anything || writers[n] })
	if anything {
		for i := range p.Funcs {
			writers[i] = true
		}
	}
	return writers
}

// initialise writes what brings about the states in which the versions' callers
// call the entry, if the input says so; the state as it begins is one, too.
func (h *generator) initialise(globals [][2]*program.Global) {
	if h.opt.Raw {
		return
	}
	a, b := prepare(h.entry.program, h.entry.Func), prepare(h.old.program, h.old.Func)
	for _, s := range b.steps {
		s.always = false // where the new version's callers do it, too, it is there already
		a.add(s)
	}
	var together []string
	var words []string
	for i := range a.steps {
		s := &a.steps[i]
		if s.function == "" && slices.ContainsFunc(append(a.set, b.set...), func(g *program.Global) bool { return g.Name == s.variable.Name }) {
			continue // it takes every value
		}
		text, ok := h.step(s, globals)
		switch {
		case !ok:
		case s.always:
			together = append(together, text)
			words = append(words, s.String())
		default:
			h.input("state: as it begins, or after %s", s)
			fmt.Fprintf(&h.code, "\tif (%s)\n\t\t%s;\n", h.choice("after "+s.String()), text)
		}
	}
	if len(together) > 0 {
		said := strings.Join(words, ", ")
		h.input("state: as it begins, or after %s", said)
		fmt.Fprintf(&h.code, "\tif (%s) {\n\t\t%s;\n\t}\n", h.choice("after "+said), strings.Join(together, ";\n\t\t"))
	}
	for _, g := range globals {
		set := func(s *program.Global) bool { return s.Name == g[1].Name }
		if name := g[1].Source; (slices.ContainsFunc(a.set, set) || slices.ContainsFunc(b.set, set)) && !slices.Contains(h.opt.Globals, name) {
			h.input("%s: every value, as callers set it", name)
			h.fill(h.global(name), name, g[1].Type, g[0].Type, 0)
		}
	}
}

// step returns the statement, without its semicolon, that is a step in both
// versions; it reports false if there is none.
func (h *generator) step(s *initialiser, globals [][2]*program.Global) (string, bool) {
	if s.function == "" {
		i := slices.IndexFunc(globals, func(g [2]*program.Global) bool { return g[1].Name == s.variable.Name })
		if i < 0 {
			return "", false
		}
		return h.global(s.variable.Source) + " = " + s.value, true
	}
	find := func(e *Entry) *Entry {
		for _, f := range e.program.Funcs {
			g := &Entry{f, e.program, e.which}
			if f.Source == s.function && !f.Library && len(f.Blocks) > 0 && (f.Unit == e.Unit || !f.Static) && g.file() == s.file {
				return g
			}
		}
		return nil
	}
	n, o := find(h.entry), find(h.old)
	if n == nil || o == nil || sameSignature(o, n) != nil || len(s.args) != len(n.params()) {
		return "", false
	}
	if n.Unit != h.entry.Unit { // which may not declare it
		result, ok := spellType(n.Type.Elem)
		plain := !slices.ContainsFunc(n.params(), func(p program.Param) bool { return p.Type.Class != program.PointerType && p.Type.Size < 4 })
		if !ok || !plain || n.Type.Elem.Class == program.PointerType {
			return "", false
		}
		fmt.Fprintf(&h.before, "extern %s;\n", result.Declare(n.Source+"()"))
	}
	return h.global(s.function) + "(" + strings.Join(s.args, ", ") + ")", true
}
