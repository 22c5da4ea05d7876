package poolmodel

import (
	"bytes"
	"cmp"
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/riftlab/rift/program"
)

// Quantiles are those of numbers: how great the least is, that at a tenth of them, and so on.
type Quantiles [11]int

// QuantilesOf returns those of some numbers, zeros of none.
func QuantilesOf(numbers []int) Quantiles {
	var q Quantiles
	if len(numbers) == 0 {
		return q
	}
	sorted := slices.Sorted(slices.Values(numbers))
	for i := range q {
		q[i] = sorted[((len(sorted)-1)*i+len(q)-2)/(len(q)-1)]
	}
	return q
}

// At returns how great the numbers are at a share of them, from 0 to 1: the nearest quantile
// that is no less.
func (q *Quantiles) At(share float64) int {
	for i := range q {
		if float64(i) >= share*float64(len(q)-1)-1e-9 {
			return q[i]
		}
	}
	return q[len(q)-1]
}

// Draw returns a number that is as often between two quantiles as theirs are, and any between
// these.
func (q *Quantiles) Draw(x *rand.Rand) int {
	i := x.IntN(len(q) - 1)
	return q[i] + x.IntN(q[i+1]-q[i]+1)
}

// bag holds texts with how often each occurs.
type bag struct {
	items []string // sorted by how often, the most frequent first
	until []int    // how often each and those before it occur together
}

// largest bounds the texts of a bag.
const largest = 1000

func newBag(n map[string]int) bag {
	var b bag
	for t := range n {
		b.items = append(b.items, t)
	}
	slices.SortFunc(b.items, func(s, t string) int { return cmp.Or(n[t]-n[s], cmp.Compare(s, t)) })
	b.items = b.items[:min(len(b.items), largest)]
	all := 0
	for _, t := range b.items {
		all += n[t]
		b.until = append(b.until, all)
	}
	return b
}

func (b *bag) count(i int) int {
	if i == 0 {
		return b.until[0]
	}
	return b.until[i] - b.until[i-1]
}

// draw returns a text, as often as it occurs; nothing of an empty bag.
func (b *bag) draw(x *rand.Rand) program.Bytes {
	if len(b.items) == 0 {
		return nil
	}
	k := x.IntN(b.until[len(b.until)-1])
	i, _ := slices.BinarySearch(b.until, k+1)
	return program.Bytes(b.items[i])
}

// textModel is the distribution of texts.
type textModel struct {
	whole  bag
	lines  Quantiles // of a text
	ended  int       // of 100 texts that are not empty, those whose last line has an end
	empty  int       // of 100 lines, those without a token
	words  Quantiles // tokens of a line that has any
	tokens bag
	blank  bag // lines without a token
	first  bag // gaps before the first token of a line, between two, behind the last
	middle bag
	last   bag
	// lengths of tokens of digits, and of others
	digits, letters Quantiles
	figures         []byte // digits that occur in tokens
}

func newText(texts []program.Bytes) *textModel {
	whole, tokens, blank := map[string]int{}, map[string]int{}, map[string]int{}
	gaps := [3]map[string]int{{}, {}, {}}
	var lines, words, digits, letters []int
	ended, full, empty, all := 0, 0, 0, 0
	for _, t := range texts {
		whole[string(t)]++
		list := bytes.Split(t, []byte("\n"))
		if len(t) > 0 {
			full++
		}
		if len(t) > 0 && len(list[len(list)-1]) == 0 {
			ended++
			list = list[:len(list)-1]
		}
		lines = append(lines, len(list))
		for _, l := range list {
			all++
			toks, between := split(l)
			if len(toks) == 0 {
				empty++
				blank[string(l)]++
				continue
			}
			words = append(words, len(toks))
			for i, w := range toks {
				tokens[string(w)]++
				if isNumber(w) {
					digits = append(digits, len(w))
				} else {
					letters = append(letters, len(w))
				}
				if i > 0 {
					gaps[1][string(between[i])]++
				}
			}
			gaps[0][string(between[0])]++
			gaps[2][string(between[len(toks)])]++
		}
	}
	var figures []byte
	for c := byte('0'); c <= '9'; c++ {
		if slices.ContainsFunc(texts, func(t program.Bytes) bool { return bytes.IndexByte(t, c) >= 0 }) {
			figures = append(figures, c)
		}
	}
	return &textModel{
		figures: figures,
		whole:   newBag(whole), lines: QuantilesOf(lines), words: QuantilesOf(words), tokens: newBag(tokens), blank: newBag(blank),
		ended: 100 * ended / max(full, 1), empty: 100 * empty / max(all, 1),
		first: newBag(gaps[0]), middle: newBag(gaps[1]), last: newBag(gaps[2]), digits: QuantilesOf(digits), letters: QuantilesOf(letters),
	}
}

// split takes a line apart: its tokens, and the gaps before each and behind the last.
func split(line []byte) (tokens, gaps [][]byte) {
	at := 0
	for i := 0; i < len(line); {
		end := i
		for end < len(line) && isToken(line[end]) {
			end++
		}
		if end == i {
			i++
			continue
		}
		gaps = append(gaps, line[at:i])
		tokens = append(tokens, line[i:end])
		i, at = end, end
	}
	return tokens, append(gaps, line[at:])
}

func isToken(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= 0x80
}

func isNumber(w []byte) bool {
	return !slices.ContainsFunc(w, func(c byte) bool { return c < '0' || c > '9' })
}

// draw returns a text of a content model: one of the pool now and then, else one of lines
// drawn anew.
func (t *textModel) draw(x *rand.Rand, c *program.ContentModel) program.Bytes {
	var out program.Bytes
	if x.IntN(4) == 0 {
		out = t.whole.draw(x)
	} else {
		n := t.lines.Draw(x)
		for i := 0; i < n || len(out) < c.MinSize && i < n+c.MinSize; i++ {
			if i > 0 && !bytes.HasSuffix(out, []byte("\n")) {
				out = append(out, '\n')
			}
			if out = t.line(out, x); i < n-1 || x.IntN(100) < t.ended {
				out = append(out, '\n')
			}
			if len(out) > c.Size {
				break
			}
		}
	}
	return fit(x, out, c)
}

// line appends a line without its end.
func (t *textModel) line(out program.Bytes, x *rand.Rand) program.Bytes {
	if x.IntN(100) < t.empty {
		return append(out, t.blank.draw(x)...)
	}
	out = append(out, t.first.draw(x)...)
	for i := range t.words.Draw(x) {
		if i > 0 {
			out = append(out, t.middle.draw(x)...)
		}
		out = append(out, t.token(x)...)
	}
	return append(out, t.last.draw(x)...)
}

// token returns one of the pool or, now and then, one of the same kind and of a length that
// such ones have.
func (t *textModel) token(x *rand.Rand) program.Bytes {
	w := t.tokens.draw(x)
	if x.IntN(4) > 0 || len(w) == 0 {
		return w
	}
	if isNumber(w) {
		out := make(program.Bytes, max(t.digits.Draw(x), 1))
		for i := range out {
			out[i] = t.figures[x.IntN(len(t.figures))]
		}
		return out
	}
	out := make(program.Bytes, max(t.letters.Draw(x), 1))
	for i := range out {
		from := t.tokens.draw(x)
		out[i] = from[x.IntN(len(from))]
	}
	return out
}

// number returns an integer of a domain: one of the pool, or any.
func (t *textModel) number(x *rand.Rand, d *program.IntDomain) program.Bytes {
	span := uint64(d.Max) - uint64(d.Min)
	switch {
	case x.IntN(2) == 0:
		return t.whole.draw(x)
	case span == ^uint64(0):
		return strconv.AppendInt(nil, int64(x.Uint64()), 10)
	}
	return strconv.AppendInt(nil, int64(uint64(d.Min)+x.Uint64N(span+1)), 10)
}

// fit brings a text within the bounds of a model.
func fit(x *rand.Rand, text program.Bytes, c *program.ContentModel) program.Bytes {
	text = slices.Clone(text[:min(len(text), c.Size)])
	for i, b := range text {
		if _, ok := slices.BinarySearch(c.Alphabet, b); !ok && len(c.Alphabet) > 0 {
			text[i] = c.Alphabet[x.IntN(len(c.Alphabet))]
		}
	}
	for len(text) < c.MinSize {
		text = append(text, c.Alphabet[x.IntN(len(c.Alphabet))])
	}
	return text
}
