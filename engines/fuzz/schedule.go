package fuzz

import (
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/inputs"
)

// Schedule is a power schedule: the kept inputs have turns, one after the other and over
// again, and when the turn of one comes, as many inputs are made of it as its energy says.
type Schedule interface {
	// Keep tells of a kept input with its trial; once more when a smaller input took its
	// place.
	Keep(k *Kept, t *engines.Trial)
	// Tried tells of every input that was tried, and which kept one it is a change of; nil
	// if it was made anew or came from elsewhere. It is called before Keep.
	Tried(from *Kept, in *program.Input, t *engines.Trial)
	// Factor returns what to multiply the energy of a kept input with whose turn comes.
	Factor(k *Kept) float64
	// Weights returns how often each byte of a text of a kept input is to be changed, nil
	// if no byte is preferred; see inputs.Maker.Weigh.
	Weights(k *Kept) func(slot inputs.Slot) []byte
}

// Cycle is the energy of an input that is like the average and has the factor 1; AFL's
// afl-fuzz makes 256, of programs that it runs thousands of times in a second.
const Cycle = 64

// most bounds the energy of an input, as a multiple of Cycle.
const most = 16

// turn is the kept input whose turn it is.
type turn struct {
	at   int // in Fuzzer.kept
	left int // inputs to be made of it
}

// scheduled makes an input from the kept one whose turn it is.
func (f *Fuzzer) scheduled() *program.Input {
	t := &f.turn
	if t.left <= 0 {
		t.at = (t.at + 1) % len(f.kept)
		t.left = f.energy(f.kept[t.at])
	}
	t.left--
	f.from = f.kept[t.at]
	f.maker.Weigh(f.opt.Schedule.Weights(f.from))
	in := f.maker.Changed(f.from.Input)
	f.maker.Weigh(nil)
	if f.rand.IntN(3) == 0 {
		f.maker.Splice(in, f.kept[f.rand.IntN(len(f.kept))].Input)
	}
	return in
}

// energy returns how many inputs are made of a kept one, 1 at least.
func (f *Fuzzer) energy(k *Kept) int {
	e := Performance(k, f.kept) * f.opt.Schedule.Factor(k)
	return max(1, int(Cycle*min(e, most)))
}

// Performance returns how much better or worse than the average of all an input is to be
// changed, by the speed of its runs, what it executes, and how far it has come.
//
// Source: calculate_score of afl-fuzz 2.52b, with steps for microseconds. There is no
// "handicap" for inputs found late.
func Performance(k *Kept, all []*Kept) float64 {
	var steps, covers float64
	for _, o := range all {
		steps += float64(o.Steps) / float64(len(all))
		covers += float64(o.Covers) / float64(len(all))
	}
	score := 1.0
	switch s := float64(k.Steps); {
	case s*0.1 > steps:
		score = 0.1
	case s*0.25 > steps:
		score = 0.25
	case s*0.5 > steps:
		score = 0.5
	case s*0.75 > steps:
		score = 0.75
	case s*4 < steps:
		score = 3
	case s*3 < steps:
		score = 2
	case s*2 < steps:
		score = 1.5
	}
	switch c := float64(k.Covers); {
	case c*0.3 > covers:
		score *= 3
	case c*0.5 > covers:
		score *= 2
	case c*0.75 > covers:
		score *= 1.5
	case c*3 < covers:
		score *= 0.25
	case c*2 < covers:
		score *= 0.5
	case c*1.5 < covers:
		score *= 0.75
	}
	switch d := k.Depth; {
	case d > 25:
		score *= 5
	case d > 13:
		score *= 4
	case d > 7:
		score *= 3
	case d > 3:
		score *= 2
	}
	return score
}
