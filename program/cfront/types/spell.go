package types

import (
	"strconv"
	"strings"

	"github.com/riftlab/rift/program"
)

// Spell spells a type as C does, and as compilers name it in messages: "char [4]", "int *",
// "void (*)(int)".
func Spell(t *program.Type) string { return strings.TrimRight(spellAround(t, ""), " ") }

func spellAround(t *program.Type, inner string) string {
	switch t.Class {
	case program.PointerType:
		inner = "*" + inner
		if t.Elem.Class == program.ArrayType || t.Elem.Class == program.FuncType {
			inner = "(" + inner + ")"
		}
		return spellAround(t.Elem, inner)
	case program.ArrayType:
		length := ""
		if t.Len >= 0 {
			length = strconv.FormatInt(t.Len, 10)
		}
		return spellAround(t.Elem, inner+"["+length+"]")
	case program.FuncType:
		var list []string
		for _, p := range t.Params {
			list = append(list, Spell(p))
		}
		if t.Variadic {
			list = append(list, "...")
		}
		if len(list) == 0 {
			list = []string{"void"}
		}
		return spellAround(t.Elem, inner+"("+strings.Join(list, ", ")+")")
	}
	return t.Name + " " + inner
}
