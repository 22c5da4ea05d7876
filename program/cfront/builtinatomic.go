package cfront

import (
	"strings"

	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/diag"
	"github.com/riftlab/rift/program/cfront/types"
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
		return func(f *fn, x *cc.PostfixExpression, args []cc.ExpressionNode) value { return constant(types.Int, 1) }
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
func (f *fn) atomicTarget(x *cc.PostfixExpression, args []cc.ExpressionNode, n int) place {
	need(x, args, n)
	p := f.pointee(x, f.scalar(args[0]))
	if p.t.Class == program.VoidType {
		p.t = types.UChar
	}
	return p
}

// fetchOp lowers a read-modify-write that returns the old or the new value.
func fetchOp(op string, old bool) builtinFunc {
	o, ok := map[string]ast.Operator{"add": ast.Add, "sub": ast.Sub, "and": ast.And, "or": ast.Or, "xor": ast.Xor, "nand": ast.And}[op]
	if !ok {
		return nil
	}
	return func(f *fn, x *cc.PostfixExpression, args []cc.ExpressionNode) value {
		p := f.atomicTarget(x, args, 2)
		arg := f.convertTo(f.scalar(args[1]), valueType(p.t))
		before := f.load(p)
		operand := before
		if types.IsPointer(p.t) { // the count is in bytes
			operand = f.convertTo(before, types.Long)
			arg = f.convertTo(arg, types.Long)
		}
		after := f.arithWrapping(o, operand, arg)
		if op == "nand" {
			after = f.complement(after)
		}
		after = f.store(p, after)
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

func (f *fn) atomicLoad(x *cc.PostfixExpression, args []cc.ExpressionNode) value {
	return f.load(f.atomicTarget(x, args, 1))
}

func (f *fn) atomicStore(x *cc.PostfixExpression, args []cc.ExpressionNode) value {
	p := f.atomicTarget(x, args, 2)
	f.store(p, f.rvalue(args[1]))
	return value{t: types.Void}
}

func (f *fn) atomicExchange(x *cc.PostfixExpression, args []cc.ExpressionNode) value {
	p := f.atomicTarget(x, args, 2)
	v := f.convertTo(f.scalar(args[1]), p.t)
	old := f.load(p)
	f.store(p, v)
	return old
}

func (f *fn) atomicClear(x *cc.PostfixExpression, args []cc.ExpressionNode) value {
	f.store(f.atomicTarget(x, args, 1), constant(types.Int, 0))
	return value{t: types.Void}
}

func (f *fn) testAndSet(x *cc.PostfixExpression, args []cc.ExpressionNode) value {
	p := f.atomicTarget(x, args, 1)
	p.t = types.UChar
	old := f.load(p)
	f.store(p, constant(types.Int, 1))
	return f.convertTo(f.convertTo(old, types.Bool), types.Int)
}

// compareAndSwap lowers the __sync forms.
func compareAndSwap(wantBool bool) builtinFunc {
	return func(f *fn, x *cc.PostfixExpression, args []cc.ExpressionNode) value {
		p := f.atomicTarget(x, args, 3)
		expected := f.keep(f.convertTo(f.scalar(args[1]), p.t))
		desired := f.keep(f.convertTo(f.scalar(args[2]), p.t))
		old := f.load(p)
		equal := f.comparison(ast.Eq, old, expected)
		f.when(equal, func() { f.store(p, desired) }, nil)
		if wantBool {
			return value{op: equal, t: types.Int}
		}
		return old
	}
}

// when runs yes or no, which may be nil, depending on c.
func (f *fn) when(c program.Operand, yes, no func()) {
	y, n, end := f.block("when"), f.block("otherwise"), f.block("end")
	f.branch(c, y, n)
	f.begin(y)
	yes()
	f.jump(end)
	f.begin(n)
	if no != nil {
		no()
	}
	f.follow(end)
}

func (f *fn) atomicCompareExchange(x *cc.PostfixExpression, args []cc.ExpressionNode) value {
	p := f.atomicTarget(x, args, 3)
	expected := f.pointee(x, f.keep(f.scalar(args[1])))
	return f.exchangeIfEqual(p, expected, f.keep(f.convertTo(f.scalar(args[2]), p.t)))
}

func (f *fn) exchangeIfEqual(p, expected place, desired value) value {
	old := f.load(p)
	equal := f.comparison(ast.Eq, old, f.load(expected))
	f.when(equal, func() { f.store(p, desired) }, func() { f.store(expected, old) })
	return value{op: equal, t: types.Int}
}

func (f *fn) genericLoad(x *cc.PostfixExpression, args []cc.ExpressionNode) value {
	p := f.atomicTarget(x, args, 2)
	f.store(f.pointee(x, f.scalar(args[1])), f.load(p))
	return value{t: types.Void}
}

func (f *fn) genericStore(x *cc.PostfixExpression, args []cc.ExpressionNode) value {
	p := f.atomicTarget(x, args, 2)
	f.store(p, f.load(f.pointee(x, f.scalar(args[1]))))
	return value{t: types.Void}
}

func (f *fn) genericExchange(x *cc.PostfixExpression, args []cc.ExpressionNode) value {
	p := f.atomicTarget(x, args, 3)
	from, to := f.pointee(x, f.scalar(args[1])), f.pointee(x, f.scalar(args[2]))
	if types.InMemory(p.t) {
		diag.Unsupported(x, "atomic exchange of %s", p.t)
	}
	v, old := f.load(from), f.load(p)
	f.store(p, v)
	f.store(to, old)
	return value{t: types.Void}
}

func (f *fn) genericCompareExchange(x *cc.PostfixExpression, args []cc.ExpressionNode) value {
	p := f.atomicTarget(x, args, 3)
	if types.InMemory(p.t) {
		diag.Unsupported(x, "atomic exchange of %s", p.t)
	}
	expected := f.pointee(x, f.keep(f.scalar(args[1])))
	return f.exchangeIfEqual(p, expected, f.load(f.pointee(x, f.scalar(args[2]))))
}
