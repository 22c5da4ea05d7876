package synergy

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
)

// explanation makes the answer with the causes that connect it to the failure:
// those with a root change, and the way from each to the failure.
func (s *search) explanation(a *answer) engines.Explanation {
	e := engines.Explanation{
		Root: s.blame.d.IDs(a.root), Auxiliary: s.blame.d.IDs(a.aux), Found: s.found,
		Failure: s.failure.text, Computed: len(s.causes), SolverSteps: s.solverSteps,
	}
	keep := s.connecting(a.root)
	index := map[int]int{-1: -1}
	for n, c := range s.causes {
		if keep[n] {
			index[n] = len(e.Causes)
			e.Causes = append(e.Causes, s.cause(c, index[c.parent]))
		}
	}
	return e
}

// connecting marks the causes that lead from root changes to the failure: for
// each root change the first cause that has it.
func (s *search) connecting(root delta.Set) map[int]bool {
	keep := map[int]bool{0: true}
	for _, r := range root {
		for n, c := range s.causes {
			if s.changes(c).Has(r) {
				for ; n >= 0; n = s.causes[n].parent {
					keep[n] = true
				}
				break
			}
		}
	}
	return keep
}

func (s *search) cause(c *cause, parent int) engines.Cause {
	t := s.trace
	out := engines.Cause{
		Parent: parent, Direct: c.direct, Text: c.predicate.text, Minimal: c.minimal && c.entailed,
		At: t.code.p.Position(t.at(c.predicate.instance)),
	}
	instances := append(slices.Clone(c.instances), t.jumps(c)...)
	t.sort(instances)
	for _, i := range slices.Compact(instances) {
		out.Steps = append(out.Steps, s.step(i))
	}
	return out
}

// step describes an instance.
func (s *search) step(i int32) engines.CauseStep {
	t := s.trace
	at := t.code.lines(t.at(i))
	out := engines.CauseStep{At: t.code.p.Position(t.at(i)), EndLine: int(at.to)}
	changes := s.blame.of(t, i).Union(s.blame.missing(t, i, func(key [2]int32, before int32) bool {
		first, ok := s.executed[key]
		return ok && first <= before
	}))
	out.Changes = s.blame.d.IDs(changes)
	if i < 0 {
		out.Values = []string{"initial value of " + t.code.p.Globals[-2-i].Source}
		if t.code.p.Globals[-2-i].Source == "" {
			out.Values = []string{"text"}
		}
		return out
	}
	n := &t.instances[i]
	out.Func, out.Nth = t.code.p.Funcs[n.fn].Source, int(n.nth)
	if n.stmt < 0 {
		out.EndLine = out.At.Line
	}
	out.Values = t.shown(i)
	return out
}

// maxValues bounds the values shown beside a statement.
const maxValues = 8

// shown returns what an instance read and made of the user's variables.
func (t *trace) shown(i int32) []string {
	n := &t.instances[i]
	fn := t.code.p.Funcs[n.fn]
	var out []string
	show := func(name string, v string) {
		if text := name + " = " + v; name != "" && len(out) < maxValues && !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	for k := n.first; k <= n.last; k++ {
		st := &t.steps[k]
		place := t.code.places[st.code]
		if st.instance != i || place.fn != n.fn {
			continue
		}
		in := t.instr(k)
		switch t.kind(k) {
		case kindParam:
			p := fn.Params[place.index]
			if st.b != isUnknown {
				show(p.Name, t.word(p.Kind, st.result))
			}
		case kindLoad:
			show(t.object(st.a), t.word(in.Kind, st.result))
		case kindStore:
			show(t.object(st.a), t.word(in.Kind, st.result))
		case kindBranch:
			show("condition", map[uint64]string{0: "false", 1: "true"}[st.a&1])
		case kindReturn:
			show("result", t.word(in.A.Kind, st.a))
		case kindPure, kindReturned:
			for j, o := range []program.Operand{in.A, in.B} {
				if r := o.Reg(); r != program.NoReg && in.Op != program.Call {
					show(fn.Regs[r].Name, t.word(o.Kind, []uint64{st.a, st.b}[j]))
				}
			}
			if in.Dst != program.NoReg {
				show(fn.Regs[in.Dst].Name, t.word(fn.Regs[in.Dst].Kind, st.result))
			}
		}
	}
	return out
}

// word returns a value as people write it.
func (t *trace) word(k program.Kind, v uint64) string {
	switch k {
	case program.F64:
		return fmt.Sprint(math.Float64frombits(v))
	case program.F32:
		return fmt.Sprint(math.Float32frombits(uint32(v)))
	case program.Ptr:
		switch name := t.object(v); {
		case v == 0:
			return "null"
		case name != "":
			return "&" + name
		}
		if f, ok := program.FuncIndex(v); ok && f < len(t.code.p.Funcs) {
			return t.code.p.Funcs[f].Source
		}
		return fmt.Sprintf("%#x", v)
	case program.I1:
		return fmt.Sprint(v & 1)
	case program.I8:
		if c := byte(v); c >= ' ' && c <= '~' {
			return fmt.Sprintf("%d (%q)", c, rune(c))
		}
	}
	return fmt.Sprint(program.SignExtend(k, v))
}

// object names the object at an address, with the offset if there is one; ""
// if it has no name.
func (t *trace) object(a uint64) string {
	name := t.names[uint32(a>>program.OffsetBits)]
	if g, ok := t.global(a); ok {
		if name = t.code.p.Globals[g].Source; name == "" {
			return ""
		}
	}
	if name == "" {
		return ""
	}
	if off := int32(a); off != 0 {
		return fmt.Sprintf("%s[byte %d]", name, off)
	}
	return name
}

// Text returns an explanation for a terminal.
func Text(e *engines.Explanation, d *delta.Delta) string {
	var sb strings.Builder
	texts := map[string][]string{}
	for _, f := range d.New.Files {
		texts[f.Name] = strings.Split(f.Text, "\n")
	}
	fmt.Fprintf(&sb, "%d of %d changes are to blame:\n", len(e.Root), len(d.Changes))
	for _, id := range e.Root {
		writeChange(&sb, d, id)
	}
	if len(e.Auxiliary) > 0 {
		fmt.Fprintf(&sb, "Reverted with them, so that the program compiles:\n")
		for _, id := range e.Auxiliary {
			writeChange(&sb, d, id)
		}
	}
	if !e.Confirmed {
		sb.WriteString("Reverting them does not make the test pass.\n")
	}
	if len(e.Causes) > 0 {
		sb.WriteString("\nHow they lead to the failure:\n")
		writeCause(&sb, e, 0, "", texts)
	}
	switch e.Found {
	case fromExecuted, fromAll:
		sb.WriteString("No chain of causes leads to these changes: they were found by trying.\n")
	}
	return sb.String()
}

func writeChange(sb *strings.Builder, d *delta.Delta, id string) {
	if n, ok := d.Lookup(id); ok {
		c := d.Changes[n]
		fmt.Fprintf(sb, "%s (%s:%d)\n%s", id, c.File, c.NewLine, c)
	}
}

// writeCause writes cause n and, below it, why its branches went their way.
func writeCause(sb *strings.Builder, e *engines.Explanation, n int, indent string, texts map[string][]string) {
	c := &e.Causes[n]
	fmt.Fprintf(sb, "%s%s:%d: %s", indent, c.At.File, c.At.Line, c.Text)
	if n == 0 {
		sb.WriteString(", because\n")
	} else {
		sb.WriteString(" because\n")
	}
	for _, s := range c.Steps {
		line := ""
		if text := texts[s.At.File]; s.At.Line >= 1 && s.At.Line <= len(text) {
			line = strings.TrimSpace(text[s.At.Line-1])
		}
		fmt.Fprintf(sb, "%s  %4d  %-44s", indent, s.At.Line, line)
		if len(s.Values) > 0 {
			fmt.Fprintf(sb, "  %s", strings.Join(s.Values, ", "))
		}
		if len(s.Changes) > 0 {
			fmt.Fprintf(sb, "  <- changed by %s", strings.Join(s.Changes, ", "))
		}
		sb.WriteString("\n")
	}
	for m := range e.Causes {
		if e.Causes[m].Parent == n {
			how := "which redefines a value that it reads only on the side not taken"
			if e.Causes[m].Direct {
				how = "which decided that it happened"
			}
			fmt.Fprintf(sb, "%s  and a condition, %s:\n", indent, how)
			writeCause(sb, e, m, indent+"    ", texts)
		}
	}
}
