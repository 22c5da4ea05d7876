package regver

import (
	"fmt"
	"strings"

	"github.com/riftlab/rift/program"
)

// naming gives the functions and the objects with static storage of two programs
// addresses that are equal where they correspond: functions of one name, variables
// of one name and one initial content, and literals of one content.
type naming struct {
	progs   [2]*program.Program
	globals [2][]uint64
	funcs   [2][]uint64
	content [2][]string // of globals, "" as long as nobody asked
}

func newNaming(old, new *program.Program) *naming {
	n := &naming{progs: [2]*program.Program{old, new}}
	variables, functions := map[string]uint64{}, map[string]uint64{}
	for side, p := range n.progs {
		n.content[side] = make([]string, len(p.Globals))
		for i := range p.Globals {
			key := n.contentOf(side, i, 0)
			if variables[key] == 0 {
				variables[key] = program.GlobalAddress(len(variables), 0)
			}
			n.globals[side] = append(n.globals[side], variables[key])
		}
		for _, f := range p.Funcs {
			a, ok := functions[f.Name]
			if !ok {
				a = program.FuncAddress(len(functions))
				functions[f.Name] = a
			}
			n.funcs[side] = append(n.funcs[side], a)
		}
	}
	return n
}

// maxLiteralDepth bounds literals that hold addresses of literals.
const maxLiteralDepth = 8

// contentOf says which variable a global is and what it holds at first. Literals
// that cannot be written to have no name.
func (n *naming) contentOf(side, i, depth int) string {
	p := n.progs[side]
	g := p.Globals[i]
	if s := n.content[side][i]; s != "" {
		return s
	}
	name := g.Name
	if g.Source == "" && g.ReadOnly && depth < maxLiteralDepth {
		name = ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s %d %d %v %v %q", name, g.Size, g.Align, g.ReadOnly, g.Library, strings.TrimRight(string(g.Data), "\x00"))
	for _, r := range g.Relocs {
		t := r.Target
		target := ""
		switch t.Mode {
		case program.FuncAddr:
			target = "func " + p.Funcs[t.Index].Name
		case program.LabelAddr:
			target = fmt.Sprintf("label %s %d", p.Funcs[t.Index].Name, t.Bits)
		case program.GlobalAddr:
			if u := p.Globals[t.Index]; u.Source == "" && u.ReadOnly && depth < maxLiteralDepth {
				target = "{" + n.contentOf(side, int(t.Index), depth+1) + "}"
			} else {
				target = "global " + u.Name
			}
			target += fmt.Sprintf("+%d", t.Bits)
		}
		fmt.Fprintf(&b, " %d:%s", r.Off, target)
	}
	if depth == 0 {
		n.content[side][i] = b.String()
	}
	return b.String()
}

// otherStart returns a variable that both versions have, that other variables lead to,
// and that begins with another value: code that comes to it through them is the same
// code and does something else. What code names itself has a name of its own already.
func (n *naming) otherStart() *Obstacle {
	for i, g := range n.progs[1].Globals {
		if g.Library || g.Source == "" && g.ReadOnly {
			continue
		}
		o, ok := n.progs[0].GlobalByName(g.Name)
		if !ok || n.contentOf(0, o, 0) == n.contentOf(1, i, 0) {
			continue
		}
		for side, at := range [2]int{o, i} {
			for _, holder := range n.progs[side].Globals {
				for _, r := range holder.Relocs {
					if r.Target.Mode == program.GlobalAddr && int(r.Target.Index) == at {
						return &Obstacle{At: n.progs[1].Position(g.At), Reason: g.Name + " begins with another value, and variables lead to it"}
					}
				}
			}
		}
	}
	return nil
}

// resolve returns the value of an operand that is no register, in which addresses
// are the common ones; false for labels.
func (n *naming) resolve(side int, o program.Operand) (uint64, bool) {
	switch o.Mode {
	case program.Const:
		return o.Bits, true
	case program.GlobalAddr:
		return n.globals[side][o.Index] + o.Bits, true
	case program.FuncAddr:
		return n.funcs[side][o.Index], true
	}
	return 0, false
}

// sameCode reports whether two functions, of the old and the new program, are the
// same instructions on the same objects: names of variables, numbers of registers
// and places in the source aside.
func (n *naming) sameCode(f, g *program.Func) bool {
	if len(f.Blocks) != len(g.Blocks) || len(f.Params) != len(g.Params) || len(f.Locals) != len(g.Locals) ||
		f.Result != g.Result || f.Sret != g.Sret || f.Variadic != g.Variadic || f.NoReturn != g.NoReturn ||
		len(f.Unsupported) != len(g.Unsupported) {
		return false
	}
	c := &comparison{n: n, f: f, g: g, to: map[program.Reg]program.Reg{}, from: map[program.Reg]program.Reg{}}
	for i, p := range f.Params {
		if q := g.Params[i]; p.Kind != q.Kind || p.Size != q.Size || !c.register(p.Reg, q.Reg) {
			return false
		}
	}
	for i, l := range f.Locals {
		if m := g.Locals[i]; l.Size != m.Size || l.Align != m.Align {
			return false
		}
	}
	for i, e := range f.Unsupported {
		if e.Msg != g.Unsupported[i].Msg || e.Text == "" || e.Text != g.Unsupported[i].Text {
			return false
		}
	}
	for i, b := range f.Blocks {
		d := g.Blocks[i]
		if len(b.Instrs) != len(d.Instrs) {
			return false
		}
		for k := range b.Instrs {
			if !c.instruction(&b.Instrs[k], &d.Instrs[k]) {
				return false
			}
		}
	}
	return true
}

// comparison is sameCode at work: registers correspond one to one.
type comparison struct {
	n        *naming
	f, g     *program.Func
	to, from map[program.Reg]program.Reg
}

func (c *comparison) register(a, b program.Reg) bool {
	if a < 0 || b < 0 {
		return a == b
	}
	x, ok := c.to[a]
	y, back := c.from[b]
	if !ok && !back {
		c.to[a], c.from[b] = b, a
		return c.f.Regs[a].Kind == c.g.Regs[b].Kind
	}
	return ok && back && x == b && y == a
}

func (c *comparison) operand(a, b program.Operand) bool {
	if a.Mode == program.InReg || b.Mode == program.InReg {
		return a.Mode == b.Mode && a.Kind == b.Kind && c.register(a.Reg(), b.Reg())
	}
	if a.Mode != b.Mode || a.Kind != b.Kind {
		return false
	}
	switch a.Mode {
	case program.None:
		return true
	case program.LabelAddr:
		return a.Bits == b.Bits && c.n.progs[0].Funcs[a.Index] == c.f && c.n.progs[1].Funcs[b.Index] == c.g
	}
	x, _ := c.n.resolve(0, a)
	y, _ := c.n.resolve(1, b)
	return x == y
}

func (c *comparison) instruction(a, b *program.Instr) bool {
	if a.Op != b.Op || a.Kind != b.Kind || (a.Flags^b.Flags)&^program.Implicit != 0 || a.Wide != b.Wide || a.Intrin != b.Intrin ||
		a.Off != b.Off || a.Size != b.Size || a.Local != b.Local ||
		len(a.Args) != len(b.Args) || len(a.Targets) != len(b.Targets) || len(a.Cases) != len(b.Cases) {
		return false
	}
	if a.Intrin == program.IntrinVersion { // two readings
		return false
	}
	if !c.operand(a.A, b.A) || !c.operand(a.B, b.B) || !c.operand(a.C, b.C) {
		return false
	}
	for i, x := range a.Args {
		if y := b.Args[i]; x.Size != y.Size || x.Align != y.Align || !c.operand(x.Operand, y.Operand) {
			return false
		}
	}
	for i, t := range a.Targets {
		if t != b.Targets[i] {
			return false
		}
	}
	for i, k := range a.Cases {
		if k != b.Cases[i] {
			return false
		}
	}
	return c.register(a.Dst, b.Dst)
}
