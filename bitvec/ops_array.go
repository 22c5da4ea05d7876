package bitvec

import "fmt"

// array checks that a is an array and returns its sort.
func (s *Store) array(op string, a Term) Sort {
	sort := s.Sort(a)
	if !sort.IsArray() {
		panic(fmt.Sprintf("bitvec: %s: operand of width %d is no array", op, sort.Width))
	}
	return sort
}

// Select returns the element of array a at index i.
func (s *Store) Select(a, i Term) Term {
	sort := s.array("Select", a)
	if w := s.one("Select", i); w != sort.Index {
		panic(fmt.Sprintf("bitvec: Select: index width %d != %d", w, sort.Index))
	}
	if !s.raw {
		if t := s.normSelect(a, i); t != 0 {
			return t
		}
	}
	return s.mk2(KindSelect, sort.Width, a, i)
}

// Store returns array a with v as its element at index i.
func (s *Store) Store(a, i, v Term) Term {
	sort := s.array("Store", a)
	if w := s.one("Store", i); w != sort.Index {
		panic(fmt.Sprintf("bitvec: Store: index width %d != %d", w, sort.Index))
	}
	if w := s.one("Store", v); w != sort.Width {
		panic(fmt.Sprintf("bitvec: Store: element width %d != %d", w, sort.Width))
	}
	if !s.raw {
		if t := s.normStore(a, i, v); t != 0 {
			return t
		}
	}
	return s.intern(node{kind: KindStore, index: uint16(sort.Index), width: uint32(sort.Width), args: [3]Term{a, i, v}})
}

// ConstArray returns the array with index-bit indices all of whose elements
// are v.
func (s *Store) ConstArray(index int, v Term) Term {
	w := s.one("ConstArray", v)
	checkArray("ConstArray", index, w)
	return s.intern(node{kind: KindConstArray, index: uint16(index), width: uint32(w), args: [3]Term{v}})
}
