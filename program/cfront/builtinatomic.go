package cfront

import (
	"strings"

	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/diag"
	"github.com/riftlab/rift/program/cfront/types"
	"github.com/riftlab/rift/program/cfront/value"
)

// atomicBuiltin returns the lowering of the __sync and __atomic builtins. A
// run has one thread, so they are plain accesses.
func atomicBuiltin(name string) builtinFunc {
	if rest, ok := strings.CutPrefix(name, "__sync_"); ok {
		return syncBuiltin(rest)
	}
	rest, ok := strings.CutPrefix(name, "__atomic_")
	if !ok {
		return nil
	}
	if op, ok := strings.CutPrefix(rest, "fetch_"); ok {
		return fetchOp(op, true)
	}
	if op, ok := strings.CutSuffix(rest, "_fetch"); ok {
		return fetchOp(op, false)
	}
	switch rest {
	case "load_n":
		return (*fn).atomicLoad
	case "store_n":
		return (*fn).atomicStore
	case "exchange_n":
		return (*fn).atomicExchange
	case "compare_exchange_n":
		return (*fn).atomicCompareExchange
	case "load":
		return (*fn).genericLoad
	case "store":
		return (*fn).genericStore
	case "exchange":
		return (*fn).genericExchange
	case "compare_exchange":
		return (*fn).genericCompareExchange
	case "test_and_set":
		return (*fn).testAndSet
	case "clear":
		return (*fn).atomicClear
	case "thread_fence", "signal_fence":
		return (*fn).ignored
	case "always_lock_free", "is_lock_free":
		return func(f *fn, x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
			return value.Constant(types.Int, 1)
		}
	}
	return nil
}

func syncBuiltin(rest string) builtinFunc {
	// __sync_fetch_and_add_4 and the like name the size again.
	if i := strings.LastIndexByte(rest, '_'); i > 0 && strings.Contains("1 2 4 8 16", rest[i+1:]) {
		rest = rest[:i]
	}
	if op, ok := strings.CutPrefix(rest, "fetch_and_"); ok {
		return fetchOp(op, true)
	}
	if op, ok := strings.CutSuffix(rest, "_and_fetch"); ok {
		return fetchOp(op, false)
	}
	switch rest {
	case "synchronize":
		return (*fn).ignored
	case "lock_test_and_set":
		return (*fn).atomicExchange
	case "lock_release":
		return (*fn).atomicClear
	case "bool_compare_and_swap":
		return compareAndSwap(true)
	case "val_compare_and_swap":
		return compareAndSwap(false)
	}
	return nil
}

// target returns what the first argument of an atomic builtin points to.
func (f *fn) atomicTarget(x *cc.PostfixExpression, args []cc.ExpressionNode, n int) value.Place {
	need(x, args, n)
	p := f.Pointee(x, f.scalar(args[0]))
	if p.Type.Class == program.VoidType {
		p.Type = types.UChar
	}
	return p
}

// fetchOp lowers a read-modify-write that returns the old or the new value.
func fetchOp(op string, old bool) builtinFunc {
	o, ok := map[string]ast.Operator{"add": ast.Add, "sub": ast.Sub, "and": ast.And, "or": ast.Or, "xor": ast.Xor, "nand": ast.And}[op]
	if !ok {
		return nil
	}
	return func(f *fn, x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
		p := f.atomicTarget(x, args, 2)
		arg := f.Convert(f.scalar(args[1]), valueType(p.Type))
		before := f.Load(p)
		operand := before
		if types.IsPointer(p.Type) { // the count is in bytes
			operand = f.Convert(before, types.Long)
			arg = f.Convert(arg, types.Long)
		}
		after := f.ArithWrapping(o, operand, arg)
		if op == "nand" {
			after = f.Complement(after)
		}
		after = f.Store(p, after)
		if old {
			return before
		}
		return after
	}
}

// valueType returns the type of the operand of an atomic operation on t.
func valueType(t *program.Type) *program.Type {
	if types.IsPointer(t) {
		return types.Long
	}
	return t
}

func (f *fn) atomicLoad(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	return f.Load(f.atomicTarget(x, args, 1))
}

func (f *fn) atomicStore(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	p := f.atomicTarget(x, args, 2)
	f.Store(p, f.rvalue(args[1]))
	return value.Value{Type: types.Void}
}

func (f *fn) atomicExchange(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	p := f.atomicTarget(x, args, 2)
	v := f.Convert(f.scalar(args[1]), p.Type)
	old := f.Load(p)
	f.Store(p, v)
	return old
}

func (f *fn) atomicClear(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	f.Store(f.atomicTarget(x, args, 1), value.Constant(types.Int, 0))
	return value.Value{Type: types.Void}
}

func (f *fn) testAndSet(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	p := f.atomicTarget(x, args, 1)
	p.Type = types.UChar
	old := f.Load(p)
	f.Store(p, value.Constant(types.Int, 1))
	return f.Convert(f.Convert(old, types.Bool), types.Int)
}

// compareAndSwap lowers the __sync forms.
func compareAndSwap(wantBool bool) builtinFunc {
	return func(f *fn, x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
		p := f.atomicTarget(x, args, 3)
		expected := f.Keep(f.Convert(f.scalar(args[1]), p.Type))
		desired := f.Keep(f.Convert(f.scalar(args[2]), p.Type))
		old := f.Load(p)
		equal := f.Comparison(ast.Eq, old, expected)
		f.When(equal, func() { f.Store(p, desired) }, nil)
		if wantBool {
			return value.Value{Op: equal, Type: types.Int}
		}
		return old
	}
}

func (f *fn) atomicCompareExchange(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	p := f.atomicTarget(x, args, 3)
	expected := f.Pointee(x, f.Keep(f.scalar(args[1])))
	return f.exchangeIfEqual(p, expected, f.Keep(f.Convert(f.scalar(args[2]), p.Type)))
}

func (f *fn) exchangeIfEqual(p, expected value.Place, desired value.Value) value.Value {
	old := f.Load(p)
	equal := f.Comparison(ast.Eq, old, f.Load(expected))
	f.When(equal, func() { f.Store(p, desired) }, func() { f.Store(expected, old) })
	return value.Value{Op: equal, Type: types.Int}
}

func (f *fn) genericLoad(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	p := f.atomicTarget(x, args, 2)
	f.Store(f.Pointee(x, f.scalar(args[1])), f.Load(p))
	return value.Value{Type: types.Void}
}

func (f *fn) genericStore(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	p := f.atomicTarget(x, args, 2)
	f.Store(p, f.Load(f.Pointee(x, f.scalar(args[1]))))
	return value.Value{Type: types.Void}
}

func (f *fn) genericExchange(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	p := f.atomicTarget(x, args, 3)
	from, to := f.Pointee(x, f.scalar(args[1])), f.Pointee(x, f.scalar(args[2]))
	if types.InMemory(p.Type) {
		diag.Unsupported(x, "atomic exchange of %s", p.Type)
	}
	v, old := f.Load(from), f.Load(p)
	f.Store(p, v)
	f.Store(to, old)
	return value.Value{Type: types.Void}
}

func (f *fn) genericCompareExchange(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	p := f.atomicTarget(x, args, 3)
	if types.InMemory(p.Type) {
		diag.Unsupported(x, "atomic exchange of %s", p.Type)
	}
	expected := f.Pointee(x, f.Keep(f.scalar(args[1])))
	return f.exchangeIfEqual(p, expected, f.Load(f.Pointee(x, f.scalar(args[2]))))
}
