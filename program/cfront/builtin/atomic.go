package builtin

import (
	"strings"

	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/diag"
	"github.com/riftlab/rift/program/cfront/types"
	"github.com/riftlab/rift/program/cfront/value"
)

// atomicBuiltin returns the lowering of the __sync and __atomic builtins. They are
// plain accesses: threads take turns, and none before the last access of the builtin.
func atomicBuiltin(name string) Lowering {
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
		return (*Call).atomicLoad
	case "store_n":
		return (*Call).atomicStore
	case "exchange_n":
		return (*Call).atomicExchange
	case "compare_exchange_n":
		return (*Call).atomicCompareExchange
	case "load":
		return (*Call).genericLoad
	case "store":
		return (*Call).genericStore
	case "exchange":
		return (*Call).genericExchange
	case "compare_exchange":
		return (*Call).genericCompareExchange
	case "test_and_set":
		return (*Call).testAndSet
	case "clear":
		return (*Call).atomicClear
	case "thread_fence", "signal_fence":
		return (*Call).ignored
	case "always_lock_free", "is_lock_free":
		return func(f *Call, x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
			return value.Constant(types.Int, 1)
		}
	}
	return nil
}

func syncBuiltin(rest string) Lowering {
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
		return (*Call).ignored
	case "lock_test_and_set":
		return (*Call).atomicExchange
	case "lock_release":
		return (*Call).atomicClear
	case "bool_compare_and_swap":
		return compareAndSwap(true)
	case "val_compare_and_swap":
		return compareAndSwap(false)
	}
	return nil
}

// target returns what the first argument of an atomic builtin points to.
func (c *Call) atomicTarget(x *cc.PostfixExpression, args []cc.ExpressionNode, n int) value.Place {
	need(x, args, n)
	p := c.Pointee(x, c.Scalar(args[0]))
	if p.Type.Class == program.VoidType {
		p.Type = types.UChar
	}
	p.Flags |= program.Atomic
	return p
}

// begin loads what an atomic operation looks at first. What the operation stores there
// afterwards belongs to it: no other thread comes between.
func (c *Call) begin(p *value.Place) value.Value {
	v := c.Load(*p)
	p.Flags |= program.Completes
	return v
}

// fetchOp lowers a read-modify-write that returns the old or the new value.
func fetchOp(op string, old bool) Lowering {
	o, ok := map[string]ast.Operator{"add": ast.Add, "sub": ast.Sub, "and": ast.And, "or": ast.Or, "xor": ast.Xor, "nand": ast.And}[op]
	if !ok {
		return nil
	}
	return func(f *Call, x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
		p := f.atomicTarget(x, args, 2)
		arg := f.Convert(f.Scalar(args[1]), valueType(p.Type))
		before := f.begin(&p)
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

func (c *Call) atomicLoad(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	return c.Load(c.atomicTarget(x, args, 1))
}

func (c *Call) atomicStore(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	p := c.atomicTarget(x, args, 2)
	c.Store(p, c.RValue(args[1]))
	return value.Value{Type: types.Void}
}

func (c *Call) atomicExchange(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	p := c.atomicTarget(x, args, 2)
	v := c.Convert(c.Scalar(args[1]), p.Type)
	old := c.begin(&p)
	c.Store(p, v)
	return old
}

func (c *Call) atomicClear(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	c.Store(c.atomicTarget(x, args, 1), value.Constant(types.Int, 0))
	return value.Value{Type: types.Void}
}

func (c *Call) testAndSet(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	p := c.atomicTarget(x, args, 1)
	p.Type = types.UChar
	old := c.begin(&p)
	c.Store(p, value.Constant(types.Int, 1))
	return c.Convert(c.Convert(old, types.Bool), types.Int)
}

// compareAndSwap lowers the __sync forms.
func compareAndSwap(wantBool bool) Lowering {
	return func(f *Call, x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
		p := f.atomicTarget(x, args, 3)
		expected := f.Keep(f.Convert(f.Scalar(args[1]), p.Type))
		desired := f.Keep(f.Convert(f.Scalar(args[2]), p.Type))
		old := f.begin(&p)
		equal := f.Comparison(ast.Eq, old, expected)
		f.When(equal, func() { f.Store(p, desired) }, nil)
		if wantBool {
			return value.Value{Op: equal, Type: types.Int}
		}
		return old
	}
}

func (c *Call) atomicCompareExchange(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	p := c.atomicTarget(x, args, 3)
	expected := c.Pointee(x, c.Keep(c.Scalar(args[1])))
	return c.exchangeIfEqual(p, expected, c.Keep(c.Convert(c.Scalar(args[2]), p.Type)))
}

func (c *Call) exchangeIfEqual(p, expected value.Place, desired value.Value) value.Value {
	old := c.begin(&p)
	equal := c.Comparison(ast.Eq, old, c.Load(expected))
	c.When(equal, func() { c.Store(p, desired) }, func() { c.Store(expected, old) })
	return value.Value{Op: equal, Type: types.Int}
}

func (c *Call) genericLoad(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	p := c.atomicTarget(x, args, 2)
	c.Store(c.Pointee(x, c.Scalar(args[1])), c.Load(p))
	return value.Value{Type: types.Void}
}

func (c *Call) genericStore(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	p := c.atomicTarget(x, args, 2)
	c.Store(p, c.Load(c.Pointee(x, c.Scalar(args[1]))))
	return value.Value{Type: types.Void}
}

func (c *Call) genericExchange(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	p := c.atomicTarget(x, args, 3)
	from, to := c.Pointee(x, c.Scalar(args[1])), c.Pointee(x, c.Scalar(args[2]))
	if types.InMemory(p.Type) {
		diag.Unsupported(x, "atomic exchange of %s", p.Type)
	}
	v, old := c.Load(from), c.begin(&p)
	c.Store(p, v)
	c.Store(to, old)
	return value.Value{Type: types.Void}
}

func (c *Call) genericCompareExchange(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	p := c.atomicTarget(x, args, 3)
	if types.InMemory(p.Type) {
		diag.Unsupported(x, "atomic exchange of %s", p.Type)
	}
	expected := c.Pointee(x, c.Keep(c.Scalar(args[1])))
	return c.exchangeIfEqual(p, expected, c.Load(c.Pointee(x, c.Scalar(args[2]))))
}
