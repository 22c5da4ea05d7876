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
			if s := h.ValueText(&v); s != "" {
				parts = append(parts, s)
			}
		}
		if len(in.Stdin) > 0 {
			parts = append(parts, "standard input = "+program.Quoted(in.Stdin))
		}
		for _, f := range in.Files {
			parts = append(parts, fmt.Sprintf("the file %q = %s", program.FromHome(f.Name), program.Quoted(f.Data)))
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
