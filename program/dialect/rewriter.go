package dialect

import (
	"strings"

	"github.com/riftlab/rift/program/cpp"
)

// rewriter is the state of rewriting a unit.
type rewriter struct {
	in       []word
	i        int
	out      []word
	next     func() // rewrites the word at i and what belongs to it
	brackets []bracket
	keywords map[string]string // C23's words that the unit does not declare, and what they become

	fixed     map[string][]word // types that enumerations are declared to have, by tag
	constants map[string]bool   // enumeration constants
	types     map[string]bool   // names that may be of types
	unsigned  map[string]bool   // names of the types of enumerations without negative constants
	constexpr []constexpr
}

// bracket is one that is open.
type bracket struct {
	open  byte
	start int  // of the declaration or statement that is being written
	list  bool // a list of initialisers
}

// constexpr is a constant that is written out where it is used.
type constexpr struct {
	name  string
	value []word // nil where the name is declared anew
	depth int    // of brackets
	param bool   // it is declared as a parameter
}

// list rewrites a list of words, and returns it; it may be part of another.
func (r *rewriter) list(in []word) []word {
	i, was, out, brackets := r.i, r.in, r.out, r.brackets
	r.in, r.i, r.out = in, 0, make([]word, 0, len(in)+len(in)/16)
	r.brackets = []bracket{{}}
	for r.i < len(r.in) {
		r.next()
	}
	done := r.out
	r.in, r.i, r.out, r.brackets = was, i, out, brackets
	return done
}

func (r *rewriter) peek(n int) *word {
	if r.i+n < len(r.in) {
		return &r.in[r.i+n]
	}
	return &word{}
}

func (r *rewriter) emit(list ...word) { r.out = append(r.out, list...) }

// put writes text, words parted by spaces, at the place of w.
func (r *rewriter) put(w *word, text string) {
	for _, s := range strings.Fields(text) {
		r.emit(w.like(kindOf(s), s))
	}
}

func kindOf(s string) cpp.Kind {
	switch {
	case s[0] == '"':
		return cpp.String
	case s[0] >= '0' && s[0] <= '9':
		return cpp.Number
	case isWord(s[0]):
		return cpp.Name
	}
	return cpp.Punct
}

func (r *rewriter) top() *bracket { return &r.brackets[len(r.brackets)-1] }

// member reports whether a name stands behind . or ->.
func (r *rewriter) member() bool {
	n := len(r.out) - 1
	return n >= 0 && (r.out[n].is(".") || r.out[n].is("->"))
}
