package statement

import (
	"strings"

	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/diag"
)

// trapping lowers the statement n by body. A construct that rift does not
// implement makes the rest of the statement a trap. Initialisers of static
// storage are evaluated when there is no run: they can not be given up so.
func (f *Lowerer) trapping(n cc.Node, body func()) {
	scope, breaks, conts := f.Scope(), f.breaks, f.conts
	flags, stmt, first := f.Flags, f.Stmt, f.NumBlocks()
	defer func() {
		r := recover()
		if r == nil {
			return
		}
		b, ok := r.(diag.Bail)
		if !ok || !b.Err.Unsupported || f.Static {
			panic(r)
		}
		f.ReturnTo(scope)
		f.breaks, f.conts = breaks, conts
		f.Flags = flags
		if f.Stmt == stmt {
			f.BeginStmt(program.StmtExpr, n)
		}
		f.Node = b.Node
		if f.Def != nil { // what stands behind the statement is not translated either
			b.Err.Text = strings.Join(strings.Fields(cc.NodeSource(f.Def)), " ")
		}
		f.GiveUp(b.Err, first)
	}()
	body()
}
