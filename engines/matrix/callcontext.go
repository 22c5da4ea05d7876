package matrix

import (
	"fmt"
	"strings"

	"github.com/riftlab/rift/engines/matrix/execution"

	"github.com/riftlab/rift/program/flow"
)

// callContext is a statement of the old version in a calling context.
type callContext struct {
	node  flow.Node
	calls string
}

// contextAt names the calls under way at an instance of a run of either version by
// those of the old version; "" if they are not known. It reports false if the old
// version has no such calls.
func (v *versions) contextAt(r *execution.Run, i int32, new bool) (string, bool) {
	if int(i) >= len(r.Instances) || r.Instances[i].Snapshot == execution.None {
		return "", true
	}
	stack := r.Snapshots[r.Instances[i].Snapshot].Stack
	var sb strings.Builder
	for k := 0; k < len(stack)-1; k++ {
		f, ok := stack[k], true
		if new {
			f, ok = v.oldCall(f, stack[k+1].Func)
		}
		if !ok {
			return "", false
		}
		fmt.Fprintf(&sb, "%d.%d.%d ", f.Func, f.Block, f.Index)
	}
	return sb.String(), true
}

// sameContext reports whether an instance of the new run and one of the old run are
// in the same calls, as far as they are known.
func (v *versions) sameContext(new, old *execution.Run, x, y int32) bool {
	a, ok := v.contextAt(new, x, true)
	b, _ := v.contextAt(old, y, false)
	return ok && (a == b || a == "" || b == "")
}
