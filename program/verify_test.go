package program

import (
	"strings"
	"testing"
)

// sample returns a small program that Verify accepts: a loop that sums, a
// call, memory.
func sample() *Program {
	in := func(op Op, k Kind, dst Reg, rest Instr) Instr {
		rest.Op, rest.Kind, rest.Dst = op, k, dst
		rest.Stmt = -1
		return rest
	}
	f := &Func{
		Name: "f", Result: I32,
		Params: []Param{{Name: "n", Reg: 0, Kind: I32}},
		Regs:   []RegInfo{{Kind: I32, Name: "n"}, {Kind: I32}, {Kind: I1}, {Kind: Ptr}, {Kind: I64}, {Kind: F64}},
		Locals: []Local{{Name: "x", Size: 4, Align: 4}},
		Stmts:  []Stmt{{}},
	}
	f.Blocks = []*Block{
		{Name: "entry", Instrs: []Instr{
			in(Move, I32, 1, Instr{A: C(I32, 0)}),
			in(Enter, Ptr, 3, Instr{Local: 0}),
			in(SExt, I64, 4, Instr{A: R(I32, 0)}),
			in(SToF, F64, 5, Instr{A: R(I64, 4)}),
			in(Jump, Void, NoReg, Instr{Targets: []int32{1}}),
		}},
		{Name: "loop", Instrs: []Instr{
			in(Add, I32, 1, Instr{A: R(I32, 1), B: R(I32, 0)}),
			in(Store, I32, NoReg, Instr{A: R(Ptr, 3), B: R(I32, 1)}),
			in(SLt, I32, 2, Instr{A: R(I32, 1), B: C(I32, 10)}),
			in(Branch, Void, NoReg, Instr{A: R(I1, 2), Targets: []int32{1, 2}}),
		}},
		{Name: "end", Instrs: []Instr{
			in(Call, I32, 1, Instr{A: Operand{Mode: FuncAddr, Kind: Ptr, Index: 1}, Args: []Arg{{Operand: R(I32, 1)}}}),
			in(Leave, Void, NoReg, Instr{Local: 0}),
			in(Return, I32, NoReg, Instr{A: R(I32, 1)}),
		}},
	}
	g := &Func{Name: "g", Result: I32}
	p := &Program{
		Files: []string{"a.c"}, Ranges: []Range{{}, {Line: 1}},
		Globals:   []*Global{{Name: "v", Size: 16, Align: 8, Relocs: []Reloc{{Off: 8, Target: Operand{Mode: FuncAddr, Kind: Ptr, Index: 0}}}}},
		Funcs:     []*Func{f, g},
		Undefined: []string{"g"},
	}
	p.Index()
	return p
}

func TestVerifyAccepts(t *testing.T) {
	if err := Verify(sample()); err != nil {
		t.Error(err)
	}
	// Loops in a function without registers must not hang the analysis.
	p := sample()
	p.Funcs[0] = &Func{Name: "f", Blocks: []*Block{{Instrs: []Instr{{Op: Jump, Dst: NoReg, Stmt: -1, Targets: []int32{0}}}}}}
	if err := Verify(p); err != nil {
		t.Error(err)
	}
}

// TestVerifyRejects breaks the sample in one place at a time.
func TestVerifyRejects(t *testing.T) {
	instr := func(b, i int, change func(*Instr)) func(*Program) {
		return func(p *Program) { change(&p.Funcs[0].Blocks[b].Instrs[i]) }
	}
	for _, c := range []struct {
		name   string
		change func(*Program)
		want   string
	}{
		{"range", func(p *Program) { p.Ranges[0].Line = 1 }, "Ranges[0]"},
		{"file", func(p *Program) { p.Ranges[1].File = 1 }, "no file 1"},
		{"name", func(p *Program) { p.Globals[0].Name = "f" }, `name "f"`},
		{"undefined", func(p *Program) { p.Undefined = nil }, "Undefined disagrees"},
		{"data", func(p *Program) { p.Globals[0].Data = make([]byte, 17) }, "17 bytes of data"},
		{"relocation", func(p *Program) { p.Globals[0].Relocs[0].Off = 9 }, "beyond the end"},
		{"relocation target", func(p *Program) { p.Globals[0].Relocs[0].Target.Index = 5 }, "no function 5"},
		{"empty block", func(p *Program) { p.Funcs[0].Blocks[2].Instrs = nil }, "block is empty"},
		{"terminator", func(p *Program) { b := p.Funcs[0].Blocks[2]; b.Instrs = b.Instrs[:2] }, "terminator out of place"},
		{"target", instr(0, 4, func(in *Instr) { in.Targets[0] = 3 }), "no block 3"},
		{"targets", instr(1, 3, func(in *Instr) { in.Targets = in.Targets[:1] }), "1 targets"},
		{"register", instr(1, 0, func(in *Instr) { in.Dst = 9 }), "no register 9"},
		{"result kind", instr(1, 0, func(in *Instr) { in.Dst = 2 }), "result register of kind i1 for i32"},
		{"operand kind", instr(1, 0, func(in *Instr) { in.B = R(I64, 0) }), "register 0 of kind i32 read as i64"},
		{"operand absent", instr(1, 0, func(in *Instr) { in.B = Operand{} }), "operand B"},
		{"constant", instr(0, 0, func(in *Instr) { in.A.Bits = 1 << 40 }), "does not fit i32"},
		{"conversion", instr(0, 2, func(in *Instr) { in.Op = Trunc }), "from i32 to i64"},
		{"float arithmetic", instr(1, 0, func(in *Instr) { in.Op = FAdd }), "kind i32"},
		{"local", instr(0, 1, func(in *Instr) { in.Local = 1 }), "no local 1"},
		{"store address", instr(1, 1, func(in *Instr) { in.A = R(I32, 1) }), "operand A is of kind i32"},
		{"statement", instr(1, 1, func(in *Instr) { in.Stmt = 1 }), "no statement 1"},
		{"place", instr(1, 1, func(in *Instr) { in.At = 2 }), "no range 2"},
		{"aggregate argument", instr(2, 0, func(in *Instr) { in.Args[0].Size = 8 }), "aggregate argument"},
		{"return kind", instr(2, 2, func(in *Instr) { in.Kind = Void; in.A = Operand{} }), "returns void"},
		{"unassigned", instr(0, 0, func(in *Instr) { in.Op, in.Dst, in.A = Move, 1, R(I32, 1) }), "register 1 may be read before it is assigned"},
		{"parameter", func(p *Program) { p.Funcs[0].Params[0].Kind = I8 }, "parameter 0: register of kind i32 for i8"},
		{"hidden result", func(p *Program) { p.Funcs[0].Sret = true }, "hidden result"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := sample()
			c.change(p)
			if err := Verify(p); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want an error with %q", err, c.want)
			}
		})
	}
}

func TestPrint(t *testing.T) {
	var sb strings.Builder
	if err := Fprint(&sb, sample(), nil); err != nil {
		t.Fatal(err)
	}
	want := `global @v ? size=16 align=8 +8:&f

func f(%n.0 i32) i32
  local 0 x ? size=4 align=4
b0: ; entry
  %1 = move.i32 0
  %3 = enter.ptr local 0
  %4 = sext.i64 %n.0
  %5 = stof.f64 %4
  jump -> b1
b1: ; loop
  %1 = add.i32 %1, %n.0
  store.i32 %3, %1
  %2 = slt.i32 %1, 10
  branch %2 -> b1 b2
b2: ; end
  %1 = call.i32 &g (%1)
  leave local 0
  return.i32 %1

func g() i32 undefined
`
	if sb.String() != want {
		t.Errorf("got\n%s\nwant\n%s", sb.String(), want)
	}
}

// TestNames checks that every operation has a name for the printer.
func TestNames(t *testing.T) {
	for op := Invalid; op <= Unreachable; op++ {
		if op.String() == "" || strings.HasPrefix(op.String(), "op") {
			t.Errorf("operation %d has no name", op)
		}
	}
	for w := WideNone; w <= LDToI128U; w++ {
		if w.String() == "" {
			t.Errorf("wide operation %d has no name", w)
		}
	}
}
