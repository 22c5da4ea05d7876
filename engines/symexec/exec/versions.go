package exec

import (
	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/code"
	"github.com/riftlab/rift/engines/symexec/expr"
)

// Versions makes a machine run a unified program as both versions at once.
type Versions interface {
	// Which returns the value of __rift_version().
	Which(st *State) expr.Value
	// Choose executes a branch on cond to the arguments of a change annotation; it
	// reports false if it is to be executed as any other.
	Choose(st *State, f *Activation, in *code.Instr, cond bitvec.Term) bool
	// Load loads n bytes through an address that may be another in each version. It
	// reports false if the address, which it may replace, is to be used as any other.
	Load(st *State, addr *expr.Value, n int) (expr.Value, bool)
	// Store is Load for a store of v.
	Store(st *State, addr *expr.Value, n int, v expr.Value) bool
}

// version is the value of __rift_version().
func (m *Machine) version(st *State) expr.Value {
	if m.versions != nil {
		return m.versions.Which(st)
	}
	return expr.Word(expr.Bit(!m.opt.Old))
}

// Reading says as which version a state runs.
type Reading uint8

// The readings.
const (
	Both Reading = iota
	OldVersion
	NewVersion
)

// Stop is where the run of one argument of an annotation ends: a place in the
// activation of a depth.
type Stop struct {
	Func  *code.Function
	PC    int32
	Depth int
	there bool
}

func (s *Stop) at(st *State, pc int32) bool {
	s.there = s.PC == pc && s.Depth == st.Activations && st.Top.Fn == s.Func
	return s.there
}
