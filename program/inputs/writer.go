package inputs

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/dictionary"
)

// boundaries are numbers at which programs change their mind: small ones, and those
// at which types end.
var boundaries = []string{"0", "1", "2", "3", "10", "-1", "1.5", "127", "256", "1000", "32768", "65536", "1000000",
	"2147483647", "2147483648", "4294967296", "9223372036854775807", "9223372036854775808", "18446744073709551616"}

// writer makes text.
type writer struct {
	rand  *rand.Rand
	chars []byte    // that the program looks for
	pairs [][2]byte // of these, those that stand around something
	next  []string  // pairs of characters that it looks for one after the other
	words []string
	names []string // of the files that there are, and "-"
	known []int64  // numbers that code which changed has

	weights []byte // if not nil, how often each place of the text is taken
}

func newWriter(x *rand.Rand, chars []byte, words []dictionary.Word, m *program.InputModel) writer {
	w := writer{rand: x, chars: chars, names: []string{"-"}}
	for _, p := range [][2]byte{{'(', ')'}, {'[', ']'}, {'{', '}'}, {'<', '>'}} {
		if bytes.IndexByte(chars, p[0]) >= 0 && bytes.IndexByte(chars, p[1]) >= 0 {
			w.pairs = append(w.pairs, p)
		}
	}
	for _, c := range []byte("\"'`*_|$") {
		if bytes.IndexByte(chars, c) >= 0 {
			w.pairs = append(w.pairs, [2]byte{c, c})
		}
	}
	for i := range words {
		w.words = append(w.words, words[i].Text)
	}
	for i := range m.Files {
		w.names = append(w.names, m.Files[i].Name)
	}
	return w
}

// value returns what may be a value or an operand.
func (w *writer) value() program.Bytes {
	switch k := w.rand.IntN(8); {
	case k < 2:
		return w.one(w.names)
	case k < 4:
		return w.number()
	case k < 5 && len(w.words) > 0 && w.rand.IntN(2) == 0: // as of a setting
		return append(w.one(w.words), w.number()...)
	case k < 5: // as of a range, or with a unit
		return append(w.number(), w.char())
	case k < 6 && len(w.words) > 0:
		return w.one(w.words)
	}
	text := program.Bytes{}
	for range 1 + w.rand.IntN(4) {
		text = append(text, w.char())
	}
	return text
}

// number returns one that often matters, or is next to one that the program knows.
func (w *writer) number() program.Bytes {
	if len(w.known) == 0 || w.rand.IntN(2) == 0 {
		return w.one(boundaries)
	}
	return strconv.AppendInt(nil, w.known[w.rand.IntN(len(w.known))]+int64(w.rand.IntN(3))-1, 10)
}

func (w *writer) one(list []string) program.Bytes {
	return program.Bytes(list[w.rand.IntN(len(list))])
}

// char returns a character: mostly one that the program looks for, a letter or a
// digit, seldom any byte but NUL.
func (w *writer) char() byte {
	switch k := w.rand.IntN(16); {
	case k < 8 && len(w.chars) > 0:
		return w.chars[w.rand.IntN(len(w.chars))]
	case k < 11:
		return byte('0' + w.rand.IntN(10))
	case k < 14:
		return byte('a' + w.rand.IntN(3))
	case k < 15:
		return byte(' ' + w.rand.IntN('~'-' '+1))
	}
	return byte(1 + w.rand.IntN(255))
}

// piece returns text to put somewhere: for the content of a file, the end of a line
// as often as anything else, and NUL now and then.
func (w *writer) piece(content bool) program.Bytes {
	if content {
		switch k := w.rand.IntN(24); {
		case k < 8:
			return program.Bytes("\n")
		case k < 10:
			return program.Bytes{" \t"[k-8]}
		case k < 11:
			return program.Bytes{0}
		}
	}
	switch k := w.rand.IntN(12); {
	case k < 3 && len(w.next) > 0:
		return w.one(w.next)
	case k < 6:
		return w.value()
	}
	return program.Bytes{w.char()}
}

// edit returns a copy of text with a small change, as a model allows.
func (w *writer) edit(text program.Bytes, c *program.ContentModel, content bool) program.Bytes {
	n := len(text)
	at := w.place(n)
	end := min(n, at+1+w.rand.IntN(4))
	switch k := w.rand.IntN(8); {
	case len(w.pairs) > 0 && w.rand.IntN(6) == 0: // programs look for what closes
		p := w.pairs[w.rand.IntN(len(w.pairs))]
		inner := slices.Concat(program.Bytes{p[0]}, text[at:end], program.Bytes{p[1]})
		text = slices.Concat(text[:at], inner, text[end:])
	case k < 4 || n == 0:
		text = slices.Concat(text[:at], w.piece(content), text[at:])
	case k < 5:
		text = slices.Concat(text[:at], text[end:])
	case k < 6:
		text = slices.Concat(text[:end], text[at:])
	case k < 7:
		piece := w.piece(content)
		if w.rand.IntN(2) == 0 { // what lies behind keeps its place
			end = min(n, at+len(piece))
		}
		text = slices.Concat(text[:at], piece, text[end:])
	case content && n < c.Size && w.rand.IntN(4) == 0: // programs read blocks of a size
		text = slices.Concat(text, make(program.Bytes, c.Size-n))
	case content && w.rand.IntN(8) == 0: // and as many as there may be
		piece := w.piece(true)
		text = bytes.Repeat(piece, c.Size/len(piece)+1)
	case content && w.rand.IntN(2) == 0: // programs count lines, words and records
		text = slices.Concat(text[:at], w.repeated(text[at:end], c.Size), text[end:])
	default:
		text = w.piece(content)
	}
	return w.fit(text, c, content)
}

// place returns a place in a text of n bytes: any, or by the weights of its bytes, if it is
// as long as those are for, and one of them weighs anything.
func (w *writer) place(n int) int {
	all := 0
	if len(w.weights) == n {
		for _, b := range w.weights {
			all += int(b)
		}
	}
	if all == 0 {
		return w.rand.IntN(n + 1)
	}
	at := w.rand.IntN(all)
	for i, b := range w.weights {
		if at -= int(b); at < 0 {
			return i
		}
	}
	return n
}

// insert returns a copy of content with a piece of another put somewhere.
func (w *writer) insert(text, piece program.Bytes, c *program.ContentModel) program.Bytes {
	at := w.rand.IntN(len(text) + 1)
	return w.fit(slices.Concat(text[:at], piece, text[at:]), c, true)
}

// repeated returns a piece, which is a new one now and then, many times.
func (w *writer) repeated(piece program.Bytes, most int) program.Bytes {
	if len(piece) == 0 || w.rand.IntN(2) == 0 {
		piece = w.piece(true)
	}
	return bytes.Repeat(piece, 1+w.rand.IntN(max(most/len(piece), 1)))
}

// fit returns text within the bounds of a model: cut off or filled up, with other
// bytes for those that may not be. Text that is not content has no NUL.
func (w *writer) fit(text program.Bytes, c *program.ContentModel, content bool) program.Bytes {
	text = slices.Clone(text[:min(len(text), c.Size)])
	for len(text) < c.MinSize {
		text = append(text, w.char())
	}
	for i, b := range text {
		switch {
		case len(c.Alphabet) > 0 && !slices.Contains(c.Alphabet, b):
			text[i] = c.Alphabet[w.rand.IntN(len(c.Alphabet))]
		case b == 0 && !content:
			text[i] = w.char()
		}
	}
	return text
}
