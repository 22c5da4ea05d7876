package cfront

import (
	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/spelling"
	"github.com/riftlab/rift/program/cfront/types"
	"github.com/riftlab/rift/program/cfront/unit"
	"github.com/riftlab/rift/program/cfront/value"
)

// fn is a function being lowered.
type fn struct {
	*value.Ops
	u       *unit.Unit
	def     *cc.FunctionDefinition
	typ     *cc.FunctionType
	result  *program.Type
	sret    program.Operand
	locals  map[*cc.Declarator]*local
	demoted map[*cc.Declarator]bool // variables that must not live in registers
	owner   map[program.Reg]*cc.Declarator
	scope   *scope
	labels  map[*cc.LabeledStatement]int
	byName  map[string]*cc.LabeledStatement           // for &&label
	around  map[*cc.LabeledStatement]map[cc.Node]bool // statements with scopes around each label
	breaks  target
	conts   target
	places  map[*cc.LabeledStatement]labelPlace   // of labels lowered so far
	cases   map[*cc.LabeledStatement]int          // blocks of the labels of the enclosing switches
	counts  map[cc.ExpressionNode]program.Operand // lengths of variable-length arrays
	static  bool                                  // evaluating an initialiser of static storage
	outer   *fn                                   // of an evaluator: the function around the initialiser
}

// local is where a local variable lives.
type local struct {
	reg   program.Reg     // the register, if >= 0
	addr  program.Operand // else the address of its object
	typ   *program.Type
	index int32 // in Func.Locals
}

// target is where break or continue goes.
type target struct {
	block int
	scope *scope
}

// scope is a block of the source with the objects whose lifetime it bounds.
type scope struct {
	parent   *scope
	node     cc.Node // the statement; nil for the function itself
	sideways bool    // can be entered through a label: objects live from the function's entry
	cleanups []cleanup
	objects  []int32 // in Func.Locals, in order of Enter
}

// params sets up the parameters: registers that receive them, and objects for
// those that need one.
func (f *fn) params() {
	if f.Out.Sret {
		r := f.Reg(program.Ptr)
		f.Out.Params = append(f.Out.Params, program.Param{Reg: r, Kind: program.Ptr, Type: types.PointerTo(f.result)})
		f.sret = program.R(program.Ptr, r)
	}
	knr := ast.IsOldStyle(f.def)
	var list []*cc.Declarator
	for _, p := range f.typ.Parameters() {
		if p.Type().Kind() == cc.Void {
			break
		}
		d := p.Declarator
		t := f.u.TypeOf(f.def, p.Type().Decay())
		f.param(p.Name(), d, t, knr)
		if d != nil {
			list = append(list, d)
		}
	}
	if !f.Out.Library {
		spelling.Set(f.Out, f.def)
	}
	f.Implicit(func() {
		for _, d := range list {
			f.placeParam(d)
		}
		for _, d := range list {
			f.parameterLengths(d)
		}
	})
}

// param makes the register that receives a parameter. In a definition of the
// old style it arrives promoted.
func (f *fn) param(name string, d *cc.Declarator, t *program.Type, knr bool) {
	if t.Size == 0 && types.InMemory(t) { // takes no room, is not passed
		if d != nil {
			f.locals[d] = &local{reg: program.NoReg, typ: t}
		}
		return
	}
	p := program.Param{Name: name, Type: t, Kind: t.Kind()}
	if types.InMemory(t) {
		p.Kind, p.Size = program.Ptr, t.Size
	} else if knr {
		p.Kind = types.DefaultPromote(t).Kind()
	}
	p.Reg = f.Reg(p.Kind)
	f.Out.Params = append(f.Out.Params, p)
	if d != nil {
		f.locals[d] = &local{reg: p.Reg, typ: t}
	}
}

// placeParam moves a parameter from its register to where the variable lives.
func (f *fn) placeParam(d *cc.Declarator) {
	l := f.locals[d]
	if l.reg == program.NoReg {
		f.object(d, l, l.typ.Size)
		return
	}
	arrived := f.Out.Regs[l.reg].Kind
	if types.InMemory(l.typ) {
		from := program.R(program.Ptr, l.reg)
		f.object(d, l, l.typ.Size)
		f.Effect(program.Instr{Op: program.CopyMem, A: l.addr, B: from, Size: l.typ.Size})
		return
	}
	v := value.Value{Op: program.R(arrived, l.reg), Type: l.typ}
	if arrived != l.typ.Kind() {
		v.Type = types.DefaultPromote(l.typ)
		v = f.Convert(v, l.typ)
	}
	if f.inRegister(d, l.typ) {
		if arrived != l.typ.Kind() {
			l.reg = f.Reg(l.typ.Kind())
			f.name(l.reg, d, l.typ)
			f.Move(l.reg, v.Op)
			return
		}
		f.name(l.reg, d, l.typ)
		return
	}
	f.object(d, l, l.typ.Size)
	f.Effect(program.Instr{Op: program.Store, Kind: l.typ.Kind(), A: l.addr, B: v.Op})
}

func (f *fn) name(r program.Reg, d *cc.Declarator, t *program.Type) {
	f.Out.Regs[r].Name, f.Out.Regs[r].Type = d.Name(), t
	f.owner[r] = d
}

// inRegister reports whether a variable may live in a register.
func (f *fn) inRegister(d *cc.Declarator, t *program.Type) bool {
	return t.IsScalar() && !d.AddressTaken() && !d.IsVolatile() && !ast.IsVolatile(d.Type()) && !f.demoted[d]
}

// object gives a variable an object of its own, entered here, or at the
// function's entry if the scope can be entered sideways.
func (f *fn) object(d *cc.Declarator, l *local, size int64) {
	l.index = int32(len(f.Out.Locals))
	l.reg = program.NoReg
	f.Out.Locals = append(f.Out.Locals, program.Local{
		Name: d.Name(), Type: l.typ, Size: size, Align: max(l.typ.Align, int64(d.Alignas()), int64(d.Type().Align())), At: f.u.RangeOf(d),
	})
	l.addr = f.enter(l.index)
}

// enter begins the lifetime of a local and returns its address.
func (f *fn) enter(index int32) program.Operand {
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

// end closes a function whose last statement can be passed.
func (f *fn) end() {
	if f.Ended() {
		return
	}
	f.Implicit(func() {
		f.Node = nil
		ret := program.Instr{Op: program.Return, Kind: f.Out.Result}
		if ret.Kind != program.Void {
			// Only main's caller may use the value; C 5.1.2.2.3 makes it 0.
			ret.A = program.C(ret.Kind, 0)
		}
		f.Effect(ret)
	})
}

// push opens a scope; pop closes it.
func (f *fn) push(n cc.Node, sideways bool) {
	f.scope = &scope{parent: f.scope, node: n, sideways: sideways}
}

func (f *fn) pop() {
	if !f.Ended() {
		f.leave(f.scope.parent)
	}
	f.scope = f.scope.parent
}

// leave emits what a jump out of the current scope into its ancestor to has to
// do: calls that clean up, and the ends of lifetimes.
func (f *fn) leave(to *scope) {
	f.cleanUp(to)
	f.Implicit(func() {
		for s := f.scope; s != to && s != nil; s = s.parent {
			for i := len(s.objects) - 1; i >= 0; i-- {
				f.Effect(program.Instr{Op: program.Leave, Local: s.objects[i]})
			}
		}
	})
}
