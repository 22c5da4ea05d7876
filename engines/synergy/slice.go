package synergy

import (
	"slices"

	"github.com/riftlab/rift/program"
)

// kind tells what a step means.
type kind uint8

const (
	kindOpaque kind = iota
	kindPure
	kindParam  // binding of a parameter
	kindVararg // an argument put into memory
	kindLoad
	kindStore
	kindCopy
	kindFill
	kindCall
	kindReturn
	kindReturned
	kindBranch
)

func (t *trace) kind(k int32) kind {
	s := &t.steps[k]
	in := t.code.instr(s.code)
	if in == nil {
		if p := t.code.places[s.code]; int(p.index) < len(t.code.p.Funcs[p.fn].Params) {
			return kindParam
		}
		return kindVararg
	}
	switch in.Op {
	case program.Load:
		return kindLoad
	case program.Store:
		return kindStore
	case program.CopyMem:
		return kindCopy
	case program.ZeroMem:
		return kindFill
	case program.Call:
		if s.b == isCall {
			return kindCall
		}
		return kindReturned
	case program.Return:
		return kindReturn
	case program.Branch, program.Switch, program.JumpTo:
		return kindBranch
	case program.PtrAdd, program.PtrDiff:
		return kindPure
	case program.Intrinsic:
		switch in.Intrin {
		case program.IntrinCopy, program.IntrinCopyApart:
			return kindCopy
		case program.IntrinFill:
			return kindFill
		}
		return kindOpaque
	}
	if in.Op <= program.Bitcast {
		return kindPure
	}
	return kindOpaque
}

// values returns the dependences of a step through values, leaving out those
// through the addresses that it uses.
func (t *trace) values(k int32) []int32 {
	d := t.uses(k)
	switch t.kind(k) {
	case kindLoad, kindStore:
		return d[1:]
	case kindFill:
		return d[1:2]
	case kindCopy:
		return d[3:]
	}
	return d
}

// addresses returns the dependences through addresses.
func (t *trace) addresses(k int32) []int32 {
	d := t.uses(k)
	switch t.kind(k) {
	case kindLoad, kindStore:
		return d[:1]
	case kindFill:
		return []int32{d[0], d[2]}
	case kindCopy:
		return d[:3]
	}
	return nil
}

// fromTable reports whether a step reads memory as it was at the beginning: a
// table, or input. Which byte of it is read is then all that matters about it,
// so its address counts as a value.
func (t *trace) fromTable(k int32) bool {
	if kind := t.kind(k); kind != kindLoad && kind != kindCopy {
		return false
	}
	for _, w := range t.values(k) {
		if w != none {
			return false
		}
	}
	return true
}

// writer returns which step wrote byte i of what a load read or an output
// shows: writers holds one step for all bytes, or one for each.
func writer(writers []int32, i int) int32 {
	if len(writers) == 1 {
		return writers[0]
	}
	return writers[i]
}

// slicer collects a dynamic slice: the steps that some steps depend on.
//
// Source: Agrawal and Horgan, PLDI 1990 (approach 3: one node for each step).
type slicer struct {
	t         *trace
	addresses bool // follow the addresses of accesses
	control   bool // follow the branches that decided
	in        map[int32]bool
	copied    map[[2]int32]bool // bytes of copies that were followed
	work      []int32
}

func (t *trace) slicer(addresses, control bool) *slicer {
	return &slicer{t: t, addresses: addresses, control: control, in: map[int32]bool{}, copied: map[[2]int32]bool{}}
}

// add puts step k into the slice, with all that it depends on but, for a copy,
// the bytes that it copies.
func (s *slicer) add(k int32) {
	if k == none || s.in[k] {
		return
	}
	s.in[k] = true
	s.work = append(s.work, k)
}

// addByte puts the writer w of a byte at address a into the slice.
func (s *slicer) addByte(w int32, a uint64) {
	for w != none && s.t.kind(w) == kindCopy {
		off := int32(a - s.t.steps[w].a)
		if s.copied[[2]int32{w, off}] {
			return
		}
		s.copied[[2]int32{w, off}] = true
		s.add(w)
		a = s.t.steps[w].b + uint64(off)
		w = s.t.uses(w)[3+off]
	}
	s.add(w)
}

// run follows dependences to their end and returns the steps, ascending.
func (s *slicer) run() []int32 {
	for len(s.work) > 0 {
		k := s.work[len(s.work)-1]
		s.work = s.work[:len(s.work)-1]
		s.follow(k)
	}
	steps := make([]int32, 0, len(s.in))
	for k := range s.in {
		steps = append(steps, k)
	}
	slices.Sort(steps)
	return steps
}

func (s *slicer) follow(k int32) {
	st := &s.t.steps[k]
	switch s.t.kind(k) {
	case kindLoad:
		w := s.t.values(k)
		for i := range s.t.instr(k).Kind.Bytes() {
			s.addByte(writer(w, int(i)), st.a+uint64(i))
		}
	case kindCopy: // its bytes are followed by who reads them
	default:
		for _, d := range s.t.values(k) {
			s.whole(d)
		}
	}
	if s.addresses || s.t.fromTable(k) {
		for _, d := range s.t.addresses(k) {
			s.add(d)
		}
	}
	if s.control {
		s.add(st.control)
	}
}

// whole adds a step of which all that it wrote may matter.
func (s *slicer) whole(k int32) {
	s.add(k)
	if k == none || s.t.kind(k) != kindCopy {
		return
	}
	for i := range min(s.t.steps[k].result, maxCopied) {
		s.addByte(k, s.t.steps[k].a+i)
	}
}

// maxCopied bounds the bytes of a copy that an opaque reader is taken to read.
const maxCopied = 64
