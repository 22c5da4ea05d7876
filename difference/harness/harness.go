package harness

import (
	"bytes"
	"slices"

	"github.com/riftlab/rift/program"
)

// DefaultElements is Options.Elements if that is zero.
const DefaultElements = 4

// Options bound the inputs of a generated harness.
type Options struct {
	Elements int      // elements of the objects that pointers to scalars and characters point to; 0 is DefaultElements
	Depth    int      // levels of fresh objects behind pointers in structures; 0 is 2
	Assume   []string // C conditions over the parameters
	Globals  []string // variables whose initial value varies too
	// Raw leaves the state as it begins: without it, what the program's own
	// callers of the function do before they call it is an input, too.
	Raw bool
}

// Harness is C code that is appended to a file of both versions.
type Harness struct {
	File string // the file that it is appended to
	// Name is what its code is called in positions, "" before it is attached.
	Name string
	Text string
	// Inputs say in words which values the parameters take.
	Inputs []string
	// Notes say what it leaves out.
	Notes []string
	// Values describe the values that it asks for, one for each name.
	Values []program.ValueModel
	// Loose are the choices by which an input does not fit the program: a size beyond
	// what there is, an end elsewhere.
	Loose  []string
	fitted []fittedNumber
	// Scales says that with more Options.Elements there are more inputs.
	Scales bool
}

// Unfit reports whether an input does not fit the program by a choice of the harness.
func (h *Harness) Unfit(in *program.Input) bool {
	return slices.ContainsFunc(in.Values, func(v program.Value) bool {
		return isTrue(v) && slices.Contains(h.Loose, v.Name)
	})
}

// fittedNumber is a number that a harness makes one from 0 to most, if the input does not say
// that it is any.
type fittedNumber struct {
	name  string // of the value that the harness asks for
	loose string // the choice by which it is any number
	size  int    // in bytes
	mask  int
	most  int
}

// Plain returns the input with the numbers that the function is handed in place of those
// that the harness makes them from, the input itself if they are: the runs are the same.
func (h *Harness) Plain(in *program.Input) *program.Input {
	c, same := *in, true
	at := func(name string) int {
		return slices.IndexFunc(c.Values, func(v program.Value) bool { return v.Name == name })
	}
	for _, f := range h.fitted {
		if l := at(f.loose); l >= 0 && isTrue(c.Values[l]) {
			continue
		}
		i := at(f.name)
		if i < 0 || len(c.Values[i].Data) < f.size {
			continue
		}
		was := c.Values[i].Data
		x := 0
		for k := f.size - 1; k >= 0; k-- {
			x = x<<8 | int(was[k])
		}
		if x &= f.mask; x > f.most {
			x -= f.most
		}
		data := slices.Clone(was)
		for k := range f.size {
			data[k] = byte(x >> (8 * k))
		}
		if bytes.Equal(data, was) {
			continue
		}
		if same {
			c.Values, same = slices.Clone(c.Values), false
		}
		c.Values[i].Data = data
	}
	if same {
		return in
	}
	return &c
}

// isTrue reports whether a choice of the input is made.
func isTrue(v program.Value) bool { return len(v.Data) > 0 && v.Data[0]&1 == 1 }
