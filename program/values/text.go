package values

import "github.com/riftlab/rift/program"

// text fills the bytes of text: words and characters that the program knows, letters
// and digits, and a NUL behind.
func (m *Maker) text(b program.Bytes) {
	clear(b)
	x := m.rand
	if len(b) == 0 {
		return
	}
	n := x.IntN(len(b) + 1)
	if x.IntN(4) == 0 {
		n = len(b)
	}
	for at := 0; at < n; {
		if len(m.words) > 0 && x.IntN(6) == 0 {
			at += copy(b[at:n], m.words[x.IntN(len(m.words))])
			continue
		}
		b[at] = m.char()
		if at++; at < n && x.IntN(8) == 0 {
			b[at] = b[at-1]
			at++
		}
	}
}

// char returns a character: mostly one that the program knows, a letter or a digit,
// seldom any byte.
func (m *Maker) char() byte {
	x := m.rand
	switch k := x.IntN(16); {
	case k < 4 && len(m.chars) > 0:
		return m.chars[x.IntN(len(m.chars))]
	case k < 6:
		if c, ok := known(x.IntN, m.known.NearInts, m.known.Ints); ok && c > 0 && c < 256 {
			return byte(c)
		}
		return byte('a' + x.IntN(26))
	case k < 9:
		return byte('0' + x.IntN(10))
	case k < 11:
		return byte('a' + x.IntN(3))
	case k < 12:
		return byte('A' + x.IntN(26))
	case k < 15:
		return byte(' ' + x.IntN('~'-' '+1))
	}
	return byte(x.IntN(256))
}

// bytes fills bytes of which nothing is known: with any, small numbers, or text.
func (m *Maker) bytes(b program.Bytes) {
	x := m.rand
	switch x.IntN(4) {
	case 0:
		m.text(b)
	case 1:
		for i := range b {
			b[i] = byte(m.integer(8, true))
		}
	case 2:
		clear(b)
		for range x.IntN(4) {
			b[x.IntN(len(b))] = byte(x.IntN(256))
		}
	default:
		for i := range b {
			b[i] = byte(x.IntN(256))
		}
	}
}
