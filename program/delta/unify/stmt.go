package unify

import (
	"slices"
	"strings"

	"github.com/riftlab/rift/program/csyntax"
	"github.com/riftlab/rift/program/delta"
)

// list unifies two lists of statements. at is the byte of the new file where
// what belongs to the end of the list is inserted. It reports false if some
// part can only be unified with more around it.
func (u *unifier) list(olds, news []*cnode, at int) bool {
	pairs := u.alignList(olds, news)
	i, j := 0, 0
	flush := func(oi, nj int) bool {
		pos := at
		if j < len(news) {
			pos = u.new.start(news[j].from)
		}
		return u.gapList(olds[i:oi], news[j:nj], pos)
	}
	for _, p := range pairs {
		if !flush(p[0], p[1]) {
			return false
		}
		o, n := olds[p[0]], news[p[1]]
		if !u.stmt(o, n) && !u.apart(o, n) {
			return false
		}
		i, j = p[0]+1, p[1]+1
	}
	return flush(len(olds), len(news))
}

// alignList matches statements of two lists in order so that what they have in
// common is greatest.
func (u *unifier) alignList(olds, news []*cnode) [][2]int {
	// The equal ends need no weighing.
	lead := 0
	for lead < len(olds) && lead < len(news) && u.same(olds[lead], news[lead]) {
		lead++
	}
	tail := 0
	for tail < len(olds)-lead && tail < len(news)-lead && u.same(olds[len(olds)-1-tail], news[len(news)-1-tail]) {
		tail++
	}
	var pairs [][2]int
	for k := range lead {
		pairs = append(pairs, [2]int{k, k})
	}
	mo, mn := olds[lead:len(olds)-tail], news[lead:len(news)-tail]
	w := len(mn) + 1
	best, weight := make([]float64, (len(mo)+1)*w), make([]float64, len(mo)*len(mn))
	bo, bn := u.bags(u.old, mo), u.bags(u.new, mn)
	for i := len(mo) - 1; i >= 0; i-- {
		u.poll()
		for j := len(mn) - 1; j >= 0; j-- {
			wt := u.likeStmt(mo[i], mn[j], bo[i], bn[j])
			weight[i*len(mn)+j] = wt
			best[i*w+j] = max(best[(i+1)*w+j], best[i*w+j+1], best[(i+1)*w+j+1]+wt)
		}
	}
	for i, j := 0, 0; i < len(mo) && j < len(mn); {
		if wt := weight[i*len(mn)+j]; wt > 0 && best[i*w+j] == best[(i+1)*w+j+1]+wt {
			pairs = append(pairs, [2]int{lead + i, lead + j})
			i++
			j++
		} else if best[i*w+j] == best[(i+1)*w+j] {
			i++
		} else {
			j++
		}
	}
	for k := tail; k > 0; k-- {
		pairs = append(pairs, [2]int{len(olds) - k, len(news) - k})
	}
	return pairs
}

func (u *unifier) bags(f *cfile, list []*cnode) []delta.Bag {
	out := make([]delta.Bag, len(list))
	for i, n := range list {
		for _, t := range f.toks[n.from:n.to] {
			out[i].Add(t.Text)
		}
	}
	return out
}

// likeStmt weighs a pair of statements; 0 if they are not the same one.
func (u *unifier) likeStmt(o, n *cnode, bo, bn delta.Bag) float64 {
	size := 1 + float64(min(bo.Size, bn.Size))/20
	if o.kind != n.kind {
		if u.wraps(n, u.new, o, u.old) || u.wraps(o, u.old, n, u.new) {
			return 1.5 * size // more than any two conditions that are not the same
		}
		return 0
	}
	if u.same(o, n) {
		return 2 * size
	}
	switch n.kind {
	case nodeLabel, nodeLine, nodeJump, nodeEmpty:
		return 0
	case nodeDecl:
		if csyntax.Declared(u.old.toks[o.from:o.to]) == csyntax.Declared(u.new.toks[n.from:n.to]) {
			return size
		}
		return 0
	case nodeReturn:
		return 0.5
	}
	like := delta.Likeness(bo, bn)
	if n.kind == nodeIf || n.kind == nodeWhile || n.kind == nodeFor || n.kind == nodeSwitch {
		// A head or a body that is the same tells more than the words do.
		for i := range n.kids {
			if i < len(o.kids) && o.kids[i] != nil && n.kids[i] != nil && o.kids[i].to-o.kids[i].from > 3 && u.same(o.kids[i], n.kids[i]) {
				like = max(like, 0.6)
			}
		}
	}
	if n.kind == nodeExpr {
		a, b := o.kids[0], n.kids[0]
		if a.kind == nodeAssign && b.kind == nodeAssign && u.same(a.kids[0], b.kids[0]) || a.kind == nodeCall && b.kind == nodeCall && u.same(a.kids[0], b.kids[0]) {
			like = max(like, 0.5)
		} else if a.kind != b.kind || a.kind == nodeAssign || a.kind == nodeCall {
			like -= 0.3
		}
	}
	if like < 0.4 {
		return 0
	}
	return like * size
}

// wraps reports whether an if is a condition put around a statement of the other
// version.
func (u *unifier) wraps(c *cnode, cf *cfile, s *cnode, sf *cfile) bool {
	if c.kind != nodeIf || len(c.kids) != 2 || s.kind == nodeDecl || s.kind == nodeJump || s.kind == nodeReturn {
		return false
	}
	body := statements(c.kids[1])
	return len(body) == 1 && sameTokens(cf.toks[body[0].from:body[0].to], sf.toks[s.from:s.to])
}

// stmt unifies a pair of statements of the same kind; false, with nothing
// changed, if it cannot.
func (u *unifier) stmt(o, n *cnode) bool {
	if u.same(o, n) {
		return true
	}
	m := u.mark()
	if o.kind == n.kind && u.sameKind(o, n) {
		return true
	}
	u.undo(m)
	return false
}

func (u *unifier) sameKind(o, n *cnode) bool {
	switch n.kind {
	case nodeBlock:
		return u.list(o.kids, n.kids, u.new.toks[n.to-1].Start)
	case nodeIf:
		return u.ifStmt(o, n)
	case nodeWhile, nodeDo:
		return u.condition(o.kids[0], n.kids[0]) && u.body(o.kids[1], n.kids[1])
	case nodeSwitch:
		return u.switchStmt(o, n)
	case nodeFor:
		return u.forStmt(o, n)
	case nodeReturn:
		return len(o.kids) == len(n.kids) && (len(n.kids) == 0 || u.expr(o.kids[0], n.kids[0], false))
	case nodeExpr:
		return u.exprStmt(o.kids[0], n.kids[0])
	case nodeDecl:
		return u.declStmt(o, n)
	}
	return false
}

// body unifies the statements that a condition or loop governs.
func (u *unifier) body(o, n *cnode) bool {
	if u.same(o, n) {
		return true
	}
	if o.kind == nodeBlock && n.kind == nodeBlock || o.kind == n.kind && n.kind != nodeExpr && n.kind != nodeDecl {
		if u.stmt(o, n) {
			return true
		}
	}
	// One statement or a block: unify as lists, in braces.
	olds, news := []*cnode{o}, []*cnode{n}
	if o.kind == nodeBlock {
		olds = o.kids
	}
	if n.kind == nodeBlock {
		return u.list(olds, n.kids, u.new.toks[n.to-1].Start)
	}
	u.insert(u.new.start(n.from), "{ ")
	if !u.list(olds, news, u.new.toks[n.to-1].End) {
		return false
	}
	u.insert(u.new.toks[n.to-1].End, " }")
	return true
}

func (u *unifier) ifStmt(o, n *cnode) bool {
	if !u.same(o.kids[0], n.kids[0]) && (len(n.kids) == 3 && u.addedLink(o, n) || len(o.kids) == 3 && u.removedLink(o, n)) {
		return true
	}
	if !u.condition(o.kids[0], n.kids[0]) || !u.body(o.kids[1], n.kids[1]) {
		return false
	}
	switch {
	case len(o.kids) == 3 && len(n.kids) == 3:
		return u.body(o.kids[2], n.kids[2])
	case len(o.kids) == 3: // the else is gone
		if n.kids[1].kind == nodeIf { // would take the else for itself
			return false
		}
		u.note(PatternStraight, n.to-1, u.oldText(o.kids[2]), "")
		u.insert(u.new.toks[n.to-1].End, " else if (change(1, 0)) { "+u.oldText(o.kids[2])+" }")
	case len(n.kids) == 3: // there is an else now
		e := n.kids[2]
		if e.kind == nodeIf && len(e.kids) == 2 {
			return u.guard(e.kids[0], "0", PatternConditional)
		}
		u.note(PatternStraight, e.from, "", u.newText(e))
		u.insert(u.new.start(e.from), "if (change(0, 1)) { ")
		u.insert(u.new.toks[e.to-1].End, " }")
	}
	return true
}

// addedLink handles a condition put before another in a chain of else if.
func (u *unifier) addedLink(o, n *cnode) bool {
	rest := n.kids[2]
	if rest.kind != nodeIf || !u.same(o.kids[0], rest.kids[0]) {
		return false
	}
	m := u.mark()
	if u.guard(n.kids[0], "0", PatternConditional) && u.stmt(o, rest) {
		return true
	}
	u.undo(m)
	return false
}

// removedLink handles a condition that no longer stands before another in a
// chain of else if.
func (u *unifier) removedLink(o, n *cnode) bool {
	rest := o.kids[2]
	if rest.kind != nodeIf || !u.same(rest.kids[0], n.kids[0]) || hasLine(u.old.toks[o.from:o.kids[1].to]) || labels(o.kids[1]) {
		return false
	}
	m := u.mark()
	cond := u.oldText(o.kids[0])
	u.note(PatternConditional, n.from, cond, "0")
	u.insert(u.new.start(n.from), "if ("+annotation(cond, "0")+") { "+u.oldText(o.kids[1])+" } else ")
	if u.stmt(rest, n) {
		return true
	}
	u.undo(m)
	return false
}

// guard replaces a condition that only the new version has by one that is the
// given constant in the old version.
func (u *unifier) guard(cond *cnode, old string, p Pattern) bool {
	if hasLine(u.new.toks[cond.from:cond.to]) {
		return false
	}
	u.note(p, cond.from, old, u.newText(cond))
	u.replace(cond, annotation(old, u.newText(cond)))
	return true
}

func (u *unifier) forStmt(o, n *cnode) bool {
	for i := range 3 {
		a, b := o.kids[i], n.kids[i]
		switch {
		case a == nil && b == nil:
		case a == nil || b == nil:
			if i == 1 && a == nil {
				return u.guard(b, "1", PatternValue) && u.body(o.kids[3], n.kids[3])
			}
			return false
		case i == 0 && (a.kind == nodeDecl || b.kind == nodeDecl):
			if !u.stmt(a, b) {
				return false
			}
		case i == 1:
			if !u.condition(a, b) {
				return false
			}
		default:
			if !u.exprStmt(a, b) {
				return false
			}
		}
	}
	return u.body(o.kids[3], n.kids[3])
}

// exprStmt unifies expressions evaluated for their effects.
func (u *unifier) exprStmt(o, n *cnode) bool {
	switch {
	case u.same(o, n):
		return true
	case o.kind == nodeAssign && n.kind == nodeAssign:
		if o.op != n.op {
			if !u.same(o.kids[0], n.kids[0]) || hasEffects(n.kids[0]) || hasLine(u.old.toks[o.from:o.to]) || hasLine(u.new.toks[n.from:n.to]) {
				return false
			}
			value := func(f *cfile, a *cnode) string {
				rhs := f.span(a.kids[1].from, a.kids[1].to)
				if a.op == "=" {
					return rhs
				}
				return f.span(a.kids[0].from, a.kids[0].to) + " " + strings.TrimSuffix(a.op, "=") + " (" + rhs + ")"
			}
			old, new := value(u.old, o), value(u.new, n)
			u.note(PatternValue, n.from, old, new)
			u.replace(n, u.newText(n.kids[0])+" = "+annotation(old, new))
			return true
		}
		return u.expr(o.kids[0], n.kids[0], true) && u.expr(o.kids[1], n.kids[1], false)
	case o.kind == nodeCall && n.kind == nodeCall && len(o.kids) == len(n.kids) && u.same(o.kids[0], n.kids[0]):
		for i := 1; i < len(n.kids); i++ {
			if !u.expr(o.kids[i], n.kids[i], u.macros.assigns(n.kids[0].op, i-1)) {
				return false
			}
		}
		return true
	case o.kind == n.kind && (n.kind == nodePost || n.kind == nodePre) && o.op == n.op:
		return u.expr(o.kids[0], n.kids[0], true)
	case o.kind == nodeComma && n.kind == nodeComma && len(o.kids) == len(n.kids):
		for i := range n.kids {
			if !u.exprStmt(o.kids[i], n.kids[i]) {
				return false
			}
		}
		return true
	}
	return false
}

// declStmt unifies declarations of the same name.
func (u *unifier) declStmt(o, n *cnode) bool {
	oh, nh := u.head(u.old, o), u.head(u.new, n)
	if oh != nh || len(o.kids) != len(n.kids) {
		return u.widened(o, n)
	}
	for i := range n.kids {
		if u.same(o.kids[i], n.kids[i]) {
			continue
		}
		if strings.HasPrefix(nh, "static ") || n.kids[i].kind == nodeInit {
			return false // no place for a change that is decided at run time
		}
		if !u.expr(o.kids[i], n.kids[i], false) {
			return false
		}
	}
	return true
}

// head is a declaration without its initialisers.
func (u *unifier) head(f *cfile, d *cnode) string {
	var sb strings.Builder
	at := d.from
	for _, k := range d.kids {
		sb.WriteString(csyntax.Join(f.toks[at:k.from]) + " ")
		at = k.to
	}
	return sb.String() + csyntax.Join(f.toks[at:d.to])
}

// ranks orders the signed integer types by size.
var ranks = map[string]int{"signed char": 1, "short": 2, "short int": 2, "int": 3, "long": 4, "long int": 4}

// widened handles a variable whose integer type changed size, if its value is
// only set here: the larger type is kept, and the other version's value cast.
func (u *unifier) widened(o, n *cnode) bool {
	if len(o.kids) != 1 || len(n.kids) != 1 {
		return false
	}
	typ := func(f *cfile, d *cnode) (string, string) { // type and name
		end := d.kids[0].from - 1
		return csyntax.Join(f.toks[d.from : end-1]), f.toks[end-1].Text
	}
	to, name := typ(u.old, o)
	tn, name2 := typ(u.new, n)
	ro, rn := ranks[to], ranks[tn]
	if name != name2 || ro == 0 || rn == 0 || u.setAgain(name) {
		return false
	}
	m := u.mark()
	if !u.expr(o.kids[0], n.kids[0], false) || len(u.edits) > m[0] {
		u.undo(m)
		return false
	}
	e := u.newText(n.kids[0])
	old, new := e, e
	if rn < ro {
		u.edits = append(u.edits, edit{u.new.toks[n.from].Start, u.new.toks[n.kids[0].from-3].End, to})
		new = "(" + tn + ") (" + e + ")"
	} else {
		old = "(" + to + ") (" + e + ")"
	}
	u.note(PatternType, n.from, to, tn)
	u.replace(n.kids[0], annotation(old, new))
	return true
}

// setAgain reports whether a variable of the function is changed other than by
// its declaration, or its address taken, in either version.
func (u *unifier) setAgain(name string) bool {
	check := func(f *cfile, it *topItem) bool {
		sets := 0
		for i := it.body; i < it.to; i++ {
			if f.toks[i].Text != name {
				continue
			}
			next, prev := f.toks[i+1].Text, f.toks[i-1].Text
			if slices.Contains(assignOps, next) || next == "++" || next == "--" || prev == "++" || prev == "--" || prev == "&" {
				sets++
			}
		}
		return sets > 1
	}
	return check(u.old, u.fnOld) || check(u.new, u.fnNew)
}

// apart keeps both of a pair of statements: the old one for the old version
// and the new one for the new version.
func (u *unifier) apart(o, n *cnode) bool {
	return u.gapList([]*cnode{o}, []*cnode{n}, u.new.start(n.from))
}

// gapList handles statements that only one of the versions has; old text goes
// to byte at.
func (u *unifier) gapList(olds, news []*cnode, at int) bool {
	if len(olds) == 0 && len(news) == 0 {
		return true
	}
	if u.sw != nil && caseGroup(olds) && len(news) == 0 {
		u.sw.removed = append(u.sw.removed, u.caseValues(u.old, olds)...)
		u.note(PatternConditional, u.tokAt(at), u.oldText(olds[0]), "")
		u.insert(at, u.old.span(olds[0].from, olds[len(olds)-1].to)+"\n")
		return true
	}
	if u.sw != nil && caseGroup(news) && len(olds) == 0 {
		u.sw.added = append(u.sw.added, u.caseValues(u.new, news)...)
		u.note(PatternConditional, news[0].from, "", u.newText(news[0]))
		return true
	}
	if len(news) == 1 && len(olds) > 0 && u.guarded(olds, news[0]) {
		return true
	}
	if len(olds) == 1 && len(news) > 0 && u.unguarded(olds[0], news) {
		return true
	}
	for _, o := range olds {
		if !u.removed(o, at) {
			return false
		}
	}
	for _, n := range news {
		if !u.added(n, at) {
			return false
		}
	}
	return true
}

func statements(n *cnode) []*cnode {
	if n.kind == nodeBlock {
		return n.kids
	}
	return []*cnode{n}
}

// guarded handles old statements that are now under a condition.
func (u *unifier) guarded(olds []*cnode, n *cnode) bool {
	if n.kind != nodeIf || len(n.kids) != 2 || len(statements(n.kids[1])) != len(olds) {
		return false
	}
	for i, s := range statements(n.kids[1]) {
		if !u.same(olds[i], s) {
			return false
		}
	}
	return u.guard(n.kids[0], "1", PatternConditional)
}

// unguarded handles statements that are no longer under a condition.
func (u *unifier) unguarded(o *cnode, news []*cnode) bool {
	if o.kind != nodeIf || len(o.kids) != 2 || len(statements(o.kids[1])) != len(news) || hasLine(u.old.toks[o.from:o.to]) {
		return false
	}
	for i, s := range statements(o.kids[1]) {
		if !u.same(s, news[i]) || news[i].kind == nodeDecl {
			return false
		}
	}
	cond := u.oldText(o.kids[0])
	u.note(PatternConditional, news[0].from, cond, "1")
	u.insert(u.new.start(news[0].from), "if ("+annotation(cond, "1")+") { ")
	u.insert(u.new.toks[news[len(news)-1].to-1].End, " }")
	return true
}

// removed puts a statement that only the old version has at byte at.
func (u *unifier) removed(o *cnode, at int) bool {
	text := u.oldText(o)
	switch o.kind {
	case nodeEmpty:
		return true
	case nodeLine, nodeLabel:
		return false
	case nodeDecl:
		return u.keepDecl(u.old, o, at)
	case nodeIf:
		if len(o.kids) == 2 && !hasLine(u.old.toks[o.kids[0].from:o.kids[0].to]) {
			cond := u.oldText(o.kids[0])
			u.note(PatternConditional, u.tokAt(at), cond, "0")
			u.insert(at, "if ("+annotation(cond, "0")+") { "+u.old.span(o.kids[1].from, o.kids[1].to)+" }\n")
			return true
		}
	case nodeExpr:
		if u.private(o.kids[0], u.old, u.fnOld, u.new, u.fnNew) {
			u.note(PatternVariable, u.tokAt(at), text, "")
			u.insert(at, text+"\n")
			return true
		}
		if a := o.kids[0]; a.kind == nodeAssign && a.op == "=" && a.kids[0].kind == nodeLeaf && u.settled(u.new, u.fnNew, a.kids[0].op, u.tokAt(at)) && !hasLine(u.old.toks[a.from:a.to]) {
			x := a.kids[0].op
			u.note(PatternAssign, u.tokAt(at), u.old.span(a.kids[1].from, a.kids[1].to), x)
			u.insert(at, x+" = "+annotation(u.old.span(a.kids[1].from, a.kids[1].to), x)+";\n")
			return true
		}
	}
	if labels(o) {
		return false
	}
	u.note(PatternStraight, u.tokAt(at), text, "")
	u.insert(at, "if (change(1, 0)) { "+text+" }\n")
	return true
}

// added marks a statement that only the new version has.
func (u *unifier) added(n *cnode, at int) bool {
	switch n.kind {
	case nodeEmpty:
		return true
	case nodeLine:
		return false
	case nodeLabel:
		return n.op != "case" && n.op != "case range" && n.op != "default"
	case nodeDecl:
		return u.keepDecl(u.new, n, at)
	case nodeIf:
		if len(n.kids) == 2 && u.guard(n.kids[0], "0", PatternConditional) {
			return true
		}
	case nodeWhile:
		if u.guard(n.kids[0], "0", PatternConditional) {
			return true
		}
	case nodeExpr:
		a := n.kids[0]
		if u.private(a, u.new, u.fnNew, u.old, u.fnOld) {
			u.note(PatternVariable, n.from, "", u.newText(n))
			return true
		}
		if a.kind == nodeAssign && a.op == "=" && a.kids[0].kind == nodeLeaf && !hasLine(u.new.toks[a.from:a.to]) && u.settled(u.new, u.fnNew, a.kids[0].op, n.from) {
			x := a.kids[0].op
			u.note(PatternAssign, n.from, x, u.newText(a.kids[1]))
			u.replace(a.kids[1], annotation(x, u.newText(a.kids[1])))
			return true
		}
	}
	if labels(n) {
		return false
	}
	u.note(PatternStraight, n.from, "", u.newText(n))
	u.insert(u.new.start(n.from), "if (change(0, 1)) { ")
	u.insert(u.new.toks[n.to-1].End, " }")
	return true
}

// private reports whether an expression does nothing but set a variable that only
// this version has: the other may do it, too, and never notices.
//
// Source: Palikareva et al. 2016, section 3.1, rule 4.
func (u *unifier) private(a *cnode, f *cfile, fn *topItem, other *cfile, otherFn *topItem) bool {
	if a.kind != nodeAssign || a.op != "=" || a.kids[0].kind != nodeLeaf || !pure(a.kids[1]) || hasLine(f.toks[a.from:a.to]) {
		return false
	}
	x := a.kids[0].op
	return declaredIn(f, fn, x) && !u.globals[x] && !slices.ContainsFunc(other.toks[otherFn.from:otherFn.to], func(t csyntax.Token) bool { return t.Text == x })
}

// labels reports whether a statement holds a label of its own, which may not
// be doubled.
func labels(n *cnode) bool {
	if n == nil {
		return false
	}
	if n.kind == nodeLabel && n.op != "case" && n.op != "case range" && n.op != "default" {
		return true
	}
	return slices.ContainsFunc(n.kids, labels)
}

// settled reports whether a variable surely has a value where token tok of the
// function stands: it is a parameter, a global, or was set before in a block
// around it, unconditionally.
func (u *unifier) settled(f *cfile, it *topItem, name string, tok int) bool {
	for i := it.from; i < it.body; i++ {
		if f.toks[i].Text == name {
			return true
		}
	}
	local := false
	var set []bool // by enclosing block: has the variable been set in it?
	for i := it.body; i < tok && i+1 < it.to; i++ {
		switch f.toks[i].Text {
		case "{":
			set = append(set, false)
		case "}":
			set = set[:max(len(set)-1, 0)]
		case name:
			local = true
			if f.toks[i+1].Text == "=" && len(set) > 0 && !governed(f, i) {
				set[len(set)-1] = true
			}
		}
	}
	return slices.Contains(set, true) || !local && u.globals[name]
}

// governed reports whether the statement that token i begins or belongs to
// stands under a condition without braces.
func governed(f *cfile, i int) bool {
	for i--; i > 0; i-- {
		switch f.toks[i].Text {
		case ";", "{", "}":
			return false
		case ")", "else", "?", "&&", "||":
			return true
		}
	}
	return false
}

// keepDecl keeps a declaration that only one version has; the other must not
// notice its initialisers.
func (u *unifier) keepDecl(f *cfile, d *cnode, at int) bool {
	fn := u.fnOld
	other := u.old
	if f == u.old {
		fn, other = u.fnNew, u.new
	}
	name := csyntax.Declared(f.toks[d.from:d.to])
	if declaredIn(other, fn, name) {
		return false // another declaration of that name
	}
	if f == u.new && slices.ContainsFunc(other.toks[fn.body:fn.to], func(t csyntax.Token) bool { return t.Text == name && t.Kind == csyntax.Identifier }) {
		return false // would hide what the old version knows by that name
	}
	text := f.span(d.from, d.to)
	for _, k := range d.kids {
		if pure(k) {
			continue
		}
		if k.kind == nodeInit || len(d.kids) > 1 || hasLine(f.toks[k.from:k.to]) {
			return false
		}
		e := f.span(k.from, k.to)
		a := annotation("0", e)
		if f == u.old {
			a = annotation(e, "0")
			text = f.span(d.from, k.from) + " " + a + ";"
		} else {
			u.replace(k, a)
		}
	}
	if f == u.old {
		u.note(PatternVariable, u.tokAt(at), text, "")
		u.insert(at, text+"\n")
		return true
	}
	u.note(PatternVariable, d.from, "", text)
	return true
}

// declaredIn reports whether a function declares a variable of that name.
func declaredIn(f *cfile, it *topItem, name string) bool {
	for i := it.body + 1; i+1 < it.to; i++ {
		t := f.toks[i]
		if t.Text != name || t.Kind != csyntax.Identifier {
			continue
		}
		prev, next := f.toks[i-1], f.toks[i+1].Text
		if (next == "=" || next == ";" || next == "[" || next == ",") && (prev.Kind == csyntax.Identifier && (!csyntax.Keyword(prev.Text) || typeWords[prev.Text]) || prev.Text == "*" && f.toks[i-2].Kind == csyntax.Identifier) {
			return true
		}
	}
	return false
}

// tokAt returns the token of the new file that stands at or after a byte.
func (u *unifier) tokAt(at int) int {
	i, _ := slices.BinarySearchFunc(u.new.toks, at, func(t csyntax.Token, at int) int { return t.Start - at })
	return min(i, len(u.new.toks)-1)
}
