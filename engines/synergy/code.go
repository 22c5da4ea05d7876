package synergy

import (
	"cmp"

	"github.com/riftlab/rift/engines/dyndep"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/libfacts"
)

// code numbers the instructions of a program densely and knows the immediate
// post-dominator of each block.
type code struct {
	p      *program.Program
	table  *libfacts.Table
	funcs  []funcCode
	places []place
	entry  []int32 // first of the pseudo instructions of each function: one per parameter
}

type funcCode struct {
	first []int32 // number of the first instruction of each block
	ipdom []int32 // of each block; the number of blocks stands for the exit
}

// place is where an instruction is. Block -1 is the entry of the function,
// where Index numbers its parameters and then its variable arguments.
type place struct{ fn, block, index int32 }

// maxVarargs is the number of variable arguments told apart.
const maxVarargs = 64

func newCode(p *program.Program) *code {
	c := &code{p: p, table: libfacts.New(), funcs: make([]funcCode, len(p.Funcs)), entry: make([]int32, len(p.Funcs))}
	for f, fn := range p.Funcs {
		c.entry[f] = int32(len(c.places))
		extra := 1
		if fn.Variadic {
			extra = maxVarargs
		}
		for i := range len(fn.Params) + extra {
			c.places = append(c.places, place{int32(f), -1, int32(i)})
		}
		fc := &c.funcs[f]
		for b, block := range fn.Blocks {
			fc.first = append(fc.first, int32(len(c.places)))
			for i := range block.Instrs {
				c.places = append(c.places, place{int32(f), int32(b), int32(i)})
			}
		}
		fc.ipdom = dyndep.PostDominators(fn)
	}
	return c
}

// facts returns what is known of a function if it is the run-time library's.
func (c *code) facts(fn int32) libfacts.Facts {
	f, _ := c.table.Of(c.p.Funcs[fn].Name)
	return f
}

// at returns the number of an instruction.
func (c *code) at(fn, block, index int) int32 { return c.funcs[fn].first[block] + int32(index) }

// instr returns the instruction of a number; nil at an entry.
func (c *code) instr(n int32) *program.Instr {
	p := c.places[n]
	if p.block < 0 {
		return nil
	}
	return &c.p.Funcs[p.fn].Blocks[p.block].Instrs[p.index]
}

// lines is a stretch of lines of a file of the new version, both ends included.
type lines struct {
	file     int32
	from, to int32
}

func (c *code) lines(id program.RangeID) lines {
	r := c.p.Ranges[id]
	return lines{r.File, r.Line, max(r.Line, r.EndLine)}
}

// before orders places by function, block and index.
func (p place) before(q place) bool {
	return cmp.Or(cmp.Compare(p.fn, q.fn), cmp.Compare(p.block, q.block), cmp.Compare(p.index, q.index)) < 0
}
