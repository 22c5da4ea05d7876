package difference

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/csyntax"
)

// HarnessOptions bound the inputs of a generated harness.
type HarnessOptions struct {
	Elements int      // elements of the objects that pointers to scalars and characters point to; 0 is 4
	Depth    int      // levels of fresh objects behind pointers in structures; 0 is 2
	Assume   []string // C conditions over the parameters
	Globals  []string // variables whose initial value varies too
	// Raw leaves the state as it begins: without it, what the program's own
	// callers of the function do before they call it is an input, too.
	Raw bool
}

// Harness is C code that is appended to a file of both versions.
type Harness struct {
	File string // the file that it is appended to
	// Name is what its code is called in positions, "" before it is attached.
	Name string
	Text string
	// Inputs say in words which values the parameters take.
	Inputs []string
	// Notes say what it leaves out.
	Notes []string
	// Values describe the values that it asks for, one for each name.
	Values []program.ValueModel
	// Loose are the choices by which an input does not fit the program: a size beyond
	// what there is, an end elsewhere.
	Loose  []string
	fitted []fittedNumber
	// Scales says that with more HarnessOptions.Elements there are more inputs.
	Scales bool
}

// Generate makes the harness of a function: it gives the function arguments that
// vary, calls it, and prints its result, the objects behind pointers, and the
// variables of its file that it may use. A function that several files define is
// named FILE:FUNCTION.
//
// Scalars take every value. A pointer is null or points to an object that is made
// for it, of Elements elements with any values (text ends with a NUL behind
// them), or of one structure; pointers in structures likewise, down to Depth. A
// pointer to a function is null or leads to one that shows that it is called, with
// which arguments, and returns values of the input, or fills a buffer with them.
// Structures that the code steps through are several, with an end as the code looks for
// it. What says how much pointers beside it lead to, or is an end of what is before it,
// is what it says, unless the input wants it otherwise. Variable arguments are those that
// the function takes. A pointer that a type gives another name is made by the file. A
// pointer to void leads to bytes, a stream is standard input or output, and one to a
// structure that only other files know to what the program makes of these.
// Everything else is null or zero.
//
// An error says at which place what stands against it.
func Generate(old, new *program.Program, source *program.Version, name string, o HarnessOptions) (*Harness, error) {
	if o.Elements == 0 {
		o.Elements = 4
	}
	if o.Depth == 0 {
		o.Depth = 2
	}
	for _, a := range o.Assume {
		if csyntax.Assigns(csyntax.Lex(a)) {
			return nil, fmt.Errorf("the assumption %q assigns a value: write == to compare", a)
		}
	}
	g, f, err := findEntries(old, new, name)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(source.Files, func(s program.SourceFile) bool { return path.Clean(s.Name) == f.file() })
	if i < 0 {
		return nil, fmt.Errorf("%s: function %s is defined in %s, which is no file of the version: give a harness", f.place(), name, f.file())
	}
	globals, hidden := globalsOf(old, new, f.Func, g.Func)
	h := &generator{leads: leads{}, opt: o, entry: f, old: g, version: source, result: Harness{File: source.Files[i].Name}}
	h.fit = fitter{code: &h.code, leads: h.leads, loose: h.loose}
	if err := h.generate(globals); err != nil {
		return nil, fmt.Errorf("%s: function %s: %w: give a harness", f.place(), name, err)
	}
	h.result.fitted = h.fit.fitted
	switch free := len(h.known) - h.shared; {
	case free > 1 && h.shared > 0:
		h.note("no other two pointers lead to the same object")
	case free > 1:
		h.note("no two pointers lead to the same object")
	}
	if len(hidden) > 0 {
		h.note("not compared: %s", strings.Join(hidden, ", "))
	}
	return &h.result, nil
}

// generator writes a harness.
type generator struct {
	opt     HarnessOptions
	entry   *entry // in the new version
	old     *entry
	version *program.Version
	result  Harness
	before  strings.Builder // what stands before main
	objects strings.Builder // declarations
	code    strings.Builder
	shows   strings.Builder
	known   []object
	pointed []pointed
	shared  int // how many of the parameters may lead to what one before them does
	made    int
	names   []string // of the parameters
	errno   bool     // is looked at afterwards
	lists   []string // those that are lists of variable arguments
	walks   map[string]*walk
	leads   leads
	fit     fitter
}

// sharing bounds the parameters that may lead to what one before them does.
const sharing = 3

// pointed is what a parameter that is a pointer leads to.
type pointed struct {
	param            *program.Param
	name, object     string
	constant, strict bool // in both versions: something const; in one of them: restrict
}

// share lets a pointer lead to what an earlier parameter of the same type leads to,
// and, if that is text, one character behind its begin: functions are called so, unless
// restrict rules it out, or neither of the two is for writing.
func (h *generator) share(variable, name string, p, old *program.Param) {
	e := p.Type.Elem
	at := slices.IndexFunc(h.known, func(o object) bool { return o.name == name })
	if p.Type.Class != program.PointerType || at < 0 || e.Class == program.FuncType || e.Class == program.PointerType {
		return
	}
	to := pointed{p, name, h.known[at].variable, p.ConstTarget && old.ConstTarget, p.Restrict || old.Restrict}
	for i := len(h.pointed) - 1; i >= 0 && h.shared < sharing; i-- {
		with := &h.pointed[i]
		if !sameType(with.param.Type, p.Type, false) || with.strict || to.strict || with.constant && to.constant {
			continue
		}
		at := "(void *)" + with.object
		how := "or what " + with.name + " leads to"
		if isText(e) == "1" {
			at = fmt.Sprintf("(void *)(%s + %s)", with.object, h.choice(name+" begins one character later"))
			how += ", or its second character"
		}
		fmt.Fprintf(&h.code, "\tif (%s)\n\t\t*(void **)&%s = %s;\n", h.choice(name+" leads to what "+with.name+" leads to"), variable, at)
		h.result.Inputs[len(h.result.Inputs)-1] += ", " + how
		h.shared++
		break
	}
	h.pointed = append(h.pointed, to)
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

// loose is a choice by which an input does not fit.
func (h *generator) loose(statement string) string {
	h.result.Loose = append(h.result.Loose, statement)
	return h.choice(statement)
}

// unfit reports whether an input does not fit the program by a choice of the harness.
func (h *Harness) unfit(in *program.Input) bool {
	return slices.ContainsFunc(in.Values, func(v program.Value) bool {
		return isTrue(v) && slices.Contains(h.Loose, v.Name)
	})
}

func (h *generator) generate(globals [][2]*program.Global) error {
	f, old := h.entry, h.old
	params, others := f.params(), old.params()
	for i := range params {
		h.names = append(h.names, parameterName(&params[i], i))
	}
	h.initialise(globals)
	var args []string
	var list []sized
	for i := range params {
		a, err := h.param(&params[i], &others[i], h.names[i], &list)
		if err != nil {
			return fmt.Errorf("parameter %s: %w", h.names[i], err)
		}
		args = append(args, a)
	}
	h.fit.fitting(list)
	if f.Variadic {
		m := argumentMaker{code: &h.code, objects: &h.objects, asks: h.asks, loose: h.loose, text: h.textArgument, input: h.input, note: h.note}
		args = append(args, m.make(h.entry, params, list, h.leads)...)
	}
	h.given(globals)
	for _, name := range h.opt.Globals {
		k := slices.IndexFunc(globals, func(g [2]*program.Global) bool { return g[0].Source == name })
		if k < 0 {
			return fmt.Errorf("it uses no variable %s of its file that both versions have", name)
		}
		h.fill(h.global(name), name, globals[k][1].Type, globals[k][0].Type, 0)
	}
	if usesErrno(h.entry) || usesErrno(h.old) {
		h.before.WriteString("#include <errno.h>\n")
		h.code.WriteString("\terrno = 0;\n")
		h.shows.WriteString("\trift_show_signed(\"errno\", rift_errno);\n")
		h.errno = true
	}
	for _, g := range globals {
		h.show(h.global(g[1].Source), g[1].Source, g[1].Type, g[0].Type)
	}
	h.write(f.Func, h.global(f.called()), args)
	return nil
}

// textArgument makes text for a variable argument, and returns a pointer to it: a handle if
// the function takes one, as it may look for what is before it.
func (h *generator) textArgument(name string) string {
	for k, p := range h.entry.params() {
		if c := makerOf(h.entry, h.old, &p, &h.old.params()[k]); c != nil {
			return h.construct(name, c)
		}
	}
	char := &program.Type{Class: program.IntType, Name: "char", Size: 1, Align: 1}
	return h.pointee(name, "char", char, char, 0)
}

// global returns what code in the harness calls something of the file: parameters
// hide what has their name.
func (h *generator) global(name string) string {
	if !slices.Contains(h.names, name) {
		return name
	}
	alias := "rift_outer_" + name
	text := fmt.Sprintf("static __typeof__(%s) *const %s = &%s;\n", name, alias, name)
	if !strings.Contains(h.before.String(), text) {
		h.before.WriteString(text)
	}
	return "(*" + alias + ")"
}

// libraryNames are those of the library's that the harness uses, which no
// parameter may hide.
var libraryNames = []string{"klee_make_symbolic", "klee_assume", "memset", "printf", "stdin", "stdout"}

// param makes the value of a parameter, and returns the argument.
func (h *generator) param(p, old *program.Param, name string, list *[]sized) (string, error) {
	t := p.Type
	if t == nil {
		return "", fmt.Errorf("its type is not known")
	}
	s, ok := spelling(old, p)
	if !ok {
		return "", fmt.Errorf("its type has no name behind the function")
	}
	variable := name
	if slices.Contains(libraryNames, name) {
		variable = "rift_" + name
	}
	fmt.Fprintf(&h.objects, "\t%s;\n", s.Declare(variable))
	if p.Size > 0 {
		fmt.Fprintf(&h.code, "\tmemset((void *)&%s, 0, sizeof %s);\n", variable, variable)
	}
	if strings.Contains(s.Before, "va_list") {
		h.list(variable, name)
		return variable, nil
	}
	if c := makerOf(h.entry, h.old, p, old); c != nil {
		h.input("%s: null or what %s makes", name, c.Source)
		made := h.construct(name, c)
		fmt.Fprintf(&h.code, "\t*(void **)&%s = %s ? 0 : (void *)%s;\n", variable, h.choice(name+" is null"), made)
		*list = append(*list, sized{variable, name, t})
		return variable, nil
	}
	if t, was, s, ok := h.better(p, old); ok {
		h.input("%s: %s, as %s takes it", name, h.valuesOf(t), h.entry.Source)
		h.made++
		v := fmt.Sprintf("rift_pointer%d", h.made)
		fmt.Fprintf(&h.objects, "\t%s;\n", s.Declare(v))
		h.fill(v, name, t, was, h.opt.Depth)
		fmt.Fprintf(&h.code, "\t%s = %s;\n", variable, v)
		*list = append(*list, sized{v, name, t})
		return variable, nil
	}
	h.input("%s: %s", name, h.valuesOf(t))
	h.fill(variable, name, t, old.Type, h.opt.Depth)
	h.share(variable, name, p, old)
	if old.Type.Size != t.Size || old.Type.Unsigned != t.Unsigned {
		h.note("%s is %s in the old version, %s in the new one: values that both have", name, old.Type, t)
	}
	*list = append(*list, sized{variable, name, t})
	if e := t.Elem; t.Class == program.PointerType && e != nil && (e.Class == program.PointerType || e.Class == program.ArrayType) {
		return "(void *)" + variable, nil // qualifiers within are lost
	}
	return variable, nil
}

// listed is the number of variable arguments in a list that a parameter is.
const listed = 4

// list makes a parameter the list of variable arguments of the function that the
// harness then is.
func (h *generator) list(variable, name string) {
	h.input("%s: %d arguments that are integers", name, listed)
	h.lists = append(h.lists, variable)
	fmt.Fprintf(&h.code, "\tva_start(%s, rift_count);\n", variable)
	for i := range listed {
		h.asks(fmt.Sprintf("variable argument %d", i+1), program.SignedValue, 8, 1, 0)
	}
	h.note("%s has %d arguments, which are integers", name, listed)
}

// input says in words what is an input.
func (h *generator) input(format string, args ...any) {
	h.result.Inputs = append(h.result.Inputs, fmt.Sprintf(format, args...))
}

// valuesOf says in words which values a parameter takes.
func (h *generator) valuesOf(t *program.Type) string {
	switch {
	case t.Class != program.PointerType:
		return "every value"
	case isStream(t.Elem):
		return "standard input or standard output"
	case isOpaque(t.Elem):
		if c := h.constructor(t.Elem); c != nil {
			return "null or what " + c.Source + " makes"
		}
		return "null"
	}
	return "null or " + h.objectOf(t.Elem)
}

// isStream reports whether a type is FILE.
func isStream(t *program.Type) bool { return t != nil && t.Name == "struct _IO_FILE" }

// isOpaque reports whether there are no objects of a type.
func isOpaque(t *program.Type) bool {
	return t == nil || t.Size == 0 && (t.Class == program.StructType || t.Class == program.UnionType)
}

// objectOf says in words what a pointer to a type points to.
func (h *generator) objectOf(t *program.Type) string {
	switch {
	case h.walkOf(t) != nil:
		return fmt.Sprintf("%d %s and what ends them", h.walked(), t.Name)
	case t.Class == program.StructType, t.Class == program.UnionType:
		return "one " + t.Name
	case t.Class == program.IntType && t.Size == 1:
		return fmt.Sprintf("text of up to %d bytes", h.opt.Elements)
	case t.Class == program.VoidType:
		return fmt.Sprintf("%d bytes of any meaning", h.opt.Elements)
	case t.Class == program.FuncType:
		return "a function of the harness"
	case t.Class == program.ArrayType && t.Len > 0:
		return fmt.Sprintf("%d arrays of %d", h.opt.Elements, t.Len)
	}
	return fmt.Sprintf("%d elements", h.opt.Elements)
}

// pointee declares an object for a pointer to elements of a type, and returns the
// variable. spelled is the type in C.
func (h *generator) pointee(name, spelled string, t, old *program.Type, depth int) string {
	h.made++
	v := fmt.Sprintf("rift_object%d", h.made)
	for t.Class == program.ArrayType && t.Len <= 0 { // of a length that only the function knows
		t, old, spelled = t.Elem, elemOf(old), "__typeof__((*("+spelled+" *)0)[0])"
	}
	n, text := h.count(t), false
	aligned := ""
	walk := h.walkOf(t)
	switch t.Class {
	case program.VoidType:
		spelled, aligned = "unsigned char", " __attribute__((aligned(16)))"
	case program.IntType:
		text = t.Size == 1
	}
	h.result.Scales = h.result.Scales || n != 1
	size := n
	if text || t.Class == program.PointerType || walk != nil {
		size++
	}
	fmt.Fprintf(&h.objects, "\t%s %s[%d]%s;\n", spelled, v, size, aligned)
	fmt.Fprintf(&h.code, "\tmemset((void *)%s, 0, sizeof %s);\n", v, v)
	if walk != nil {
		if member, of := walk.endMember(t); member != "" {
			value, _ := constantText(nil, program.Operand{Mode: program.Const, Bits: walk.value}, of)
			fmt.Fprintf(&h.code, "\t%s[%d].%s = %s;\n", v, n, member, value)
		}
	}
	h.known = append(h.known, object{v, name})
	switch t.Class {
	case program.VoidType, program.IntType, program.EnumType, program.FloatType:
		if t.Size > 8 && t.Class == program.FloatType || differs(t, old) {
			break
		}
		h.symbolic("(void *)"+v, fmt.Sprintf("%d * sizeof *%s", n, v), name)
		h.asks(name, valueKind(t, true), int(t.Size), n, 0)
		if t.Size == 1 {
			fmt.Fprintf(&h.shows, "\trift_show_text(%q, %s, sizeof %s);\n", name, v, v)
			return v
		}
	}
	for i := range n {
		element := fmt.Sprintf("%s[%d]", v, i)
		shown := fmt.Sprintf("%s[%d]", name, i)
		if n == 1 {
			shown = "*" + name
		}
		switch {
		case !t.IsScalar(), t.Class == program.PointerType, t.Class == program.BoolType, differs(t, old):
			h.fill(element, shown, t, old, depth)
		}
		h.show(element, shown, t, old)
	}
	return v
}

// walkOf returns how either version goes through arrays of a type, nil if neither does.
func (h *generator) walkOf(t *program.Type) *walk {
	if h.walks == nil {
		h.walks = walksOf(h.entry)
		for name, w := range walksOf(h.old) {
			if x := h.walks[name]; x == nil || !x.known {
				h.walks[name] = w
			}
		}
	}
	if t.Class != program.StructType {
		return nil
	}
	return h.walks[t.Name]
}

// count is how many elements of a type there are behind a pointer, an end aside.
func (h *generator) count(t *program.Type) int {
	switch {
	case h.walkOf(t) != nil:
		return h.walked()
	case t.Class == program.StructType, t.Class == program.UnionType:
		return 1
	}
	return h.opt.Elements
}

// walked is how many elements there are of an array of structures before its end.
func (h *generator) walked() int { return max(1, min(h.opt.Elements/2, mostWalked)) }

// mostWalked bounds the structures of an array: each has inputs for all its members.
const mostWalked = 4

// symbolic asks for bytes.
func (h *generator) symbolic(address, size, name string) {
	fmt.Fprintf(&h.code, "\tklee_make_symbolic(%s, %s, %q);\n", address, size, name)
}

// differs reports whether values of a scalar type have another size in the old
// version, which must not be given bytes that mean another number there.
func differs(t, old *program.Type) bool {
	return old != nil && old.Size != t.Size
}

// leaves bounds the elements of an array that are looked at.
const leaves = 16

// fill gives an lvalue any value.
func (h *generator) fill(lvalue, name string, t, old *program.Type, depth int) {
	switch t.Class {
	case program.BoolType:
		fmt.Fprintf(&h.code, "\t*(_Bool *)&%s = rift_choice(%q);\n", lvalue, name)
		h.asks(name, program.BoolValue, 1, 1, 1)
	case program.IntType, program.EnumType, program.FloatType:
		if differs(t, old) || t.Class == program.FloatType && t.Size > 8 {
			h.convert(lvalue, name, t, old)
			return
		}
		h.whole(lvalue, name, valueKind(t, false), int(t.Size), 1)
	case program.ComplexType:
		if t.Elem.Size > 8 {
			h.note("%s is zero", name)
			return
		}
		h.whole(lvalue, name, program.FloatValue, int(t.Elem.Size), 2)
	case program.UnionType:
		switch {
		case t.Size == 0:
		case holdsPointers(t) || differs(t, old):
			h.note("%s is zero: a union with pointers, or of another size in the old version", name)
		default:
			h.whole(lvalue, name, program.BytesValue, 1, int(t.Size))
		}
	case program.ArrayType:
		h.fillArray(lvalue, name, t, old, depth)
	case program.StructType:
		var list []sized
		h.fields(lvalue, name, t, old, func(l, n string, x, y *program.Type, bits int) {
			if bits > 0 {
				fmt.Fprintf(&h.code, "\t%s = rift_bits(%q);\n", l, n)
				h.asks(n, valueKind(x, false), 8, 1, bits)
				return
			}
			h.fill(l, n, x, y, depth)
			list = append(list, sized{l, n, x})
		})
		h.fit.fitting(list)
	case program.PointerType:
		h.fillPointer(lvalue, name, t, old, depth)
	default:
		h.note("%s is zero", name)
	}
}

// whole gives all bytes of an lvalue any value.
func (h *generator) whole(lvalue, name string, kind program.ValueKind, element, count int) {
	h.symbolic("(void *)&"+lvalue, "sizeof "+lvalue, name)
	h.asks(name, kind, element, count, 0)
}

// convert gives a number any value that has a smaller type: the one of the other
// version, or double for long double.
func (h *generator) convert(lvalue, name string, t, old *program.Type) {
	from := t
	if old != nil && old.Size < t.Size {
		from = old
	}
	spelled, size, kind := from.Name, from.Size, valueKind(from, false)
	switch {
	case from.Class == program.FloatType && from.Size > 8:
		spelled, size = "double", 8
	case from.Class == program.EnumType:
		spelled = map[bool]string{false: "int", true: "unsigned"}[from.Unsigned]
	}
	h.made++
	v := fmt.Sprintf("rift_number%d", h.made)
	fmt.Fprintf(&h.objects, "\t%s %s;\n", spelled, v)
	h.symbolic("(void *)&"+v, "sizeof "+v, name)
	h.asks(name, kind, int(size), 1, 0)
	fmt.Fprintf(&h.code, "\t%s = %s;\n", lvalue, v)
}

// holdsPointers reports whether a type holds pointers, in unions too.
func holdsPointers(t *program.Type) bool {
	return t.Class == program.PointerType || t.Class == program.ArrayType && t.Elem != nil && holdsPointers(t.Elem) ||
		slices.ContainsFunc(t.Fields, func(f program.Field) bool { return holdsPointers(f.Type) })
}

func (h *generator) fillArray(lvalue, name string, t, old *program.Type, depth int) {
	e, n := t.Elem, t.Len
	if old != nil && old.Len != n {
		n = min(n, old.Len)
		h.note("%s is zero from element %d on: the versions have arrays of other lengths", name, n)
	}
	plain := e.IsScalar() && e.Class != program.BoolType && e.Class != program.PointerType && !differs(e, elemOf(old))
	if plain && n > 0 {
		h.symbolic("(void *)&"+lvalue, fmt.Sprintf("%d * sizeof %s[0]", n, lvalue), name)
		h.asks(name, valueKind(e, true), int(e.Size), int(n), 0)
		return
	}
	for i := range min(n, leaves) {
		h.fill(fmt.Sprintf("%s[%d]", lvalue, i), fmt.Sprintf("%s[%d]", name, i), e, elemOf(old), depth)
	}
	if n > leaves {
		h.note("%s is zero from element %d on", name, leaves)
	}
}

// fillPointer makes a pointer null or lead to something that is made for it.
func (h *generator) fillPointer(lvalue, name string, t, old *program.Type, depth int) {
	e := t.Elem
	was := elemOf(old)
	leads := ""
	switch {
	case isStream(e):
		fmt.Fprintf(&h.code, "\t*(void **)&%s = %s ? (void *)stdin : (void *)stdout;\n", lvalue, h.choice(name+" is stdin"))
		return
	case isOpaque(e):
		if c := h.constructor(e); c != nil {
			leads = h.construct(name, c)
		}
	case depth <= 0 && !h.cheap(e), isOpaque(was) && was != nil, was != nil && e.Class != was.Class:
	case e.Class == program.FuncType:
		leads = h.callback(name, e, depth)
	default:
		leads = h.pointee(name, "__typeof__(*"+lvalue+")", e, was, max(depth-1, 0))
		h.leads.note(lvalue, leads, h.count(e), e)
	}
	if leads == "" {
		fmt.Fprintf(&h.code, "\t*(void **)&%s = 0;\n", lvalue)
		h.note("%s is null", name)
		return
	}
	if e.Class == program.VoidType {
		h.note("%s leads to bytes of any meaning", name)
	}
	fmt.Fprintf(&h.code, "\t*(void **)&%s = %s ? 0 : (void *)%s;\n", lvalue, h.choice(name+" is null"), leads)
}

// cheap reports whether what a pointer leads to is made at any depth: text and
// functions, as long as there is not too much of it.
func (h *generator) cheap(t *program.Type) bool {
	return len(h.known) < mostObjects && (t.Class == program.FuncType || t.Class == program.IntType && t.Size == 1)
}

// mostObjects bounds the objects that are made at any depth.
const mostObjects = 64

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

// show observes an lvalue. Nothing that it does depends on the value. Where the
// type has another size in the old version, both are shown as the larger one.
func (h *generator) show(lvalue, name string, t, old *program.Type) {
	size := t.Size
	if old != nil {
		size = max(size, old.Size)
	}
	switch t.Class {
	case program.BoolType, program.IntType, program.EnumType:
		if size > 8 {
			h.note("%s is not compared", name)
			return
		}
		as := "signed"
		if valueKind(t, false) != program.SignedValue {
			as = "unsigned"
		}
		fmt.Fprintf(&h.shows, "\trift_show_%s(%q, %s);\n", as, name, lvalue)
	case program.FloatType:
		as := map[int64]string{4: "float", 8: "double"}[size]
		if as == "" {
			as = "long_double"
		}
		fmt.Fprintf(&h.shows, "\trift_show_%s(%q, %s);\n", as, name, lvalue)
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
