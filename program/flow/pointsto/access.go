package pointsto

import (
	"regexp"
	"sort"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/libfacts"
)

// Access is what one instruction itself, or the library on its behalf, reads
// and writes: ascending locations. Accesses share slices, which must not be changed.
type Access struct {
	Refs   []Location // may be read
	Mods   []Location // may be changed
	Kills  []Location // are replaced entirely
	Undefs bool       // Kills leaves no definition: a fresh object
}

// InstrAccess is the access of the instruction at a place; Block and Index are -1
// for what the library does after the function has returned.
type InstrAccess struct {
	Block, Index int32
	Access
}

func (a *analysis) addCells(v variable, off, size int64, dst []Location) []Location {
	if a.isTop(v) && len(dst) == 0 {
		return a.topLocations()
	}
	var buf [32]Location
	a.holds(v).Each(func(p int32) { dst = append(dst, a.cells(p, off, size, buf[:0])...) })
	return dst
}

// topLocations returns the locations of everything that top holds places of. All
// who ask share the slice.
func (a *analysis) topLocations() []Location {
	if a.topLocs == nil {
		for obj, in := range a.topObj {
			if in {
				a.topLocs = append(a.topLocs, a.heeded(a.objectCells(int32(obj)))...)
			}
		}
		a.topLocs = a.topLocs[:len(a.topLocs):len(a.topLocs)]
	}
	return a.topLocs
}

// SortLocations sorts and removes repetitions; a slice that is sorted already is
// not touched.
func SortLocations(l []Location) []Location {
	ordered := true
	for i := 1; i < len(l) && ordered; i++ {
		ordered = l[i-1] < l[i]
	}
	if ordered {
		return l
	}
	sort.Slice(l, func(i, j int) bool { return l[i] < l[j] })
	out := l[:0]
	for i, x := range l {
		if i == 0 || x != l[i-1] {
			out = append(out, x)
		}
	}
	return out
}

// accessOf returns what an instruction other than a call accesses.
func (a *analysis) accessOf(f int32, in *program.Instr) Access {
	var x Access
	read := func(o program.Operand, off, size int64) {
		if v := a.operand(f, o); v >= 0 {
			x.Refs = a.addCells(v, off, size, x.Refs)
		}
	}
	write := func(o program.Operand, off, size int64) {
		if v := a.operand(f, o); v >= 0 {
			a.write(&x, v, off, size)
		}
	}
	switch in.Op {
	case program.Load:
		read(in.A, in.Off, in.Kind.Bytes())
	case program.Store:
		write(in.A, in.Off, in.Kind.Bytes())
	case program.CopyMem:
		read(in.B, 0, in.Size)
		write(in.A, 0, in.Size)
	case program.ZeroMem:
		write(in.A, in.Off, in.Size)
	case program.Enter:
		o := &a.list[a.local[f][in.Local]]
		if o.single {
			for i := range o.lay.cells {
				x.Kills = append(x.Kills, o.first+Location(i))
			}
			x.Undefs = true
		}
	case program.WideOp:
		for _, o := range [2]program.Operand{in.A, in.B} {
			if o.Kind == program.Ptr {
				read(o, 0, 16)
			}
		}
		if in.C.Present() {
			write(in.C, 0, 16)
		}
	}
	x.Refs, x.Mods, x.Kills = SortLocations(x.Refs), SortLocations(x.Mods), SortLocations(x.Kills)
	return x
}

// write adds a write of size bytes at what v points to. It replaces cells that
// it surely covers: there is only one place, in an object that is the only one
// of its kind.
func (a *analysis) write(x *Access, v variable, off, size int64) {
	set := a.holds(v)
	if !a.isTop(v) && set.Count() == 1 {
		p := set.AppendTo(nil)[0]
		ps := a.positions[p]
		o := &a.list[ps.obj]
		if o.single && ps.off != anyOffset && size >= 0 {
			at := int64(ps.off) + off
			whole := at == 0 && ps.level == 0 && o.lay.root.size >= 0 && size >= o.lay.root.size
			var buf [32]Location
			for _, l := range a.cells(p, off, size, buf[:0]) {
				c := o.lay.cells[l-o.first]
				if whole || !c.summary && c.size >= 0 && at <= c.off && at+size >= c.off+c.size {
					x.Kills = append(x.Kills, l)
				} else {
					x.Mods = append(x.Mods, l)
				}
			}
			return
		}
	}
	x.Mods = a.addCells(v, off, size, x.Mods)
}

// libraryAccess returns what the library does at a call.
func (a *analysis) libraryAccess(s *Site) Access {
	var x Access
	for _, g := range s.Library {
		a.effectAccess(s, a.lib.Of(int(g)), &x)
	}
	if s.Service != nil {
		a.effectAccess(s, s.Service, &x)
	}
	for _, g := range s.Users { // aggregates among variable arguments are copied
		for i := len(a.p.Funcs[g].Params); i < len(s.Instr.Args); i++ {
			if v := a.argument(s, i); v >= 0 && s.Instr.Args[i].Size > 0 {
				x.Refs = a.addCells(v, 0, s.Instr.Args[i].Size, x.Refs)
			}
		}
	}
	x.Refs, x.Mods = SortLocations(a.heeded(x.Refs)), SortLocations(a.heeded(x.Mods))
	return x
}

// isTopSlice reports whether l is the slice of topLocations.
func (a *analysis) isTopSlice(l []Location) bool {
	return len(l) > 0 && len(l) == len(a.topLocs) && &l[0] == &a.topLocs[0]
}

// joined appends l to dst, keeping the shared slice of topLocations where it
// says everything.
func (a *analysis) joined(dst, l []Location) []Location {
	switch {
	case len(l) == 0:
		return dst
	case len(dst) == 0:
		return l[:len(l):len(l)]
	case a.isTopSlice(dst) && a.inTop(l):
		return dst
	case a.isTopSlice(l) && a.inTop(dst):
		return l
	}
	return append(dst[:len(dst):len(dst)], l...)
}

// inTop reports whether topLocations has all of some locations.
func (a *analysis) inTop(l []Location) bool {
	if a.isTopSlice(l) {
		return true
	}
	for _, x := range l {
		obj := int(a.cellObj[x])
		if obj >= len(a.topObj) || !a.topObj[obj] || a.list[obj].class&a.opt.Ignore != 0 {
			return false
		}
	}
	return true
}

// heeded drops locations of classes that the options ignore.
func (a *analysis) heeded(l []Location) []Location {
	if a.opt.Ignore == 0 || a.isTopSlice(l) {
		return l
	}
	var out []Location
	for _, m := range l {
		if a.list[a.cellObj[m]].class&a.opt.Ignore == 0 {
			out = append(out, m)
		}
	}
	return out
}

func (a *analysis) effectAccess(s *Site, e *libfacts.Effects, x *Access) {
	add := func(e libfacts.Effect, l []Location) {
		if e.Read {
			x.Refs = a.joined(x.Refs, l)
		}
		if e.Write {
			x.Mods = a.joined(x.Mods, l)
		}
	}
	for _, it := range e.Items {
		switch it.Kind {
		case libfacts.ReadMem, libfacts.WriteMem:
			if it.Extent == libfacts.Variadic {
				for n := it.Arg; n < len(s.Instr.Args); n++ {
					add(it, a.extentCells(s, it, n))
				}
				continue
			}
			add(it, a.extentCells(s, it, it.Arg))
		case libfacts.CopyPtrs:
			if it.Arg < 0 {
				add(libfacts.Effect{Write: true}, a.objectCells(s.fresh))
			}
		case libfacts.StoreInto, libfacts.StoreFresh:
			if v := a.argument(s, it.Arg); v >= 0 {
				add(it, a.addCells(v, 0, 8, nil))
			}
			if it.Kind == libfacts.StoreFresh {
				add(it, a.objectCells(s.fresh))
			}
		case libfacts.UseState:
			add(it, a.objectCells(a.stateObject(it.Name)))
		case libfacts.StoreState:
			add(it, a.objectCells(a.stateObject(it.Name)))
		case libfacts.SetErrno:
			if it.Real || a.opt.Ignore&IncidentalErrno == 0 {
				add(it, a.objectCells(a.stateObject("errno")))
			}
		case libfacts.UseHeld:
			for _, l := range a.objectCells(a.stateObject(it.Name)) {
				a.holds(a.cellVar(l)).Each(func(p int32) { add(it, a.textCells(p, nil)) })
			}
		case libfacts.UseFormat:
			format := a.literal(s, it.Arg)
			if percentM.MatchString(format) {
				add(libfacts.Effect{Read: true}, a.objectCells(a.stateObject("errno")))
			}
			if percentN.MatchString(format) {
				for n := it.Arg + 1; n < len(s.Instr.Args); n++ {
					add(libfacts.Effect{Write: true}, a.extentCells(s, it, n))
				}
			}
		case libfacts.FillFresh:
			add(it, a.objectCells(s.fresh))
		case libfacts.ReturnHeld, libfacts.CallState:
			add(libfacts.Effect{Read: true}, a.objectCells(a.stateObject(it.Name)))
		}
	}
}

// percentN finds the conversions by which printf stores.
var percentN = regexp.MustCompile(`%[-+ #0-9.*]*(hh|h|ll|l|j|z|t|L)?n`)

// percentM finds those that show errno.
var percentM = regexp.MustCompile(`%[-+ #0-9.*]*m`)

// literal returns the string literal that an argument is, or "".
func (a *analysis) literal(s *Site, n int) string {
	if n >= len(s.Instr.Args) || s.Instr.Args[n].Mode != program.GlobalAddr {
		return ""
	}
	g := a.p.Globals[s.Instr.Args[n].Index]
	off := int(s.Instr.Args[n].Bits)
	if !g.ReadOnly || off < 0 || off > len(g.Data) {
		return ""
	}
	return string(g.Data[off:])
}

// extentCells returns the cells that an effect on argument n touches.
func (a *analysis) extentCells(s *Site, it libfacts.Effect, n int) []Location {
	v := a.argument(s, n)
	if v < 0 {
		return nil
	}
	if n < len(s.Instr.Args) && s.Instr.Args[n].Size > 0 { // an aggregate passed by value
		return a.addCells(v, 0, s.Instr.Args[n].Size, nil)
	}
	var out []Location
	switch it.Extent {
	case libfacts.Sized:
		return a.addCells(v, 0, sizeOf(s, it), nil)
	case libfacts.Deep:
		if a.isTop(v) || a.isTop(a.deep(v)) {
			return a.topLocations()
		}
		objs := map[int32]bool{}
		for _, w := range [2]variable{v, a.deep(v)} {
			a.holds(w).Each(func(p int32) { objs[a.positions[p].obj] = true })
		}
		for o := range objs {
			out = append(out, a.objectCells(o)...)
		}
		return SortLocations(out)
	}
	var buf [32]Location
	if a.isTop(v) {
		return a.topLocations()
	}
	a.holds(v).Each(func(p int32) { out = append(out, a.textCells(p, buf[:0])...) })
	return out
}
