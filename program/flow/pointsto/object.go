package pointsto

import (
	"fmt"

	"github.com/riftlab/rift/program"
)

// ObjectKind tells what sort of memory an abstract object stands for.
type ObjectKind uint8

// The kinds of objects.
const (
	GlobalObject   ObjectKind = iota // Program.Globals[Index]
	LocalObject                      // Funcs[Func].Locals[Index], in all activations
	DynamicObject                    // variable-length arrays and alloca made by one instruction of Func
	HeapObject                       // what one call allocates
	VariadicObject                   // the variable arguments of Func
	InputObject                      // argv, its strings and the environment
	LibraryObject                    // hidden state of the run-time library, by Name
	FuncObject                       // Funcs[Index]; it has no bytes
)

// Object is an abstract object: all objects of a run that one declaration or
// one allocating call makes.
type Object struct {
	Kind  ObjectKind
	Name  string // for people
	Func  int32  // see Kind; -1 where there is none
	Index int32
	At    program.RangeID // where it is made, 0 if that has no place

	lay   *layout
	first Location // its first cell
	// single says that there is at most one such object alive at any time
	// which the function around can mean, so that a store replaces.
	single bool
	class  Classes
}

// Location numbers what data dependences go through: first every cell of every
// object, then every register of every user function. NoLocation marks
// dependences through a value within one statement or call.
type Location int32

// NoLocation is no location.
const NoLocation Location = -1

// Classes is a set of classes of locations.
type Classes uint8

// The classes that Options.Ignore may name.
const (
	// Streams are the FILE objects and the files behind them: each printf
	// changes them and depends on the one before.
	Streams Classes = 1 << iota
	// IncidentalErrno are the definitions of errno by library functions that
	// set it only when they fail in a way that has another sign. Functions of
	// which errno is part of the answer (strtol and the like) are not meant.
	IncidentalErrno
	// LibraryState is other hidden state of the run-time library: seeds of
	// random numbers, the clock, environment, locale and so on.
	LibraryState
)

// pos is a place in an object. Positions are interned: sets of them are sets
// of small numbers.
type pos struct {
	obj   int32
	off   int32 // or anyOffset
	level int32 // see spot
}

func (p pos) spot() spot { return spot{int64(p.off), p.level} }

// heapKey names an abstract heap object: the call that allocates, and the
// position of the object among those of the call.
type instrKey struct {
	fn    int32
	block int32
	index int32
}

// objects is the table of abstract objects, cells and positions.
type objects struct {
	list      []Object
	cellObj   []int32 // by Location: its object
	positions []pos
	posIndex  map[pos]int32
	manyOff   []int32 // by object: number of positions made
	anyPos    []int32 // by object: its position anyOffset, or -1
}

func newObjects() *objects { return &objects{posIndex: map[pos]int32{}} }

func (t *objects) add(o Object) int32 {
	id := int32(len(t.list))
	o.first = Location(len(t.cellObj))
	for range o.lay.cells {
		t.cellObj = append(t.cellObj, id)
	}
	t.list = append(t.list, o)
	t.manyOff = append(t.manyOff, 0)
	t.anyPos = append(t.anyPos, -1)
	return id
}

// maxPositions bounds the positions of one object beside those of its cells;
// further ones become anyOffset.
const maxPositions = 64

// position interns a place.
func (t *objects) position(obj int32, s spot) int32 {
	k := pos{obj, int32(s.off), s.level}
	if s.off == anyOffset {
		return t.anywhere(obj)
	}
	if id, ok := t.posIndex[k]; ok {
		return id
	}
	if int(t.manyOff[obj]) > maxPositions+2*len(t.list[obj].lay.cells) || s.off > 1<<30 {
		return t.anywhere(obj)
	}
	id := int32(len(t.positions))
	t.positions = append(t.positions, k)
	t.posIndex[k] = id
	t.manyOff[obj]++
	return id
}

// start returns the position of the first byte of an object.
func (t *objects) start(obj int32) int32 { return t.position(obj, spot{}) }

// anywhere returns the position that stands for all places of an object.
func (t *objects) anywhere(obj int32) int32 {
	if t.anyPos[obj] < 0 {
		t.anyPos[obj] = int32(len(t.positions))
		t.positions = append(t.positions, pos{obj: obj, off: anyOffset})
	}
	return t.anyPos[obj]
}

// cells appends the locations that an access of size bytes at offset off from
// a position can touch.
func (t *objects) cells(p int32, off, size int64, dst []Location) []Location {
	ps := t.positions[p]
	o := &t.list[ps.obj]
	var buf, sub [16]int32
	cells := buf[:0]
	if ps.off == anyOffset {
		cells = o.lay.all(cells)
	} else {
		var spots [4]spot
		for _, n := range o.lay.shift(ps.spot(), off, spots[:0]) {
			for _, c := range o.lay.at(n.off, size, sub[:0]) {
				cells = appendCell(cells, c)
			}
		}
	}
	for _, c := range cells {
		dst = append(dst, o.first+Location(c))
	}
	return dst
}

// textCells is cells for the string that begins at a position.
func (t *objects) textCells(p int32, dst []Location) []Location {
	ps := t.positions[p]
	o := &t.list[ps.obj]
	var buf [16]int32
	for _, c := range o.lay.text(int64(ps.off), buf[:0]) {
		dst = append(dst, o.first+Location(c))
	}
	return dst
}

func (t *objects) shifted(p int32, c int64, dst []int32) []int32 {
	ps := t.positions[p]
	if ps.off == anyOffset || c == 0 {
		return append(dst, p)
	}
	var spots [4]spot
	for _, n := range t.list[ps.obj].lay.shift(ps.spot(), c, spots[:0]) {
		dst = append(dst, t.position(ps.obj, n))
	}
	return dst
}

func (t *objects) indexed(p int32, stride, off int64, dst []int32) []int32 {
	ps := t.positions[p]
	if ps.off == anyOffset {
		return append(dst, p)
	}
	lay := t.list[ps.obj].lay
	var spots [4]spot
	for _, n := range lay.shift(ps.spot(), off, spots[:0]) {
		var more [20]spot
		list, ok := lay.index(n, stride, more[:0])
		if !ok {
			return append(dst, t.anywhere(ps.obj))
		}
		for _, m := range list {
			dst = append(dst, t.position(ps.obj, m))
		}
	}
	return dst
}

// name returns the name of a cell, such as "list.next" or "heap@12:3[].x".
func (t *objects) name(l Location) string {
	o := &t.list[t.cellObj[l]]
	return o.Name + o.lay.cells[l-o.first].path
}

// isStream reports whether a type is FILE.
func isStream(t *program.Type) bool { return t != nil && t.Name == "struct _IO_FILE" }

func heapName(p *program.Program, at program.RangeID) string {
	ps := p.Position(at)
	return fmt.Sprintf("heap@%d:%d", ps.Line, ps.Col)
}

// objectCells returns the locations of an object, none if there is no such object.
func (t *objects) objectCells(obj int32) []Location {
	if obj < 0 {
		return nil
	}
	o := &t.list[obj]
	list := make([]Location, len(o.lay.cells))
	for i := range list {
		list[i] = o.first + Location(i)
	}
	return list
}
