package tree

import "slices"

// Chain returns the operands of a && b && c.
func Chain(n *Node, op string) []*Node {
	if n.Kind == Binary && n.Op == op {
		return append(Chain(n.Kids[0], op), Chain(n.Kids[1], op)...)
	}
	return []*Node{n}
}

// Pure reports whether evaluating an expression neither has effects nor can
// fail: it may be evaluated by the version that does not have it.
func Pure(n *Node) bool {
	switch n.Kind {
	case Call, Assign, Post, Index, Init, Opaque:
		return false
	case Member:
		if n.Op[0] == '-' {
			return false
		}
	case Pre:
		if n.Op == "*" || n.Op == "++" || n.Op == "--" {
			return false
		}
	case Binary:
		if n.Op == "/" || n.Op == "%" || (n.Op == "<<" || n.Op == ">>") && !(n.Kids[1].Kind == Leaf && n.Kids[1].Op[0] >= '0' && n.Kids[1].Op[0] <= '9') {
			return false
		}
	}
	for _, k := range n.Kids {
		if !Pure(k) {
			return false
		}
	}
	return true
}

// HasEffects reports whether evaluating an expression may change anything.
func HasEffects(n *Node) bool {
	switch n.Kind {
	case Call, Assign, Post, Opaque:
		return true
	case Pre:
		if n.Op == "++" || n.Op == "--" {
			return true
		}
	}
	return slices.ContainsFunc(n.Kids, HasEffects)
}

// Statements returns the statements of a block, or n if it is none.
func Statements(n *Node) []*Node {
	if n.Kind == Block {
		return n.Kids
	}
	return []*Node{n}
}

// HasLabels reports whether a statement holds a label of its own, which may not
// be doubled.
func HasLabels(n *Node) bool {
	if n == nil {
		return false
	}
	if n.Kind == Label && n.Op != "case" && n.Op != "case range" && n.Op != "default" {
		return true
	}
	return slices.ContainsFunc(n.Kids, HasLabels)
}

// Branches reports whether a statement or expression decides about what is evaluated.
func Branches(n *Node) bool {
	switch {
	case n == nil:
		return false
	case n.Kind == If, n.Kind == While, n.Kind == Do, n.Kind == For, n.Kind == Switch, n.Kind == Each, n.Kind == Cond, n.Kind == Opaque:
		return true
	case n.Kind == Binary && (n.Op == "&&" || n.Op == "||"):
		return true
	}
	return slices.ContainsFunc(n.Kids, Branches)
}

// Lines counts the preprocessor lines that stand between statements.
func Lines(n *Node) int {
	switch {
	case n == nil:
		return 0
	case n.Kind == Line:
		return 1
	}
	lines := 0
	for _, k := range n.Kids {
		lines += Lines(k)
	}
	return lines
}
