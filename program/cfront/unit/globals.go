package unit

import (
	"fmt"

	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/object"
)

// GlobalAddress returns the operand for the address of a global.
func GlobalAddress(i int) program.Operand {
	return program.Operand{Mode: program.GlobalAddr, Kind: program.Ptr, Index: int32(i)}
}

// Literal makes a read-only global for a literal, or returns the one made
// before for the same content.
func (u *Unit) Literal(n cc.Node, t *program.Type, data []byte) program.Operand {
	key := fmt.Sprintf("%s %d %d %s", t, t.Size, t.Align, data)
	if i, ok := u.literals[key]; ok {
		return GlobalAddress(i)
	}
	x := u.AddGlobal(&program.Global{Type: t, Size: t.Size, Align: t.Align, Data: data, ReadOnly: true, At: u.RangeOf(n)})
	u.literals[key] = int(x.Index)
	return x
}

// AddGlobal adds a global without a name to the object, and returns its address.
func (u *Unit) AddGlobal(g *program.Global) program.Operand {
	g.Library = u.Object.Library
	u.Object.Globals = append(u.Object.Globals, g)
	u.Object.VarSyms = append(u.Object.VarSyms, object.VarSym{Static: true, State: object.Defined})
	return GlobalAddress(len(u.Object.Globals) - 1)
}

// LiteralAt returns the literal of which x is the address, if it is that of one.
func (u *Unit) LiteralAt(x program.Operand) (*program.Global, bool) {
	if x.Mode != program.GlobalAddr || x.Bits != 0 {
		return nil, false
	}
	g := u.Object.Globals[x.Index]
	return g, u.Object.VarSyms[x.Index].Name == "" && g.ReadOnly
}

// StaticLocal returns the global that a static local is; fn is the source
// name of its function.
func (u *Unit) StaticLocal(fn string, d *cc.Declarator) (i int, isNew bool) {
	if i, ok := u.statics[d]; ok {
		return i, false
	}
	name := fn + "." + d.Name()
	if n := u.names[name]; n > 0 {
		u.names[name]++
		name = fmt.Sprintf("%s.%d", name, n)
	} else {
		u.names[name] = 1
	}
	t := u.ObjectType(d)
	i = len(u.Object.Globals)
	u.Object.Globals = append(u.Object.Globals, &program.Global{
		Name: name, Source: d.Name(), Type: t, Size: t.Size, Align: max(t.Align, int64(d.Alignas()), int64(d.Type().Align())),
		ReadOnly: ast.ReadOnly(d), Library: u.Object.Library, At: u.RangeOf(d), ThreadLocal: d.IsThreadLocal(),
	})
	u.Object.VarSyms = append(u.Object.VarSyms, object.VarSym{Name: name, Static: true, State: object.Defined})
	u.statics[d] = i
	return i, true
}
