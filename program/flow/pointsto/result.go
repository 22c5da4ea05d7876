package pointsto

import (
	"context"
	"fmt"
	"slices"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/libfacts"
)

// Result is what pointers point to in one program, and what follows from it: who
// calls whom, and which locations each instruction accesses. It does not change; only
// Effects, ArgumentCells and ReachedByCalls remember what they found, and must not be
// called by several goroutines at a time.
type Result struct {
	a *analysis
	callGraph
	funcs     []funcResult
	renamings map[[2]int32]*Renaming // by site and callee
}

// funcResult is the part of a Result about one user function.
type funcResult struct {
	sites    []int32
	accesses []InstrAccess
	reg      Location // of its first register
}

// Analyse analyses a program that program.Verify accepts. The time is about
// linear in the program for typical programs; ctx stops it.
func Analyse(ctx context.Context, p *program.Program, opt Options) (*Result, error) {
	if opt.Entry != "" {
		if f, ok := p.FuncByName(opt.Entry); !ok || !User(p.Funcs[f]) {
			return nil, fmt.Errorf("entry function %q is not defined by the program", opt.Entry)
		}
	}
	a := newAnalysis(p, opt)
	a.generate()
	if err := a.solve(ctx); err != nil {
		return nil, err
	}
	for _, s := range a.sites {
		slices.Sort(s.Users)
		slices.Sort(s.Library)
		slices.Sort(s.Callbacks)
	}
	r := &Result{a: a, callGraph: a.callGraph(), funcs: make([]funcResult, len(p.Funcs)), renamings: a.renamings()}
	a.markPlural(r.recurses)
	for f, fn := range p.Funcs {
		if User(fn) {
			r.collect(int32(f), fn)
		}
	}
	next := Location(len(a.cellObj)) // accesses may have named further objects of the library
	for f, fn := range p.Funcs {
		if User(fn) {
			r.funcs[f].reg = next
			next += Location(len(fn.Regs))
		}
	}
	return r, ctx.Err()
}

// collect gathers the accesses and sites of a function.
func (r *Result) collect(f int32, fn *program.Func) {
	a, x := r.a, &r.funcs[f]
	for b, blk := range fn.Blocks {
		for i := range blk.Instrs {
			in := &blk.Instrs[i]
			if in.Op == program.Call || in.Op == program.Intrinsic {
				id, ok := a.siteAt[instrKey{f, int32(b), int32(i)}]
				if !ok {
					continue
				}
				x.sites = append(x.sites, id)
				if c := a.libraryAccess(a.sites[id]); len(c.Refs)+len(c.Mods) > 0 {
					x.accesses = append(x.accesses, InstrAccess{int32(b), int32(i), c})
				}
				continue
			}
			if !a.reached[f] {
				continue
			}
			if c := a.accessOf(f, in); len(c.Refs)+len(c.Mods)+len(c.Kills) > 0 {
				x.accesses = append(x.accesses, InstrAccess{int32(b), int32(i), c})
			}
		}
	}
	if id, ok := r.AtEnd(f); ok { // before all blocks in the order of places
		x.sites = append(x.sites, id)
		if c := a.libraryAccess(a.sites[id]); len(c.Refs)+len(c.Mods) > 0 {
			x.accesses = append([]InstrAccess{{-1, -1, c}}, x.accesses...)
		}
	}
}

// Sites returns the calls in functions that some run may reach; their indexes are
// their numbers.
func (r *Result) Sites() []*Site { return r.a.sites }

// SitesOf returns the numbers of the calls in a function, in order; those at its end
// come last.
func (r *Result) SitesOf(fn int32) []int32 { return r.funcs[fn].sites }

// SiteAt returns the number of the call at a place; false if there is none, or no run
// reaches the function.
func (r *Result) SiteAt(fn, block, index int32) (int32, bool) {
	id, ok := r.a.siteAt[instrKey{fn, block, index}]
	return id, ok
}

// AtEnd returns the number of the site that stands for the calls of the run-time
// library when a function has returned in which runs begin; false for others.
func (r *Result) AtEnd(fn int32) (int32, bool) { return r.SiteAt(fn, -1, -1) }

// Effects returns what a library function does.
func (r *Result) Effects(fn int32) *libfacts.Effects { return r.a.lib.Of(int(fn)) }

// Roots returns the functions in which runs begin, ascending.
func (r *Result) Roots() []int32 { return r.a.roots }

// Reached reports whether some run may call a user function.
func (r *Result) Reached(fn int32) bool { return r.a.reached[fn] }

// Order returns the user functions, callees first; those that call each other, of
// equal Component, are next to each other.
func (r *Result) Order() []int32 { return r.order }

// Component returns the number of the component of the call graph that a user
// function is in.
func (r *Result) Component(fn int32) int32 { return r.comp[fn] }

// Recurses reports whether a user function may be active twice at a time.
func (r *Result) Recurses(fn int32) bool { return r.recurses[fn] }

// Accesses returns what the instructions of a function access, in order, without what
// user functions do that are called. Instructions that access nothing are left out.
func (r *Result) Accesses(fn int32) []InstrAccess { return r.funcs[fn].accesses }

// ArgumentCells returns the locations of the aggregate that an argument of a call
// passes by value, ascending; none if it passes no aggregate.
func (r *Result) ArgumentCells(s *Site, n int) []Location {
	if v := r.a.argument(s, n); v >= 0 && s.Instr.Args[n].Size > 0 {
		return SortLocations(r.a.addCells(v, 0, s.Instr.Args[n].Size, nil))
	}
	return nil
}

// Objects returns the abstract objects; their indexes are their numbers.
func (r *Result) Objects() []Object { return r.a.list }

// Cells returns the number of cells of all objects: locations from there on are
// registers.
func (r *Result) Cells() Location { return Location(len(r.a.cellObj)) }

// CellsOf returns the cells of an object: from lo to hi, that excluded.
func (r *Result) CellsOf(obj int32) (lo, hi Location) {
	o := &r.a.list[obj]
	return o.first, o.first + Location(len(o.lay.cells))
}

// ObjectOf returns the number of the object that a cell belongs to.
func (r *Result) ObjectOf(l Location) int32 { return r.a.cellObj[l] }

// Variadic returns the number of the object of a function's variable arguments, -1 if
// it has none.
func (r *Result) Variadic(fn int32) int32 { return r.a.variadics[fn] }

// Registers returns the location of the first register of a user function; those of
// the others follow.
func (r *Result) Registers(fn int32) Location { return r.funcs[fn].reg }

// Summary reports whether a cell stands for several pieces of memory, such as the
// elements of an array or the objects that one call allocates.
func (r *Result) Summary(l Location) bool {
	o := &r.a.list[r.a.cellObj[l]]
	return !o.single || o.lay.cells[l-o.first].summary
}

// Name returns the name of a cell for people, such as "list.next" or "heap@12:3[].x".
func (r *Result) Name(l Location) string { return r.a.name(l) }
