package demands

import (
	"fmt"

	"github.com/riftlab/rift/program"
)

// Kind tells which part of the input a source is.
type Kind uint8

// The kinds of sources.
const (
	Arguments Kind = iota // how many there are, the program's name included, as argc
	Operands              // how many are left behind the options
	Argument              // the text of argument Index; of any if Index is 0
	Option                // which options are given; Name is a letter or, behind "--", a name
	Value                 // the value of an option; Name as with Option, "" if it is not known which
	Variable              // of the environment, Name; any of them if that is ""
	File                  // Name, or the one that argument Index names (any argument if 0)
	Stdin
	Terminal // whether standard input is one
)

// Source is a part of the input.
type Source struct {
	Kind  Kind
	Name  string
	Index int
}

// String returns what messages call it.
func (s Source) String() string {
	switch s.Kind {
	case Arguments:
		return "argc"
	case Operands:
		return "operands"
	case Argument:
		if s.Index == 0 {
			return "an argument"
		}
		return fmt.Sprintf("argument %d", s.Index)
	case Option:
		return "the option " + dashed(s.Name)
	case Value:
		if s.Name == "" {
			return "the value of an option"
		}
		return "the value of " + dashed(s.Name)
	case Variable:
		if s.Name == "" {
			return "a variable of the environment"
		}
		return "the environment variable " + s.Name
	case File:
		switch {
		case s.Name != "":
			return "the file " + s.Name
		case s.Index == 0:
			return "a file that an argument names"
		}
		return fmt.Sprintf("the file that argument %d names", s.Index)
	case Stdin:
		return "standard input"
	}
	return "a terminal"
}

func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return name
}

// Form tells what of a source is compared.
type Form uint8

// The forms.
const (
	Presence Form = iota // whether it is there
	Count                // how many
	Length               // how long it is, or how many of something are in it
	Number               // a number that its text stands for, or that its bytes make
	Decimal              // the same, with a fraction
	Byte                 // one byte of it
	Text                 // all of it
	Prefix               // the beginning of it, or a piece
)

// Relation is how a value is compared with a constant.
type Relation uint8

// The relations: the value is equal, not equal, less, and so on.
const (
	Eq Relation = iota
	Ne
	Lt
	Le
	Gt
	Ge
)

// String returns it as C has it.
func (r Relation) String() string { return [...]string{"==", "!=", "<", "<=", ">", ">="}[r] }

// Not returns the relation that holds when r does not.
func (r Relation) Not() Relation { return [...]Relation{Ne, Eq, Ge, Gt, Le, Lt}[r] }

// flip returns the relation with its sides exchanged.
func (r Relation) flip() Relation { return [...]Relation{Eq, Ne, Gt, Ge, Lt, Le}[r] }

// Question is a comparison that a program makes with its input.
type Question struct {
	Source   Source
	Form     Form
	Relation Relation
	// Value is what it is compared with: a number, a byte, a length.
	Value int64
	// Near tells that what is compared is not the value itself but something
	// computed from it: Value is only a hint then.
	Near bool
	// Converted tells that nothing is compared: text is taken as a number. Value
	// numbers those of one call.
	Converted bool
	// Text is what the source is compared with, if Form is Text or Prefix.
	Text string
	// At is where.
	At Site

	asked int64 // the constant of the case, if it is one of a switch
}

// Site is an instruction of a program.
type Site struct{ Func, Block, Index int }

func (s Site) instr(p *program.Program) *program.Instr {
	return &p.Funcs[s.Func].Blocks[s.Block].Instrs[s.Index]
}
