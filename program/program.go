package program

import "sort"

// Program is one version of a C program, linked: user code first, then what
// it needs of the run-time library.
type Program struct {
	Files   []string // source file names as the user knows them
	Ranges  []Range  // Ranges[0] is the zero Range
	Globals []*Global
	Funcs   []*Func
	// Undefined lists functions that are called or whose address is taken
	// but which have no body, sorted by name.
	Undefined []string
	// Given are the unique names of variables that no file defines, sorted; only with
	// Version.Open. They are zero at first.
	Given []string

	byName map[string]int
	global map[string]int
}

// Global is an object with static storage duration: a variable, a string
// literal, or a static local.
type Global struct {
	Name     string // unique in the program; see Func.Name
	Source   string // name in the source; "" for literals
	Unit     int32  // translation unit (index into Program.Files) that defines it
	Type     *Type
	Size     int64   // bytes
	Align    int64   // bytes
	Data     []byte  // initial content; bytes past its end are zero, all count as initialised
	Relocs   []Reloc // sorted by Off
	ReadOnly bool
	Library  bool // from the run-time library
	// ThreadLocal says that each thread has an object of its own; that of the first is the
	// global itself. The code of programs that make threads asks the library for the
	// address, see package link.
	ThreadLocal bool
	At          RangeID
}

// Reloc says that the eight bytes at Off hold an address.
type Reloc struct {
	Off    int64
	Target Operand // of mode GlobalAddr, FuncAddr or LabelAddr
}

// Func is a function. One without Blocks is declared but not defined;
// calling it is an error at run time.
type Func struct {
	// Name is unique in the program: the linkage name for external functions,
	// "name@unit" for static functions of unit number >= 1 whose name is
	// taken, "name.n" for nested objects of that kind.
	Name   string
	Source string // name in the source
	Unit   int32  // index into Program.Files
	Type   *Type
	Params []Param
	// Returns declares a variable of the type that is returned, as Param.Spelling does.
	Returns  Spelling
	Result   Kind // kind of the value returned; Void for none and for aggregates
	Sret     bool // Params[0] is the hidden address that the result is written to
	Variadic bool
	NoReturn bool
	Static   bool
	Library  bool // from the run-time library
	Absent   bool // a header of the system declares it; if it has no Blocks, rift does not know it
	Regs     []RegInfo
	Locals   []Local
	Stmts    []Stmt
	Blocks   []*Block // Blocks[0] is the entry
	// Unsupported are the constructs of the body that could not be translated.
	// An Unreachable with the index of one stands for the statement around it.
	Unsupported []*Error
	// Violations are the errors that instructions Unreachable of the body are.
	Violations []Violation
	// Called are the types of functions that calls of the body are checked for.
	Called []*Type
	At     RangeID
}

// Param is a parameter: the register that receives it.
type Param struct {
	Name string
	Reg  Reg
	Kind Kind
	Type *Type
	Size int64 // > 0: an aggregate by value; the register receives its address
	// Spelling declares a variable of the type, for code behind the function in
	// the same file. It is the zero Spelling where that cannot name the type, and
	// in the library.
	Spelling Spelling
	// Restrict and ConstTarget tell that the declaration has a pointer that is
	// restrict, and one to something const.
	Restrict, ConstTarget bool
}

// Spelling is a C declaration without the name that it declares. The type keeps
// the names that the source gives it and loses its qualifiers.
type Spelling struct{ Before, After string }

// Declare returns the declaration of a name.
func (s Spelling) Declare(name string) string { return s.Before + name + s.After }

// RegInfo describes a register.
type RegInfo struct {
	Kind Kind
	Name string // the C variable it holds; "" for temporaries
	Type *Type  // of that variable; nil for temporaries
}

// Local is an object with automatic storage duration.
type Local struct {
	Name  string // the C variable; "" for temporaries
	Type  *Type
	Size  int64 // bytes; for a variable-length array the size is known only to EnterVLA, and this is -1
	Align int64
	At    RangeID
}

// StmtKind tells what sort of node a statement is.
type StmtKind uint8

// The kinds of statement nodes.
const (
	StmtExpr   StmtKind = iota // expression statement, initialisation
	StmtCond                   // condition: if, loop, ?:, operand of && and ||
	StmtSwitch                 // controlling expression of a switch
	StmtReturn
	StmtJump // goto, break, continue
	StmtAsm
	StmtImplicit // prologue, scope ends
)

// Stmt is a node of the control-flow graph as the papers count them: a piece
// of a C statement without control flow inside.
type Stmt struct {
	Kind StmtKind
	At   RangeID
}

// Block is a straight piece of code. Its last instruction, and no other, is a
// terminator.
type Block struct {
	Name   string // hint for people, such as "for.body"; need not be unique
	Instrs []Instr
}

// Term returns the terminator.
func (b *Block) Term() *Instr { return &b.Instrs[len(b.Instrs)-1] }

// Index (re)builds the name tables; call it once after Funcs and Globals are
// complete.
func (p *Program) Index() {
	p.byName = make(map[string]int, len(p.Funcs))
	p.global = make(map[string]int, len(p.Globals))
	for i, f := range p.Funcs {
		p.byName[f.Name] = i
	}
	for i, g := range p.Globals {
		p.global[g.Name] = i
	}
}

// FuncByName returns the index of the function with the given (unique) name.
func (p *Program) FuncByName(name string) (int, bool) {
	i, ok := p.byName[name]
	return i, ok
}

// GlobalByName returns the index of the global with the given (unique) name.
func (p *Program) GlobalByName(name string) (int, bool) {
	i, ok := p.global[name]
	return i, ok
}

// Position returns the start of a source range.
func (p *Program) Position(id RangeID) Position {
	r := p.Ranges[id]
	if r.Line == 0 {
		return Position{}
	}
	return Position{File: p.Files[r.File], Line: int(r.Line), Col: int(r.Col)}
}

// Unsupported returns the constructs that could not be translated and stop a
// run that reaches them, in the order of functions and bodies.
func (p *Program) Unsupported() []*Error {
	var list []*Error
	for _, f := range p.Funcs {
		list = append(list, f.Unsupported...)
	}
	return list
}

// Construct returns the construct that an Unreachable of f stands for, nil if
// it stands for none.
func (f *Func) Construct(in *Instr) *Error {
	if in.Op != Unreachable || !in.A.Present() || in.C.Present() {
		return nil
	}
	return f.Unsupported[in.A.Bits]
}

// Violation returns the error that an Unreachable of f is, nil if it is none.
func (f *Func) Violation(in *Instr) *Violation {
	if in.Op != Unreachable || !in.C.Present() {
		return nil
	}
	return &f.Violations[in.C.Bits]
}

// FuncNames returns the names of all functions with a body, sorted.
func (p *Program) FuncNames() []string {
	var names []string
	for _, f := range p.Funcs {
		if len(f.Blocks) > 0 {
			names = append(names, f.Name)
		}
	}
	sort.Strings(names)
	return names
}
