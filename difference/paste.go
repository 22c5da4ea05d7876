package difference

import (
	"fmt"
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
		if len(parts) == 0 {
			return []string{"(any)"}
		}
		return wrapped(parts)
	}
	for _, f := range in.Files {
		lines = append(lines, fmt.Sprintf("printf %s >%s", program.PrintfWord(f.Data), program.ShellWord([]byte(f.Name))))
	}
	prog := p.Program
	if len(in.Env) > 0 {
		var env []string
		for _, e := range in.Env {
			env = append(env, program.ShellWord(e))
		}
		prog = "env " + strings.Join(env, " ") + " " + prog
	}
	command := (&program.Input{Args: in.Args, Stdin: in.Stdin}).Shell(prog)
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
	if len(v.Data) == 1 && strings.HasSuffix(v.Name, " is null") {
		if v.Data[0]&1 == 1 {
			return v.Name
		}
		return ""
	}
	size, n := h.Elements[v.Name], len(v.Data)
	switch {
	case size == 1, size == 0 && n != 1 && n != 2 && n != 4 && n != 8, size > 0 && n%size != 0:
		return v.Name + " = " + quoted(v.Data)
	case size == 0:
		return strings.Replace(v.String(), "=", " = ", 1)
	}
	var parts []string
	for part := range slices.Chunk(v.Data, size) {
		e := program.Value{Data: part}
		parts = append(parts, strings.TrimPrefix(e.String(), "="))
	}
	return v.Name + " = {" + strings.Join(parts, ", ") + "}"
}

func quoted(b []byte) string {
	return `"` + strings.ReplaceAll(strings.Join(glyphs(b), ""), `"`, `\"`) + `"`
}
