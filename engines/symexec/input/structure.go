package input

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/memory"
	"github.com/riftlab/rift/program"
)

// Structures as inputs. The object of a pointer parameter, and a global, may
// hold pointers. Each of them is null, or points to a fresh object made for it,
// or to an object of that type which is there already; what it is stays open
// until the program looks at it, when the path forks. A fresh object may hold
// pointers in turn, down to ValueModel.Depth; at that depth nothing is fresh any
// more. So a list gets all its lengths up to the depth and one more, all its
// ways to run into a circle, and a tree all shapes and sharing.
//
// All objects are there from the start, also those that no pointer is chosen to
// point to, so that objects have the same numbers on all paths and in package
// vm: first those of the parameters, then program.Input.Objects.
//
// Source: lazy initialisation of Khurshid, Pasareanu, Visser: Generalized
// Symbolic Execution for Model Checking and Testing, TACAS 2003, section 4;
// there objects are made when a field is first read.

// defaultDepth is how many levels of fresh objects there are below that of a
// parameter if the model does not say.
const defaultDepth = 2

// maxFresh bounds the fresh objects of a run, maxLeaves the parts of an object
// that are looked into.
const (
	maxFresh  = 64
	maxLeaves = 4096
)

// pointerField is a pointer among the bytes of a content: that of options which
// choice numbers. An option is the name of an object, "" for null.
type pointerField struct {
	off     int
	choice  bitvec.Term // 8 bits
	options []string
}

// pointee is an object that pointers may point to.
type pointee struct {
	name    string
	typ     *program.Type // of its elements
	address uint64
}

// reserve predicts the address of the object of a parameter, and with it those
// of all that come later: slots are given in order.
func (b *Builder) reserve(name string, typ *program.Type) {
	b.pointees = append(b.pointees, pointee{name, typ, program.MakeAddress(b.slots.New(0), 0)})
}

// addressOf returns the address of an object by its name.
func (b *Builder) addressOf(name string) (uint64, bool) {
	for i := range b.pointees {
		if b.pointees[i].name == name {
			return b.pointees[i].address, true
		}
	}
	return 0, false
}

// structure makes a value of n elements of a type that holds pointers. Its name
// ends with -> if it is what a pointer points to.
func (b *Builder) structure(name string, t *program.Type, n, depth int) Content {
	c := Content{Name: strings.TrimSuffix(name, "->"), terms: make([]bitvec.Term, int(t.Size)*n)}
	leaves := 0
	for i := range n {
		part := name
		if n > 1 {
			part = strings.TrimSuffix(name, "->") + "[" + strconv.Itoa(i) + "]"
		}
		b.fields(&c, part, t, i*int(t.Size), depth, &leaves)
	}
	for i, x := range c.terms {
		if x == 0 { // padding, unions and all that is not looked into
			c.terms[i] = b.variable(fmt.Sprintf("%s+%d", name, i), 8, 0, nil)
		}
	}
	return c
}

// fields makes the scalars of a type at off.
func (b *Builder) fields(c *Content, name string, t *program.Type, off, depth int, leaves *int) {
	if *leaves++; *leaves > maxLeaves || off+int(t.Size) > len(c.terms) {
		return
	}
	switch t.Class {
	case program.PointerType:
		if p, ok := strings.CutSuffix(name, "->"); ok {
			name = "*" + p
		}
		b.pointer(c, name, t.Elem, off, depth)
	case program.ArrayType:
		for i := range int(max(t.Len, 0)) {
			b.fields(c, name+"["+strconv.Itoa(i)+"]", t.Elem, off+i*int(t.Elem.Size), depth, leaves)
		}
	case program.StructType:
		for i := range t.Fields {
			if f := &t.Fields[i]; f.BitWidth == 0 && f.Type != nil {
				b.fields(c, member(name, f.Name), f.Type, off+int(f.Offset), depth, leaves)
			}
		}
	case program.BoolType:
		c.terms[off] = b.variable(name, 8, 0, func(t bitvec.Term) bitvec.Term { return b.terms.InRange(t, 0, 1, false) })
	case program.IntType, program.EnumType, program.FloatType:
		if n := int(t.Size); n <= 8 {
			b.split(c, off, n, b.variable(name, 8*n, 0, nil))
		}
	}
}

// member names a member of an object.
func member(name, field string) string {
	if field == "" || strings.HasSuffix(name, "->") {
		return name + field
	}
	return name + "." + field
}

// split puts the n bytes of a term at off.
func (b *Builder) split(c *Content, off, n int, t bitvec.Term) {
	for i := range n {
		c.terms[off+i] = b.terms.Extract(8*i+7, 8*i, t)
	}
}

// pointer makes a pointer to type t.
func (b *Builder) pointer(c *Content, name string, t *program.Type, off, depth int) {
	options, addresses := []string{""}, []uint64{0}
	there := len(b.pointees)
	if t != nil && t.Size > 0 && depth > 0 && len(b.in.Objects) < maxFresh {
		b.fresh(name, t, depth-1)
		options, addresses = append(options, name), append(addresses, b.pointees[there].address)
	}
	for _, p := range b.pointees[:there] {
		if len(options) < 255 && p.typ != nil && t != nil && sameType(p.typ, t) && t.Size > 0 && !(t.Size == 1 && t.Class == program.IntType) {
			options, addresses = append(options, p.name), append(addresses, p.address)
		}
	}
	s := b.terms
	address := s.Const(64, 0)
	if n := uint64(len(options) - 1); n > 0 {
		choice := b.variable(name+".choice", 8, 0, func(t bitvec.Term) bitvec.Term { return b.terms.InRange(t, 0, n, false) })
		for i, a := range addresses[1:] {
			address = s.Ite(s.Eq(choice, s.Const(8, uint64(i+1))), s.Const(64, a), address)
		}
		c.pointers = append(c.pointers, pointerField{off, choice, options})
	}
	b.split(c, off, 8, address)
}

func sameType(a, b *program.Type) bool {
	return a == b || a.Class == b.Class && a.Name == b.Name && a.Size == b.Size && a.Class != program.PointerType
}

// fresh makes an object for a pointer: characters, which end with NUL, or one
// element.
func (b *Builder) fresh(name string, t *program.Type, depth int) {
	i := len(b.in.Objects)
	b.in.Objects = append(b.in.Objects, Content{})
	b.reserve(name, t)
	switch {
	case t.Size == 1 && t.Class == program.IntType:
		c := Content{Name: name}
		for k := range defaultText {
			c.terms = append(c.terms, b.variable(fmt.Sprintf("%s[%d]", name, k), 8, 0, nil))
		}
		c.terms = append(c.terms, b.terms.Const(8, 0))
		b.in.Objects[i] = c
	case t.HoldsPointers():
		b.in.Objects[i] = b.structure(name+"->", t, 1, depth)
	default:
		b.in.Objects[i] = b.value(&program.ValueModel{Name: name}, int(t.Size))
	}
}

// link makes the pointers that a value of an input has: addresses among the
// bytes of its content.
func (b *Builder) link(c *Content, v *program.Value) error {
	for _, l := range v.Links {
		a, ok := b.addressOf(l.To)
		if !ok || l.Off < 0 || l.Off+8 > len(v.Data) {
			return fmt.Errorf("value %s: no link at %d to %q", v.Name, l.Off, l.To)
		}
		if c.terms == nil {
			memory.PutWord(c.data[l.Off:], 8, a)
		} else {
			b.split(c, l.Off, 8, b.terms.Const(64, a))
		}
		c.links = append(c.links, l)
	}
	return nil
}
