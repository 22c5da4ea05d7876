package inputs

import "github.com/riftlab/rift/program"

// Slot names a text of an input: its standard input, an argument (its index), or a file
// (FileSlot).
type Slot int

// Stdin is the slot of standard input.
const Stdin Slot = -1

// FileSlot returns the slot of a file, an index into Input.Files.
func FileSlot(i int) Slot { return Slot(-2 - i) }

// Slots returns those of an input: standard input, arguments, files.
func Slots(in *program.Input) []Slot {
	slots := []Slot{Stdin}
	for i := range in.Args {
		slots = append(slots, Slot(i))
	}
	for i := range in.Files {
		slots = append(slots, FileSlot(i))
	}
	return slots
}

// Text returns what an input has there; nil if it has no such argument or file.
func (s Slot) Text(in *program.Input) program.Bytes {
	if int(s) >= len(in.Args) || int(-2-s) >= len(in.Files) {
		return nil
	}
	return *s.of(in)
}

func (s Slot) of(in *program.Input) *program.Bytes {
	switch {
	case s == Stdin:
		return &in.Stdin
	case s < Stdin:
		return &in.Files[-2-s].Data
	}
	return &in.Args[s]
}

// Weigh has Changed take the places of texts that it changes by the weights of their bytes,
// where weights returns any for a text, of its length; a byte of twice the weight is taken
// twice as often, if it is the text's first change. Nil takes all places alike, as at first.
func (m *Maker) Weigh(weights func(slot Slot) []byte) { m.weigh = weights }

// edit edits the text of a slot.
func (m *Maker) edit(slot Slot, text program.Bytes, c *program.ContentModel, content bool) program.Bytes {
	if m.weigh != nil {
		m.text.weights = m.weigh(slot)
	}
	text = m.text.edit(text, c, content)
	m.text.weights = nil
	return text
}
