package synergy

import (
	"bytes"
	"fmt"
	"math"
	"strings"

	"github.com/riftlab/rift/program"
)

const (
	maxValues = 8  // shown beside a statement
	maxWord   = 32 // characters of one of them
)

// values are what variables held in the course of a statement, in the order in
// which they were first seen.
type values struct {
	names       []string
	first, last map[string]string
}

func (v *values) add(name, value string) {
	if name == "" {
		return
	}
	if _, ok := v.first[name]; !ok {
		v.names = append(v.names, name)
		v.first[name] = value
	}
	v.last[name] = value
}

// words returns "x = 3", or "x = 3 -> 4" for a variable that was changed.
func (v *values) words() []string {
	var out []string
	for _, n := range v.names[:min(len(v.names), maxValues)] {
		text := n + " = " + v.first[n]
		if v.last[n] != v.first[n] {
			text += " -> " + v.last[n]
		}
		out = append(out, text)
	}
	return out
}

// shown returns what an instance read and made of the user's variables.
func (t *trace) shown(i int32) []string {
	n := &t.instances[i]
	fn := t.code.p.Funcs[n.fn]
	v := values{first: map[string]string{}, last: map[string]string{}}
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
				v.add(p.Name, t.word(p.Kind, st.result, k))
			}
		case kindLoad, kindStore:
			v.add(t.object(st.a, true, k), t.word(in.Kind, st.result, k))
		case kindBranch:
			v.add("condition", map[uint64]string{0: "false", 1: "true"}[st.a&1])
		case kindReturn:
			v.add("result", t.word(in.A.Kind, st.a, k))
		case kindPure, kindReturned:
			for j, o := range []program.Operand{in.A, in.B} {
				if r := o.Reg(); r != program.NoReg && in.Op != program.Call {
					v.add(fn.Regs[r].Name, t.word(o.Kind, []uint64{st.a, st.b}[j], k))
				}
			}
			if in.Dst != program.NoReg {
				v.add(fn.Regs[in.Dst].Name, t.word(fn.Regs[in.Dst].Kind, st.result, k))
			}
		}
	}
	return v.words()
}

// word returns a value as people write it that a step has.
func (t *trace) word(k program.Kind, v uint64, step int32) string {
	switch k {
	case program.F64:
		return fmt.Sprint(math.Float64frombits(v))
	case program.F32:
		return fmt.Sprint(math.Float32frombits(uint32(v)))
	case program.Ptr:
		return t.pointer(v, step)
	case program.I1:
		return fmt.Sprint(v & 1)
	case program.I8:
		if c := byte(v); c >= ' ' && c <= '~' {
			return fmt.Sprintf("%d (%q)", c, rune(c))
		}
	}
	return fmt.Sprint(program.SignExtend(k, v))
}

// pointer names what an address points to: the text of a literal, an object, a
// function, or an allocated block by a number in the order of telling.
func (t *trace) pointer(v uint64, step int32) string {
	if v == 0 {
		return "null"
	}
	if text, ok := t.literal(v); ok {
		return text
	}
	if name := t.object(v, false, step); name != "" {
		return "&" + name
	}
	if f, ok := program.FuncIndex(v); ok && f < len(t.code.p.Funcs) {
		return t.code.p.Funcs[f].Source
	}
	o, off := program.Beside(v)
	if o == 0 {
		return fmt.Sprintf("%#x", v)
	}
	if t.blocks[o] == 0 {
		t.blocks[o] = len(t.blocks) + 1
	}
	if off != 0 {
		return fmt.Sprintf("block %d %+d", t.blocks[o], off)
	}
	return fmt.Sprintf("block %d", t.blocks[o])
}

// literal returns the beginning of the text that an address of a string literal
// points to, quoted.
func (t *trace) literal(a uint64) (string, bool) {
	g, ok := t.global(a)
	if !ok || t.code.p.Globals[g].Source != "" {
		return "", false
	}
	data := t.code.p.Globals[g].Data
	_, off := program.Beside(a)
	if off < 0 || off > int64(len(data)) {
		return "", false
	}
	text, _, _ := bytes.Cut(data[off:], []byte{0})
	return quoted(string(text)), true
}

// quoted returns a text in quotes, or its beginning with what its length is.
func quoted(text string) string {
	if q := fmt.Sprintf("%q", text); len(q) <= maxWord {
		return q
	}
	return fmt.Sprintf("%q... (%d bytes)", text[:maxWord/2], len(text))
}

// object names the object at an address as C does, down to the scalar that is
// there if scalar is set; "" if it has no name.
func (t *trace) object(a uint64, scalar bool, step int32) string {
	name, typ := "", (*program.Type)(nil)
	if g, ok := t.global(a); ok {
		name, typ = t.code.p.Globals[g].Source, t.code.p.Globals[g].Type
	} else if l := t.local(a, step); l != nil {
		name, typ = l.Name, l.Type
	}
	if name == "" {
		return ""
	}
	_, off := program.Beside(a)
	return name + member(typ, off, scalar)
}

// local returns the local variable of the user's code that an address is of at a step,
// nil if it is of none.
func (t *trace) local(a uint64, step int32) *program.Local {
	list := t.locals[program.Slot(a)]
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].step <= step {
			return list[i].local
		}
	}
	return nil
}

// member returns the way to what is at an offset of an object: ".next", "[3].x".
func member(typ *program.Type, off int64, scalar bool) string {
	var sb strings.Builder
	for typ != nil && (off > 0 || scalar) && off >= 0 {
		switch {
		case typ.Class == program.ArrayType && typ.Elem != nil && typ.Elem.Size > 0:
			fmt.Fprintf(&sb, "[%d]", off/typ.Elem.Size)
			off %= typ.Elem.Size
			typ = typ.Elem
			continue
		case typ.Class == program.StructType:
			if f := fieldAt(typ, off); f != nil {
				if f.Name != "" {
					sb.WriteString("." + f.Name)
				}
				off -= f.Offset
				typ = f.Type
				continue
			}
		}
		break
	}
	if off != 0 {
		fmt.Fprintf(&sb, "[byte %d]", off)
	}
	return sb.String()
}

// fieldAt returns the member of a structure that has an offset, nil for padding
// and for bit-fields, which share it.
func fieldAt(typ *program.Type, off int64) *program.Field {
	for i := range typ.Fields {
		f := &typ.Fields[i]
		if f.BitWidth == 0 && f.Type != nil && f.Offset <= off && off < f.Offset+f.Type.Size {
			return f
		}
	}
	return nil
}
