package call

import (
	"fmt"
	"strings"

	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/types"
)

// formatFunc says of a function which argument is its format, the number of the first
// argument that is formatted, and whether it reads.
type formatFunc struct {
	format, first int
	reads         bool
}

var formatFuncs = map[string]formatFunc{
	"printf": {0, 1, false}, "fprintf": {1, 2, false}, "dprintf": {1, 2, false}, "sprintf": {1, 2, false}, "snprintf": {2, 3, false},
	"asprintf": {1, 2, false}, "syslog": {1, 2, false}, "err": {1, 2, false}, "errx": {1, 2, false}, "warn": {0, 1, false}, "warnx": {0, 1, false},
	"scanf": {0, 1, true}, "fscanf": {1, 2, true}, "sscanf": {1, 2, true},
}

// checkFormat makes a call of the printf or scanf family an error if an argument that its
// format, a literal, asks for is missing or of a type that is passed in another way
// (C 7.21.6.1p9). The messages are those of gcc's -Wformat.
func (f lowering) checkFormat(x *cc.PostfixExpression, name string) {
	fn, ok := formatFuncs[name]
	list := ast.Arguments(x)
	if own := f.Unit.NamedFunc(name); !ok || len(list) <= fn.format || own != nil && own.Static {
		return
	}
	text, ok := ast.LiteralBytes(list[fn.format])
	if !ok {
		return
	}
	for _, d := range directives(string(text), fn.reads) {
		if d.arg+fn.first >= len(list) {
			f.badFormat(fmt.Sprintf("format '%%%s' expects a matching '%s' argument", d.text, d.want))
			return
		}
		e := list[d.arg+fn.first]
		if t := f.argumentType(e); !d.accepts(t) {
			f.badFormat(fmt.Sprintf("format '%%%s' expects argument of type '%s', but argument %d has type '%s'", d.text, d.want, d.arg+fn.first+1, types.Spell(t)))
			return
		}
	}
}

func (f lowering) badFormat(message string) {
	f.Require(program.C(program.I1, 0), program.Violation{Kind: program.FaultFormat, Text: message})
}

// argumentType returns the type as which a variable argument is passed.
func (f lowering) argumentType(e cc.ExpressionNode) *program.Type {
	t := f.Unit.TypeOf(e, e.Type().Decay())
	if t.Class == program.FuncType {
		return types.PointerTo(t)
	}
	return types.DefaultPromote(t)
}

// directive is what a conversion of a format asks for.
type directive struct {
	text string // what follows the %
	arg  int    // of the arguments that are formatted, from 0
	want string // the type of C
	kind byte   // 'i' an integer, 'f' a floating-point number, 's' a string, 'p' any pointer
	size int64  // bytes, of numbers
	to   bool   // it is a pointer to that
}

// accepts reports whether an argument of a type is passed as the directive reads it. Signs do
// not matter, nor what pointers lead to that are only printed, or to void.
func (d *directive) accepts(t *program.Type) bool {
	if d.kind == 'p' || d.to || d.kind == 's' {
		if t.Class != program.PointerType {
			return false
		}
		e := t.Elem
		if d.kind == 'p' || e.Class == program.VoidType {
			return true
		}
		if d.kind == 's' {
			return types.IsInteger(e) && e.Size == d.size
		}
		t = e
	}
	switch d.kind {
	case 'i':
		return types.IsInteger(t) && t.Size == d.size
	case 'f':
		return types.IsFloat(t) && t.Size == d.size
	}
	return true
}

// lengths gives the sizes and the types of integers by length modifiers.
var lengths = map[string]struct {
	size int64
	name string
}{
	"hh": {1, "char"}, "h": {2, "short int"}, "": {4, "int"}, "l": {8, "long int"}, "ll": {8, "long long int"}, "q": {8, "long long int"},
	"j": {8, "intmax_t"}, "z": {8, "size_t"}, "Z": {8, "size_t"}, "t": {8, "ptrdiff_t"}, "L": {8, "long long int"},
}

// directives lists what a format asks for. Of a format with numbered arguments (%1$d), or with
// anything that is not known here, it gives nothing.
func directives(format string, reads bool) (list []directive) {
	format, _, _ = strings.Cut(format, "\x00")
	next := 0
	add := func(d directive) {
		d.arg = next
		next++
		list = append(list, d)
	}
	for {
		i := strings.IndexByte(format, '%')
		if i < 0 {
			return list
		}
		format = format[i+1:]
		begin := format
		skip := func(set string) string {
			n := 0
			for n < len(format) && strings.IndexByte(set, format[n]) >= 0 {
				n++
			}
			s := format[:n]
			format = format[n:]
			return s
		}
		skip("-+ #0'I")
		drop, allocates := false, false
		if reads {
			flags := skip("*m")
			drop, allocates = strings.Contains(flags, "*"), strings.Contains(flags, "m")
			skip("0123456789")
		} else {
			for _, part := range []string{"", "."} {
				if part != "" && !strings.HasPrefix(format, part) {
					continue
				}
				skip(part)
				if strings.HasPrefix(format, "*") {
					format = format[1:]
					add(directive{text: "*", want: "int", kind: 'i', size: 4})
				} else {
					skip("-0123456789")
				}
			}
		}
		length := skip("hlqjzZtL")
		if format == "" {
			return list
		}
		c := format[0]
		format = format[1:]
		d, ok := conversion(c, length, reads)
		if c == '[' {
			format = strings.TrimPrefix(format, "^")
			end := strings.IndexByte(format[min(1, len(format)):], ']')
			if end < 0 {
				return list
			}
			format = format[end+2:]
		}
		if allocates && d.kind == 's' {
			d.kind, d.want = 'p', d.want+"*"
		}
		d.text = begin[:len(begin)-len(format)]
		switch {
		case !ok:
			return nil
		case d.kind == 0 || drop:
		default:
			add(d)
		}
	}
}

// conversion tells what a conversion asks for; its kind is 0 if that is nothing.
func conversion(c byte, length string, reads bool) (d directive, ok bool) {
	n, known := lengths[length]
	d.to = reads
	switch c {
	case '%', 'm':
		return directive{}, c == '%' || !reads
	case 'd', 'i', 'u', 'o', 'x', 'X', 'b', 'B':
		d.kind, d.size, d.want = 'i', n.size, n.name
		if strings.IndexByte("uoxXbB", c) >= 0 {
			d.want = "unsigned " + n.name
		}
		if !reads && d.size < 4 {
			d.size, d.want = 4, "int"
		}
	case 'a', 'A', 'e', 'E', 'f', 'F', 'g', 'G':
		d.kind, d.size, d.want = 'f', 8, "double"
		switch {
		case length == "L":
			d.size, d.want = 16, "long double"
		case reads && length == "":
			d.size, d.want = 4, "float"
		}
	case 'c', 'C':
		if reads {
			d.kind, d.size, d.want, d.to = 's', 1, "char", false
			break
		}
		d.kind, d.size, d.want = 'i', 4, "int"
	case 's', '[', 'S':
		d.kind, d.size, d.want, d.to = 's', 1, "char", false
	case 'p':
		d.kind, d.want, d.to = 'p', "void", false
	case 'n':
		d.kind, d.size, d.want, d.to = 'i', n.size, n.name, true
	default:
		return d, false
	}
	if (length == "l" || c == 'S' || c == 'C') && strings.IndexByte("sc[SC", c) >= 0 {
		d.size, d.want = 4, "wchar_t"
		if d.kind == 'i' {
			d.want = "wint_t"
		}
	}
	if d.to || d.kind == 's' || d.kind == 'p' {
		d.want += " *"
	}
	return d, known || length == ""
}
