package regver

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/riftlab/rift/program"
)

// conversion is a conversion specification of printf, as the run-time library parses
// it: number of the argument, flags, width, precision, length and the conversion.
var conversion = regexp.MustCompile(`(?s)(%(?:[0-9]+\$)?[-+ #0'I]*(?:\*(?:[0-9]+\$)?|[0-9]+)?(?:\.(?:\*(?:[0-9]+\$)?|-?[0-9]*))?)(hh|h|ll|l|j|z|Z|t|L|q)?(.)`)

// canonicalFormat returns the format that does what a format of printf does, with one
// spelling where types are the same ones: size_t, ptrdiff_t, intmax_t, long and long
// long are.
func canonicalFormat(text string) string {
	return conversion.ReplaceAllStringFunc(text, func(c string) string {
		m := conversion.FindStringSubmatch(c)
		length, kind := m[2], m[3]
		switch {
		case strings.Contains("diouxX", kind):
			switch length {
			case "ll", "j", "z", "Z", "t", "q":
				length = "l"
			}
			if kind == "i" {
				kind = "d"
			}
		case strings.Contains("aAeEfFgG", kind) && length == "l":
			length = ""
		}
		return m[1] + length + kind
	})
}

// formats gives the literals that are formats addresses that are equal where they do the
// same.
type formats struct {
	n    *naming
	byAt [2]map[uint64]int32 // variables by address
	to   map[uint64]uint64   // of the addresses of both programs
	text map[string]uint64   // literals by content
	next int                 // the first number that no variable has
}

func newFormats(n *naming) *formats {
	f := &formats{n: n, to: map[uint64]uint64{}, text: map[string]uint64{}}
	for side, p := range n.progs {
		f.byAt[side] = map[uint64]int32{}
		for i, a := range n.globals[side] {
			number, _ := program.GlobalAt(a, program.AllSlots)
			f.byAt[side][a], f.next = int32(i), max(f.next, number+1)
			if t, ok := literal(p.Globals[i]); ok && f.text[t] == 0 {
				f.text[t] = a
			}
		}
	}
	return f
}

// literal returns the text in a variable that never changes.
func literal(g *program.Global) (string, bool) {
	if !g.ReadOnly || len(g.Relocs) > 0 || int64(len(g.Data)) > g.Size {
		return "", false
	}
	i := bytes.IndexByte(g.Data, 0)
	if i < 0 && int64(len(g.Data)) == g.Size {
		return "", false
	} else if i < 0 {
		i = len(g.Data)
	}
	return string(g.Data[:i]), true
}

// canonical returns the address that stands for a format.
func (f *formats) canonical(side int, a uint64) uint64 {
	if c, ok := f.to[a]; ok {
		return c
	}
	i, ok := f.byAt[side][a]
	if !ok {
		return a
	}
	text, ok := literal(f.n.progs[side].Globals[i])
	if !ok {
		return a
	}
	to := canonicalFormat(text)
	c := f.text[to]
	if c == 0 {
		c = program.GlobalAddress(f.next, 0)
		f.next++
		f.text[to] = c
	}
	f.to[a] = c
	return c
}
