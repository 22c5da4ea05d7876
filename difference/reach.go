package difference

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/riftlab/rift/difference/harness"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/delta/mapping"
	"github.com/riftlab/rift/program/demands"
)

// Part is a piece of a change that can be executed: what a changed statement does
// in one block of the control flow, in the version that has it. The operands of
// && and || and of ?: are parts of their own.
//
// The three numbers are those of fault-based testing: an input executes the part,
// infects the state, and the infection propagates to what the program shows.
//
// Source: Voas, PIE: A dynamic failure-based technique, TSE 18(8), 1992.
type Part struct {
	Change  string           `json:"change"`  // as delta.Change.ID has it; "" if no hunk accounts for it
	Version string           `json:"version"` // "old" or "new": whose code it is
	Func    string           `json:"func"`
	At      program.Position `json:"at"`
	// Executed counts the inputs that executed the part and on which what both
	// versions show was compared.
	Executed int `json:"executed"`
	// NotCompared counts the inputs that executed it and on which nothing was
	// compared: a run was cut off, an assumption was violated, or both versions
	// ended in the same error.
	NotCompared int `json:"not_compared,omitempty"`
	// Infected counts, of the Examined ones among the executions, those after which
	// the versions computed something else.
	Infected int `json:"infected"`
	Examined int `json:"examined"`
	// Propagated counts the executions on which the versions differ.
	Propagated int `json:"propagated"`
	// Proved says by what the function of the part was proved equal; "" if it was not.
	Proved string `json:"proved,omitempty"`
	// Excluded names the assumption of the user that keeps inputs away from the part:
	// without it some execute the part. "" if there is none.
	Excluded string `json:"excluded,omitempty"`
	// Needs says what keeps inputs away from a part that none executed.
	Needs string `json:"needs,omitempty"`

	function string // unique name of the function
	data     bool   // what differs may be the content of a variable, of which a proof of the function says nothing
	// elsewhere is the entry of another run that is responsible for the function; "" if
	// this one is.
	elsewhere string
}

// Reached reports whether the versions were compared on an input that executes the
// part.
func (p *Part) Reached() bool { return p.Executed > 0 }

// settled reports whether nothing about the part is left open if all inputs were
// accounted for.
func (p *Part) settled() bool {
	return p.Reached() || p.Proved != "" || p.Excluded != "" || p.elsewhere != ""
}

// site is where a part lies in the programs of a round.
type site struct {
	part      int
	old       bool
	fn, block int
}

// reach counts which inputs execute which parts of the changes. It is safe for
// concurrent use.
type reach struct {
	mu     sync.Mutex
	parts  []Part
	keys   map[string]int
	rounds map[*delta.Delta]*roundReach
	where  []*roundReach // of each part, the first round that has it
	// reached holds, by the number of a round, the parts that were executed by an
	// input of it on which the versions were compared.
	reached map[int]map[int]bool
	// elsewhere has the functions that other runs are responsible for.
	elsewhere map[string]string
}

// roundReach is what is known of the programs of a round, which are those of all
// rounds with the same changes.
type roundReach struct {
	round   *Round
	mapping *mapping.Mapping
	sites   []site
	kept    map[int]map[mapping.Site]bool // by function of the new version: what it has of the old one
	covered [2]*program.Coverage          // by delta.Reading: all inputs together
	demands [2]*demands.Demands           // likewise; nil if nobody has asked
	// inputs to examine: they execute a part and the versions show the same
	waiting []examinee
	queued  []int // by part: how many of these execute it
}

// examinee is an input whose runs are to be looked at once more.
type examinee struct {
	input program.Input
	parts []int
}

// examined bounds the inputs of each part whose runs are looked at once more.
const examined = 8

func newReach() *reach {
	return &reach{keys: map[string]int{}, rounds: map[*delta.Delta]*roundReach{}, reached: map[int]map[int]bool{}}
}

func newRoundReach(round *Round) *roundReach {
	return &roundReach{round: round, kept: map[int]map[mapping.Site]bool{}, mapping: mapping.New(round.Delta, round.Task.Old.Program, round.Task.New.Program)}
}

// of returns what is known of a round's programs.
func (r *reach) of(round *Round) *roundReach {
	r.mu.Lock()
	defer r.mu.Unlock()
	if w := r.rounds[round.Delta]; w != nil {
		return w
	}
	w := newRoundReach(round)
	r.rounds[round.Delta] = w
	w.locate(func(p Part, key string, s site) {
		i, ok := r.keys[key]
		if !ok {
			i = len(r.parts)
			r.keys[key] = i
			p.elsewhere = r.elsewhere[p.function]
			r.parts = append(r.parts, p)
			r.where = append(r.where, w)
		}
		s.part = i
		w.sites = append(w.sites, s)
	})
	return w
}

// locate calls found for each part of the effective changes.
func (w *roundReach) locate(found func(p Part, key string, s site)) {
	old, new := w.round.Task.Old.Program, w.round.Task.New.Program
	deadOld, deadNew := unusedFunctions(old), unusedFunctions(new)
	seen := map[string]bool{}
	touched := [2]map[int]bool{{}, {}} // functions with a part
	data := false
	add := func(reading delta.Reading, change, fn, block int, at program.RangeID) {
		p, dead := new, deadNew
		if reading == delta.Old {
			p, dead = old, deadOld
		}
		touched[reading][fn] = true
		if dead[fn] {
			return
		}
		if h := w.round.Harness; h != nil && h.Name != "" && p.Position(at).File == h.Name {
			return // what it takes and shows may have other types
		}
		part := Part{Version: reading.String(), Func: p.Funcs[fn].Source, At: p.Position(at), function: p.Funcs[fn].Name, data: data}
		if change >= 0 {
			part.Change = w.round.Delta.Changes[change].ID
		}
		key := fmt.Sprintf("%s %s %s %d", part.Change, part.Version, p.Funcs[fn].Name, block)
		if !seen[key] {
			seen[key] = true
			found(part, key, site{old: reading == delta.Old, fn: fn, block: block})
		}
	}
	effective := func(change int) bool { return change < 0 || w.effective(change) }
	m := w.mapping
	changed := m.Changed()
	for i, c := range slices.Concat(changed, m.Effects()) {
		data = i >= len(changed)
		if !c.Exact || !effective(c.Change) {
			continue
		}
		at := new.Funcs[c.Func].Stmts[c.Stmt].At
		for _, s := range c.Instrs {
			add(delta.New, c.Change, c.Func, s.Block, at)
		}
		if len(c.Instrs) == 0 {
			for _, b := range blocksOf(new.Funcs[c.Func], c.Stmt) {
				add(delta.New, c.Change, c.Func, b, at)
			}
		}
		if fn, stmt, ok := m.ToOld(c.Func, c.Stmt); ok {
			for _, b := range w.lost(fn, stmt, c.Func) {
				add(delta.Old, c.Change, fn, b, old.Funcs[fn].Stmts[stmt].At)
			}
		}
	}
	data = false
	for _, d := range m.Deleted() {
		if effective(d.Change) {
			for _, b := range blocksOf(old.Funcs[d.OldFunc], d.OldStmt) {
				add(delta.Old, d.Change, d.OldFunc, b, old.Funcs[d.OldFunc].Stmts[d.OldStmt].At)
			}
		}
	}
	w.untranslated(add)
	data = true
	w.tables(add)
	data = false
	w.unaccounted(touched, add)
}

// untranslated adds as parts the statements that were not translated and that the
// other version's function does not have: their code says nothing of what they are.
func (w *roundReach) untranslated(add func(reading delta.Reading, change, fn, block int, at program.RangeID)) {
	sides := [2]*program.Program{w.round.Task.Old.Program, w.round.Task.New.Program}
	for i, p := range sides {
		other := sides[1-i]
		for n, f := range p.Funcs {
			if f.Library || len(f.Unsupported) == 0 {
				continue
			}
			var like *program.Func
			if o, ok := w.mapping.FuncToOld(n); i == int(delta.New) && ok {
				like = other.Funcs[o]
			} else if o, ok := w.mapping.FuncToNew(n); i == int(delta.Old) && ok {
				like = other.Funcs[o]
			}
			for b, block := range f.Blocks {
				for k := range block.Instrs {
					e := f.Construct(&block.Instrs[k])
					if e == nil || like != nil && slices.ContainsFunc(like.Unsupported, func(x *program.Error) bool { return x.Text == e.Text && x.Text != "" }) {
						continue
					}
					at := f.At
					if s := block.Instrs[k].Stmt; s >= 0 {
						at = f.Stmts[s].At
					}
					add(delta.Reading(i), -1, n, b, at)
				}
			}
		}
	}
}

// tables adds as parts the uses of variables that lead to one with another initial
// value, such as a table of pointers to it.
func (w *roundReach) tables(add func(reading delta.Reading, change, fn, block int, at program.RangeID)) {
	old, new := w.round.Task.Old.Program, w.round.Task.New.Program
	leads := map[int]bool{}
	var queue []int
	for i, g := range new.Globals {
		if g.Library {
			continue
		}
		if o, ok := old.GlobalByName(g.Name); g.Source != "" && ok && contentOf(old, old.Globals[o]) != contentOf(new, g) {
			queue = append(queue, i)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for i, g := range new.Globals {
			if !g.Library && !leads[i] && slices.ContainsFunc(g.Relocs, func(r program.Reloc) bool {
				return r.Target.Mode == program.GlobalAddr && int(r.Target.Index) == queue[0]
			}) {
				leads[i] = true
				queue = append(queue, i)
			}
		}
	}
	if len(leads) == 0 {
		return
	}
	for n, f := range new.Funcs {
		if f.Library {
			continue
		}
		for b, block := range f.Blocks {
			for i := range block.Instrs {
				in := &block.Instrs[i]
				if harness.NamesOne(in, leads) {
					add(delta.New, -1, n, b, f.Stmts[in.Stmt].At)
				}
			}
		}
	}
}

// unaccounted adds as a part the entry of each function whose code differs although
// no statement of it is known to.
func (w *roundReach) unaccounted(touched [2]map[int]bool, add func(reading delta.Reading, change, fn, block int, at program.RangeID)) {
	old, new := w.round.Task.Old.Program, w.round.Task.New.Program
	texts := [2][]string{functionTexts(old), functionTexts(new)}
	known := [2]map[string]bool{{}, {}}
	for i, list := range texts {
		for _, t := range list {
			known[i][t] = t != ""
		}
	}
	for n, f := range new.Funcs {
		if f.Library || len(f.Blocks) == 0 || touched[delta.New][n] || known[delta.Old][texts[delta.New][n]] {
			continue
		}
		if o, ok := w.mapping.FuncToOld(n); ok && (touched[delta.Old][o] || len(f.Unsupported) == 0 && w.sameFunction(o, n)) {
			continue
		}
		add(delta.New, -1, n, 0, f.At)
	}
	for o, f := range old.Funcs {
		if f.Library || len(f.Blocks) == 0 || touched[delta.Old][o] || known[delta.New][texts[delta.Old][o]] {
			continue
		}
		if _, ok := w.mapping.FuncToNew(o); !ok {
			add(delta.Old, -1, o, 0, f.At)
		}
	}
}

// sameFunction reports whether every statement of a function corresponds to one
// that computes the same, names aside.
func (w *roundReach) sameFunction(o, n int) bool {
	f, g := w.round.Task.New.Program.Funcs[n], w.round.Task.Old.Program.Funcs[o]
	if len(f.Stmts) != len(g.Stmts) || len(f.Blocks) != len(g.Blocks) {
		return false
	}
	for s := range f.Stmts {
		if len(blocksOf(f, int32(s))) > 0 && !w.mapping.Same(n, int32(s)) {
			return false
		}
	}
	return true
}

// lost returns the blocks of an old statement with instructions that have no
// counterpart in the new version's function.
func (w *roundReach) lost(oldFn int, stmt int32, fn int) []int {
	kept := w.kept[fn]
	if kept == nil {
		kept = map[mapping.Site]bool{}
		for b, block := range w.round.Task.New.Program.Funcs[fn].Blocks {
			for i := range block.Instrs {
				if s, ok := w.mapping.InstrToOld(mapping.Site{Func: fn, Block: b, Index: i}); ok {
					kept[s] = true
				}
			}
		}
		w.kept[fn] = kept
	}
	var list []int
	for b, block := range w.round.Task.Old.Program.Funcs[oldFn].Blocks {
		for i := range block.Instrs {
			in := &block.Instrs[i]
			if in.Stmt == stmt && in.Flags&program.Implicit == 0 && !kept[mapping.Site{Func: oldFn, Block: b, Index: i}] && !slices.Contains(list, b) {
				list = append(list, b)
			}
		}
	}
	return list
}

// effective reports whether a change can alter what the program does.
func (w *roundReach) effective(change int) bool {
	return !w.round.Delta.Changes[change].NoEffect && w.mapping.Effect(change) == mapping.Effective
}

// effective returns the changes of a round that can alter what the program does.
func (r *reach) effective(round *Round) []string {
	w := r.of(round)
	var ids []string
	for i, c := range round.Delta.Changes {
		if w.effective(i) {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

// blocksOf returns the blocks that hold instructions of a statement.
func blocksOf(f *program.Func, stmt int32) []int {
	var list []int
	for b, block := range f.Blocks {
		if slices.ContainsFunc(block.Instrs, func(in program.Instr) bool { return in.Stmt == stmt && in.Flags&program.Implicit == 0 }) {
			list = append(list, b)
		}
	}
	return list
}

// unusedFunctions returns the static functions that nothing refers to: no run of
// any program that they are linked into executes them.
func unusedFunctions(p *program.Program) map[int]bool {
	used := map[int]bool{}
	var queue []int
	add := func(o *program.Operand) {
		if n := int(o.Index); o.Mode == program.FuncAddr && !used[n] {
			used[n] = true
			queue = append(queue, n)
		}
	}
	for i, f := range p.Funcs {
		if !f.Static {
			used[i] = true
			queue = append(queue, i)
		}
	}
	for _, g := range p.Globals {
		for i := range g.Relocs {
			add(&g.Relocs[i].Target)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		p.Funcs[queue[0]].EachInstr(func(in *program.Instr) {
			add(&in.A)
			add(&in.B)
			add(&in.C)
			for k := range in.Args {
				add(&in.Args[k].Operand)
			}
		})
	}
	dead := map[int]bool{}
	for i := range p.Funcs {
		if !used[i] {
			dead[i] = true
		}
	}
	return dead
}

// compared reports whether the comparison of two runs says anything of how the
// program goes on: neither was cut off or violated an assumption, and not both
// ended in the same error.
func compared(old, new *program.Outcome, d program.Difference) bool {
	switch {
	case d == program.DiffUndecided || d == program.DiffIrrelevant:
		return false
	case d.Counts():
		return true
	}
	return old.Ending != program.Faulted
}

// record counts a trial of an input of a round.
func (r *reach) record(round int, w *roundReach, in *program.Input, t *engines.Trial) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.reached[round] == nil {
		r.reached[round] = map[int]bool{}
	}
	var executed []int
	old, new := t.Old.Covered, t.New.Covered
	for i, c := range []*program.Coverage{old, new} {
		if w.covered[i] == nil {
			w.covered[i] = c.Clone()
		} else {
			w.covered[i].Merge(c)
		}
	}
	counts := compared(t.Old, t.New, t.Difference)
	for _, s := range w.sites {
		c := new
		if s.old {
			c = old
		}
		if !c.Block(s.fn, s.block) {
			continue
		}
		p := &r.parts[s.part]
		executed = append(executed, s.part)
		switch {
		case !counts:
			p.NotCompared++
			continue
		case t.Difference.Counts():
			p.Propagated++
		}
		p.Executed++
		r.reached[round][s.part] = true
	}
	if counts && len(executed) > 0 {
		r.queue(w, in, t.Difference.Counts(), executed)
	}
}

// queue keeps an input for examination if few of its kind were kept. Where the
// versions differ, they computed something else; nothing need be examined.
func (r *reach) queue(w *roundReach, in *program.Input, differ bool, executed []int) {
	w.queued = slices.Grow(w.queued, len(r.parts)-len(w.queued))[:len(r.parts)]
	wanted := false
	for _, p := range executed {
		if differ {
			r.parts[p].Infected++
			r.parts[p].Examined++
		} else if w.queued[p] < examined {
			w.queued[p]++
			wanted = true
		}
	}
	if wanted {
		w.waiting = append(w.waiting, examinee{*in, slices.Clone(executed)})
	}
}

// unreachedIn returns, by index, the parts that were neither executed by an input of
// one of the rounds on which the versions were compared nor proved nor excluded.
func (r *reach) unreachedIn(rounds ...int) []int {
	r.mu.Lock()
	defer r.mu.Unlock()
	var list []int
	for i := range r.parts {
		in := func(round int) bool { return r.reached[round][i] }
		if !slices.ContainsFunc(rounds, in) && r.parts[i].Proved == "" && r.parts[i].Excluded == "" && r.parts[i].elsewhere == "" {
			list = append(list, i)
		}
	}
	return list
}

// open returns, by index, the parts that nothing has settled yet.
func (r *reach) open() []int {
	r.mu.Lock()
	defer r.mu.Unlock()
	var list []int
	for i := range r.parts {
		if !r.parts[i].settled() {
			list = append(list, i)
		}
	}
	return list
}

// prove notes that functions were proved equal, by what.
func (r *reach) prove(functions []string, by string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := range r.parts {
		if p := &r.parts[i]; p.Proved == "" && !p.data && slices.Contains(functions, p.function) {
			p.Proved = by
		}
	}
}

// proveCalled notes that all that can be executed from main was proved equal, by what.
func (r *reach) proveCalled(by string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, w := range r.rounds {
		called := [2]map[int]bool{calledFrom(w.round.Task.Old.Program), calledFrom(w.round.Task.New.Program)}
		for _, s := range w.sites {
			side := delta.New
			if s.old {
				side = delta.Old
			}
			if p := &r.parts[s.part]; p.Proved == "" && called[side][s.fn] {
				p.Proved = by
			}
		}
	}
}

// exclude notes which of the parts that no input executed some inputs of other rounds
// execute, on which an assumption was not made.
func (r *reach) exclude(without *reach, assumption string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	without.mu.Lock()
	defer without.mu.Unlock()
	for key, i := range r.keys {
		p := &r.parts[i]
		if k, ok := without.keys[key]; ok && !p.settled() && p.NotCompared == 0 && without.parts[k].Executed+without.parts[k].NotCompared > 0 {
			p.Excluded = assumption
		}
	}
}

// list returns the parts in the order of changes and places, without those that were
// left to other runs.
func (r *reach) list() []Part {
	r.mu.Lock()
	defer r.mu.Unlock()
	list := slices.DeleteFunc(slices.Clone(r.parts), func(p Part) bool {
		return p.elsewhere != "" && !p.Reached() && p.Proved == "" && p.Excluded == ""
	})
	slices.SortStableFunc(list, func(a, b Part) int {
		return cmp.Or(changeOrder(a.Change, b.Change), cmp.Compare(a.At.File, b.At.File), cmp.Compare(a.At.Line, b.At.Line), cmp.Compare(a.At.Col, b.At.Col), cmp.Compare(b.Version, a.Version))
	})
	return list
}

// changeOrder compares names of changes by their numbers; what no hunk accounts
// for comes last.
func changeOrder(a, b string) int {
	if (a == "") != (b == "") {
		return cmp.Compare(len(b), len(a))
	}
	return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
}

// leftNote says, a line if any, which functions were left to other runs.
func (r *reach) leftNote() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var list []string
	for _, w := range r.rounds {
		called := [2]map[int]bool{calledFrom(w.round.Task.New.Program), calledFrom(w.round.Task.Old.Program)}
		for _, x := range w.sites {
			side := 0
			if x.old {
				side = 1
			}
			p := &r.parts[x.part]
			if s := p.Func + " to the call of " + p.elsewhere; p.elsewhere != "" && called[side][x.fn] && !p.Reached() && p.Proved == "" && !slices.Contains(list, s) {
				list = append(list, s)
			}
		}
	}
	slices.Sort(list)
	if len(list) == 0 {
		return nil
	}
	return []string{"left " + strings.Join(list, ", ")}
}

// calledFrom returns the functions that main may lead to.
func calledFrom(p *program.Program) map[int]bool {
	called := map[int]bool{}
	if main, ok := p.FuncByName("main"); ok {
		for _, f := range p.MayReach(main) {
			called[f] = true
		}
	}
	return called
}
