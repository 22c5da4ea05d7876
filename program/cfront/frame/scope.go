package frame

import (
	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
)

// Push opens the scope of statement n; sideways says that a label in it lets control enter it
// past its start. Pop closes it.
func (f *Frame) Push(n cc.Node, sideways bool) {
	f.scope = &Scope{parent: f.scope, node: n, sideways: sideways}
}

// Pop closes the current scope, and ends the lifetimes of its objects if control comes here.
func (f *Frame) Pop() {
	if !f.Ended() {
		f.Leave(f.scope.parent)
	}
	f.scope = f.scope.parent
}

// Scope returns the current scope.
func (f *Frame) Scope() *Scope { return f.scope }

// ReturnTo makes a scope around the current one the current one, with nothing emitted.
func (f *Frame) ReturnTo(to *Scope) { f.scope = to }

// Leave emits what a jump out of the current scope into its ancestor to has to
// do: calls that clean up, and the ends of lifetimes.
func (f *Frame) Leave(to *Scope) {
	f.CleanUp(to)
	f.Implicit(func() {
		for s := f.scope; s != to && s != nil; s = s.parent {
			for i := len(s.objects) - 1; i >= 0; i-- {
				f.Effect(program.Instr{Op: program.Leave, Local: s.objects[i]})
			}
		}
	})
}

// enter begins the lifetime of a local, here or at the function's entry if the scope can be
// entered sideways, and returns its address.
func (f *Frame) enter(index int32) program.Operand {
	dst := f.Reg(program.Ptr)
	in := program.Instr{Op: program.Enter, Kind: program.Ptr, Dst: dst, Local: index, Flags: program.Implicit}
	if f.scope.sideways {
		f.AtEntry(in)
	} else {
		f.Emit(in)
		f.scope.objects = append(f.scope.objects, index)
	}
	return program.R(program.Ptr, dst)
}

// BlockObject makes an object without a name, of the enclosing block. Where control can come
// back to this point within the block, it stays the same object.
func (f *Frame) BlockObject(t *program.Type) program.Operand {
	if !f.scope.sideways {
		return f.Temp(t)
	}
	f.Out.Locals = append(f.Out.Locals, program.Local{Type: t, Size: t.Size, Align: t.Align})
	return f.enter(int32(len(f.Out.Locals) - 1))
}
