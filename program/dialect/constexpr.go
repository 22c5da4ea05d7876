package dialect

import "github.com/riftlab/rift/program/cpp"

// constant writes a declaration with constexpr (C23) as one with const. That
// of one scalar is static too, and uses of its name that need no object are
// written as its value: they are integer constant expressions.
func (r *rewriter) constant(w word) {
	r.i++
	end := r.i
	for depth := 0; end < len(r.in) && (depth > 0 || !r.in[end].is(";")); end++ {
		switch {
		case r.in[end].is("(") || r.in[end].is("{") || r.in[end].is("["):
			depth++
		case r.in[end].is(")") || r.in[end].is("}") || r.in[end].is("]"):
			depth--
		}
	}
	decl := r.in[r.i:end]
	name := -1
	for k := range decl {
		if decl[k].is("=") {
			name = k - 1
			break
		}
	}
	static := false
	for k := range decl {
		static = static || decl[k].is("static") || decl[k].is("extern") || decl[k].is("auto") || decl[k].is("register")
	}
	if !static {
		r.put(&w, "static")
	}
	r.put(&w, "const")
	if name < 1 || decl[name].kind != cpp.Name || len(splitCommas(decl)) > 1 {
		return
	}
	value := decl[name+2:]
	for k := range decl[:name] {
		if decl[k].is("*") || decl[k].is("struct") || decl[k].is("union") {
			return
		}
	}
	if len(value) > 1 && value[0].is("{") {
		value = value[1 : len(value)-1]
	}
	var t []word
	for k := range decl[:name] {
		switch decl[k].text {
		case "static", "const", "register", "auto", "inline":
		default:
			t = append(t, decl[k])
		}
	}
	if len(t) == 0 {
		t = []word{w.like(cpp.Name, "__typeof__"), w.like(cpp.Punct, "(")}
		t = append(append(t, value...), w.like(cpp.Punct, ")"))
	}
	text := []word{w.like(cpp.Punct, "("), w.like(cpp.Punct, "(")}
	text = append(append(text, t...), w.like(cpp.Punct, ")"), w.like(cpp.Punct, "("))
	text = append(append(text, value...), w.like(cpp.Punct, ")"), w.like(cpp.Punct, ")"))
	// The declaration itself is read first, with the names that it declares.
	depth := len(r.brackets)
	text = r.list(text)
	declared := r.list(decl)
	r.emit(declared...)
	r.i = end
	r.constexpr = append(r.constexpr, constexpr{name: decl[name].text, value: text, depth: depth})
}

// constexprUse writes the value of a constant for its name.
func (r *rewriter) constexprUse(w *word) bool {
	for k := len(r.constexpr) - 1; k >= 0; k-- {
		c := &r.constexpr[k]
		if c.name != w.text {
			continue
		}
		if r.member() || r.shadows(w) || c.value == nil || r.addressed() {
			return false
		}
		for _, v := range c.value {
			v.at, v.endLine, v.endCol, v.white = w.at, w.endLine, w.endCol, true
			r.emit(v)
		}
		r.i++
		return true
	}
	return false
}

// addressed reports whether the operator & that was written last takes an
// address.
func (r *rewriter) addressed() bool {
	n := len(r.out) - 1
	if n < 0 || !r.out[n].is("&") {
		return false
	}
	if n == 0 {
		return true
	}
	switch k := r.out[n-1].kind; k {
	case cpp.Name, cpp.Number, cpp.Char, cpp.String, cpp.RParen:
		return r.out[n-1].is("return")
	}
	return !r.out[n-1].is("]")
}

// shadows reports whether the name w is declared anew, and notes that for its
// scope, which is that of a function for a parameter.
func (r *rewriter) shadows(w *word) bool {
	n := len(r.out) - 1
	if n < 0 || r.out[n].kind != cpp.Name {
		return false
	}
	switch r.out[n].text {
	case "goto":
		return true
	case "return", "case", "else", "sizeof", "do":
		return false
	}
	c := constexpr{name: w.text, depth: len(r.brackets)}
	for ; c.depth > 1 && r.brackets[c.depth-1].open == '('; c.depth-- {
		c.param = true
	}
	r.constexpr = append(r.constexpr, c)
	return true
}

// leaveScope forgets the constants of a scope that has ended, and the parameters
// of a function or prototype.
func (r *rewriter) leaveScope() {
	depth := len(r.brackets)
	for n := len(r.constexpr); n > 0; n-- {
		if c := &r.constexpr[n-1]; c.depth < depth || c.depth == depth && !c.param {
			return
		}
		r.constexpr = r.constexpr[:n-1]
	}
}
