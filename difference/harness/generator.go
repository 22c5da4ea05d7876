package harness

import (
	"fmt"
	"slices"
	"strings"

	"github.com/riftlab/rift/program"
)

// generator writes a harness.
type generator struct {
	opt     Options
	entry   *Entry // in the new version
	old     *Entry
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

// input says in words what is an input.
func (h *generator) input(format string, args ...any) {
	h.result.Inputs = append(h.result.Inputs, fmt.Sprintf(format, args...))
}

// isStream reports whether a type is FILE.
func isStream(t *program.Type) bool { return t != nil && t.Name == "struct _IO_FILE" }

// isOpaque reports whether there are no objects of a type.
func isOpaque(t *program.Type) bool {
	return t == nil || t.Size == 0 && (t.Class == program.StructType || t.Class == program.UnionType)
}

// symbolic asks for bytes.
func (h *generator) symbolic(address, size, name string) {
	fmt.Fprintf(&h.code, "\tklee_make_symbolic(%s, %s, %q);\n", address, size, name)
}

// differs reports whether values of a scalar type have another size in the old
// version, which must not be given bytes that mean another number there.
func differs(t, old *program.Type) bool {
	return old != nil && old.Size != t.Size
}

// holdsPointers reports whether a type holds pointers, in unions too.
func holdsPointers(t *program.Type) bool {
	return t.Class == program.PointerType || t.Class == program.ArrayType && t.Elem != nil && holdsPointers(t.Elem) ||
		slices.ContainsFunc(t.Fields, func(f program.Field) bool { return holdsPointers(f.Type) })
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

// leaves bounds the elements of an array that are looked at.
const leaves = 16

// pointed is what a parameter that is a pointer leads to.
type pointed struct {
	param            *program.Param
	name, object     string
	constant, strict bool // in both versions: something const; in one of them: restrict
}

// listed is the number of variable arguments in a list that a parameter is.
const listed = 4
