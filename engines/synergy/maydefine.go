package synergy

import (
	"slices"

	"github.com/riftlab/rift/program"
)

// mayDefine answers which variables the side of a branch that was not taken may
// define.
type mayDefine struct {
	c      *code
	prints []bool // by function: may print
	sides  map[[3]int32][]int32
	cache  map[sideKey]bool
}

type sideKey struct {
	branch place
	taken  int32
	use    place
	reg    program.Reg
	object uint32
	size   int64
}

func newMayDefine(c *code) *mayDefine {
	m := &mayDefine{c: c, prints: make([]bool, len(c.p.Funcs)), sides: map[[3]int32][]int32{}, cache: map[sideKey]bool{}}
	m.findPrinters()
	return m
}

// printers are the functions of the run-time library by which streams, whose
// operations are reached through pointers, print.
var printers = []string{
	"printf", "fprintf", "vprintf", "vfprintf", "puts", "putchar", "putc", "fputc", "fputs", "fwrite", "write", "perror",
	"putchar_unlocked", "putc_unlocked", "fputs_unlocked", "fwrite_unlocked", "fputc_unlocked", "error", "warn", "warnx", "err", "errx", "exit", "abort", "__assert_fail",
}

func (m *mayDefine) findPrinters() {
	for f, fn := range m.c.p.Funcs {
		m.prints[f] = fn.Library && slices.Contains(printers, fn.Name)
	}
	for changed := true; changed; {
		changed = false
		for f, fn := range m.c.p.Funcs {
			if m.prints[f] {
				continue
			}
			for _, b := range fn.Blocks {
				for i := range b.Instrs {
					if in := &b.Instrs[i]; in.Op == program.Call && in.A.Mode == program.FuncAddr && m.prints[in.A.Index] {
						m.prints[f], changed = true, true
					}
				}
			}
		}
	}
}

// side returns the blocks that a branch reaches by targets other than taken
// before its regions meet again.
func (m *mayDefine) side(branch place, taken int32) []int32 {
	key := [3]int32{branch.fn, branch.block, taken}
	if blocks, ok := m.sides[key]; ok {
		return blocks
	}
	fn := m.c.p.Funcs[branch.fn]
	end := m.c.funcs[branch.fn].ipdom[branch.block]
	seen := map[int32]bool{end: true}
	var work, blocks []int32
	for _, b := range fn.Blocks[branch.block].Term().Targets {
		if b != taken && !seen[b] {
			seen[b] = true
			work = append(work, b)
		}
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		blocks = append(blocks, b)
		for _, s := range fn.Blocks[b].Term().Targets {
			if !seen[s] {
				seen[s] = true
				work = append(work, s)
			}
		}
	}
	m.sides[key] = blocks
	return blocks
}

// otherSide reports whether a definition of v on the side not taken may reach
// the use.
func (m *mayDefine) otherSide(branch place, taken int32, use place, v variable) bool {
	key := sideKey{branch, taken, use, v.reg, uint32(v.address >> program.OffsetBits), v.size}
	if known, ok := m.cache[key]; ok {
		return known
	}
	found := false
	for _, b := range m.side(branch, taken) {
		if m.blockDefines(branch.fn, b, v, 0) && (branch.fn != use.fn || m.reaches(branch.fn, b, use.block)) {
			found = true
			break
		}
	}
	m.cache[key] = found
	return found
}

// otherPrints reports whether the side not taken may print, or leave the
// function.
func (m *mayDefine) otherPrints(branch place, taken int32) bool {
	fn := m.c.p.Funcs[branch.fn]
	for _, b := range m.side(branch, taken) {
		for i := range fn.Blocks[b].Instrs {
			in := &fn.Blocks[b].Instrs[i]
			if in.Op == program.Call && (in.A.Mode != program.FuncAddr || m.prints[in.A.Index]) {
				return true
			}
		}
	}
	return false
}

// reaches reports whether block to can be reached from block from.
func (m *mayDefine) reaches(f, from, to int32) bool {
	fn := m.c.p.Funcs[f]
	seen := map[int32]bool{from: true}
	work := []int32{from}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == to {
			return true
		}
		for _, s := range fn.Blocks[b].Term().Targets {
			if !seen[s] {
				seen[s] = true
				work = append(work, s)
			}
		}
	}
	return false
}

// maxDepth bounds the calls that are followed into.
const maxDepth = 3

func (m *mayDefine) blockDefines(f, b int32, v variable, depth int) bool {
	fn := m.c.p.Funcs[f]
	for i := range fn.Blocks[b].Instrs {
		in := &fn.Blocks[b].Instrs[i]
		switch {
		case v.reg != program.NoReg:
			if depth == 0 && in.Dst == v.reg {
				return true
			}
		case in.Op == program.Store || in.Op == program.CopyMem || in.Op == program.ZeroMem:
			if m.mayWrite(fn, in, v) {
				return true
			}
		case in.Op == program.Call && in.A.Mode == program.FuncAddr && depth < maxDepth:
			callee := m.c.p.Funcs[in.A.Index]
			if callee.Library && m.passes(fn, in, v) {
				return true
			}
			if !callee.Library && m.functionDefines(in.A.Index, v, depth+1) {
				return true
			}
		}
	}
	return false
}

func (m *mayDefine) functionDefines(f int32, v variable, depth int) bool {
	for b := range m.c.p.Funcs[f].Blocks {
		if m.blockDefines(f, int32(b), v, depth) {
			return true
		}
	}
	return false
}

// passes reports whether a library function gets an address into the object.
func (m *mayDefine) passes(fn *program.Func, in *program.Instr, v variable) bool {
	g := int(v.address>>program.OffsetBits) - 1
	for _, a := range in.Args {
		if o := m.base(fn, a.Operand); o.Mode == program.GlobalAddr && int(o.Index) == g {
			return true
		}
	}
	return false
}

// mayWrite reports whether a store may write to v: it goes to the same global,
// or to a place of the same size that is not known.
func (m *mayDefine) mayWrite(fn *program.Func, in *program.Instr, v variable) bool {
	o := m.base(fn, in.A)
	g := int(v.address>>program.OffsetBits) - 1
	global := g < len(m.c.p.Globals)
	switch {
	case o.Mode == program.GlobalAddr:
		if in.Op == program.Store && in.A.Mode == program.GlobalAddr {
			at := int64(in.A.Bits) + in.Off
			off := int64(uint32(v.address))
			return int(o.Index) == g && at < off+v.size && off < at+in.Kind.Bytes()
		}
		return int(o.Index) == g
	case o.Mode == program.None: // an object of the function
		return !global
	}
	return in.Op != program.Store || in.Kind.Bytes() == v.size
}

// base follows an address back to the object that it was computed from: a
// global, a local object (no operand), or the register where the search ends.
func (m *mayDefine) base(fn *program.Func, o program.Operand) program.Operand {
	for range 8 {
		if o.Mode != program.InReg {
			return o
		}
		def := onlyDefinition(fn, program.Reg(o.Index))
		switch {
		case def == nil:
			return o
		case def.Op == program.Enter || def.Op == program.EnterVLA:
			return program.Operand{}
		case def.Op == program.PtrAdd || def.Op == program.Move:
			o = def.A
		default:
			return o
		}
	}
	return o
}

// onlyDefinition returns the instruction that assigns a register, nil if it is
// not the only one.
func onlyDefinition(fn *program.Func, r program.Reg) *program.Instr {
	var found *program.Instr
	for _, b := range fn.Blocks {
		for i := range b.Instrs {
			if b.Instrs[i].Dst == r {
				if found != nil {
					return nil
				}
				found = &b.Instrs[i]
			}
		}
	}
	return found
}
