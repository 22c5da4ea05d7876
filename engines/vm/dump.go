package vm

import (
	"fmt"
	"io"
)

// Dump writes the dense code of a function, for people who tune the machine.
func (m *Machine) Dump(w io.Writer, name string) {
	f, ok := m.program.FuncByName(name)
	if !ok {
		return
	}
	fn := &m.funcs[f]
	fmt.Fprintf(w, "%s: window %d, homes %d, constants %d = %#x, cost %d\n", name, fn.window, fn.homes, fn.constBase, fn.consts, fn.cost)
	for pc := max(int(fn.entry), 0); pc < len(m.code) && m.sources[pc].fn == int32(f); pc++ {
		in := &m.code[pc]
		s := m.sources[pc]
		at, _ := m.at(int32(pc))
		fmt.Fprintf(w, "%6d  %-12s a=%d b=%d c=%d t=%d f=%d imm=%#x\t; %d.%d %s\n", pc, opNames[in.op], in.a, in.b, in.c, in.t, in.f, in.imm, s.block, s.index, at)
	}
}
