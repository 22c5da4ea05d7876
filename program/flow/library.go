package flow

import (
	"strconv"
	"strings"

	"github.com/riftlab/rift/program"
)

// effects is what a call of a run-time library function (or an intrinsic)
// does, in terms of its arguments. The notation of the table in
// librarytable.go, by example (arguments count from 0):
//
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
//	m@g      reads and changes the strings that g holds pointers to
//	s0       reads and changes the stream at argument 0; in and out the
//	         standard streams, files all files
//	@g       reads and changes the library's object g;  r@g, w@g only one
//	@g~0     stores a pointer into the object of argument 0 in g (@g~*0: any
//	         pointer reachable from there)
//	e E      sets errno: incidentally, or as part of the answer
//	o        writes output
//	x X      may end the run, never returns
//	cb3=0,1  calls argument 3 with pointers into the objects of arguments 0, 1
//	cb3=0,0:2  the same for an array of elements whose size is argument 2;
//	         ret~1:2 likewise
//	cb3=     calls argument 3 with arguments that are no pointers to user memory
//	cb@g=    calls what was stored in g
//	j        is longjmp
type effects struct {
	items  []effect
	ends   bool // may end the run
	never  bool // never returns
	output bool
	jumps  bool
	known  bool // comes from the table
}

type effectKind uint8

const (
	readMem effectKind = iota
	writeMem
	copyPtrs
	returnArg   // exact
	returnInto  // any place of the object
	returnDeep  // any pointer reachable
	returnObj   // the library's object
	returnHeld  // any pointer reachable from the library's object
	returnFresh // fresh object
	fillFresh
	storeInto // pointer into an object stored at an argument
	storeFresh
	useState   // library object
	storeState // pointer stored in the library's object
	setErrno
	callArg
	callState
	useHeld // what the library's object points to
	useFormat
)

type extent uint8

const (
	asText extent = iota
	sized         // by argument n, or by a constant
	deep
	variadic // strings of all arguments from arg
)

// unknownSize is the size of what nothing is known of.
const unknownSize = -100

type effect struct {
	kind     effectKind
	arg, src int
	extent   extent
	size     int64 // of the access or of elements: constant, or -1 - argument number
	name     string
	read     bool
	write    bool
	real     bool // setErrno: part of the answer
	passes   []int
}

// parseEffects parses one line of the table. The table is ours, so it panics
// on mistakes; a test parses every line.
func parseEffects(text string) *effects {
	e := &effects{known: true}
	for _, word := range strings.Fields(text) {
		e.parseWord(word)
	}
	return e
}

func (e *effects) add(x effect) { e.items = append(e.items, x) }

func (e *effects) parseWord(w string) {
	switch w {
	case "pure":
	case "e", "E":
		e.add(effect{kind: setErrno, write: true, real: w == "E"})
	case "o":
		e.output = true
	case "x":
		e.ends = true
	case "X":
		e.ends, e.never = true, true
	case "j":
		e.jumps, e.never = true, true
	case "fill":
		e.add(effect{kind: fillFresh, write: true})
	case "new":
		e.add(effect{kind: returnFresh})
	case "in":
		e.add(effect{kind: useState, name: "__libc_stdin", read: true, write: true})
	case "out":
		e.output = true
		e.add(effect{kind: useState, name: "__libc_stdout", read: true, write: true})
	case "err":
		e.output = true
		e.add(effect{kind: useState, name: "__libc_stderr", read: true, write: true})
	case "files":
		e.add(effect{kind: useState, name: "files", read: true, write: true})
	default:
		e.parseArg(w)
	}
}

func (e *effects) parseArg(w string) {
	num := func(s string) int {
		n, err := strconv.Atoi(s)
		if err != nil {
			panic("flow: table of the library: " + w)
		}
		return n
	}
	cut := func(sep string) (string, string, bool) { return strings.Cut(w, sep) }
	switch {
	case strings.HasPrefix(w, "ret=@"):
		e.add(effect{kind: returnObj, name: w[5:]})
	case strings.HasPrefix(w, "ret="):
		e.add(effect{kind: returnArg, arg: num(w[4:])})
	case strings.HasPrefix(w, "ret~"):
		arg, size, ok := strings.Cut(w[4:], ":")
		x := effect{kind: returnInto, arg: num(arg), size: 1}
		if ok {
			x.size = int64(-1 - num(size))
		}
		e.add(x)
	case strings.HasPrefix(w, "ret*@"):
		e.add(effect{kind: returnHeld, name: w[5:]})
	case strings.HasPrefix(w, "ret*"):
		e.add(effect{kind: returnDeep, arg: num(w[4:])})
	case strings.HasPrefix(w, "cb@"):
		e.add(effect{kind: callState, name: strings.TrimSuffix(w[3:], "=")})
	case strings.HasPrefix(w, "cb"):
		f, args, _ := strings.Cut(w[2:], "=")
		args, size, ok := strings.Cut(args, ":")
		x := effect{kind: callArg, arg: num(f), size: 1}
		if ok {
			x.size = int64(-1 - num(size))
		}
		for _, a := range strings.Split(args, ",") {
			if a != "" {
				x.passes = append(x.passes, num(a))
			}
		}
		e.add(x)
	case strings.HasPrefix(w, "r@"), strings.HasPrefix(w, "w@"):
		e.add(effect{kind: useState, name: w[2:], read: w[0] == 'r', write: w[0] == 'w'})
	case strings.HasPrefix(w, "@"):
		if name, from, ok := cut("~"); ok {
			x := effect{kind: storeState, name: name[1:], write: true}
			if from[0] == '*' {
				x.extent, from = deep, from[1:]
			}
			x.src = num(from)
			e.add(x)
		} else {
			e.add(effect{kind: useState, name: w[1:], read: true, write: true})
		}
	case strings.HasPrefix(w, "*"):
		if to, _, ok := cut("=new"); ok {
			e.add(effect{kind: storeFresh, arg: num(to[1:]), write: true})
			return
		}
		to, from, _ := cut("~")
		e.add(effect{kind: storeInto, arg: num(to[1:]), src: num(from), write: true})
	case strings.HasPrefix(w, "m@"):
		e.add(effect{kind: useHeld, name: w[2:], read: true, write: true})
	case strings.HasPrefix(w, "f"):
		e.add(effect{kind: useFormat, arg: num(w[1:]), extent: variadic})
	case strings.HasPrefix(w, "s"):
		e.add(effect{kind: readMem, arg: num(w[1:]), read: true, write: true})
	case strings.HasPrefix(w, "c"):
		to, from, _ := cut("=")
		e.add(effect{kind: copyPtrs, arg: num(to[1:]), src: num(from)})
	default:
		e.parseAccess(w, num)
	}
}

func (e *effects) parseAccess(w string, num func(string) int) {
	x := effect{kind: readMem, read: w[0] == 'r', write: w[0] == 'w'}
	if x.write {
		x.kind = writeMem
	}
	rest := w[1:]
	switch {
	case strings.HasPrefix(rest, "v"):
		x.arg, x.extent = num(rest[1:]), variadic
	case strings.HasSuffix(rest, "*"):
		x.arg, x.extent = num(rest[:len(rest)-1]), deep
	case strings.Contains(rest, ":"):
		arg, size, _ := strings.Cut(rest, ":")
		x.arg, x.extent = num(arg), sized
		x.size = int64(-1 - num(size))
	case strings.Contains(rest, "#"):
		arg, size, _ := strings.Cut(rest, "#")
		x.arg, x.extent, x.size = num(arg), sized, int64(num(size))
	default:
		x.arg = num(rest)
	}
	e.add(x)
}

// library knows the effects of the library functions of one program.
type library struct {
	p     *program.Program
	table map[string]string
	memo  map[string]*effects
	facts []libraryFacts // by function
}

// libraryFacts are what the code of a library function shows about functions
// that the table does not list.
type libraryFacts struct {
	done     bool
	output   bool
	ends     bool
	jumps    bool
	indirect bool
	globals  map[int32]bool
	users    map[int32]bool // functions of the program that it calls by name
}

func newLibrary(p *program.Program) *library {
	l := &library{p: p, table: libraryTable(), memo: map[string]*effects{}, facts: make([]libraryFacts, len(p.Funcs))}
	return l
}

// effectsOf returns the effects of a library function.
func (l *library) effectsOf(fn int) *effects {
	name := l.p.Funcs[fn].Name
	if e, ok := l.memo[name]; ok {
		return e
	}
	var e *effects
	if text, ok := l.table[name]; ok {
		e = parseEffects(text)
	} else {
		e = l.derive(fn)
	}
	l.memo[name] = e
	return e
}

// intrinsic returns the effects of a service of the machine.
func (l *library) intrinsic(i program.Intrin) *effects {
	name := i.String()
	if e, ok := l.memo[name]; ok {
		return e
	}
	e := parseEffects(l.table[name])
	l.memo[name] = e
	return e
}

// derive assumes the worst of a function that the table does not list, as far
// as its code allows: it reads and writes all that its arguments reach, and the
// objects of the library that its code names; it returns and stores any pointer
// that it can find there; if its code calls through pointers it calls whatever
// function its arguments reach.
func (l *library) derive(fn int) *effects {
	f := l.p.Funcs[fn]
	facts := l.factsOf(fn)
	e := &effects{output: facts.output, ends: facts.ends, jumps: facts.jumps}
	for i, p := range f.Params {
		if p.Kind != program.Ptr && p.Kind != program.I64 && p.Size == 0 {
			continue
		}
		e.add(effect{kind: readMem, arg: i, extent: deep, read: true})
		e.add(effect{kind: writeMem, arg: i, extent: deep, write: true})
		e.add(effect{kind: returnInto, arg: i, size: unknownSize})
		e.add(effect{kind: returnDeep, arg: i})
		if facts.indirect {
			e.add(effect{kind: callArg, arg: i, size: unknownSize, passes: allParams(f)})
		}
		for j, q := range f.Params {
			if j != i && q.Kind == program.Ptr {
				e.add(effect{kind: storeInto, arg: j, src: i, write: true})
			}
		}
	}
	if f.Variadic {
		e.add(effect{kind: readMem, arg: len(f.Params), extent: variadic, read: true})
		e.add(effect{kind: writeMem, arg: len(f.Params), extent: variadic, write: true})
	}
	if f.Result == program.Ptr {
		e.add(effect{kind: returnFresh})
	}
	e.add(effect{kind: fillFresh, write: true})
	for g := range l.p.Globals {
		if facts.globals[int32(g)] && !l.p.Globals[g].ReadOnly {
			e.deriveGlobal(f, l.p.Globals[g].Name)
			if facts.indirect {
				e.add(effect{kind: callState, name: l.p.Globals[g].Name, passes: allParams(f), size: unknownSize})
			}
		}
	}
	return e
}

// deriveGlobal assumes that a function keeps its arguments in an object of the
// library and returns what it finds there.
func (e *effects) deriveGlobal(f *program.Func, name string) {
	e.add(effect{kind: useState, name: name, read: true, write: true})
	for i, p := range f.Params {
		if p.Kind == program.Ptr {
			e.add(effect{kind: storeState, name: name, src: i, write: true})
		}
	}
	if f.Result == program.Ptr {
		e.add(effect{kind: returnObj, name: name})
		e.add(effect{kind: returnHeld, name: name})
	}
}

func allParams(f *program.Func) []int {
	list := make([]int, len(f.Params))
	for i := range list {
		list[i] = i
	}
	return list
}

// factsOf collects what the code of a library function, and of those that it
// calls by name or whose address it takes, contains.
func (l *library) factsOf(fn int) *libraryFacts {
	if l.facts[fn].done {
		return &l.facts[fn]
	}
	sum := libraryFacts{done: true, globals: map[int32]bool{}, users: map[int32]bool{}}
	seen := map[int]bool{fn: true}
	work := []int{fn}
	visit := func(o program.Operand) {
		switch o.Mode {
		case program.GlobalAddr:
			sum.globals[o.Index] = true
		case program.FuncAddr:
			if g := l.p.Funcs[o.Index]; !g.Library && len(g.Blocks) > 0 {
				sum.users[o.Index] = true
			} else if !seen[int(o.Index)] {
				seen[int(o.Index)] = true
				work = append(work, int(o.Index))
			}
		}
	}
	for len(work) > 0 {
		f := l.p.Funcs[work[len(work)-1]]
		work = work[:len(work)-1]
		for _, b := range f.Blocks {
			for i := range b.Instrs {
				in := &b.Instrs[i]
				visit(in.A)
				visit(in.B)
				visit(in.C)
				for _, a := range in.Args {
					visit(a.Operand)
				}
				if in.Op == program.Call && in.A.Mode != program.FuncAddr {
					sum.indirect = true
				}
				if in.Op == program.Intrinsic {
					sum.intrinsic(in.Intrin)
				}
			}
		}
	}
	l.facts[fn] = sum
	return &l.facts[fn]
}

func (s *libraryFacts) intrinsic(i program.Intrin) {
	switch i {
	case program.IntrinWrite, program.IntrinFileOut, program.IntrinObserve:
		s.output = true
	case program.IntrinExit, program.IntrinSignal, program.IntrinError, program.IntrinTrap:
		s.output, s.ends = true, true
	case program.IntrinAssume:
		s.ends = true
	case program.IntrinLongjmp:
		s.jumps = true
	}
}
