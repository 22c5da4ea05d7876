package native

import (
	"debug/dwarf"
	"debug/elf"
	"sync"

	"github.com/riftlab/rift/program"
)

// symbols tells functions and places of addresses in a compiled program, from the
// compiler's own notes. That sanitizers do so themselves takes half a second in
// each process, and needs files that a process which is shut up does not see.
type symbols struct {
	once sync.Once
	data *dwarf.Data // nil if there are none
}

func (s *symbols) load(binary string) *dwarf.Data {
	s.once.Do(func() {
		f, err := elf.Open(binary)
		if err != nil {
			return // not a system with such binaries: places stay unknown
		}
		defer func() { _ = f.Close() }()
		if data, err := f.DWARF(); err == nil {
			s.data = data
		}
	})
	return s.data
}

// at returns the functions that are active at an address, innermost first: those
// that were inlined there, and the one they were inlined in.
func (s *symbols) at(binary string, address uint64) []frame {
	data := s.load(binary)
	if data == nil {
		return nil
	}
	r := data.Reader()
	unit, err := r.SeekPC(address)
	if err != nil {
		return nil
	}
	lines, err := data.LineReader(unit)
	if err != nil || lines == nil {
		return nil
	}
	var line dwarf.LineEntry
	if lines.SeekPC(address, &line) != nil {
		return nil
	}
	active := functionsAt(data, r, address)
	pos := program.Position{Line: line.Line, Col: line.Column}
	if line.File != nil {
		pos.File = line.File.Name
	}
	var list []frame
	for i := len(active) - 1; i >= 0; i-- {
		list = append(list, frame{nameIn(data, active[i]), pos})
		pos = program.Position{}
		call, _ := active[i].Val(dwarf.AttrCallLine).(int64)
		pos.Line = int(call)
		file, _ := active[i].Val(dwarf.AttrCallFile).(int64)
		if files := lines.Files(); file >= 0 && int(file) < len(files) && files[file] != nil {
			pos.File = files[file].Name
		}
	}
	return list
}

// functionsAt reads a unit, of which r has read the head, and returns what is
// active at an address, outermost first.
func functionsAt(data *dwarf.Data, r *dwarf.Reader, address uint64) []*dwarf.Entry {
	var list []*dwarf.Entry
	for depth := 1; depth > 0; {
		e, err := r.Next()
		if err != nil || e == nil {
			break
		}
		if e.Tag == 0 {
			depth--
			continue
		}
		function := e.Tag == dwarf.TagSubprogram || e.Tag == dwarf.TagInlinedSubroutine
		inside := (function || e.Tag == dwarf.TagLexDwarfBlock) && contains(data, e, address)
		switch {
		case inside && function:
			list = append(list, e)
			fallthrough
		case inside:
			if e.Children {
				depth++
			}
		default:
			r.SkipChildren()
		}
	}
	return list
}

func contains(data *dwarf.Data, e *dwarf.Entry, address uint64) bool {
	ranges, err := data.Ranges(e)
	for _, x := range ranges {
		if err == nil && x[0] <= address && address < x[1] {
			return true
		}
	}
	return false
}

// nameIn returns a function's name, which an inlined one has from its origin.
func nameIn(data *dwarf.Data, e *dwarf.Entry) string {
	const most = 4 // an instance, its abstract function, that one's declaration
	for range most {
		if name, ok := e.Val(dwarf.AttrName).(string); ok {
			return name
		}
		at, ok := e.Val(dwarf.AttrAbstractOrigin).(dwarf.Offset)
		if !ok {
			if at, ok = e.Val(dwarf.AttrSpecification).(dwarf.Offset); !ok {
				return ""
			}
		}
		r := data.Reader()
		r.Seek(at)
		next, err := r.Next()
		if err != nil || next == nil {
			return ""
		}
		e = next
	}
	return ""
}
