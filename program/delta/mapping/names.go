package mapping

import "strings"

// votes counts which new name stands where an old one stood.
type votes map[string]map[string]int

func (v votes) add(old, new string) {
	if v[old] == nil {
		v[old] = map[string]int{}
	}
	v[old][new]++
}

// renamed returns the names that are replaced consistently: old names that the
// new version does not have, each with the only new name in its places, which
// the old version does not have and which replaces nothing else.
func (v votes) renamed(inOld, inNew map[string]bool) map[string]string {
	taken := map[string]int{}
	for _, news := range v {
		for n := range news {
			taken[n]++
		}
	}
	out := map[string]string{}
	for o, news := range v {
		if len(news) != 1 || inNew[o] {
			continue
		}
		for n := range news {
			if taken[n] == 1 && !inOld[n] {
				out[o] = n
			}
		}
	}
	return out
}

// findNames finds renamed variables, globals and functions, and lets the old
// side speak with the new names.
func (m *Mapping) findNames() {
	globals, vars := votes{}, map[int]votes{}
	for _, a := range m.matches {
		vars[a.oldFn] = votes{}
		m.vote(a, vars[a.oldFn], globals)
	}
	inOld, inNew := globalNames(m.old), globalNames(m.new)
	as := globals.renamed(inOld, inNew)
	for i, g := range m.old.p.Globals {
		if n, ok := as[g.Name]; ok && g.Source != "" {
			m.old.globals[i] = n
		}
	}
	for o, n := range m.toNew {
		if n >= 0 {
			m.old.funcsAs[o] = m.new.p.Funcs[n].Name
		}
	}
	m.old.lits = map[int]string{}
	for _, a := range m.matches {
		m.old.varsAs[a.oldFn] = vars[a.oldFn].renamed(varNames(m.old.funcs[a.oldFn]), varNames(m.new.funcs[a.newFn]))
	}
	for o, v := range m.old.funcs {
		if v != nil {
			m.old.funcs[o] = m.old.newView(o)
		}
	}
}

// vote looks at statements of the same shape and at parameters.
func (m *Mapping) vote(a *match, vars, globals votes) {
	old, new := m.old.funcs[a.oldFn], m.new.funcs[a.newFn]
	for i := range min(len(old.f.Params), len(new.f.Params)) {
		if o, n := old.f.Params[i].Name, new.f.Params[i].Name; o != "" && n != "" && o != n {
			vars.add(o, n)
		}
	}
	for n, o := range a.toOld {
		if o < 0 || len(old.stmts[o]) != len(new.stmts[n]) {
			continue
		}
		for i, x := range old.stmts[o] {
			y := new.stmts[n][i]
			if x.op != y.op || len(x.args) != len(y.args) {
				continue
			}
			for k := range x.args {
				if x.args[k] == y.args[k] {
					continue
				}
				if ox, okx := variable(x.args[k]); okx {
					if ny, oky := variable(y.args[k]); oky {
						vars.add(ox, ny)
					}
				} else if ox, okx := strings.CutPrefix(x.args[k], "g:"); okx {
					if ny, oky := strings.CutPrefix(y.args[k], "g:"); oky {
						globals.add(base(ox), base(ny))
					}
				}
			}
		}
	}
}

// variable returns the name of the variable that an operand names.
func variable(arg string) (string, bool) {
	if n, ok := strings.CutPrefix(arg, "v:"); ok {
		return n, true
	}
	if n, ok := strings.CutPrefix(arg, "&"); ok {
		name, _, _ := strings.Cut(n, ":")
		return name, true
	}
	return "", false
}

// base drops the offset from the name of a global.
func base(s string) string {
	name, _, _ := strings.Cut(s, "+")
	return name
}

func globalNames(s *side) map[string]bool {
	names := map[string]bool{}
	for _, g := range s.p.Globals {
		if g.Source != "" {
			names[g.Name] = true
		}
	}
	return names
}

func varNames(v *view) map[string]bool {
	names := map[string]bool{}
	for _, r := range v.f.Regs {
		names[r.Name] = true
	}
	for _, l := range v.f.Locals {
		names[l.Name] = true
	}
	for _, p := range v.f.Params {
		names[p.Name] = true
	}
	return names
}
