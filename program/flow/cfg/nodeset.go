package cfg

import "math/bits"

// NodeSet is a set of nodes of one graph.
type NodeSet struct{ words []uint64 }

// NewNodeSet returns an empty set of the nodes below n.
func NewNodeSet(n int) NodeSet { return NodeSet{make([]uint64, (n+63)/64)} }

// Has reports whether n is a member.
func (s NodeSet) Has(n Node) bool {
	return n >= 0 && int(n/64) < len(s.words) && s.words[n/64]>>(n%64)&1 != 0
}

// Len returns the number of members.
func (s NodeSet) Len() int {
	n := 0
	for _, w := range s.words {
		n += bits.OnesCount64(w)
	}
	return n
}

// Nodes returns the members in ascending order.
func (s NodeSet) Nodes() []Node {
	var out []Node
	for i, w := range s.words {
		for ; w != 0; w &= w - 1 {
			out = append(out, Node(i*64+bits.TrailingZeros64(w)))
		}
	}
	return out
}

// Add inserts a node.
func (s NodeSet) Add(n Node) { s.words[n/64] |= 1 << (n % 64) }
