// Package outcome is what a path shows, as terms: how it ends, its output, files,
// observations and result. Under a model it is a program.Outcome. Two of them, of
// paths of two versions, are compared without a model (Comparer): as terms, by the
// rules of program.Equivalence.
//
// Text of varying length that was printed stays a Deferral until it is known how
// long it is.
package outcome

import (
	"slices"
	"sort"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/memory"
	"github.com/riftlab/rift/program"
)

// Outcome is what a path shows, as terms.
type Outcome struct {
	Ending     program.Ending
	Status     int
	Code       bitvec.Term // the status, if it is symbolic
	Fault      *program.Fault
	Limit      string // of the machine that the path met
	Out        *Output
	Files      *File
	Observed   *Observed
	Result     *memory.Piece // what the entry function returned; nil if it did not
	ResultKind program.ValueKind
}

// Terms returns the terms that what is shown depends on, not the ending itself.
func (o *Outcome) Terms() []bitvec.Term {
	var list []bitvec.Term
	piece := func(p *memory.Piece) {
		for _, s := range p.Sym {
			list = append(list, s.T)
		}
	}
	for w := o.Out; w != nil; w = w.Prev {
		piece(&w.Piece)
		if w.Deferred != nil {
			list = append(list, w.Deferred.terms()...)
		}
	}
	for f := o.Files; f != nil; f = f.Prev {
		piece(&f.Piece)
	}
	for w := o.Observed; w != nil; w = w.Prev {
		piece(&w.Piece)
		if w.Deferred != nil {
			list = append(list, w.Deferred.terms()...)
		}
	}
	if o.Result != nil {
		piece(o.Result)
	}
	if o.Code != 0 {
		list = append(list, o.Code)
	}
	return list
}

// Output is a list of what was written, newest first.
type Output struct {
	Prev     *Output
	FD       int
	Piece    memory.Piece
	Deferred *Deferral // instead of p
}

// File is what the program said of a file it changed, newest first.
type File struct {
	Prev    *File
	Name    string
	Removed bool
	Link    bool
	Mode    uint32 // as program.File.Mode
	Piece   memory.Piece
}

// Observed is what the program observed, newest first.
type Observed struct {
	Prev     *Observed
	Name     string
	Kind     program.ValueKind
	Piece    memory.Piece
	Deferred *Deferral // instead of p
}

// Under returns what the program shows by the values of terms, without the steps.
func (o *Outcome) Under(eval func(bitvec.Term) uint64) program.Outcome {
	out := program.Outcome{Ending: o.Ending, Status: o.Status, Fault: o.Fault, Limit: o.Limit}
	if o.Code != 0 {
		out.Status = int(eval(o.Code))
	}
	var pieces [2][]program.Bytes
	for w := o.Out; w != nil; w = w.Prev {
		b := program.Bytes(w.Piece.Under(eval))
		if w.Deferred != nil {
			b = w.Deferred.Under(eval)
		}
		pieces[w.FD-1] = append(pieces[w.FD-1], b)
	}
	for fd, dst := range []*program.Bytes{&out.Stdout, &out.Stderr} {
		for _, b := range slices.Backward(pieces[fd]) {
			*dst = append(*dst, b...)
		}
	}
	seen := map[string]bool{}
	for f := o.Files; f != nil; f = f.Prev {
		if seen[f.Name] {
			continue
		}
		seen[f.Name] = true
		if f.Removed {
			out.Files = append(out.Files, program.File{Name: f.Name + " (removed)"})
		} else {
			out.Files = append(out.Files, program.File{Name: f.Name, Data: f.Piece.Under(eval), Link: f.Link, Mode: f.Mode})
		}
	}
	sort.Slice(out.Files, func(i, j int) bool { return out.Files[i].Name < out.Files[j].Name })
	for w := o.Observed; w != nil; w = w.Prev {
		b := program.Bytes(w.Piece.Under(eval))
		if w.Deferred != nil {
			b = w.Deferred.Under(eval)
		}
		if b == nil {
			b = program.Bytes{}
		}
		out.Observed = append(out.Observed, program.Observation{Name: w.Name, Kind: w.Kind, Data: b})
	}
	slices.Reverse(out.Observed)
	if o.Result != nil {
		out.Result = &program.Value{Name: "result", Kind: o.ResultKind, Data: o.Result.Under(eval)}
	}
	return out
}
