package difference

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/riftlab/rift/program"
)

// sitesShown is how many calls of a function without body are named.
const sitesShown = 3

// lacking says which functions without body a program may call when it runs from entry,
// or at all if that is no function of it, and where it calls them. Those that nothing leads to do not matter. A function that the
// run-time library lacks is named by the library function that needs it.
func lacking(p *program.Program, entry string) []string {
	if len(p.Undefined) == 0 {
		return nil
	}
	all := map[int]bool{}
	from, ok := p.FuncByName(entry)
	if ok {
		for _, n := range p.MayReach(from) {
			all[n] = true
		}
	}
	for n := range p.Funcs {
		if !ok {
			all[n] = true
		}
	}
	reach := slices.Sorted(maps.Keys(all))
	sites := map[string][]string{} // by names of functions that are not followed
	needs := lackingLibrary(p)
	for _, n := range reach {
		f := p.Funcs[n]
		if f.Library {
			continue
		}
		f.EachInstr(func(in *program.Instr) {
			for _, o := range in.Operands() {
				if o.Mode != program.FuncAddr {
					continue
				}
				callee := p.Funcs[o.Index]
				if len(callee.Blocks) > 0 && !needs[int(o.Index)] {
					continue
				}
				at := p.Position(in.At)
				site := fmt.Sprintf("%s calls it, %s:%d", f.Source, at.File, at.Line)
				if in.Op != program.Call || o != in.A {
					site = fmt.Sprintf("%s takes its address, %s:%d", f.Source, at.File, at.Line)
				}
				if list := sites[callee.Name]; !slices.Contains(list, site) {
					sites[callee.Name] = append(list, site)
				}
			}
		})
	}
	p.InTables(func(n int) {
		if f := p.Funcs[n]; len(f.Blocks) == 0 && sites[f.Name] == nil {
			sites[f.Name] = []string{"a variable leads to it"}
		}
	})
	var list []string
	for name, at := range sites {
		more := ""
		if len(at) > sitesShown {
			more = fmt.Sprintf("; and %d more", len(at)-sitesShown)
			at = at[:sitesShown]
		}
		list = append(list, fmt.Sprintf("%s has no body: a run that calls it is not followed (%s%s)", name, strings.Join(at, "; "), more))
	}
	slices.Sort(list)
	return list
}

// lackingLibrary returns the functions of the run-time library that call what it lacks
// by themselves.
func lackingLibrary(p *program.Program) map[int]bool {
	needs := map[int]bool{}
	for n, f := range p.Funcs {
		if !f.Library {
			continue
		}
		f.MayCall(func(callee int) {
			if c := p.Funcs[callee]; len(c.Blocks) == 0 && strings.HasPrefix(c.Name, "__rift_no_") {
				needs[n] = true
			}
		})
	}
	return needs
}
