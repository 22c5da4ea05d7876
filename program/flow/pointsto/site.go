package pointsto

import (
	"slices"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/libfacts"
)

// Options are the options of Analyse. The zero value is useful.
type Options struct {
	// Entry is the function that runs begin in, if it is not main. In a
	// program without main and without Entry every function is one.
	Entry string
	// Ignore drops locations of these classes from what the library accesses.
	Ignore Classes
}

// User reports whether a function is part of the analysis: it has a body and
// is not of the library.
func User(f *program.Func) bool { return !f.Library && len(f.Blocks) > 0 }

// Site is a call in user code: of a function, or of a service of the machine. Its
// lists are ascending and must not be changed.
type Site struct {
	// Func, Block and Index say where the call is. Block and Index are -1 for the
	// calls that the run-time library makes when a function in which runs begin has
	// returned.
	Func, Block, Index int32
	Instr              *program.Instr
	Users              []int32           // functions of the program that it calls
	Library            []int32           // library functions that it calls
	Service            *libfacts.Effects // of a service of the machine, else nil
	Callbacks          []int32           // functions that the library calls on its behalf
	Absent             bool              // may call something that has no body

	fresh  int32 // object that it allocates, or -1
	linked map[int32]bool
}

// Callees returns the user functions that a site calls, callbacks included.
func (s *Site) Callees() []int32 {
	if len(s.Callbacks) == 0 {
		return s.Users
	}
	list := append([]int32(nil), s.Users...)
	for _, g := range s.Callbacks {
		if !slices.Contains(list, g) {
			list = append(list, g)
		}
	}
	return list
}
