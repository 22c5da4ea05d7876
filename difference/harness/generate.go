package harness

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/csyntax"
)

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
func Generate(old, new *program.Program, source *program.Version, name string, o Options) (*Harness, error) {
	if o.Elements == 0 {
		o.Elements = DefaultElements
	}
	if o.Depth == 0 {
		o.Depth = 2
	}
	for _, a := range o.Assume {
		if csyntax.Assigns(csyntax.Lex(a)) {
			return nil, fmt.Errorf("the assumption %q assigns a value: write == to compare", a)
		}
	}
	g, f, err := FindEntries(old, new, name)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(source.Files, func(s program.SourceFile) bool { return path.Clean(s.Name) == f.file() })
	if i < 0 {
		return nil, fmt.Errorf("%s: function %s is defined in %s, which is no file of the version: give a harness", f.Place(), name, f.file())
	}
	globals, hidden := globalsOf(old, new, f.Func, g.Func)
	h := &generator{leads: leads{}, opt: o, entry: f, old: g, version: source, result: Harness{File: source.Files[i].Name}}
	h.fit = fitter{code: &h.code, leads: h.leads, loose: h.loose}
	if err := h.generate(globals); err != nil {
		return nil, fmt.Errorf("%s: function %s: %w: give a harness", f.Place(), name, err)
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

// sharing bounds the parameters that may lead to what one before them does.
const sharing = 3

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
