package align

import (
	"github.com/riftlab/rift/program/csyntax"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/delta/unify/source"
	"github.com/riftlab/rift/program/delta/unify/tree"
)

// Bodies unifies the bodies of the functions at work, statement by statement. If it can not,
// it returns why, with nothing changed.
func (u *Unifier) Bodies() (reason string) {
	o, n := u.fnOld, u.fnNew
	ob, err := tree.Parse(u.Old, o)
	if err != nil {
		return err.Error() + " of the old version"
	}
	nb, err := tree.Parse(u.New, n)
	if err != nil {
		return err.Error()
	}
	m := u.mark()
	if !u.list(ob.Kids, nb.Kids, u.New.Toks[n.To-1].Start) {
		u.undo(m)
		return "no alignment of its statements: " + u.stuck
	}
	return ""
}

// list unifies two lists of statements. at is the byte of the new file where
// what belongs to the end of the list is inserted. It reports false if some
// part can only be unified with more around it.
func (u *Unifier) list(olds, news []*tree.Node, at int) bool {
	pairs := u.alignList(olds, news)
	i, j := 0, 0
	flush := func(oi, nj int) bool {
		pos := at
		if j < len(news) {
			pos = u.New.Start(news[j].From)
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
func (u *Unifier) alignList(olds, news []*tree.Node) [][2]int {
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
	bo, bn := u.bags(u.Old, mo), u.bags(u.New, mn)
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

func (u *Unifier) bags(f *source.File, list []*tree.Node) []delta.Bag {
	out := make([]delta.Bag, len(list))
	for i, n := range list {
		for _, t := range f.Toks[n.From:n.To] {
			out[i].Add(t.Text)
		}
	}
	return out
}

// likeness weighs a pair of statements by itself.
func (u *Unifier) likeness(o, n *tree.Node) float64 {
	return u.likeStmt(o, n, u.bags(u.Old, []*tree.Node{o})[0], u.bags(u.New, []*tree.Node{n})[0])
}

// likeStmt weighs a pair of statements; 0 if they are not the same one.
func (u *Unifier) likeStmt(o, n *tree.Node, bo, bn delta.Bag) float64 {
	size := 1 + float64(min(bo.Size, bn.Size))/20
	if o.Kind != n.Kind {
		if u.wraps(n, u.New, o, u.Old) || u.wraps(o, u.Old, n, u.New) {
			return 1.5 * size // more than any two conditions that are not the same
		}
		return 0
	}
	if u.same(o, n) {
		return 2 * size
	}
	switch n.Kind {
	case tree.Label, tree.Line, tree.Word, tree.Jump, tree.Empty, tree.Opaque:
		return 0
	case tree.Decl:
		if csyntax.Declared(u.Old.Toks[o.From:o.To]) == csyntax.Declared(u.New.Toks[n.From:n.To]) {
			return size
		}
		return 0
	case tree.Return:
		return 0.5
	}
	like := delta.Likeness(bo, bn)
	if n.Kind == tree.If || n.Kind == tree.While || n.Kind == tree.For || n.Kind == tree.Switch || n.Kind == tree.Each {
		// A head or a body that is the same tells more than the words do.
		for i := range n.Kids {
			if i < len(o.Kids) && o.Kids[i] != nil && n.Kids[i] != nil && o.Kids[i].To-o.Kids[i].From > 3 && u.same(o.Kids[i], n.Kids[i]) {
				like = max(like, 0.6)
			}
		}
	}
	if n.Kind == tree.Expr {
		a, b := o.Kids[0], n.Kids[0]
		if a.Kind == tree.Assign && b.Kind == tree.Assign && u.same(a.Kids[0], b.Kids[0]) || a.Kind == tree.Call && b.Kind == tree.Call && u.same(a.Kids[0], b.Kids[0]) {
			like = max(like, 0.5)
		} else if a.Kind != b.Kind || a.Kind == tree.Assign || a.Kind == tree.Call {
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
func (u *Unifier) wraps(c *tree.Node, cf *source.File, s *tree.Node, sf *source.File) bool {
	if c.Kind != tree.If || len(c.Kids) != 2 || s.Kind == tree.Decl || s.Kind == tree.Jump || s.Kind == tree.Return {
		return false
	}
	body := tree.Statements(c.Kids[1])
	return len(body) == 1 && source.SameTokens(cf.Toks[body[0].From:body[0].To], sf.Toks[s.From:s.To])
}
