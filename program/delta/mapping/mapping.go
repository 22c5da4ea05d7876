// Package mapping relates two compiled versions of a program: which functions,
// statements and instructions correspond, and which changed.
package mapping

import (
	"maps"
	"path"
	"slices"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
)

// Mapping relates two compiled versions: which functions, statements and
// instructions correspond, which statements of the new version each change
// touches, and which statements of the old version are gone.
//
// It covers the user's code alone; the run-time library is the same on both
// sides. Statements that hold no instruction (code that nothing reaches) are
// left out. A Mapping is immutable and may be shared by goroutines.
type Mapping struct {
	d        *delta.Delta
	old, new *side
	funcs    []FuncPair
	toOld    []int // by function of new: function of old, or -1
	toNew    []int // by function of old: function of new, or -1
	matches  []*match
	ofNew    []*match // by function of new
	changed  []ChangedStmt
	effects  []ChangedStmt
	deleted  []DeletedStmt
	effect   []Effect // by change
}

// FuncMatch tells how a function of the old version relates to one of the new.
type FuncMatch uint8

// The ways in which functions correspond.
const (
	FuncSame    FuncMatch = iota // same name, at the same place
	FuncMoved                    // same name, in another file or at another place of its file
	FuncRenamed                  // another name
	FuncAdded                    // only the new version has it; Old is -1
	FuncRemoved                  // only the old version has it; New is -1
)

var funcMatchNames = [...]string{"same", "moved", "renamed", "added", "removed"}

// String returns "same", "moved", "renamed", "added" or "removed".
func (k FuncMatch) String() string { return funcMatchNames[k] }

// FuncPair is a pair of functions: indices into Program.Funcs of the old and
// the new program.
type FuncPair struct {
	Old, New int
	Match    FuncMatch
}

// Site names an instruction of a program.
type Site struct {
	Func, Block, Index int
}

// ChangedStmt is a statement of the new program that a change touches.
type ChangedStmt struct {
	Change int   // index into Delta.Changes; -1 if it comes from compile settings
	Func   int   // index into Program.Funcs of the new program
	Stmt   int32 // index into Func.Stmts
	// Exact tells that the statement really differs from its counterpart, or
	// has none. It is false for statements that merely share lines with what
	// differs.
	Exact bool
	// Instrs are the instructions that differ: of a statement that has a
	// counterpart only the innermost ones, else all. Ordered by block and
	// index; empty if Exact is false.
	Instrs []Site
}

// DeletedStmt is a statement of the old program without a counterpart, and
// the place in the new program where it would have been.
type DeletedStmt struct {
	Change  int // index into Delta.Changes; -1 if it comes from compile settings
	OldFunc int
	OldStmt int32
	// Func is the function of the new program that it would be in, or -1 if
	// the whole function is gone. It would stand after statement After and
	// before statement Before of that function, in the order of the source;
	// -1 stands for the start and the end of the function.
	Func          int
	After, Before int32
}

// Effect tells whether a change can alter what the program does.
type Effect uint8

// The effects of a change.
const (
	Effective      Effect = iota // it may alter behaviour
	OnlyLayout                   // comments and white space
	OnlyNames                    // every statement is the same but for names
	OnlyMoved                    // code that stands elsewhere, unchanged
	NoCode                       // code that is not compiled or not reached, unused declarations
	OnlySpelling                 // other text that compiles to the same code
	effectsCounted = iota
)

var effectNames = [effectsCounted]string{"effective", "layout", "renaming", "moved", "no code", "spelling"}

// String returns a word for messages.
func (e Effect) String() string { return effectNames[e] }

// New relates the programs that d.Old and d.New were compiled to.
//
// Functions are paired by name, then by file, then by likeness of their
// bodies. Statements of paired functions are matched first where they stand on
// lines that the textual difference leaves alone, then in order, so that the
// likeness of the matched ones is greatest. Names of variables, globals and
// functions that are replaced consistently count as equal.
//
// Cost: the square of the number of statements between two unchanged lines.
func New(d *delta.Delta, old, new *program.Program) *Mapping {
	m := &Mapping{d: d, old: newSide(old), new: newSide(new)}
	lines := lineMaps(d)
	m.pairFuncs(lines)
	m.alignAll(lines)
	m.findNames()
	// Once more, now that renamed things have the same name.
	m.alignAll(lines)
	m.collect()
	return m
}

// Funcs returns the pairs of functions: those of the new program in order,
// then the removed ones.
func (m *Mapping) Funcs() []FuncPair { return slices.Clone(m.funcs) }

// ToOld returns the counterpart of a statement of the new program.
func (m *Mapping) ToOld(fn int, stmt int32) (oldFn int, oldStmt int32, ok bool) {
	a := m.ofNew[fn]
	if a == nil || a.toOld[stmt] < 0 {
		return -1, -1, false
	}
	return a.oldFn, a.toOld[stmt], true
}

// ToNew returns the counterpart of a statement of the old program.
func (m *Mapping) ToNew(fn int, stmt int32) (newFn int, newStmt int32, ok bool) {
	n := m.toNew[fn]
	if n < 0 || m.ofNew[n].toNew[stmt] < 0 {
		return -1, -1, false
	}
	return n, m.ofNew[n].toNew[stmt], true
}

// FuncToOld returns the counterpart of a function of the new program.
func (m *Mapping) FuncToOld(fn int) (int, bool) { return m.toOld[fn], m.toOld[fn] >= 0 }

// FuncToNew returns the counterpart of a function of the old program.
func (m *Mapping) FuncToNew(fn int) (int, bool) { return m.toNew[fn], m.toNew[fn] >= 0 }

// InstrToOld returns the counterpart of an instruction of the new program.
// Instructions that belong to no statement have none.
func (m *Mapping) InstrToOld(s Site) (Site, bool) {
	a := m.ofNew[s.Func]
	if a == nil {
		return Site{}, false
	}
	o, ok := a.instrs[place{s.Block, s.Index}]
	return Site{a.oldFn, o.block, o.index}, ok
}

// Same reports whether a statement of the new program has a counterpart that
// computes the same from the same variables and leads to the same statements.
func (m *Mapping) Same(fn int, stmt int32) bool {
	a := m.ofNew[fn]
	return a != nil && a.toOld[stmt] >= 0 && len(a.differ[stmt]) == 0
}

// Changed returns the statements of the new program that effective changes
// touch, at the grain of lines: every statement that stands at least partly
// on a changed line. Those with Exact set are the answer at the finer grain.
// Ordered by change, function and statement.
//
// Statements of a moved function that are as they were do not count.
func (m *Mapping) Changed() []ChangedStmt { return slices.Clone(m.changed) }

// Effects returns the statements of the new program that differ although no
// changed line touches them: uses of a changed macro, constant, type, layout
// or parameter, and those that read a global or table with another initial
// value. A change manifests there, if the technique at hand counts a change of
// a declaration at all; the papers' textual notion does not.
//
// The change of each is the one on whose lines a name that it mentions is
// declared or defined (directly or through macros); if there is none, every
// change that touches no statement is named, each in an entry of its own.
func (m *Mapping) Effects() []ChangedStmt { return slices.Clone(m.effects) }

// Deleted returns the statements of the old program that have no counterpart,
// ordered by function and statement.
func (m *Mapping) Deleted() []DeletedStmt { return slices.Clone(m.deleted) }

// Effect tells whether change c can alter what the program does, given all
// the other changes. Unlike Change.NoEffect it looks at the compiled code.
func (m *Mapping) Effect(c int) Effect { return m.effect[c] }

// Programs returns the two programs.
func (m *Mapping) Programs() (old, new *program.Program) { return m.old.p, m.new.p }

// RenamedGlobals returns the globals of the old program that go by another name in the
// new one: by their index, the new name.
func (m *Mapping) RenamedGlobals() map[int]string { return maps.Clone(m.old.globals) }

// RenamedVariables returns the variables and parameters of a function of the old program
// that go by another name in its counterpart.
func (m *Mapping) RenamedVariables(oldFn int) map[string]string { return m.old.varsAs[oldFn] }

// NewName returns the name of the counterpart of a function of the old program, "" if it
// has none.
func (m *Mapping) NewName(oldFn int) string { return m.old.funcsAs[oldFn] }

// lineMap relates the lines of a file's versions and tells for each line
// which change it belongs to. Lines count from 1.
type lineMap struct {
	toNew        []int // by old line: new line, or 0 where it changed
	ofOld, ofNew []int // by line: change, or -1
}

// lineMaps returns the line maps by cleaned file name.
func lineMaps(d *delta.Delta) map[string]*lineMap {
	maps := map[string]*lineMap{}
	for _, p := range d.Files() {
		lm := &lineMap{
			toNew: make([]int, len(p.Old)+1),
			ofOld: make([]int, len(p.Old)+1),
			ofNew: make([]int, len(p.New)+1),
		}
		for i := range lm.ofOld {
			lm.ofOld[i] = -1
		}
		for i := range lm.ofNew {
			lm.ofNew[i] = -1
		}
		old, new := 1, 1
		keep := func(until int) {
			for ; old < until; old, new = old+1, new+1 {
				lm.toNew[old] = new
			}
		}
		for _, i := range p.Changes {
			c := d.Changes[i]
			keep(c.OldLine)
			for k := range c.Old {
				lm.ofOld[c.OldLine+k] = i
			}
			for k := range c.New {
				lm.ofNew[c.NewLine+k] = i
			}
			old, new = c.OldLine+len(c.Old), c.NewLine+len(c.New)
		}
		keep(len(p.Old) + 1)
		maps[path.Clean(p.Name)] = lm
	}
	return maps
}
