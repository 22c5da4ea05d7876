package bitvec

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// WriteTerm writes t in SMT-LIB syntax. A subterm that occurs more than once
// is bound by a let. A term of width 1 is written as a Bool if asBool is set,
// and as a bit-vector otherwise.
func (s *Store) WriteTerm(w io.Writer, t Term, asBool bool) error {
	out := bufio.NewWriter(w)
	p := newPrinter(s, out, t)
	p.root(t, asBool)
	return out.Flush()
}

// String returns t in SMT-LIB syntax; of width 1, as a Bool.
func (s *Store) String(t Term) string {
	var text strings.Builder
	_ = s.WriteTerm(&text, t, s.Width(t) == 1 && !s.IsArray(t))
	return text.String()
}

// QuoteSymbol returns name as an SMT-LIB symbol, in bars where needed. Bars
// and backslashes, which no symbol can hold, become underscores.
func QuoteSymbol(name string) string {
	simple := name != "" && (name[0] < '0' || name[0] > '9') && !reserved[name]
	for i := 0; i < len(name) && simple; i++ {
		c := name[i]
		simple = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' ||
			strings.IndexByte("~!@$%^&*_-+=<>.?/", c) >= 0
	}
	if simple {
		return name
	}
	return "|" + strings.NewReplacer("|", "_", "\\", "_").Replace(name) + "|"
}

// reserved are the words that are no simple symbols.
var reserved = map[string]bool{
	"_": true, "!": true, "as": true, "let": true, "exists": true, "forall": true, "match": true, "par": true,
	"BINARY": true, "DECIMAL": true, "HEXADECIMAL": true, "NUMERAL": true, "STRING": true,
}

// printer writes one term.
type printer struct {
	s     *Store
	out   *bufio.Writer
	order []Term
	uses  map[Term]int
	bound map[Term]bool
}

func newPrinter(s *Store, out *bufio.Writer, t Term) *printer {
	p := &printer{s: s, out: out, order: s.postorder(t), uses: map[Term]int{}, bound: map[Term]bool{}}
	for _, u := range p.order {
		n := &s.nodes[u]
		for _, a := range n.args[:kinds[n.kind].arity] {
			p.uses[a]++
		}
	}
	return p
}

// isBool reports whether the operator of t yields a Bool in SMT-LIB. At width
// 1, the logical operators do and the others do not.
func (s *Store) isBool(t Term) bool {
	n := &s.nodes[t]
	if n.width != 1 || n.index != 0 {
		return false
	}
	return n.bool || kinds[n.kind].predicate || kinds[n.kind].boolName != ""
}

// maxNesting bounds how deep operators nest without a let, so that neither we
// nor readers recurse without bound.
const maxNesting = 500

func (p *printer) root(t Term, asBool bool) {
	lets := 0
	depth := map[Term]int{}
	for _, u := range p.order {
		n := &p.s.nodes[u]
		for _, a := range n.args[:kinds[n.kind].arity] {
			depth[u] = max(depth[u], depth[a]+1)
		}
		if n.kind == KindConst || n.kind == KindVar || u == t || p.uses[u] < 2 && depth[u] < maxNesting {
			continue
		}
		depth[u] = 0
		fmt.Fprintf(p.out, "(let ((?%d ", u)
		p.term(u, p.s.isBool(u))
		p.out.WriteString(")) ")
		p.bound[u] = true
		lets++
	}
	p.term(t, asBool)
	p.out.WriteString(strings.Repeat(")", lets))
}

// term writes t as a Bool or as a bit-vector.
func (p *printer) term(t Term, asBool bool) {
	s := p.s
	n := &s.nodes[t]
	if n.kind == KindConst {
		switch {
		case !asBool:
			p.out.WriteString(s.constOf(n).String())
		case n.aux != 0:
			p.out.WriteString("true")
		default:
			p.out.WriteString("false")
		}
		return
	}
	native := s.isBool(t)
	switch {
	case native && !asBool:
		p.out.WriteString("(ite ")
		p.native(t, n)
		p.out.WriteString(" #b1 #b0)")
	case !native && asBool:
		p.out.WriteString("(= ")
		p.native(t, n)
		p.out.WriteString(" #b1)")
	default:
		p.native(t, n)
	}
}

// native writes t in the sort its operator has.
func (p *printer) native(t Term, n *node) {
	if p.bound[t] {
		fmt.Fprintf(p.out, "?%d", t)
		return
	}
	k := &kinds[n.kind]
	if n.kind == KindVar {
		p.out.WriteString(QuoteSymbol(p.s.Name(t)))
		return
	}
	p.out.WriteByte('(')
	p.head(n)
	for i, a := range n.args[:k.arity] {
		p.out.WriteByte(' ')
		p.term(a, p.wantsBool(n, i))
	}
	p.out.WriteByte(')')
}

func (p *printer) head(n *node) {
	k := &kinds[n.kind]
	switch {
	case n.kind == KindExtract:
		fmt.Fprintf(p.out, "(_ extract %d %d)", n.aux>>32, n.aux&0xffffffff)
	case n.kind == KindSExt:
		fmt.Fprintf(p.out, "(_ sign_extend %d)", n.width-p.s.nodes[n.args[0]].width)
	case n.kind == KindConstArray:
		fmt.Fprintf(p.out, "(as const %s)", Sort{Index: int(n.index), Width: int(n.width)})
	case n.width == 1 && n.index == 0 && k.boolName != "":
		p.out.WriteString(k.boolName)
	default:
		p.out.WriteString(k.name)
	}
}

// wantsBool reports whether operand i of n is a Bool in SMT-LIB.
func (p *printer) wantsBool(n *node, i int) bool {
	switch {
	case n.kind == KindIte:
		return i == 0 || n.width == 1 && n.index == 0
	case n.kind == KindEq, n.kind == KindUlt, n.kind == KindSlt:
		return false
	}
	return n.width == 1 && n.index == 0 && kinds[n.kind].boolName != ""
}
