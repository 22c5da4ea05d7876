package harness

import (
	"fmt"
	"slices"
	"strings"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/dictionary"
	"github.com/riftlab/rift/program/libfacts"
)

// argumentClass is what a function takes a variable argument for.
type argumentClass uint8

const (
	numberArgument argumentClass = iota // an integer
	textArgument                        // a pointer to characters
	otherArgument                       // what no value is made for
)

// takes is what functions take their variable arguments for.
type takes struct {
	classes    []argumentClass        // in the order of the code
	directives map[byte]argumentClass // by the character that the argument is taken for
	introduced byte                   // the character before one; 0 if there is none
}

// mostHanded bounds the functions that a list of arguments is followed through.
const mostHanded = 3

// nearness bounds the blocks between a character that is looked for and an argument that
// is taken for it.
const nearness = 4

// takesOf returns what a function takes its variable arguments for, itself or in those of
// the program that it hands them to; what the library's take them for that print is known.
func takesOf(e *Entry) *takes {
	t := &takes{directives: map[byte]argumentClass{}}
	t.function(e.program, e.Func, program.NoReg, libfacts.New(), mostHanded)
	return t
}

// listPlace is where a function keeps its list of arguments: in a local variable.
type listPlace struct {
	address program.Reg
	off     int64
}

// function looks at a function that has the list in a parameter, or begins it.
func (t *takes) function(p *program.Program, f *program.Func, from program.Reg, table *libfacts.Table, depth int) {
	lists, kept := map[program.Reg]bool{}, map[listPlace]bool{}
	if from != program.NoReg {
		lists[from] = true
	}
	has := func(o program.Operand) bool { return o.Mode == program.InReg && lists[o.Reg()] }
	for changed := true; changed; {
		changed = false
		set := func(r program.Reg) {
			if r != program.NoReg && !lists[r] {
				lists[r], changed = true, true
			}
		}
		f.EachInstr(func(in *program.Instr) {
			at := listPlace{in.A.Reg(), in.Off}
			switch {
			case in.Op == program.VaStart, in.Op == program.Move && has(in.A), in.Op == program.PtrAdd && has(in.A):
				set(in.Dst)
			case in.Op == program.Store && in.A.Mode == program.InReg && has(in.B) && !kept[at]:
				kept[at], changed = true, true
			case in.Op == program.Load && in.A.Mode == program.InReg && kept[at]:
				set(in.Dst)
			}
		})
	}
	for b, block := range f.Blocks {
		for i := range block.Instrs {
			in := &block.Instrs[i]
			switch {
			case in.Op == program.Load && has(in.A) && !kept[listPlace{in.A.Reg(), in.Off}]:
				t.take(f, b, argumentOf(f, in))
			case in.Op == program.CopyMem && has(in.B):
				t.take(f, b, otherArgument)
			case in.Op == program.Call && in.A.Mode == program.FuncAddr:
				t.handed(p, in, has, table, depth)
			}
		}
	}
}

// handed follows a list that a call is given.
func (t *takes) handed(p *program.Program, in *program.Instr, has func(program.Operand) bool, table *libfacts.Table, depth int) {
	callee := p.Funcs[in.A.Index]
	for i := range in.Args {
		if !has(in.Args[i].Operand) {
			continue
		}
		switch facts, _ := table.Of(callee.Name); {
		case !callee.Library && i < len(callee.Params) && depth > 0:
			t.function(p, callee, callee.Params[i].Reg, table, depth-1)
		case callee.Library && facts.Format >= 0 && strings.HasSuffix(callee.Name, "printf"):
			t.introduced = '%'
			for _, c := range []byte("diuxXoc") {
				t.directives[c] = numberArgument
			}
			t.directives['s'] = textArgument
			t.classes = append(t.classes, numberArgument)
		}
	}
}

// argumentOf returns what an argument is taken for that an instruction loads.
func argumentOf(f *program.Func, in *program.Instr) argumentClass {
	switch {
	case in.Kind.IsInt():
		return numberArgument
	case in.Kind != program.Ptr || in.Dst == program.NoReg:
		return otherArgument
	}
	class := textArgument
	see := func(t *program.Type) {
		if t != nil && (t.Class != program.PointerType || isText(t.Elem) == "0" && t.Elem.Class != program.VoidType) {
			class = otherArgument
		}
	}
	see(f.Regs[in.Dst].Type)
	f.EachInstr(func(m *program.Instr) {
		if m.Op == program.Move && m.A.Mode == program.InReg && m.A.Reg() == in.Dst && m.Dst != program.NoReg {
			see(f.Regs[m.Dst].Type)
		}
	})
	return class
}

// take notes an argument that a block takes, for the characters that lead there.
func (t *takes) take(f *program.Func, block int, class argumentClass) {
	t.classes = append(t.classes, class)
	lookups := make([][]dictionary.Lookup, len(f.Blocks))
	preds := make([][]int, len(f.Blocks))
	for i, b := range f.Blocks {
		lookups[i] = dictionary.Lookups(b)
		for _, to := range b.Term().Targets {
			preds[to] = append(preds[to], i)
		}
		for _, l := range lookups[i] {
			if l.Char == '%' {
				t.introduced = '%'
			}
		}
	}
	seen, level := map[int]bool{block: true}, []int{block}
	for range nearness {
		var next []int
		for _, at := range level {
			for _, from := range preds[at] {
				found := false
				for _, l := range lookups[from] {
					if int(l.To) == at && l.Char != t.introduced {
						found = true
						t.directive(l.Char, class)
					}
				}
				if !found && !seen[from] {
					seen[from] = true
					next = append(next, from)
				}
			}
		}
		level = next
	}
}

// directive notes what is taken for a character; what is taken for several things is not
// known.
func (t *takes) directive(c byte, class argumentClass) {
	if was, ok := t.directives[c]; ok && was != class {
		class = otherArgument
	}
	t.directives[c] = class
}

// known returns the characters that take an argument which can be made, in order.
func (t *takes) known() string {
	var list []byte
	for c, class := range t.directives {
		if class != otherArgument {
			list = append(list, c)
		}
	}
	slices.Sort(list)
	return string(list)
}

// asking returns the characters that make the function take an argument, or may.
func (t *takes) asking() []rune {
	if t.introduced != 0 {
		return []rune{rune(t.introduced)}
	}
	var list []rune
	for c := range t.directives {
		list = append(list, rune(c))
	}
	slices.Sort(list)
	return list
}

// mostVariable bounds the variable arguments that a function is called with; zeros that
// end a list of them follow.
const (
	mostVariable = 3
	endZeros     = 2
)

// argumentMaker writes what makes variable arguments.
type argumentMaker struct {
	code, objects *strings.Builder
	asks          func(name string, kind program.ValueKind, element, count, bits int)
	loose         func(statement string) string // makes a choice by which an input does not fit
	text          func(name string) string      // makes text and returns, in C, where it is
	input, note   func(format string, args ...any)
}

// make makes the variable arguments of a function, and returns them. list are its
// parameters, which lead to what leads says.
func (m *argumentMaker) make(e *Entry, params []program.Param, list []sized, of leads) []string {
	t := takesOf(e)
	var x extent
	isFormat, name := false, ""
	if n := len(params) - 1; n >= 0 && n == len(list)-1 && params[n].Type.Class == program.PointerType {
		x, isFormat = of[list[n].lvalue]
		isFormat = isFormat && isText(params[n].Type.Elem) == "1"
		name = list[n].name
	}
	known := t.known()
	n := mostVariable
	formatted := isFormat && known != ""
	if width := directiveWidth(t); formatted {
		n = min(n, x.elements/width)
	} else if len(t.classes) == 0 || slices.Contains(t.classes, otherArgument) {
		m.note("%s is called without variable arguments", e.Source)
		return nil
	}
	fmt.Fprintf(m.objects, "\tlong long rift_variable[%d];\n", n+endZeros)
	m.code.WriteString("\tmemset((void *)rift_variable, 0, sizeof rift_variable);\n")
	if formatted {
		m.directives(t, known, x, name, n)
	} else {
		for i := range n {
			class := t.classes[min(i, len(t.classes)-1)]
			value := m.argument(i, class)
			fmt.Fprintf(m.code, "\trift_variable[%d] = %s;\n", i, value)
		}
		m.input("variable arguments: %d, as %s takes them, and zeros", n, e.Source)
	}
	var args []string
	for i := range n + endZeros {
		args = append(args, fmt.Sprintf("rift_variable[%d]", i))
	}
	return args
}

// directiveWidth is how many characters of a format an argument takes.
func directiveWidth(t *takes) int {
	if t.introduced != 0 {
		return 2
	}
	return 1
}

// argument returns, in C, a value for a variable argument, the i-th.
func (m *argumentMaker) argument(i int, class argumentClass) string {
	name := fmt.Sprintf("variable argument %d", i+1)
	if class == numberArgument {
		m.asks(name, program.SignedValue, 8, 1, 0)
		return fmt.Sprintf("rift_bits(%q)", name)
	}
	return "(long long)" + m.text(name)
}

// directives makes a format begin with directives that arguments are there for, and the
// rest of it text, unless the input wants it otherwise.
func (m *argumentMaker) directives(t *takes, known string, format extent, name string, n int) {
	texts := ""
	for _, c := range []byte(known) {
		texts += map[bool]string{true: "1", false: "0"}[t.directives[c] == textArgument]
	}
	var choices []string
	for i := range n {
		choice := fmt.Sprintf("directive %d", i+1)
		m.asks(choice, program.UnsignedValue, 8, 1, 0)
		choices = append(choices, fmt.Sprintf("rift_bits(%q)", choice))
		for _, of := range []struct {
			digit, variable string
			class           argumentClass
		}{{"0", "rift_word%d", numberArgument}, {"1", "rift_text%d", textArgument}} {
			if strings.Contains(texts, of.digit) {
				v, value := fmt.Sprintf(of.variable, i), m.argument(i, of.class)
				fmt.Fprintf(m.objects, "\tlong long %s;\n", v)
				fmt.Fprintf(m.code, "\t%s = %s;\n", v, value)
			}
		}
	}
	fmt.Fprintf(m.objects, "\tunsigned rift_directive, rift_next = 0, rift_at = 0;\n")
	fmt.Fprintf(m.code, "\tif (!%s) {\n", m.loose(name+" is any text"))
	var others []string // which would ask for more
	for _, c := range t.asking() {
		others = append(others, fmt.Sprintf("%s[rift_at] == %q", format.variable, c))
	}
	fmt.Fprintf(m.code, "\t\tfor (rift_at = 0; rift_at < %d; rift_at++)\n\t\t\tif (%s)\n\t\t\t\t%s[rift_at] = ' ';\n\t\trift_at = 0;\n",
		format.elements, strings.Join(others, " || "), format.variable)
	mask := 1
	for mask < len(known) {
		mask = 2*mask + 1
	}
	for i := range n {
		fmt.Fprintf(m.code, "\t\trift_directive = (unsigned)%s & %d;\n\t\tif (rift_directive > 0 && rift_directive <= %d) {\n", choices[i], mask, len(known))
		if t.introduced != 0 {
			fmt.Fprintf(m.code, "\t\t\t%s[rift_at++] = %q;\n", format.variable, rune(t.introduced))
		}
		fmt.Fprintf(m.code, "\t\t\t%s[rift_at++] = %q[rift_directive - 1];\n", format.variable, known)
		switch number, text := fmt.Sprintf("rift_word%d", i), fmt.Sprintf("rift_text%d", i); {
		case !strings.Contains(texts, "1"):
			fmt.Fprintf(m.code, "\t\t\trift_variable[rift_next++] = %s;\n", number)
		case !strings.Contains(texts, "0"):
			fmt.Fprintf(m.code, "\t\t\trift_variable[rift_next++] = %s;\n", text)
		default:
			fmt.Fprintf(m.code, "\t\t\trift_variable[rift_next++] = %q[rift_directive - 1] == '1' ? %s : %s;\n", texts, text, number)
		}
		m.code.WriteString("\t\t}\n")
	}
	m.code.WriteString("\t}\n")
	m.input("variable arguments: as the directives %s of %s want them, up to %d", spaced(known), name, n)
}

func spaced(s string) string { return strings.Join(strings.Split(s, ""), " ") }
