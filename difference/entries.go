package difference

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/riftlab/rift/difference/sources"

	"github.com/riftlab/rift/difference/harness"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
)

// Entries are functions to call, each in a Run of its own, so that what changed in
// versions without main, such as libraries, is compared.
type Entries struct {
	Names []string // as Request.Entry has them
	// Elsewhere has, for each of the Names, the functions that another one of them is
	// responsible for, as Request.Elsewhere has them.
	Elsewhere []map[string]string
	// Alone says, a sentence each, what no call compares with anything.
	Alone []Alone
}

// Alone is a function that no call compares with anything.
type Alone struct {
	Name string
	Why  string
}

// EntriesFor returns the functions to call: names, or if there are none, of those with
// changed code the ones that both versions have with the same parameters and external
// linkage. What changed in static ones is reached through the nearest external ones
// that call them, as others may call them with what nobody gives them; only those that
// have none are called by themselves. What changed in
// functions that cannot be called in both versions is left to their nearest callers.
// Errors are as of Run, and ErrLimits if the limits of the request are reached before.
func EntriesFor(ctx context.Context, q *Request, names []string) (*Entries, error) {
	limited, stop := q.Limits.start().watch(ctx, 1)
	defer stop()
	type chosen struct {
		entries *Entries
		err     error
	}
	done := make(chan chosen, 1) // what comes too late is left in it
	if !abandon(limited, func() {
		e, err := entriesFor(limited, q, names)
		done <- chosen{e, err}
	}) || limited.Err() != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, ErrLimits
	}
	c := <-done
	return c.entries, c.err
}

// ErrLimits is the error of EntriesFor if the limits are reached first.
var ErrLimits = errors.New("the limits were reached before it was known which functions to call")

func entriesFor(ctx context.Context, q *Request, names []string) (*Entries, error) {
	old, new, err := q.versions()
	if err != nil {
		return nil, err
	}
	t := &engines.Task{Compile: q.Compile}
	if err := build(ctx, t, opened(old), opened(new)); err != nil {
		return nil, err
	}
	c := &chooser{request: q, old: sideOf(t.Old.Program), new: sideOf(t.New.Program), task: t, why: map[string]string{}}
	c.findChanged(delta.Compute(old, new))
	if len(names) > 0 {
		for _, n := range names {
			o, f, err := harness.FindEntries(t.Old.Program, t.New.Program, n)
			if err != nil {
				return nil, sources.AsInput(err)
			}
			c.take(candidate{n, c.old.number[o.Func], c.new.number[f.Func]})
		}
	} else {
		c.choose()
	}
	return c.result(len(names) == 0), nil
}

// chooser chooses entries.
type chooser struct {
	request  *Request
	task     *engines.Task
	old, new *codeSide
	changed  []string // unique names of the functions with changed code, as they come
	why      map[string]string
	chosen   []candidate
	reached  []map[string]bool // by each of chosen, the functions that it leads to
	uncalled []Alone           // that should be called too
}

// candidate is a function that may be called.
type candidate struct {
	name     string
	old, new int // positions in the programs
}

// codeSide is the code of a version.
type codeSide struct {
	*program.Program
	number map[*program.Func]int
	name   map[string]int // by unique name, those with a body that are not the library's
}

func sideOf(p *program.Program) *codeSide {
	s := &codeSide{p, map[*program.Func]int{}, map[string]int{}}
	for i, f := range p.Funcs {
		s.number[f] = i
		if !f.Library && len(f.Blocks) > 0 {
			s.name[f.Name] = i
		}
	}
	return s
}

// leadsTo returns the unique names of the functions that a call of one may lead to: by
// calls, and by addresses in the code and in the variables that it names.
func (s *codeSide) leadsTo(from int) map[string]bool {
	seen, globals := map[int]bool{from: true}, map[int]bool{}
	queue := []int{from}
	var add func(o *program.Operand)
	add = func(o *program.Operand) {
		n := int(o.Index)
		switch {
		case o.Mode == program.FuncAddr && !seen[n]:
			seen[n] = true
			queue = append(queue, n)
		case o.Mode == program.GlobalAddr && !globals[n] && !s.Globals[n].Library:
			globals[n] = true
			for i := range s.Globals[n].Relocs {
				add(&s.Globals[n].Relocs[i].Target)
			}
		}
	}
	names := map[string]bool{}
	for ; len(queue) > 0; queue = queue[1:] {
		f := s.Funcs[queue[0]]
		names[f.Name] = true
		if f.Library {
			continue
		}
		f.EachInstr(func(in *program.Instr) {
			add(&in.A)
			add(&in.B)
			add(&in.C)
			for k := range in.Args {
				add(&in.Args[k].Operand)
			}
		})
	}
	return names
}

// findChanged finds the functions with changed code.
func (c *chooser) findChanged(d *delta.Delta) {
	w := newRoundReach(&Round{Task: c.task, Delta: d})
	w.locate(func(p Part, _ string, _ site) {
		if !slices.Contains(c.changed, p.function) {
			c.changed = append(c.changed, p.function)
		}
	})
}

// candidate returns how a function is called in both versions, or why it is not.
func (c *chooser) candidate(unique string) (candidate, bool) {
	n, inNew := c.new.name[unique]
	o, inOld := c.old.name[unique]
	switch {
	case !inNew && !inOld:
		return candidate{}, false
	case !inOld:
		c.why[unique] = fmt.Sprintf("only the new version has %s: it is compared with nothing", c.new.Funcs[n].Source)
		return candidate{}, false
	case !inNew:
		c.why[unique] = fmt.Sprintf("only the old version has %s: it is compared with nothing", c.old.Funcs[o].Source)
		return candidate{}, false
	}
	f := c.new.Funcs[n]
	name := f.Source
	if unique != f.Source { // several files have one
		name = c.new.Files[f.Unit] + ":" + f.Source
	}
	oldEntry, newEntry, err := harness.FindEntries(c.old.Program, c.new.Program, name)
	if err != nil && name == f.Source {
		name = c.new.Files[f.Unit] + ":" + f.Source
		oldEntry, newEntry, err = harness.FindEntries(c.old.Program, c.new.Program, name)
	}
	if err == nil && (oldEntry.Func != c.old.Funcs[o] || newEntry.Func != f) {
		err = fmt.Errorf("%s: function %s: it cannot be told from others of that name", newEntry.Place(), name)
	}
	if err == nil {
		_, err = harness.Generate(c.old.Program, c.new.Program, c.task.New.Version, name, c.request.Options)
	}
	if err != nil {
		c.why[unique] = err.Error()
		return candidate{}, false
	}
	return candidate{name, o, n}, true
}

// take makes a function one of the chosen.
func (c *chooser) take(x candidate) {
	c.chosen = append(c.chosen, x)
	c.reached = append(c.reached, c.leadsTo(x))
}

// leadsTo returns what a function leads to in either version.
func (c *chooser) leadsTo(x candidate) map[string]bool {
	all := c.new.leadsTo(x.new)
	for n := range c.old.leadsTo(x.old) {
		all[n] = true
	}
	return all
}

// static reports whether a function has internal linkage in the version that has it.
func (c *chooser) static(unique string) bool {
	if n, ok := c.new.name[unique]; ok {
		return c.new.Funcs[n].Static
	}
	return c.old.Funcs[c.old.name[unique]].Static
}

// missing returns the functions with changed code that no chosen one leads to.
func (c *chooser) missing() []string {
	var list []string
	for _, f := range c.changed {
		if !slices.ContainsFunc(c.reached, func(m map[string]bool) bool { return m[f] }) {
			list = append(list, f)
		}
	}
	return list
}

// choose chooses of all functions.
func (c *chooser) choose() {
	for _, f := range c.changed {
		if !c.static(f) {
			if x, ok := c.candidate(f); ok {
				c.take(x)
			}
		}
	}
	for _, f := range c.changed {
		if c.static(f) {
			c.takeExternals(f)
		}
	}
	c.cover(func(string) []string { return c.missing() })
	c.cover(c.callers)
}

// cover chooses functions until none is left that leads to something missing: of those
// that from names for what is missing, the one that leads to the most.
func (c *chooser) cover(from func(missing string) []string) {
	hopeless := map[string]bool{}
	for {
		missing := slices.DeleteFunc(c.missing(), func(f string) bool { return hopeless[f] })
		if len(missing) == 0 {
			return
		}
		best, most := candidate{}, 0
		for _, f := range from(missing[0]) {
			x, ok := c.candidate(f)
			if !ok {
				continue
			}
			n := 0
			to := c.leadsTo(x)
			for _, m := range missing {
				if to[m] {
					n++
				}
			}
			if n > most && to[missing[0]] {
				best, most = x, n
			}
		}
		if most == 0 {
			hopeless[missing[0]] = true
			continue
		}
		c.take(best)
	}
}

// callers returns the nearest functions that can be called in both versions and lead to
// another one.
func (c *chooser) callers(of string) []string {
	seen, level := map[string]bool{of: true}, []string{of}
	for len(level) > 0 {
		var next, able []string
		for _, s := range []*codeSide{c.new, c.old} {
			for _, f := range s.Funcs {
				if f.Library || len(f.Blocks) == 0 || seen[f.Name] || !namesFunction(s, f, level) {
					continue
				}
				seen[f.Name] = true
				next = append(next, f.Name)
				if _, ok := c.candidate(f.Name); ok {
					able = append(able, f.Name)
				}
			}
		}
		if len(able) > 0 {
			return able
		}
		level = next
	}
	return nil
}

// mostExternals bounds the functions that are called for what changed in static ones.
const mostExternals = 12

// takeExternals chooses all functions with external linkage through which a static one
// is first come to: each may give it other arguments. Those beyond the bound are named.
func (c *chooser) takeExternals(of string) {
	seen, level := map[string]bool{of: true}, []string{of}
	for len(level) > 0 {
		var next []string
		for _, s := range []*codeSide{c.new, c.old} {
			for _, f := range s.Funcs {
				if f.Library || len(f.Blocks) == 0 || seen[f.Name] || !namesFunction(s, f, level) {
					continue
				}
				seen[f.Name] = true
				x, ok := c.candidate(f.Name)
				switch {
				case !ok || c.static(f.Name):
					next = append(next, f.Name)
				case slices.Contains(c.chosen, x):
				case len(c.chosen) >= mostExternals:
					c.uncalled = append(c.uncalled, Alone{f.Source, fmt.Sprintf("%s, which leads to %s, is not called: too many others are", f.Source, of)})
				default:
					c.take(x)
				}
			}
		}
		level = next
	}
}

// namesFunction reports whether the code of a function names one of some.
func namesFunction(s *codeSide, f *program.Func, names []string) bool {
	found := false
	is := func(o *program.Operand) {
		found = found || o.Mode == program.FuncAddr && slices.Contains(names, s.Funcs[o.Index].Name)
	}
	f.EachInstr(func(in *program.Instr) {
		is(&in.A)
		is(&in.B)
		is(&in.C)
		for k := range in.Args {
			is(&in.Args[k].Operand)
		}
	})
	return found
}

// result says who is responsible for what. all: whatever nobody is responsible for is
// named.
func (c *chooser) result(all bool) *Entries {
	e := &Entries{}
	responsible := map[string]int{}
	for i, x := range c.chosen {
		e.Names = append(e.Names, x.name)
		responsible[c.new.Funcs[x.new].Name] = i
	}
	for _, f := range c.changed {
		if _, ok := responsible[f]; !ok {
			if i := slices.IndexFunc(c.reached, func(m map[string]bool) bool { return m[f] }); i >= 0 {
				responsible[f] = i
			}
		}
	}
	for i := range c.chosen {
		m := map[string]string{}
		for f, by := range responsible {
			if by != i {
				m[f] = c.chosen[by].name
			}
		}
		e.Elsewhere = append(e.Elsewhere, m)
	}
	if !all {
		return e
	}
	alone := c.missing()
	for _, f := range c.old.Funcs { // who calls it from elsewhere cannot any more
		if _, ok := c.new.name[f.Name]; !ok && !f.Library && !f.Static && len(f.Blocks) > 0 && !slices.Contains(alone, f.Name) {
			alone = append(alone, f.Name)
		}
	}
	for _, f := range c.new.Funcs {
		_, both := c.old.name[f.Name]
		led := slices.ContainsFunc(c.reached, func(m map[string]bool) bool { return m[f.Name] })
		if !both && !led && !f.Library && !f.Static && len(f.Blocks) > 0 && !slices.Contains(alone, f.Name) {
			alone = append(alone, f.Name)
		}
	}
	for _, f := range alone {
		if _, ok := c.why[f]; !ok {
			c.candidate(f)
		}
		why := c.why[f]
		if why == "" {
			why = "nothing that both versions have leads to it: it is compared with nothing"
		}
		name, _, _ := strings.Cut(f, "@")
		e.Alone = append(e.Alone, Alone{name, why})
	}
	e.Alone = append(e.Alone, c.uncalled...)
	return e
}

// Split hands limits out to several runs, one after the other: what one of them does
// not use goes to those that follow.
type Split struct {
	budget *budget
	left   int
}

// Split begins to use limits for n runs.
func (l Limits) Split(n int) *Split { return &Split{l.start(), n} }

// Next returns the limits of the next run.
func (s *Split) Next() Limits {
	l := s.budget.Limits
	n := max(s.left, 1)
	s.left--
	seconds, cpu := s.budget.seconds()
	share := func(limit int64, used float64) int64 { return max((limit-int64(used*1e9))/int64(n), 1) }
	if l.CPU > 0 {
		l.CPU = time.Duration(share(int64(l.CPU), cpu))
	}
	if l.Time > 0 {
		l.Time = time.Duration(share(int64(l.Time), seconds))
	}
	return l
}
