package harness

import (
	"fmt"
	"slices"
	"strings"

	"github.com/riftlab/rift/program"
)

// constructor returns the function by which both versions make objects of a
// structure that the harness's file does not define, or nil: one of another file
// that returns a pointer to it, takes none and can be called without a prototype.
// Of several it is the one with the fewest parameters, the first of these in the
// program.
func (h *generator) constructor(t *program.Type) *Entry {
	if t == nil || t.Class != program.StructType || !strings.Contains(t.Name, " ") {
		return nil
	}
	var found *Entry
	for _, f := range h.entry.program.Funcs {
		e := &Entry{f, h.entry.program, h.entry.which}
		if f.Unit == h.entry.Unit || found != nil && len(f.Params) >= len(found.Params) || !constructs(e, t) {
			continue
		}
		if i, ok := h.old.program.FuncByName(f.Name); ok {
			o := &Entry{h.old.program.Funcs[i], h.old.program, h.old.which}
			if constructs(o, t) && sameSignature(o, e) == nil {
				found = e
			}
		}
	}
	return found
}

func constructs(e *Entry, t *program.Type) bool {
	if e.Library || e.Static || e.Variadic || e.Sret || e.NoReturn || len(e.Blocks) == 0 || !leadsTo(e.Type.Elem, t) {
		return false
	}
	return !slices.ContainsFunc(e.Params, func(p program.Param) bool {
		_, ok := spellType(p.Type)
		promoted := p.Kind != program.Ptr && p.Type.Size < 4 || p.Type.Class == program.FloatType && p.Type.Size == 4
		return !ok || p.Size > 0 || promoted || leadsTo(p.Type, t)
	})
}

// leadsTo reports whether a type is that of pointers to a structure, by its tag.
func leadsTo(t, structure *program.Type) bool {
	return t != nil && t.Class == program.PointerType && t.Elem != nil && t.Elem.Class == structure.Class && t.Elem.Name == structure.Name
}

// construct writes what calls a constructor, and returns the call.
func (h *generator) construct(name string, c *Entry) string {
	result, _ := spellType(c.Type.Elem)
	if text := fmt.Sprintf("extern %s;\n", result.Declare(c.Source+"()")); c.Unit != h.entry.Unit && !strings.Contains(h.before.String(), text) {
		h.before.WriteString(text)
	}
	var args []string
	for i := range c.Params {
		p := &c.Params[i]
		h.made++
		v := fmt.Sprintf("rift_argument%d", h.made)
		s, _ := spellType(p.Type)
		fmt.Fprintf(&h.objects, "\t%s;\n", s.Declare(v))
		depth := 0
		if isText(p.Type.Elem) == "1" {
			depth = 1
		}
		h.fill(v, fmt.Sprintf("%s: %s of %s", name, parameterName(p, i), c.Source), p.Type, p.Type, depth)
		args = append(args, v)
	}
	h.note("what %s leads to is made by %s, and not compared", name, c.Source)
	return h.global(c.Source) + "(" + strings.Join(args, ", ") + ")"
}
