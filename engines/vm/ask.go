package vm

import (
	"bytes"
	"slices"
	"strings"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/machine"
)

// maxAsks bounds the values of a run that Outcome.Asked tells of.
const maxAsks = 1000

// askKey is what makes two asks the same: where their name lies, and what they ask for.
type askKey struct {
	name uint64
	size int
	of   *program.Type // of the object
	off  uint64        // in it
}

// ask notes that the program asks for a value; of is the type of the object that it is
// for, from an offset on.
func (x *Instance) ask(name uint64, size int, of *program.Type, off uint64) {
	if len(x.asked) >= maxAsks {
		return
	}
	key := askKey{name, size, of, off}
	a, ok := x.asks[key]
	if !ok {
		a = program.Ask{Name: x.nameAt(name), Size: size}
		if of != nil {
			a.Type = of.Part(int64(off), int64(size))
		} else {
			a.Type = answerType(a.Name, size)
		}
		if x.constant(name) {
			if x.asks == nil {
				x.asks = map[askKey]program.Ask{}
			}
			x.asks[key] = a
		}
	}
	x.asked = append(x.asked, a)
}

// constant reports whether what lies at an address is the same in every run.
func (x *Instance) constant(a uint64) bool {
	g, ok := program.GlobalAt(a, len(x.m.program.Globals))
	return ok && x.m.program.Globals[g].ReadOnly
}

// maxName bounds the bytes of the name of a value.
const maxName = 256

// nameAt returns the text at an address, or none: a name is only for people.
func (x *Instance) nameAt(a uint64) string {
	b, _, _ := bytes.Cut(x.Peek(a, maxName), []byte{0})
	return string(b)
}

// typeAt returns the declared type of the object at an address, and the offset in it.
func (x *Instance) typeAt(a uint64) (*program.Type, uint64) {
	s, off := program.SplitAddress(a)
	if int(s) >= len(x.objects) {
		return nil, 0
	}
	switch d := &x.details[s]; x.objects[s].kind {
	case machine.GlobalObject:
		return x.m.program.Globals[d.what].Type, uint64(off)
	case machine.LocalObject:
		return x.m.program.Funcs[d.site].Locals[d.what].Type, uint64(off)
	}
	return nil, 0
}

// unknown is the type of objects of which none is known.
var unknown = &program.Type{}

// answers are the types of values that __rift_nondet gives.
var answers = []*program.Type{
	{Class: program.IntType, Name: "signed char", Size: 1}, {Class: program.IntType, Name: "unsigned char", Size: 1, Unsigned: true},
	{Class: program.IntType, Name: "short", Size: 2}, {Class: program.IntType, Name: "unsigned short", Size: 2, Unsigned: true},
	{Class: program.IntType, Name: "int", Size: 4}, {Class: program.IntType, Name: "unsigned int", Size: 4, Unsigned: true},
	{Class: program.IntType, Name: "long", Size: 8}, {Class: program.IntType, Name: "unsigned long", Size: 8, Unsigned: true},
	{Class: program.FloatType, Name: "float", Size: 4}, {Class: program.FloatType, Name: "double", Size: 8},
	{Class: program.BoolType, Name: "bool", Size: 1},
}

// answerType returns the type of an answer of __rift_nondet, which the run-time library
// names by it.
func answerType(name string, size int) *program.Type {
	fits := func(t *program.Type) bool { return int(t.Size) == size && t.Name == name }
	if i := slices.IndexFunc(answers, fits); i >= 0 {
		return answers[i]
	}
	unsigned := strings.HasPrefix(name, "u") || name == "size_t"
	i := slices.IndexFunc(answers, func(t *program.Type) bool { return int(t.Size) == size && t.Unsigned == unsigned })
	if i < 0 {
		return nil
	}
	return answers[i]
}
