package harness

import (
	"strings"

	"github.com/riftlab/rift/program"
)

// ValueText says what a harness got. Choices that came out as false are silent.
func (h *Harness) ValueText(v *program.Value) string {
	m := program.ModelOf(h.Values, v.Name)
	if m == nil {
		return plainText(v)
	}
	if m.Kind == program.ChoiceValue && len(v.Data) > 0 {
		if v.Data[0]&1 == 1 {
			return v.Name
		}
		return ""
	}
	switch numbers, ok := m.Numbers(v.Data); {
	case !ok:
		return v.Name + " = " + program.Quoted(v.Data)
	case m.Elements() == 1 && len(numbers) == 1:
		return v.Name + " = " + numbers[0]
	default:
		return v.Name + " = {" + strings.Join(numbers, ", ") + "}"
	}
}

// plainText is valueText for a value of which only the size is known, as in a
// harness that somebody wrote.
func plainText(v *program.Value) string {
	switch len(v.Data) {
	case 1:
		if strings.HasSuffix(v.Name, " is null") {
			if v.Data[0]&1 == 1 {
				return v.Name
			}
			return ""
		}
		fallthrough
	case 2, 4, 8:
		return strings.Replace(v.String(), "=", " = ", 1)
	}
	return v.Name + " = " + program.Quoted(v.Data)
}
