package harness

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/riftlab/rift/program"
)

// Entry is the function that a harness calls, as one version defines it.
type Entry struct {
	*program.Func
	program *program.Program
	which   string // "old" or "new"
}

func (e *Entry) file() string { return e.program.Files[e.Unit] }

// Place is where the function is defined.
func (e *Entry) Place() program.Position { return e.program.Position(e.At) }

// params are those that the source has.
func (e *Entry) params() []program.Param {
	if e.Sret {
		return e.Params[1:]
	}
	return e.Params
}

// called returns what the function is called in code behind it.
func (e *Entry) called() string {
	if e.Source == "main" {
		return programMain
	}
	return e.Source
}

// signature returns the function's type as people write it.
func (e *Entry) signature() string {
	var parts []string
	for i, p := range e.params() {
		s := p.Type.String()
		if p.Spelling != (program.Spelling{}) {
			s = strings.TrimSpace(p.Spelling.Declare(parameterName(&p, i)))
		}
		parts = append(parts, s)
	}
	if e.Variadic {
		parts = append(parts, "...")
	}
	return fmt.Sprintf("%s %s(%s)", e.Type.Elem, e.Source, strings.Join(parts, ", "))
}

// parameterName returns the name of a parameter, the i-th; those without get one.
func parameterName(p *program.Param, i int) string {
	if p.Name == "" {
		return fmt.Sprintf("arg%d", i+1)
	}
	return p.Name
}

// findEntry finds the function of a name, FUNCTION or FILE:FUNCTION.
func findEntry(p *program.Program, which, name string) (*Entry, error) {
	file, function := "", name
	if i := strings.LastIndex(name, ":"); i >= 0 {
		file, function = path.Clean(name[:i]), name[i+1:]
	}
	var found []*Entry
	for _, f := range p.Funcs {
		e := &Entry{f, p, which}
		if f.Source != function || f.Library || len(f.Blocks) == 0 {
			continue
		}
		if file == "" || liesIn(e.file(), file) || liesIn(e.Place().File, file) {
			found = append(found, e)
		}
	}
	switch {
	case len(found) == 0:
		return nil, fmt.Errorf("the %s version defines no function %s", which, name)
	case len(found) > 1 && !slices.ContainsFunc(found, func(e *Entry) bool { return e.Place() != found[0].Place() }):
		return found[0], nil // of a header that several files include
	case len(found) > 1:
		var places []string
		for _, e := range found {
			places = append(places, e.Place().String())
		}
		return nil, fmt.Errorf("the %s version has several functions %s, at %s: name one as FILE:FUNCTION", which, function, strings.Join(places, ", "))
	}
	return found[0], nil
}

// liesIn reports whether a file is what a user calls by a name or the end of one.
func liesIn(file, name string) bool {
	return file == name || strings.HasSuffix(file, "/"+name)
}

// FindEntries finds the function in both versions, which must take and return the
// same.
func FindEntries(old, new *program.Program, name string) (o, n *Entry, err error) {
	if n, err = findEntry(new, "new", name); err != nil {
		return nil, nil, err
	}
	if o, err = findEntry(old, "old", name); err != nil {
		return nil, nil, err
	}
	if err := sameSignature(o, n); err != nil {
		return nil, nil, err
	}
	if o.file() != n.file() {
		return nil, nil, fmt.Errorf("%s: function %s is in %s in the old version: give a harness", n.Place(), name, o.file())
	}
	return o, n, nil
}

// sameSignature reports an error where the versions' functions take or return
// something else.
func sameSignature(old, new *Entry) error {
	differ := func(what string, args ...any) error {
		return fmt.Errorf("%s: function %s: %s: it is %s, and in the old version (%s) %s: give a harness",
			new.Place(), new.Source, fmt.Sprintf(what, args...), new.signature(), old.Place(), old.signature())
	}
	a, b := old.params(), new.params()
	switch {
	case len(a) != len(b):
		return differ("the versions take %d and %d arguments", len(a), len(b))
	case old.Variadic != new.Variadic:
		return differ("one version takes variable arguments")
	case !converts(old.Type.Elem, new.Type.Elem) && !sameType(old.Type.Elem, new.Type.Elem, true):
		return differ("the versions return %s and %s", old.Type.Elem, new.Type.Elem)
	}
	for i := range b {
		if !converts(a[i].Type, b[i].Type) && !sameType(a[i].Type, b[i].Type, a[i].Spelling == b[i].Spelling) {
			return differ("the versions take %s and %s as parameter %d", a[i].Type, b[i].Type, i+1)
		}
	}
	return nil
}

// converts reports whether a caller may pass, or take, values of one type for the other
// by a conversion between numbers: both are integers, or both floating.
func converts(a, b *program.Type) bool {
	number := func(t *program.Type) program.TypeClass {
		switch {
		case t == nil, t.Class != program.BoolType && t.Class != program.EnumType && t.Class != program.IntType && t.Class != program.FloatType:
			return program.VoidType
		case t.Class == program.FloatType:
			return t.Class
		}
		return program.IntType
	}
	return number(a) != program.VoidType && number(a) == number(b)
}

// sameType reports whether values of a type are made alike in both versions.
// Structures are the same by their tags, and by their place in the type if it is
// spelled alike; what members they have is another question.
func sameType(a, b *program.Type, alike bool) bool {
	if a == nil || b == nil {
		return a == b
	}
	class := func(t *program.Type) program.TypeClass {
		if t.Class == program.EnumType {
			return program.IntType
		}
		return t.Class
	}
	if class(a) != class(b) {
		return false
	}
	switch a.Class {
	case program.StructType, program.UnionType:
		return alike || a.Name == b.Name
	case program.PointerType:
		return sameType(a.Elem, b.Elem, alike)
	case program.ArrayType:
		return a.Len == b.Len && sameType(a.Elem, b.Elem, alike)
	case program.FuncType:
		return a.Variadic == b.Variadic && sameType(a.Elem, b.Elem, alike) &&
			slices.EqualFunc(a.Params, b.Params, func(x, y *program.Type) bool { return sameType(x, y, alike) })
	}
	return a.Size == b.Size && a.Unsigned == b.Unsigned
}

// spelling returns how a parameter is declared in both versions.
func spelling(old, new *program.Param) (program.Spelling, bool) {
	if old.Spelling == new.Spelling {
		return new.Spelling, new.Spelling != program.Spelling{}
	}
	if s, ok := spellType(new.Type); ok { // without names that one version may lack
		return s, true
	}
	return new.Spelling, new.Spelling != program.Spelling{}
}

// spellType declares variables of a type in C by the names that need no
// declaration, and by tags.
func spellType(t *program.Type) (program.Spelling, bool) {
	switch t.Class {
	case program.EnumType:
		if t.Unsigned {
			return program.Spelling{Before: "unsigned "}, t.Size == 4
		}
		return program.Spelling{Before: "int "}, t.Size == 4
	case program.StructType, program.UnionType:
		if !strings.Contains(t.Name, " ") {
			return program.Spelling{}, false
		}
	case program.PointerType:
		s, ok := spellType(t.Elem)
		if t.Elem.Class == program.ArrayType || t.Elem.Class == program.FuncType {
			return program.Spelling{Before: s.Before + "(*", After: ")" + s.After}, ok
		}
		s.Before += "*"
		return s, ok
	case program.ArrayType:
		s, ok := spellType(t.Elem)
		s.After = fmt.Sprintf("[%d]", max(t.Len, 1)) + s.After
		return s, ok
	case program.FuncType:
		s, ok := spellType(t.Elem)
		var parts []string
		for _, p := range t.Params {
			q, is := spellType(p)
			ok = ok && is
			parts = append(parts, strings.TrimSpace(q.Declare("")))
		}
		if t.Variadic {
			parts = append(parts, "...")
		}
		s.After = "(" + strings.Join(parts, ", ") + ")" + s.After
		return s, ok
	}
	return program.Spelling{Before: t.Name + " "}, t.Name != ""
}

// isText returns, in C, whether a pointer to a type is one to text.
func isText(t *program.Type) string {
	if t != nil && t.Class == program.IntType && t.Size == 1 {
		return "1"
	}
	return "0"
}
