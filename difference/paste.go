package difference

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/riftlab/rift/program"
)

// Paste returns the input as lines for a shell, or as values in words if it is
// one of a harness.
func (p *Printer) Paste(d *Difference) []string {
	var lines []string
	in := &d.Input
	if h := d.Round.Harness; h != nil {
		var parts []string
		for _, v := range in.Values {
			if s := h.valueText(&v); s != "" {
				parts = append(parts, s)
			}
		}
		if len(in.Stdin) > 0 {
			parts = append(parts, "standard input = "+quoted(in.Stdin))
		}
		for _, f := range in.Files {
			parts = append(parts, fmt.Sprintf("the file %q = %s", program.FromHome(f.Name), quoted(f.Data)))
		}
		if len(parts) == 0 {
			return []string{"(any)"}
		}
		return wrapped(parts)
	}
	for _, f := range in.Files {
		name := program.FromHome(f.Name)
		if d := path.Dir(name); d != "." && d != "/" {
			lines = append(lines, "mkdir -p -- "+program.ShellWord([]byte(d)))
		}
		lines = append(lines, fmt.Sprintf("printf %s >%s", program.PrintfWord(f.Data), program.ShellWord([]byte(name))))
	}
	prog, args := p.Program, in.Args
	if len(in.Env) > 0 {
		prog, args = "env", slices.Concat(in.Env, []program.Bytes{program.Bytes(p.Program)}, in.Args)
	}
	command := (&program.Input{Args: args, Stdin: in.Stdin}).Shell(prog)
	if len(in.Stdin) == 0 {
		command += " </dev/null"
	}
	return append(lines, command)
}

// wrapped joins parts with commas into lines of readable length.
func wrapped(parts []string) []string {
	var lines []string
	line := ""
	for i, p := range parts {
		if i < len(parts)-1 {
			p += ","
		}
		if line != "" && len(line)+len(p) > 2*column {
			lines, line = append(lines, line), ""
		}
		line = strings.TrimPrefix(line+" "+p, " ")
	}
	return append(lines, line)
}

// valueText says what a harness got. Choices that came out as false are silent.
func (h *Harness) valueText(v *program.Value) string {
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
		return v.Name + " = " + quoted(v.Data)
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
	return v.Name + " = " + quoted(v.Data)
}

func quoted(b []byte) string {
	return `"` + strings.ReplaceAll(strings.Join(glyphs(b), ""), `"`, `\"`) + `"`
}
