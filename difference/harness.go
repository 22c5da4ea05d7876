package difference

import (
	"fmt"
	"slices"
	"strings"

	"github.com/riftlab/rift/program"
)

// HarnessOptions bound the inputs of a generated harness.
type HarnessOptions struct {
	Elements int      // elements of the objects that pointers to scalars and characters point to; 0 is 4
	Depth    int      // levels of fresh objects behind pointers in structures; 0 is 2
	Assume   []string // C conditions over the parameters
	Globals  []string // variables whose initial value varies too
}

// Harness is C code that is appended to a file of both versions.
type Harness struct {
	File string // the file that it is appended to
	Text string
	// Inputs say in words which values the parameters take.
	Inputs []string
	// Notes say what it leaves out.
	Notes []string
	// Values describe the values that it asks for, one for each name.
	Values []program.ValueModel
	// Scales says that with more HarnessOptions.Elements there are more inputs.
	Scales bool
}

// Generate makes the harness of a function: it gives the function arguments that
// vary, calls it, and prints its result, the objects behind pointers, and the
// variables of its file that it may use.
//
// Scalars take every value. A pointer is null or points to an object that is made
// for it, of Elements elements with any values (text ends with a NUL behind
// them), or of one structure; pointers in structures likewise, down to Depth.
// Everything else is null or zero.
//
// An error says which parameter it has no values for.
func Generate(old, new *program.Program, source *program.Version, name string, o HarnessOptions) (*Harness, error) {
	if o.Elements == 0 {
		o.Elements = 4
	}
	if o.Depth == 0 {
		o.Depth = 2
	}
	f, err := defined(new, "new", name)
	if err != nil {
		return nil, err
	}
	g, err := defined(old, "old", name)
	if err != nil {
		return nil, err
	}
	if !sameSignature(f, g) {
		return nil, fmt.Errorf("function %s takes or returns something else in the old version: give a harness", name)
	}
	at := new.Position(f.At)
	i := slices.IndexFunc(source.Files, func(s program.SourceFile) bool { return s.Name == at.File })
	if i < 0 {
		return nil, fmt.Errorf("function %s is defined in %s, which is no file of the version: give a harness", name, at.File)
	}
	decls, err := parameters(source.Files[i].Text, at.Line, f.Source)
	if err != nil {
		return nil, fmt.Errorf("%s: function %s: %w: give a harness", at, name, err)
	}
	globals, hidden := globalsOf(old, new, f, g)
	h := &generator{opt: o, result: Harness{File: at.File}}
	if err := h.generate(f, g, decls, globals); err != nil {
		return nil, fmt.Errorf("%s: function %s: %w: give a harness", at, name, err)
	}
	if len(h.known) > 1 {
		h.note("no two pointers lead to the same object")
	}
	if len(hidden) > 0 {
		h.note("not compared: %s", strings.Join(hidden, ", "))
	}
	return &h.result, nil
}

func defined(p *program.Program, which, name string) (*program.Func, error) {
	var found *program.Func
	for _, f := range p.Funcs {
		if f.Source == name && !f.Library && len(f.Blocks) > 0 {
			if found != nil {
				return nil, fmt.Errorf("the %s version has more than one function %s: give a harness", which, name)
			}
			found = f
		}
	}
	if found == nil {
		return nil, fmt.Errorf("the %s version defines no function %s", which, name)
	}
	return found, nil
}

func sameSignature(a, b *program.Func) bool {
	return len(a.Params) == len(b.Params) && a.Result == b.Result && a.Variadic == b.Variadic &&
		slices.EqualFunc(a.Params, b.Params, func(x, y program.Param) bool {
			return x.Kind == y.Kind && (x.Size > 0) == (y.Size > 0) && x.Type.String() == y.Type.String()
		})
}

// generator writes a harness.
type generator struct {
	opt     HarnessOptions
	result  Harness
	objects strings.Builder // declarations
	code    strings.Builder
	shows   strings.Builder
	known   []object
	made    int
}

// object is one that pointers may point to.
type object struct{ variable, name string }

func (h *generator) note(format string, args ...any) {
	s := fmt.Sprintf(format, args...)
	if !slices.Contains(h.result.Notes, s) {
		h.result.Notes = append(h.result.Notes, s)
	}
}

// asks notes what a value is that the harness asks for.
func (h *generator) asks(name string, kind program.ValueKind, element, count, bits int) {
	if program.ModelOf(h.result.Values, name) == nil {
		h.result.Values = append(h.result.Values, program.ValueModel{Name: name, Kind: kind, Size: element * count, Element: element, Bits: bits})
	}
}

// valueKind returns what the bytes of values of a scalar type are; in objects that
// pointers lead to, and in arrays, characters are text.
func valueKind(t *program.Type, object bool) program.ValueKind {
	switch {
	case t.Class == program.VoidType, t.Class == program.UnionType:
		return program.BytesValue
	case t.Class == program.BoolType:
		return program.BoolValue
	case t.Class == program.FloatType, t.Class == program.ComplexType:
		return program.FloatValue
	case object && t.Class == program.IntType && t.Size == 1:
		return program.TextValue
	case t.Unsigned:
		return program.UnsignedValue
	}
	return program.SignedValue
}

// choice returns, in C, whether a statement is true of the input.
func (h *generator) choice(statement string) string {
	h.asks(statement, program.ChoiceValue, 1, 1, 1)
	return fmt.Sprintf("rift_choice(%q)", statement)
}

func (h *generator) generate(f, old *program.Func, decls []decl, globals [][2]*program.Global) error {
	params, others := f.Params, old.Params
	if f.Sret {
		params, others = params[1:], others[1:]
	}
	if len(decls) != len(params) {
		return fmt.Errorf("its parameters cannot be read")
	}
	if f.Variadic {
		h.note("%s is called without variable arguments", f.Source)
	}
	var args []string
	for i := range params {
		a, err := h.param(&params[i], &others[i], decls[i])
		if err != nil {
			return fmt.Errorf("parameter %s: %w", decls[i].name, err)
		}
		args = append(args, a)
	}
	for _, name := range h.opt.Globals {
		k := slices.IndexFunc(globals, func(g [2]*program.Global) bool { return g[0].Source == name })
		if k < 0 {
			return fmt.Errorf("it uses no variable %s of its file that both versions have", name)
		}
		h.fill(name, name, globals[k][1].Type, globals[k][0].Type, 0)
	}
	for _, g := range globals {
		h.show(g[1].Source, g[1].Source, g[1].Type, g[0].Type)
	}
	h.write(f, args)
	return nil
}

// param makes the value of a parameter, and returns the argument.
func (h *generator) param(p, old *program.Param, d decl) (string, error) {
	t := p.Type
	if t == nil {
		return "", fmt.Errorf("its type is not known")
	}
	if t.Class != program.PointerType {
		h.result.Inputs = append(h.result.Inputs, d.name+": every value")
		fmt.Fprintf(&h.objects, "\t%s;\n", d.text)
		if p.Size > 0 {
			fmt.Fprintf(&h.code, "\tmemset((void *)&%s, 0, sizeof %s);\n", d.name, d.name)
		}
		return d.name, h.fillable(d.name, d.name, t, old.Type)
	}
	fmt.Fprintf(&h.objects, "\t%s;\n", d.text)
	if elem := t.Elem; elem == nil || elem.Class == program.FuncType {
		return "", fmt.Errorf("a pointer to a function")
	}
	h.result.Inputs = append(h.result.Inputs, d.name+": null or "+h.objectOf(t.Elem))
	v, err := h.pointee(d.name, "__typeof__(*"+d.name+")", t.Elem, old.Type.Elem, h.opt.Depth)
	if err != nil {
		return "", err
	}
	fmt.Fprintf(&h.code, "\t*(void **)&%s = %s ? 0 : (void *)%s;\n", d.name, h.choice(d.name+" is null"), v)
	return d.name, nil
}

// objectOf says in words what a pointer to a type points to.
func (h *generator) objectOf(t *program.Type) string {
	switch {
	case t.Class == program.StructType, t.Class == program.UnionType:
		return "one " + t.Name
	case t.Class == program.IntType && t.Size == 1:
		return fmt.Sprintf("text of up to %d bytes", h.opt.Elements)
	case t.Class == program.VoidType:
		return fmt.Sprintf("%d bytes", h.opt.Elements)
	}
	return fmt.Sprintf("%d elements", h.opt.Elements)
}

// fillable is fill for a whole parameter, whose type must be one that can be
// given values.
func (h *generator) fillable(lvalue, name string, t, old *program.Type) error {
	switch t.Class {
	case program.FloatType:
		if t.Size > 8 {
			return fmt.Errorf("values of type long double are not chosen")
		}
	case program.ComplexType, program.VectorType, program.UnionType:
		return fmt.Errorf("values of its type are not chosen")
	}
	h.fill(lvalue, name, t, old, h.opt.Depth)
	return nil
}

// pointee declares an object for a pointer to elements of a type, and returns the
// variable. spelled is the type in C.
func (h *generator) pointee(name, spelled string, t, old *program.Type, depth int) (string, error) {
	h.made++
	v := fmt.Sprintf("rift_object%d", h.made)
	n, text := h.opt.Elements, false
	switch t.Class {
	case program.VoidType:
		spelled = "unsigned char"
	case program.IntType:
		text = t.Size == 1
	case program.StructType, program.UnionType:
		if t.Size == 0 {
			return "", fmt.Errorf("its structure is not defined")
		}
		n = 1
	case program.FuncType:
		return "", fmt.Errorf("a pointer to a function")
	}
	h.result.Scales = h.result.Scales || n != 1
	size := n
	if text || t.Class == program.PointerType {
		size++
	}
	fmt.Fprintf(&h.objects, "\t%s %s[%d];\n", spelled, v, size)
	fmt.Fprintf(&h.code, "\tmemset((void *)%s, 0, sizeof %s);\n", v, v)
	h.known = append(h.known, object{v, name})
	switch t.Class {
	case program.VoidType, program.IntType, program.EnumType, program.FloatType:
		fmt.Fprintf(&h.code, "\tklee_make_symbolic((void *)%s, %d * sizeof *%s, %q);\n", v, n, v, name)
		h.asks(name, valueKind(t, true), int(t.Size), n, 0)
		if t.Size == 1 {
			fmt.Fprintf(&h.shows, "\trift_show_text(%q, %s, sizeof %s);\n", name, v, v)
			return v, nil
		}
	}
	for i := range n {
		element := fmt.Sprintf("%s[%d]", v, i)
		shown := fmt.Sprintf("%s[%d]", name, i)
		if n == 1 {
			shown = "*" + name
		}
		switch t.Class {
		case program.IntType, program.EnumType, program.FloatType:
		default:
			h.fill(element, shown, t, old, depth)
		}
		h.show(element, shown, t, old)
	}
	return v, nil
}

// leaves bounds the elements of an array that are looked at.
const leaves = 16

// fill gives an lvalue any value.
func (h *generator) fill(lvalue, name string, t, old *program.Type, depth int) {
	switch t.Class {
	case program.BoolType:
		fmt.Fprintf(&h.code, "\t*(_Bool *)&%s = rift_choice(%q);\n", lvalue, name)
		h.asks(name, program.BoolValue, 1, 1, 1)
	case program.IntType, program.EnumType:
		fmt.Fprintf(&h.code, "\tklee_make_symbolic((void *)&%s, sizeof %s, %q);\n", lvalue, lvalue, name)
		h.asks(name, valueKind(t, false), int(t.Size), 1, 0)
	case program.FloatType:
		if t.Size <= 8 {
			fmt.Fprintf(&h.code, "\tklee_make_symbolic((void *)&%s, sizeof %s, %q);\n", lvalue, lvalue, name)
			h.asks(name, program.FloatValue, int(t.Size), 1, 0)
		} else {
			h.note("%s is zero: values of type long double are not chosen", name)
		}
	case program.ArrayType:
		if t.Elem.IsScalar() && t.Elem.Class != program.BoolType && t.Elem.Class != program.PointerType && t.Len > 0 {
			fmt.Fprintf(&h.code, "\tklee_make_symbolic((void *)&%s, sizeof %s, %q);\n", lvalue, lvalue, name)
			h.asks(name, valueKind(t.Elem, true), int(t.Elem.Size), int(t.Len), 0)
			return
		}
		for i := range min(t.Len, leaves) {
			h.fill(fmt.Sprintf("%s[%d]", lvalue, i), fmt.Sprintf("%s[%d]", name, i), t.Elem, elemOf(old), depth)
		}
		if t.Len > leaves {
			h.note("%s is zero from element %d on", name, leaves)
		}
	case program.StructType:
		h.fields(lvalue, name, t, old, func(l, n string, x, y *program.Type, bits int) {
			if bits > 0 {
				fmt.Fprintf(&h.code, "\t%s = rift_bits(%q);\n", l, n)
				h.asks(n, valueKind(x, false), 8, 1, bits)
				return
			}
			h.fill(l, n, x, y, depth)
		})
	case program.PointerType:
		h.fillPointer(lvalue, name, t, old, depth)
	default:
		h.note("%s is zero", name)
	}
}

func (h *generator) fillPointer(lvalue, name string, t, old *program.Type, depth int) {
	e := t.Elem
	if depth <= 0 || e == nil || e.Class == program.FuncType || e.Class == program.VoidType || e.Size == 0 {
		h.note("%s is null", name)
		return
	}
	v, err := h.pointee(name, "__typeof__(*"+lvalue+")", e, elemOf(old), depth-1)
	if err != nil {
		h.note("%s is null", name)
		return
	}
	fmt.Fprintf(&h.code, "\t*(void **)&%s = %s ? 0 : (void *)%s;\n", lvalue, h.choice(name+" is null"), v)
}

func elemOf(t *program.Type) *program.Type {
	if t == nil {
		return nil
	}
	return t.Elem
}

// fields calls see for the members of a structure that both versions have.
func (h *generator) fields(lvalue, name string, t, old *program.Type, see func(lvalue, name string, t, old *program.Type, bits int)) {
	name = strings.TrimPrefix(name, "*")
	member := "."
	if old == nil {
		old = t
	}
	for i := range t.Fields {
		f := &t.Fields[i]
		k := slices.IndexFunc(old.Fields, func(g program.Field) bool { return g.Name == f.Name })
		switch {
		case f.Name == "":
			if f.Type.Class == program.StructType {
				var was *program.Type
				if k >= 0 {
					was = old.Fields[k].Type
				}
				h.fields(lvalue, name, f.Type, was, see)
			}
		case k < 0:
			h.note("%s%s%s is zero and not compared: the old version has no such member", name, member, f.Name)
		case f.Type.Class != old.Fields[k].Type.Class:
			h.note("%s%s%s is zero and not compared: its type was changed", name, member, f.Name)
		default:
			see(lvalue+"."+f.Name, name+member+f.Name, f.Type, old.Fields[k].Type, f.BitWidth)
		}
	}
}

// show prints an lvalue. Nothing that it does depends on the value.
func (h *generator) show(lvalue, name string, t, old *program.Type) {
	switch t.Class {
	case program.BoolType, program.IntType, program.EnumType:
		if t.Size > 8 {
			h.note("%s is not compared", name)
			return
		}
		format, as := "%lld", "long long"
		if t.Unsigned {
			format, as = "%llu", "unsigned long long"
		}
		fmt.Fprintf(&h.shows, "\tprintf(\"%s = %s\\n\", (%s)%s);\n", name, format, as, lvalue)
	case program.FloatType:
		if t.Size > 8 {
			h.note("%s is not compared", name)
			return
		}
		fmt.Fprintf(&h.shows, "\trift_show_float(%q, %s);\n", name, lvalue)
	case program.ArrayType:
		if t.Elem.Class == program.IntType && t.Elem.Size == 1 && t.Len > 0 {
			fmt.Fprintf(&h.shows, "\trift_show_text(%q, (const char *)&%s, sizeof %s);\n", name, lvalue, lvalue)
			return
		}
		for i := range min(t.Len, leaves) {
			h.show(fmt.Sprintf("%s[%d]", lvalue, i), fmt.Sprintf("%s[%d]", name, i), t.Elem, elemOf(old))
		}
		if t.Len > leaves || t.Len < 0 {
			h.note("%s is not compared from element %d on", name, leaves)
		}
	case program.StructType:
		h.fields(lvalue, name, t, old, func(l, n string, x, y *program.Type, _ int) { h.show(l, n, x, y) })
	case program.PointerType:
		if isText(t.Elem) == "0" {
			h.note("what pointers found afterwards lead to is not compared, but for the objects given")
		}
		fmt.Fprintf(&h.shows, "\trift_show_pointer(%q, (const char *)%s, %s);\n", name, lvalue, isText(t.Elem))
	default:
		h.note("%s is not compared", name)
	}
}

// isText returns, in C, whether a pointer to a type is one to text.
func isText(t *program.Type) string {
	if t != nil && t.Class == program.IntType && t.Size == 1 {
		return "1"
	}
	return "0"
}
