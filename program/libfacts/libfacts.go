// Package libfacts says what the functions and objects of the C run-time library
// (program/libc) do, as far as analyses of programs need to know: what a call reads
// and writes, whether it takes input, shows output or ends the run, whether it hands
// out memory, which of its arguments are texts that it compares.
//
// There is one table, facts.txt, with a row for each symbol of the library; a test
// compares it with the library's code. Whoever needs a fact about a library function
// takes it from here or adds it here.
//
// # The table
//
// A line gives names of symbols that share a row, a colon, their effects, and
// perhaps a semicolon and roles. Lines that begin with '#' are comments.
//
// Effects, by example (arguments count from 0; a hidden address of the result and an
// aggregate passed by value count, too):
//
//	data     the symbol is an object, not a function
//	pure     nothing of what follows
//	code     what the function's code allows is assumed, and what else is listed
//	r0       reads the string (the array, or the single cell) at argument 0
//	r0:2     reads as many bytes at argument 0 as argument 2 says
//	r0#8     reads 8 bytes at argument 0
//	r0*      reads everything reachable from argument 0
//	w0 ...   the same for writing; definitions made by w replace nothing
//	rv2 wv2  reads (writes) the strings at the arguments from number 2 on
//	c0=1     copies pointers from the memory at argument 1 to that at 0
//	ret=0    returns argument 0;  ret~0 a pointer into the object of argument 0
//	ret=@g   returns the address of the library's object g
//	ret*0    returns any pointer stored in memory reachable from argument 0
//	ret*@g   returns any pointer reachable from the library's object g
//	new      returns the address of a fresh object;  fill writes it
//	*1~0     stores a pointer into the object of argument 0 at argument 1
//	*1=new   stores the address of a fresh object at argument 1
//	f0       argument 0 is a format; if it is a literal with %n, what follows is
//	         written, if with %m, errno is read
//	fw0      the same, of wide characters, of which nothing is known
//	m@g      reads and changes the strings that g holds pointers to
//	s0       reads and changes the stream at argument 0; in and out the
//	         standard streams, files all files
//	@g       reads and changes the library's object g;  r@g, w@g only one
//	@g~0     stores a pointer into the object of argument 0 in g (@g~*0: any
//	         pointer reachable from there)
//	e E      sets errno: incidentally, or as part of the answer
//	o        may write output
//	x X      may end the run, never returns
//	cb3=0,1  calls argument 3 with pointers into the objects of arguments 0, 1
//	cb3=0,0:2  the same for an array of elements whose size is argument 2;
//	         ret~1:2 likewise
//	cb3=     calls argument 3 with arguments that are no pointers to user memory
//	cb@g=    calls what was stored in g
//	j        is longjmp
//
// Roles:
//
//	shows        surely writes what it is given, if that is not empty
//	input        takes input from a stream or a descriptor
//	fails        is what a failed assertion calls
//	compares     compares text: a literal that it is given is a word that programs know
//	seeks        looks for the characters of a literal, or one, that it is given
//	raw          may hand out memory that was never written, beyond what new and
//	             *1=new without fill say
//	signs        looks at the sign of a NaN
//	asks=K       asks about input in a way that program/demands knows as K
//	sum=K        has a summary that engines/symexec knows as K
//	holds=K      reads what the machines hold still in every run: the time, the process,
//	             the user, the host, the (working) folder, random bytes, or whether
//	             something is a terminal
//	opens=N      looks for the file that argument N names
package libfacts

import (
	_ "embed"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
)

//go:embed facts.txt
var text string

// Facts are what is known of a symbol.
type Facts struct {
	Effects
	Data     bool // an object; it has no effects
	Shows    bool // surely writes what it is given
	Input    bool // takes input from a stream or a descriptor
	Fails    bool // called by a failed assertion
	Compares bool // compares text
	Seeks    bool // looks for characters
	Raw      bool // may hand out memory that was never written
	Signs    bool // looks at the sign of a NaN
	Asks     string
	Summary  string
	Holds    string // what it reads that the machines hold still
	Opens    int    // the argument that names the file it looks for; -1 if there is none
}

// Table is the table of facts. It is not safe for concurrent use.
type Table struct {
	rows   map[string]string // by symbol: what follows the colon
	parsed map[string]Facts  // rows that were asked for
}

// New reads the table. It costs some hundred microseconds; rows are parsed when they
// are asked for.
func New() *Table {
	t := &Table{rows: make(map[string]string, 1400), parsed: map[string]Facts{}}
	for line := range strings.Lines(text) {
		names, row, ok := strings.Cut(line, ":")
		if !ok || line[0] == '#' {
			continue
		}
		row = strings.TrimSpace(row)
		for n := range strings.FieldsSeq(names) {
			t.rows[n] = row
		}
	}
	return t
}

// Of returns what is known of a symbol of the library, or a service of the machine;
// false if the table has no row for it. The caller must not change it. It panics if the row is ill-formed, which a
// test excludes.
func (t *Table) Of(symbol string) (Facts, bool) {
	if f, ok := t.parsed[symbol]; ok {
		return f, true
	}
	row, ok := t.rows[symbol]
	if !ok {
		return Facts{Effects: Effects{Code: true, Format: -1}, Opens: -1}, false
	}
	f := parse(row)
	t.parsed[symbol] = f
	return f, true
}

// Symbols yields the symbols that have a row, in no order.
func (t *Table) Symbols() iter.Seq[string] {
	return func(yield func(string) bool) {
		for s := range t.rows {
			if !yield(s) {
				return
			}
		}
	}
}

// parse parses a row.
func parse(row string) Facts {
	effects, roles, _ := strings.Cut(row, ";")
	f := Facts{Effects: Effects{Format: -1}, Opens: -1}
	for w := range strings.FieldsSeq(effects) {
		if w == "data" {
			f.Data = true
			continue
		}
		f.parseWord(w)
	}
	for w := range strings.FieldsSeq(roles) {
		f.role(w)
	}
	fresh := func(e Effect) bool { return e.Kind == ReturnFresh || e.Kind == StoreFresh }
	filled := func(e Effect) bool { return e.Kind == FillFresh }
	f.Raw = f.Raw || slices.ContainsFunc(f.Items, fresh) && !slices.ContainsFunc(f.Items, filled)
	f.Input = f.Input || slices.ContainsFunc(f.Items, func(e Effect) bool { return e.Kind == UseState && e.Name == Stdin })
	return f
}

// role parses a role.
func (f *Facts) role(w string) {
	switch key, value, _ := strings.Cut(w, "="); key {
	case "shows":
		f.Shows = true
	case "input":
		f.Input = true
	case "fails":
		f.Fails = true
	case "compares":
		f.Compares = true
	case "seeks":
		f.Seeks = true
	case "raw":
		f.Raw = true
	case "signs":
		f.Signs = true
	case "asks":
		f.Asks = value
	case "sum":
		f.Summary = value
	case "holds":
		f.Holds = value
	case "opens":
		n, err := strconv.Atoi(value)
		if err != nil || n < 0 {
			panic(fmt.Sprintf("libfacts: role %q: want the number of an argument", w))
		}
		f.Opens = n
	default:
		panic(fmt.Sprintf("libfacts: unknown role %q", w))
	}
}
