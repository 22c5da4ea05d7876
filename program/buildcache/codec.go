package buildcache

import (
	"encoding/binary"
	"errors"
	"fmt"
	"reflect"
)

// The encoding of a value follows its type:
//
//   - a boolean or unsigned integer is a varint, a signed one a zigzag varint;
//   - a string is its number among the strings met so far, in order of first use;
//     a new one takes the next number, and its length and bytes follow;
//   - a slice is its length plus one and its elements; nil is zero;
//   - a pointer is one more than its number among the pointers met so far, nil is
//     zero; a new one takes the next number, and what it leads to follows. So
//     values that lead to themselves end, and what was shared is shared again;
//   - a structure is the set of its fields that are not zero, as bits of a varint,
//     and those fields.
//
// Fields that are not exported are not kept.

// layout is the fields that are kept of each structure type.
type layout map[reflect.Type][]int

func (l layout) fields(t reflect.Type) []int {
	list, ok := l[t]
	if !ok {
		for i := range t.NumField() {
			if t.Field(i).IsExported() {
				list = append(list, i)
			}
		}
		l[t] = list
	}
	return list
}

// maxFields is how many fields of a structure the bits of a varint stand for.
const maxFields = 64

// encoder appends encodings to out.
type encoder struct {
	out      []byte
	layout   layout
	strings  map[string]uint64
	pointers map[any]uint64
}

// encode returns the encoding of what v points to.
func encode(v any) ([]byte, error) {
	e := &encoder{layout: layout{}, strings: map[string]uint64{}, pointers: map[any]uint64{}}
	err := e.value(reflect.ValueOf(v).Elem())
	return e.out, err
}

func (e *encoder) uint(v uint64) { e.out = binary.AppendUvarint(e.out, v) }

func (e *encoder) value(v reflect.Value) error {
	switch v.Kind() {
	case reflect.Bool:
		bit := uint64(0)
		if v.Bool() {
			bit = 1
		}
		e.uint(bit)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		e.out = binary.AppendVarint(e.out, v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		e.uint(v.Uint())
	case reflect.String:
		e.string(v.String())
	case reflect.Slice:
		return e.slice(v)
	case reflect.Pointer:
		return e.pointer(v)
	case reflect.Struct:
		return e.structure(v)
	default:
		return fmt.Errorf("values of type %s cannot be kept", v.Type())
	}
	return nil
}

func (e *encoder) string(s string) {
	n, ok := e.strings[s]
	if !ok {
		n = uint64(len(e.strings))
		e.strings[s] = n
	}
	e.uint(n)
	if !ok {
		e.uint(uint64(len(s)))
		e.out = append(e.out, s...)
	}
}

func (e *encoder) slice(v reflect.Value) error {
	if v.IsNil() {
		e.uint(0)
		return nil
	}
	e.uint(uint64(v.Len()) + 1)
	if v.Type().Elem().Kind() == reflect.Uint8 {
		e.out = append(e.out, v.Bytes()...)
		return nil
	}
	for i := range v.Len() {
		if err := e.value(v.Index(i)); err != nil {
			return err
		}
	}
	return nil
}

func (e *encoder) pointer(v reflect.Value) error {
	if v.IsNil() {
		e.uint(0)
		return nil
	}
	key := v.Interface() // with its type: a structure is not its first field
	n, ok := e.pointers[key]
	if !ok {
		n = uint64(len(e.pointers))
		e.pointers[key] = n
	}
	e.uint(n + 1)
	if ok {
		return nil
	}
	return e.value(v.Elem())
}

func (e *encoder) structure(v reflect.Value) error {
	fields := e.layout.fields(v.Type())
	if len(fields) > maxFields {
		return fmt.Errorf("values of type %s cannot be kept: more than %d fields", v.Type(), maxFields)
	}
	set := uint64(0)
	for i, f := range fields {
		if !v.Field(f).IsZero() {
			set |= 1 << i
		}
	}
	e.uint(set)
	for i, f := range fields {
		if set>>i&1 == 0 {
			continue
		}
		if err := e.value(v.Field(f)); err != nil {
			return err
		}
	}
	return nil
}

// errDamaged says that bytes are no encoding of a type.
var errDamaged = errors.New("the encoding is damaged")

// decoder reads encodings from in.
type decoder struct {
	in       []byte
	layout   layout
	strings  []string
	pointers []reflect.Value
}

// decode reads what encode returned into what v points to, which is zero. Any other
// bytes are an error.
func decode(in []byte, v any) error {
	d := &decoder{in: in, layout: layout{}}
	if err := d.value(reflect.ValueOf(v).Elem()); err != nil {
		return err
	}
	if len(d.in) > 0 {
		return errDamaged
	}
	return nil
}

func (d *decoder) uint() (uint64, error) {
	v, n := binary.Uvarint(d.in)
	if n <= 0 {
		return 0, errDamaged
	}
	d.in = d.in[n:]
	return v, nil
}

// bytes returns the next n bytes; they stay part of the input.
func (d *decoder) bytes(n uint64) ([]byte, error) {
	if n > uint64(len(d.in)) {
		return nil, errDamaged
	}
	b := d.in[:n]
	d.in = d.in[n:]
	return b, nil
}

func (d *decoder) value(v reflect.Value) error {
	switch v.Kind() {
	case reflect.String:
		return d.string(v)
	case reflect.Slice:
		return d.slice(v)
	case reflect.Pointer:
		return d.pointer(v)
	case reflect.Struct:
		return d.structure(v)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n, size := binary.Varint(d.in)
		if size <= 0 || v.OverflowInt(n) {
			return errDamaged
		}
		d.in = d.in[size:]
		v.SetInt(n)
		return nil
	case reflect.Bool:
		n, err := d.uint()
		v.SetBool(n != 0)
		return err
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		n, err := d.uint()
		if err != nil || v.OverflowUint(n) {
			return errDamaged
		}
		v.SetUint(n)
		return nil
	}
	return fmt.Errorf("values of type %s cannot be kept", v.Type())
}

func (d *decoder) string(v reflect.Value) error {
	n, err := d.uint()
	if err != nil || n > uint64(len(d.strings)) {
		return errDamaged
	}
	if n == uint64(len(d.strings)) {
		size, err := d.uint()
		if err != nil {
			return err
		}
		b, err := d.bytes(size)
		if err != nil {
			return err
		}
		d.strings = append(d.strings, string(b))
	}
	v.SetString(d.strings[n])
	return nil
}

func (d *decoder) slice(v reflect.Value) error {
	n, err := d.uint()
	if err != nil || n == 0 {
		return err
	}
	n--
	if n > uint64(len(d.in)) { // each element takes a byte
		return errDamaged
	}
	if v.Type().Elem().Kind() == reflect.Uint8 {
		b, err := d.bytes(n)
		v.SetBytes(append(make([]byte, 0, n), b...))
		return err
	}
	v.Set(reflect.MakeSlice(v.Type(), int(n), int(n)))
	for i := range int(n) {
		if err := d.value(v.Index(i)); err != nil {
			return err
		}
	}
	return nil
}

func (d *decoder) pointer(v reflect.Value) error {
	n, err := d.uint()
	if err != nil || n == 0 {
		return err
	}
	n--
	if n < uint64(len(d.pointers)) {
		if d.pointers[n].Type() != v.Type() {
			return errDamaged
		}
		v.Set(d.pointers[n])
		return nil
	}
	if n > uint64(len(d.pointers)) {
		return errDamaged
	}
	p := reflect.New(v.Type().Elem())
	d.pointers = append(d.pointers, p) // before what it leads to, which may lead back
	v.Set(p)
	return d.value(p.Elem())
}

func (d *decoder) structure(v reflect.Value) error {
	fields := d.layout.fields(v.Type())
	set, err := d.uint()
	if err != nil || set>>len(fields) != 0 {
		return errDamaged
	}
	for i, f := range fields {
		if set>>i&1 == 0 {
			continue
		}
		if err := d.value(v.Field(f)); err != nil {
			return err
		}
	}
	return nil
}
