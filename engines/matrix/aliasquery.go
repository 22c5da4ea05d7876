package matrix

import (
	"maps"

	"github.com/riftlab/rift/engines/matrix/execution"

	"github.com/riftlab/rift/engines/symexec"
	"github.com/riftlab/rift/engines/symexec/underconstrained"
	"github.com/riftlab/rift/program/flow"
	"github.com/riftlab/rift/program/flow/pointsto"
)

// aliasQuery returns what package flow knows of accesses to memory, for walks of one
// program: which abstract objects they may be to.
func aliasQuery(g *flow.Graph) func(places []symexec.Frame, o *underconstrained.Abstract) bool {
	sets := map[flow.Node]map[execution.ObjectKey]bool{}
	return func(places []symexec.Frame, o *underconstrained.Abstract) bool {
		common := accessedObjects(g, places, sets)
		switch {
		case common == nil:
			return true
		case o == nil:
			return len(common) > 0
		case o.In == underconstrained.InGlobal:
			return common[globalKey(int(o.Index))]
		}
		return common[execution.ObjectKey{Kind: pointsto.LocalObject, Func: int32(o.Func), Index: o.Index}]
	}
}

// accessedObjects returns the abstract objects that accesses at all of some places may be
// to; nil if nothing is known. Sets remembers those of nodes.
func accessedObjects(g *flow.Graph, places []symexec.Frame, sets map[flow.Node]map[execution.ObjectKey]bool) map[execution.ObjectKey]bool {
	var common map[execution.ObjectKey]bool
	for _, p := range places {
		n := g.At(p.Func, p.Block, p.Index)
		if n == flow.NoNode {
			continue
		}
		set, ok := sets[n]
		if !ok {
			set = map[execution.ObjectKey]bool{}
			for _, list := range [][]flow.Location{g.Ref(n), g.Mod(n)} {
				for _, l := range list {
					if o, ok := g.Object(l); ok {
						set[execution.ObjectKey{Kind: o.Kind, Func: o.Func, Index: o.Index}] = true
					}
				}
			}
			sets[n] = set
		}
		if common == nil {
			common = maps.Clone(set)
			continue
		}
		maps.DeleteFunc(common, func(k execution.ObjectKey, _ bool) bool { return !set[k] })
	}
	return common
}

func globalKey(i int) execution.ObjectKey {
	return execution.ObjectKey{Kind: pointsto.GlobalObject, Func: -1, Index: int32(i)}
}
