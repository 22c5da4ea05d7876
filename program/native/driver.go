package native

import (
	"encoding/binary"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/riftlab/rift/program"
)

// driver is the C code that calls an entry function with the values of an
// input. It stands at the end of the function's own file, so that it may be
// static; its names are none that a program has.
type driver struct {
	p    *program.Program
	fn   *program.Func
	unit int // index into the version's files
}

func newDriver(v *program.Version, p *program.Program, entry string) (*driver, error) {
	if p == nil {
		return nil, fmt.Errorf("function %s cannot be called without knowing its type", entry)
	}
	i, ok := p.FuncByName(entry)
	if !ok || len(p.Funcs[i].Blocks) == 0 {
		return nil, fmt.Errorf("there is no function %s", entry)
	}
	d := &driver{p: p, fn: p.Funcs[i]}
	for _, q := range d.fn.Params {
		if q.Size > 0 || d.fn.Sret {
			return nil, fmt.Errorf("function %s takes or returns a structure, which is not supported natively", entry)
		}
	}
	name := p.Files[d.fn.Unit]
	d.unit = slices.IndexFunc(v.Files, func(f program.SourceFile) bool { return f.Name == name })
	if d.unit < 0 {
		return nil, fmt.Errorf("function %s is in no file of the version", entry)
	}
	return d, nil
}

func (d *driver) appendTo(path string) error {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	if _, err := f.WriteString(d.code()); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// code returns the function rift_entry.
func (d *driver) code() string {
	var b strings.Builder
	b.WriteString("\nvoid rift_take(void *, unsigned long);\nvoid *rift_point(void);\nint rift_global(const char *, void *);\n" +
		"void rift_link(void);\nvoid rift_tell(const char *, const void *, unsigned long);\n")
	b.WriteString("void rift_entry(void)\n{\n")
	var args []string
	for i, q := range d.fn.Params {
		name := fmt.Sprintf("rift_arg%d", i)
		if q.Kind == program.Ptr {
			fmt.Fprintf(&b, "\tvoid *%s = rift_point();\n", name)
		} else {
			fmt.Fprintf(&b, "\t%s %s;\n\trift_take(&%s, sizeof %s);\n", typeOf(q.Kind), name, name, name)
		}
		args = append(args, name)
	}
	if list := d.globals(); len(list) > 0 {
		b.WriteString("\twhile (0")
		for _, g := range list {
			fmt.Fprintf(&b, "\n\t       || rift_global(%q, (void *)&%s)", g, g)
		}
		b.WriteString(");\n")
	}
	b.WriteString("\trift_link();\n")
	call := fmt.Sprintf("%s(%s)", d.fn.Source, strings.Join(args, ", "))
	if d.fn.Result == program.Void {
		fmt.Fprintf(&b, "\t%s;\n}\n", call)
	} else {
		fmt.Fprintf(&b, "\t__typeof__(%s) rift_result = %s;\n\trift_tell(\"r\", &rift_result, sizeof rift_result);\n}\n", call, call)
	}
	return b.String()
}

// globals returns the variables that the driver can name: those of the
// function's own file.
func (d *driver) globals() []string {
	var list []string
	for _, g := range d.p.Globals {
		if g.Unit == d.fn.Unit && g.Source != "" && g.Name == g.Source && !g.Library && !g.ReadOnly {
			list = append(list, g.Name)
		}
	}
	slices.Sort(list)
	return list
}

func typeOf(k program.Kind) string {
	switch k {
	case program.F32:
		return "float"
	case program.F64:
		return "double"
	}
	return map[int]string{8: "unsigned char", 16: "unsigned short", 32: "unsigned", 64: "unsigned long"}[max(k.Bits(), 8)]
}

// stream encodes the values of an input as guard.c reads them, without
// those that say how threads take turns: nothing native asks for them.
func stream(in *program.Input) ([]byte, error) {
	own := program.WithoutSchedule(in.Values)
	values := slices.Concat(own, in.Objects)
	index := map[string]uint64{}
	var b []byte
	number := func(n uint64) { b = binary.LittleEndian.AppendUint64(b, n) }
	text := func(s []byte) {
		number(uint64(len(s)))
		b = append(append(b, s...), 0)
	}
	number(uint64(len(values)))
	number(uint64(len(own)))
	links := uint64(0)
	for i, v := range values {
		text([]byte(v.Name))
		text(v.Data)
		if _, ok := index[v.Name]; !ok {
			index[v.Name] = uint64(i)
		}
		links += uint64(len(v.Links))
	}
	number(links)
	for i, v := range values {
		for _, l := range v.Links {
			to, ok := index[l.To]
			if !ok || l.Off < 0 || l.Off+8 > len(v.Data) {
				return nil, fmt.Errorf("value %s: no link to %s at %d", v.Name, l.To, l.Off)
			}
			number(uint64(i))
			number(uint64(l.Off))
			number(to)
		}
	}
	return b, nil
}
