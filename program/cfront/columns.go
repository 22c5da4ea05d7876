package cfront

import (
	"errors"
	"sort"

	"github.com/riftlab/rift/program"
)

// span says that what stands in the columns from..to of a rewritten line, to
// excluded, stood in oldFrom..oldTo. Columns count bytes from 1.
type span struct {
	from, to, oldFrom, oldTo int
}

// sourceLine is a line as messages call it.
type sourceLine struct {
	file string
	line int
}

// columns knows for the rewritten lines of a translation unit where their text
// stood in the user's files.
type columns map[sourceLine][]span

// add notes a span that lies behind all others of its line.
func (c columns) add(file string, line int, s span) {
	at := sourceLine{file, line}
	c[at] = append(c[at], s)
}

// original returns the column that col of a line was.
func (c columns) original(file string, line, col int) int {
	list := c[sourceLine{file, line}]
	i := sort.Search(len(list), func(i int) bool { return list[i].from > col }) - 1
	switch {
	case i < 0:
		return col
	case col >= list[i].to:
		return list[i].oldTo + col - list[i].to
	}
	return min(list[i].oldFrom+col-list[i].from, list[i].oldTo-1)
}

// restore puts the original columns into the places that an object and errors
// name.
func (c columns) restore(o *object, errs []error) {
	if len(c) == 0 {
		return
	}
	for _, err := range errs {
		var e *program.Error
		if errors.As(err, &e) {
			c.fix(e)
		}
	}
	if o == nil {
		return
	}
	for i := range o.ranges {
		r := &o.ranges[i]
		if r.Line == 0 {
			continue
		}
		file := o.files[r.File]
		r.Col = int32(c.original(file, int(r.Line), int(r.Col)))
		r.EndCol = int32(c.original(file, int(r.EndLine), int(r.EndCol)))
	}
	for _, f := range o.funcs {
		for _, e := range f.Unsupported {
			c.fix(e)
		}
	}
}

func (c columns) fix(e *program.Error) {
	e.Pos.Col = c.original(e.Pos.File, e.Pos.Line, e.Pos.Col)
}
