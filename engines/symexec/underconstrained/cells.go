package underconstrained

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/program"
)

// LazyObjects names what partial runs find behind pointers of which nothing is known
// but their value: the memory as it is when the runs begin. Runs of both versions
// share it, so that one piece of memory is one variable, whoever looks at it
// first. A piece is known by the address, as a term, that it lies at: two terms
// that may be the same address have variables of their own. Where the addresses are
// equal the contents are too, but no constraint says so: the solver may give them
// different values, and so find states that no memory has. Who evaluates formulas on
// the state of a run binds each variable to what lies at its address there.
type LazyObjects struct {
	text  func(bitvec.Term) string
	list  []*LazyVariable
	at    map[lazyAt]*LazyVariable
	names map[string]bool
}

// Aspect is what a variable of a LazyObjects tells about memory.
type Aspect uint8

// The aspects.
const (
	Content  Aspect = iota // what Bits/8 bytes hold
	Room                   // how many bytes there are from the address to the end of its object; 0 if there is no object
	Before                 // how many there are before it
	Writable               // 1 if its object may be written
	Freeable               // 1 if it is what an allocation gave
)

// LazyVariable is a variable that stands for memory behind a pointer.
type LazyVariable struct {
	Variable             // the Object of which means nothing
	Root     bitvec.Term // the address that the pointer has, of 64 bits
	Offset   int64       // of the memory from there, in bytes
	Aspect   Aspect
}

// aspects are what begins the names of variables that are no contents.
var aspects = [...]string{Room: "room", Before: "before", Writable: "writable", Freeable: "freeable"}

// TellsRoom reports whether a variable of this name, as a term has it, tells
// something else about memory than what it holds.
func TellsRoom(name string) bool {
	for _, a := range aspects[Room:] {
		if strings.HasPrefix(name, VariablePrefix+a+"(") {
			return true
		}
	}
	return false
}

type lazyAt struct {
	root   bitvec.Term
	off    int64
	bits   int
	aspect Aspect
}

// NewLazyObjects returns an empty LazyObjects; text writes the terms of addresses for names.
func NewLazyObjects(text func(bitvec.Term) string) *LazyObjects {
	return &LazyObjects{text: text, at: map[lazyAt]*LazyVariable{}, names: map[string]bool{}}
}

// All returns the variables in the order in which they were found: what an
// address is made of comes before what lies there.
func (r *LazyObjects) All() []*LazyVariable { return r.list }

// variable returns the variable of a piece of memory, named if it is new.
func (r *LazyObjects) variable(at lazyAt, t *program.Type, pointer bool, name func() string) *LazyVariable {
	if v, ok := r.at[at]; ok {
		return v
	}
	n := name()
	for k, base := 2, n; r.names[n]; k++ {
		n = fmt.Sprintf("%s#%d", base, k)
	}
	r.names[n] = true
	v := &LazyVariable{Variable{Name: n, Bits: at.bits, Type: t, Pointer: pointer}, at.root, at.off, at.aspect}
	r.at[at] = v
	r.list = append(r.list, v)
	return v
}

// behind writes the element number k of what a pointer points to: *p, p[k], or,
// of structures, p-> and p[k]. to which a member is added.
func (u *lazyObject) behind(k int64, structure bool) string {
	switch {
	case u.index != "":
		index := u.index
		if k != 0 {
			index = fmt.Sprintf("%s %+d", index, k)
		}
		return u.base + "[" + index + "]"
	case k != 0:
		return u.base + "[" + strconv.FormatInt(k, 10) + "]"
	case structure:
		return u.base + "->"
	}
	return "*" + u.base
}

// leafAt finds the scalar of a type that byte off lies in.
func leafAt(t *program.Type, off int64) (suffix string, leaf *program.Type, start int64, ok bool) {
	switch {
	case t == nil || off < 0 || off >= t.Size:
		return "", nil, 0, false
	case t.Kind() != program.Void:
		return "", t, 0, true
	case t.Class == program.ArrayType && t.Elem != nil && t.Elem.Size > 0:
		k := off / t.Elem.Size
		suffix, leaf, start, ok = leafAt(t.Elem, off-k*t.Elem.Size)
		return fmt.Sprintf("[%d]%s", k, suffix), leaf, start + k*t.Elem.Size, ok
	case t.Class == program.StructType:
		for _, f := range t.Fields {
			if f.BitWidth == 0 && f.Type != nil && off >= f.Offset && off < f.Offset+f.Type.Size {
				suffix, leaf, start, ok = leafAt(f.Type, off-f.Offset)
				if f.Name != "" {
					suffix = "." + f.Name + suffix
				}
				return suffix, leaf, start + f.Offset, ok
			}
		}
	}
	return "", nil, 0, false
}

// cell returns the variable for the scalar at an offset from where an unknown
// pointer points to; one byte if no type says what there is.
func (u *lazyObject) cell(r *LazyObjects, off int64) *LazyVariable {
	if t := u.typ; t != nil {
		k := off / t.Size
		if off < k*t.Size {
			k--
		}
		if suffix, leaf, start, ok := leafAt(t, off-k*t.Size); ok {
			at := lazyAt{u.root, k*t.Size + start, int(8 * leaf.Size), Content}
			return r.variable(at, leaf, leaf.Kind() == program.Ptr, func() string {
				name := u.behind(k, suffix != "" && suffix[0] == '.')
				if suffix != "" && suffix[0] == '.' && name[len(name)-1] == '>' {
					suffix = suffix[1:]
				}
				return name + suffix
			})
		}
	}
	return r.variable(lazyAt{u.root, off, 8, Content}, nil, false, func() string { return u.raw(off) + "{0}" })
}

// raw names memory at an offset without a type.
func (u *lazyObject) raw(off int64) string {
	name := u.base
	if u.index != "" {
		name += "[" + u.index + "]"
	}
	return fmt.Sprintf("%s%+d", name, off)
}

// word returns the variable for n bytes of which no type is known, read at once.
func (u *lazyObject) word(r *LazyObjects, off int64, n int, pointer bool) *LazyVariable {
	return r.variable(lazyAt{u.root, off, 8 * n, Content}, nil, pointer, func() string { return fmt.Sprintf("%s{%d}", u.raw(off), n) })
}

// aspect returns the variable for what else is known of an address.
func (u *lazyObject) aspect(r *LazyObjects, a Aspect) *LazyVariable {
	bits := 64
	if a >= Writable {
		bits = 8
	}
	return r.variable(lazyAt{u.root, 0, bits, a}, nil, false, func() string {
		name := u.base
		if u.index != "" {
			name = "&" + name + "[" + u.index + "]"
		}
		return aspects[a] + "(" + name + ")"
	})
}
