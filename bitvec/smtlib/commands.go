package smtlib

import (
	"fmt"
	"time"

	"github.com/riftlab/rift/bitvec"
)

// command is what a script can ask for.
type command struct {
	least, most int  // number of arguments
	answers     bool // the response is not "success"
	do          func(x *executor, e *sexpr, args []*sexpr) error
}

var commands = map[string]command{
	"set-logic":             {1, 1, false, (*executor).setLogic},
	"set-option":            {2, 2, false, (*executor).setOption},
	"set-info":              {1, 2, false, (*executor).setInfo},
	"declare-const":         {2, 2, false, (*executor).declareConst},
	"declare-fun":           {3, 3, false, (*executor).declareFun},
	"define-fun":            {4, 4, false, (*executor).defineFun},
	"define-const":          {3, 3, false, (*executor).defineConst},
	"declare-sort":          {1, 2, false, (*executor).declareSort},
	"define-sort":           {3, 3, false, (*executor).defineSort},
	"assert":                {1, 1, false, (*executor).assert},
	"push":                  {0, 1, false, (*executor).push},
	"pop":                   {0, 1, false, (*executor).pop},
	"check-sat":             {0, 0, true, (*executor).checkSat},
	"check-sat-assuming":    {1, 1, true, (*executor).checkSatAssuming},
	"get-model":             {0, 0, true, (*executor).getModel},
	"get-value":             {1, 1, true, (*executor).getValue},
	"get-unsat-core":        {0, 0, true, (*executor).getUnsatCore},
	"get-unsat-assumptions": {0, 0, true, (*executor).getUnsatAssumptions},
	"get-assertions":        {0, 0, true, (*executor).getAssertions},
	"get-info":              {1, 1, true, (*executor).getInfo},
	"get-option":            {1, 1, true, (*executor).getOption},
	"echo":                  {1, 1, true, (*executor).echo},
	"reset":                 {0, 0, false, (*executor).resetAll},
	"reset-assertions":      {0, 0, false, (*executor).resetAssertions},
	"exit":                  {0, 0, false, (*executor).exit},
}

func (x *executor) setLogic(e *sexpr, args []*sexpr) error {
	if x.logic != "" {
		return errorAt(e.pos, "the logic is already %s", x.logic)
	}
	if args[0].kind != tokenSymbol {
		return errorAt(args[0].pos, "expected the name of a logic, found %s", args[0])
	}
	// What a script uses decides, not the name that it gives to that.
	x.logic = args[0].text
	return nil
}

func (x *executor) setOption(e *sexpr, args []*sexpr) error {
	if args[0].kind != tokenKeyword {
		return errorAt(args[0].pos, "expected an option, found %s", args[0])
	}
	name, v := args[0].text, args[1]
	if name == ":timeout" {
		ms, err := numeral(v)
		x.timeout = time.Duration(ms) * time.Millisecond
		return err
	}
	if _, ok := x.flags[name]; !ok {
		// Options of other solvers must not stop a script.
		if x.flags[":print-success"] {
			x.out.WriteString("unsupported\n")
			x.said = true
		}
		return nil
	}
	if !v.isSymbol("true") && !v.isSymbol("false") {
		return errorAt(v.pos, "%s is true or false, not %s", name, v)
	}
	x.flags[name] = v.text == "true"
	return nil
}

func (x *executor) setInfo(_ *sexpr, args []*sexpr) error {
	if args[0].kind != tokenKeyword {
		return errorAt(args[0].pos, "expected an attribute, found %s", args[0])
	}
	if args[0].text == ":status" && len(args) == 2 {
		x.status = args[1].text
	}
	return nil
}

// An uninterpreted function is an array that nothing writes to, indexed by its
// arguments side by side: the lemmas on demand for reads of arrays are then
// those of congruence, and only pairs of calls that a model sets apart cost
// one.

// maxArguments is the width in bits up to which the arguments of a function
// can be an index.
const maxArguments = 1<<16 - 1

func (x *executor) declareFun(e *sexpr, args []*sexpr) error {
	if !args[1].isList() {
		return errorAt(args[1].pos, "expected sorts, found %s", args[1])
	}
	if len(args[1].list) == 0 {
		return x.declareConst(nil, []*sexpr{args[0], args[2]})
	}
	f := &function{}
	width := 0
	for _, p := range args[1].list {
		so, err := x.r.sortOf(p)
		if err != nil {
			return err
		}
		if so.IsArray() || so.rounding {
			return errorAt(p.pos, "unsupported: function %s of a %v", args[0], so)
		}
		if width += so.Width; width > maxArguments {
			return errorAt(p.pos, "unsupported: function %s of more than %d bits", args[0], maxArguments)
		}
		f.params = append(f.params, value{sort: so})
	}
	result, err := x.r.sortOf(args[2])
	if err != nil {
		return err
	}
	if result.IsArray() || result.rounding {
		return errorAt(args[2].pos, "unsupported: function %s to a %v", args[0], result)
	}
	table, err := x.r.fresh(args[0], sort{Sort: bitvec.Sort{Index: width, Width: result.Width}})
	if err != nil {
		return err
	}
	f.table, f.body = table.t, value{sort: result}
	return x.declare(args[0], f)
}

func (x *executor) declareSort(_ *sexpr, args []*sexpr) error {
	if len(args) == 2 {
		n, err := numeral(args[1])
		if err != nil {
			return err
		}
		if n > 0 {
			return errorAt(args[1].pos, "unsupported: sort %s with parameters", args[0])
		}
	}
	return x.r.defineSort(args[0], sort{Sort: bitvec.Sort{Width: declaredWidth}, name: args[0].text})
}

func (x *executor) declareConst(_ *sexpr, args []*sexpr) error {
	so, err := x.r.sortOf(args[1])
	if err != nil {
		return err
	}
	v, err := x.r.fresh(args[0], so)
	if err != nil {
		return err
	}
	return x.declare(args[0], &function{body: v})
}

// declare gives a name to f, which models list from now on.
func (x *executor) declare(name *sexpr, f *function) error {
	if err := x.r.declare(name, f); err != nil {
		return err
	}
	x.declared = append(x.declared, declaration{name.text, f})
	return nil
}

// fresh makes a variable. A name that another level has used with another
// sort gets a suffix inside the store, where names are for good.
func (r *reader) fresh(name *sexpr, so sort) (value, error) {
	if name.kind != tokenSymbol {
		return value{}, errorAt(name.pos, "expected a name, found %s", name)
	}
	inside := name.text
	for n := 1; ; n++ {
		t, ok := r.s.Lookup(inside)
		if !ok || r.s.Sort(t) == so.Sort && r.s.IsBoolVar(t) == so.bool && r.numbers[t] == so.float {
			break
		}
		inside = fmt.Sprintf("%s!%d", name.text, n)
	}
	switch {
	case so.rounding:
		return value{}, errorAt(name.pos, "unsupported: %s, a rounding mode that is no constant", name)
	case so.isFloat():
		v := r.s.Var(inside, so.Width)
		r.numbers[v] = so.float
		return value{v, so}, nil
	case so.bool:
		return value{r.s.BoolVar(inside), so}, nil
	case so.IsArray():
		return value{r.s.ArrayVar(inside, so.Index, so.Width), so}, nil
	}
	return value{r.s.Var(inside, so.Width), so}, nil
}

func (x *executor) defineConst(_ *sexpr, args []*sexpr) error {
	return x.define(args[0], nil, args[1], args[2])
}

func (x *executor) defineFun(_ *sexpr, args []*sexpr) error {
	if !args[1].isList() {
		return errorAt(args[1].pos, "expected parameters, found %s", args[1])
	}
	return x.define(args[0], args[1].list, args[2], args[3])
}

func (x *executor) define(name *sexpr, params []*sexpr, result, body *sexpr) error {
	r := x.r
	want, err := r.sortOf(result)
	if err != nil {
		return err
	}
	f := &function{}
	for _, p := range params {
		if !p.isList() || len(p.list) != 2 || p.list[0].kind != tokenSymbol {
			return errorAt(p.pos, "expected (name sort)")
		}
		so, err := r.sortOf(p.list[1])
		if err != nil {
			return err
		}
		v := value{sort: so}
		if so.IsArray() {
			v.t = r.s.FreshArray(p.list[0].text, so.Index, so.Width)
		} else {
			v.t = r.s.Fresh(p.list[0].text, so.Width)
		}
		f.params = append(f.params, v)
	}
	for i, p := range params {
		r.locals[p.list[0].text] = append(r.locals[p.list[0].text], f.params[i])
	}
	f.body, err = r.term(body)
	for _, p := range params {
		vs := r.locals[p.list[0].text]
		r.locals[p.list[0].text] = vs[:len(vs)-1]
	}
	if err != nil {
		return err
	}
	if f.body.sort != want {
		return errorAt(body.pos, "%s is a %v, not a %v", name, f.body.sort, want)
	}
	return r.declare(name, f)
}

func (x *executor) defineSort(_ *sexpr, args []*sexpr) error {
	if !args[1].isList() || len(args[1].list) > 0 {
		return errorAt(args[1].pos, "unsupported: sort %s with parameters", args[0])
	}
	so, err := x.r.sortOf(args[2])
	if err != nil {
		return err
	}
	return x.r.defineSort(args[0], so)
}

func (x *executor) assert(_ *sexpr, args []*sexpr) error {
	v, err := x.r.term(args[0])
	if err != nil {
		return err
	}
	if !v.bool {
		return errorAt(args[0].pos, "asserted term is a %v, not a Bool", v.sort)
	}
	x.session.AssertNamed(nameOf(args[0]), v.t)
	x.fresh = false
	return nil
}

// nameOf returns the name that e's own annotation gives it.
func nameOf(e *sexpr) string {
	if e.head() != "!" {
		return ""
	}
	for i := 2; i+1 < len(e.list); i++ {
		if e.list[i].kind == tokenKeyword && e.list[i].text == ":named" {
			return e.list[i+1].text
		}
	}
	return ""
}

// levels reads the argument of push and pop.
func levels(args []*sexpr) (int, error) {
	if len(args) == 0 {
		return 1, nil
	}
	n, err := numeral(args[0])
	if err == nil && n > maxLevels {
		err = errorAt(args[0].pos, "more than %d assertion levels", maxLevels)
	}
	return n, err
}

const maxLevels = 1 << 20

func (x *executor) push(_ *sexpr, args []*sexpr) error {
	n, err := levels(args)
	if err != nil {
		return err
	}
	if x.session.Depth()+n > maxLevels {
		return errorAt(args[0].pos, "more than %d assertion levels", maxLevels)
	}
	for range n {
		x.session.Push()
		x.marks = append(x.marks, len(x.declared))
		x.lost = append(x.lost, nothingLost)
		if !x.flags[":global-declarations"] {
			x.r.scopes = append(x.r.scopes, scope{})
		}
	}
	x.fresh = x.fresh && n == 0
	return nil
}

func (x *executor) pop(e *sexpr, args []*sexpr) error {
	n, err := levels(args)
	if err != nil {
		return err
	}
	if n > x.session.Depth() {
		return errorAt(e.pos, "pop of %d levels, but only %d are open", n, x.session.Depth())
	}
	if n == 0 {
		return nil
	}
	x.session.Pop(n)
	x.lost = x.lost[:len(x.lost)-n]
	if !x.flags[":global-declarations"] {
		x.r.popScopes(n)
		x.declared = x.declared[:x.marks[len(x.marks)-n]]
	}
	x.marks = x.marks[:len(x.marks)-n]
	x.fresh = false
	return nil
}

func (x *executor) checkSat(e *sexpr, _ []*sexpr) error {
	x.assumed = nil
	return x.decide(e, nil)
}

func (x *executor) checkSatAssuming(e *sexpr, args []*sexpr) error {
	if !args[0].isList() {
		return errorAt(args[0].pos, "expected a list of literals, found %s", args[0])
	}
	x.assumed = nil
	var ts []bitvec.Term
	for _, l := range args[0].list {
		v, err := x.r.term(l)
		if err != nil {
			return err
		}
		if !v.bool {
			return errorAt(l.pos, "assumed term is a %v, not a Bool", v.sort)
		}
		x.assumed = append(x.assumed, assumption{l.String(), v.t})
		ts = append(ts, v.t)
	}
	return x.decide(e, ts)
}

func (x *executor) resetAll(_ *sexpr, _ []*sexpr) error {
	success := x.flags[":print-success"]
	x.reset()
	x.flags[":print-success"] = success
	return nil
}

func (x *executor) resetAssertions(_ *sexpr, _ []*sexpr) error {
	x.session = bitvec.NewSession(x.chain)
	x.fresh = false
	x.marks = nil
	x.lost = []lost{nothingLost}
	if x.flags[":global-declarations"] {
		return nil
	}
	x.r.popScopes(len(x.r.scopes))
	x.r.scopes = make([]scope, 1)
	x.declared = nil
	return nil
}

func (x *executor) exit(_ *sexpr, _ []*sexpr) error {
	x.exited = true
	return nil
}
