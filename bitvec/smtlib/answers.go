package smtlib

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/sat"
)

// The commands that ask about the last answer or about the solver.

func (x *executor) getModel(e *sexpr, _ []*sexpr) error {
	if err := x.wants(e, sat.Sat); err != nil {
		return err
	}
	x.out.WriteString("(\n")
	for _, d := range x.declared {
		if d.f.table != 0 {
			x.writeFunction(d.name, d.f)
			continue
		}
		fmt.Fprintf(x.out, "  (define-fun %s () %v %s)\n", symbol(d.name), d.f.body.sort, x.valueText(d.f.body))
	}
	x.out.WriteString(")\n")
	return nil
}

// valueText returns the value of v in the last model.
func (x *executor) valueText(v value) string {
	m := x.answer.Model
	if !v.IsArray() {
		return v.sort.literal(m.Value(v.t))
	}
	a := m.Array(v.t)
	index, element := v.sort.index(), v.sort.element()
	text := fmt.Sprintf("((as const %v) %s)", v.sort, element.literal(a.Default()))
	entries := a.Entries()
	var b strings.Builder
	b.WriteString(strings.Repeat("(store ", len(entries)))
	b.WriteString(text)
	for _, e := range entries {
		fmt.Fprintf(&b, " %s %s)", index.literal(e.Index), element.literal(e.Value))
	}
	return b.String()
}

// writeFunction writes what f is in the last model.
func (x *executor) writeFunction(name string, f *function) {
	fmt.Fprintf(x.out, "  (define-fun %s (", symbol(name))
	for i, p := range f.params {
		if i > 0 {
			x.out.WriteString(" ")
		}
		fmt.Fprintf(x.out, "(x!%d %v)", i, p.sort)
	}
	fmt.Fprintf(x.out, ") %v ", f.body.sort)
	a := x.answer.Model.Array(f.table)
	entries := a.Entries()
	for _, e := range entries {
		var equal []string
		lo := a.Sort().Index
		for i, p := range f.params {
			lo -= p.Width
			equal = append(equal, fmt.Sprintf("(= x!%d %s)", i, p.sort.literal(slice(e.Index, lo, p.Width))))
		}
		condition := equal[0]
		if len(equal) > 1 {
			condition = "(and " + strings.Join(equal, " ") + ")"
		}
		fmt.Fprintf(x.out, "(ite %s %s ", condition, f.body.sort.literal(e.Value))
	}
	fmt.Fprintf(x.out, "%s%s)\n", f.body.sort.literal(a.Default()), strings.Repeat(")", len(entries)))
}

// slice returns the w bits of v from lo on.
func slice(v bitvec.Value, lo, w int) bitvec.Value {
	return bitvec.NewBigValue(w, new(big.Int).Rsh(v.Big(), uint(lo)))
}

func (x *executor) getValue(e *sexpr, args []*sexpr) error {
	if err := x.wants(e, sat.Sat); err != nil {
		return err
	}
	if !args[0].isList() || len(args[0].list) == 0 {
		return errorAt(args[0].pos, "expected a list of terms, found %s", args[0])
	}
	var pairs []string
	for _, t := range args[0].list {
		v, err := x.r.term(t)
		if err != nil {
			return err
		}
		pairs = append(pairs, fmt.Sprintf("(%s %s)", t, x.valueText(v)))
	}
	fmt.Fprintf(x.out, "(%s)\n", strings.Join(pairs, " "))
	return nil
}

// coreQueries bounds the queries that minimise a core.
const coreQueries = 1000

func (x *executor) getUnsatCore(e *sexpr, _ []*sexpr) error {
	if !x.flags[":produce-unsat-cores"] {
		return errorAt(e.pos, "get-unsat-core needs (set-option :produce-unsat-cores true) first")
	}
	if err := x.wants(e, sat.Unsat); err != nil {
		return err
	}
	core := x.answer.Core
	if x.flags[":minimal-unsat-cores"] {
		var fixed []bitvec.Term
		for _, a := range x.assumed {
			fixed = append(fixed, a.t)
		}
		core, _ = bitvec.Minimize(x.ctx, x.chain, core, fixed, sat.Limits{Timeout: x.timeout}, coreQueries)
	}
	names := x.session.CoreNames(core)
	for i, n := range names {
		names[i] = symbol(n)
	}
	fmt.Fprintf(x.out, "(%s)\n", strings.Join(names, " "))
	return nil
}

func (x *executor) getUnsatAssumptions(e *sexpr, _ []*sexpr) error {
	if err := x.wants(e, sat.Unsat); err != nil {
		return err
	}
	var names []string
	for _, a := range x.assumed {
		if slices.Contains(x.answer.Core, a.t) {
			names = append(names, a.text)
		}
	}
	fmt.Fprintf(x.out, "(%s)\n", strings.Join(names, " "))
	return nil
}

func (x *executor) getAssertions(_ *sexpr, _ []*sexpr) error {
	x.out.WriteString("(")
	for i, t := range x.session.Constraints() {
		if i > 0 {
			x.out.WriteString("\n ")
		}
		if err := x.r.s.WriteTerm(x.out, t, true); err != nil {
			return err
		}
	}
	x.out.WriteString(")\n")
	return nil
}

func (x *executor) getInfo(_ *sexpr, args []*sexpr) error {
	switch args[0].text {
	case ":name":
		x.out.WriteString("(:name \"rift\")\n")
	case ":version":
		x.out.WriteString("(:version \"1\")\n")
	case ":authors":
		x.out.WriteString("(:authors \"the rift authors\")\n")
	case ":error-behavior":
		x.out.WriteString("(:error-behavior continued-execution)\n")
	case ":assertion-stack-levels":
		fmt.Fprintf(x.out, "(:assertion-stack-levels %d)\n", x.session.Depth())
	case ":reason-unknown":
		reason := string(x.answer.Reason)
		switch x.answer.Reason {
		case bitvec.ReasonMemory:
			reason = "memout"
		case bitvec.ReasonNone:
			reason = "none"
		}
		fmt.Fprintf(x.out, "(:reason-unknown %s)\n", reason)
	case ":all-statistics":
		x.out.WriteString("(")
		for i, c := range x.counters() {
			if i > 0 {
				x.out.WriteString("\n ")
			}
			fmt.Fprintf(x.out, ":%s %d", c.Name, c.Value)
		}
		x.out.WriteString(")\n")
	default:
		x.out.WriteString("unsupported\n")
	}
	return nil
}

func (x *executor) getOption(_ *sexpr, args []*sexpr) error {
	if v, ok := x.flags[args[0].text]; ok {
		fmt.Fprintln(x.out, v)
		return nil
	}
	x.out.WriteString("unsupported\n")
	return nil
}

func (x *executor) echo(_ *sexpr, args []*sexpr) error {
	if args[0].kind != tokenString {
		return errorAt(args[0].pos, "expected a string, found %s", args[0])
	}
	fmt.Fprintln(x.out, quoted(args[0].text))
	return nil
}
