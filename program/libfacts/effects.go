package libfacts

import (
	"strconv"
	"strings"
)

// Names of the library's objects that stand for the standard streams, and of what
// stands for all files.
const (
	Stdin  = "__libc_stdin"
	Stdout = "__libc_stdout"
	Stderr = "__libc_stderr"
	Files  = "files"
)

// Effects is what a call of a library function, or of a service of the machine, does
// in terms of its arguments.
type Effects struct {
	Items  []Effect
	Ends   bool // may end the run
	Never  bool // never returns
	Output bool // may write output
	Jumps  bool // is longjmp
	Code   bool // what the code allows is to be assumed beyond what is listed
	Format int  // the argument that is a format; -1 if there is none
	Wide   bool // the format is of wide characters
}

// Kind says what an Effect does.
type Kind uint8

// The kinds of effects.
const (
	ReadMem     Kind = iota
	WriteMem         // replaces nothing
	CopyPtrs         // from the memory at Src to that at Arg; Arg -1: to the fresh object
	ReturnArg        // exactly the argument
	ReturnInto       // a pointer to any place of the object of the argument
	ReturnDeep       // any pointer in memory reachable from the argument
	ReturnObj        // the address of the library's object Name
	ReturnHeld       // any pointer reachable from the library's object Name
	ReturnFresh      // the address of a fresh object
	FillFresh        // writes the fresh object
	StoreInto        // a pointer into the object of argument Src is stored at Arg
	StoreFresh       // the address of a fresh object is stored at Arg
	UseState         // the library's object Name
	StoreState       // a pointer into the object of argument Src is stored in Name
	SetErrno
	CallArg   // calls argument Arg
	CallState // calls what is stored in Name
	UseHeld   // the strings that Name holds pointers to
	UseFormat // what the conversions of a format do
)

// Extent says how much memory an Effect reaches from its argument.
type Extent uint8

// The extents.
const (
	AsText   Extent = iota // a string, an array, or a single cell
	Sized                  // as many bytes as Size says
	Deep                   // everything reachable
	Variadic               // strings of all arguments from Arg on
)

// UnknownSize is the Size of what nothing is known of.
const UnknownSize = -100

// Effect is one thing that a call does.
type Effect struct {
	Kind     Kind
	Arg, Src int
	Extent   Extent
	Size     int64 // of the access or of elements, in bytes: constant, or -1 less the number of an argument
	Name     string
	Read     bool
	Write    bool
	Real     bool // SetErrno: part of the answer
	Passes   []int
}

// Add adds an effect.
func (e *Effects) Add(x Effect) { e.Items = append(e.Items, x) }

func (e *Effects) parseWord(w string) {
	switch w {
	case "pure":
	case "code":
		e.Code = true
	case "e", "E":
		e.Add(Effect{Kind: SetErrno, Write: true, Real: w == "E"})
	case "o":
		e.Output = true
	case "x":
		e.Ends = true
	case "X":
		e.Ends, e.Never = true, true
	case "j":
		e.Jumps, e.Never = true, true
	case "fill":
		e.Add(Effect{Kind: FillFresh, Write: true})
	case "new":
		e.Add(Effect{Kind: ReturnFresh})
	case "in":
		e.Add(Effect{Kind: UseState, Name: Stdin, Read: true, Write: true})
	case "out":
		e.Output = true
		e.Add(Effect{Kind: UseState, Name: Stdout, Read: true, Write: true})
	case "err":
		e.Output = true
		e.Add(Effect{Kind: UseState, Name: Stderr, Read: true, Write: true})
	case "files":
		e.Add(Effect{Kind: UseState, Name: Files, Read: true, Write: true})
	default:
		e.parseArg(w)
	}
}

// parseArg parses a word that names an argument or an object.
func (e *Effects) parseArg(w string) {
	num := func(s string) int {
		n, err := strconv.Atoi(s)
		if err != nil {
			panic("libfacts: " + w)
		}
		return n
	}
	cut := func(sep string) (string, string, bool) { return strings.Cut(w, sep) }
	switch {
	case strings.HasPrefix(w, "ret=@"):
		e.Add(Effect{Kind: ReturnObj, Name: w[5:]})
	case strings.HasPrefix(w, "ret="):
		e.Add(Effect{Kind: ReturnArg, Arg: num(w[4:])})
	case strings.HasPrefix(w, "ret~"):
		arg, size, ok := strings.Cut(w[4:], ":")
		x := Effect{Kind: ReturnInto, Arg: num(arg), Size: 1}
		if ok {
			x.Size = int64(-1 - num(size))
		}
		e.Add(x)
	case strings.HasPrefix(w, "ret*@"):
		e.Add(Effect{Kind: ReturnHeld, Name: w[5:]})
	case strings.HasPrefix(w, "ret*"):
		e.Add(Effect{Kind: ReturnDeep, Arg: num(w[4:])})
	case strings.HasPrefix(w, "cb@"):
		e.Add(Effect{Kind: CallState, Name: strings.TrimSuffix(w[3:], "=")})
	case strings.HasPrefix(w, "cb"):
		f, args, _ := strings.Cut(w[2:], "=")
		args, size, ok := strings.Cut(args, ":")
		x := Effect{Kind: CallArg, Arg: num(f), Size: 1}
		if ok {
			x.Size = int64(-1 - num(size))
		}
		for _, a := range strings.Split(args, ",") {
			if a != "" {
				x.Passes = append(x.Passes, num(a))
			}
		}
		e.Add(x)
	case strings.HasPrefix(w, "r@"), strings.HasPrefix(w, "w@"):
		e.Add(Effect{Kind: UseState, Name: w[2:], Read: w[0] == 'r', Write: w[0] == 'w'})
	case strings.HasPrefix(w, "@"):
		if name, from, ok := cut("~"); ok {
			x := Effect{Kind: StoreState, Name: name[1:], Write: true}
			if from[0] == '*' {
				x.Extent, from = Deep, from[1:]
			}
			x.Src = num(from)
			e.Add(x)
		} else {
			e.Add(Effect{Kind: UseState, Name: w[1:], Read: true, Write: true})
		}
	case strings.HasPrefix(w, "*"):
		if to, _, ok := cut("=new"); ok {
			e.Add(Effect{Kind: StoreFresh, Arg: num(to[1:]), Write: true})
			return
		}
		to, from, _ := cut("~")
		e.Add(Effect{Kind: StoreInto, Arg: num(to[1:]), Src: num(from), Write: true})
	case strings.HasPrefix(w, "m@"):
		e.Add(Effect{Kind: UseHeld, Name: w[2:], Read: true, Write: true})
	case strings.HasPrefix(w, "fw"):
		e.Format, e.Wide = num(w[2:]), true
	case strings.HasPrefix(w, "f"):
		e.Format = num(w[1:])
		e.Add(Effect{Kind: UseFormat, Arg: e.Format, Extent: Variadic})
	case strings.HasPrefix(w, "s"):
		e.Add(Effect{Kind: ReadMem, Arg: num(w[1:]), Read: true, Write: true})
	case strings.HasPrefix(w, "c"):
		to, from, _ := cut("=")
		e.Add(Effect{Kind: CopyPtrs, Arg: num(to[1:]), Src: num(from)})
	default:
		e.parseAccess(w, num)
	}
}

// parseAccess parses what is read or written.
func (e *Effects) parseAccess(w string, num func(string) int) {
	if w[0] != 'r' && w[0] != 'w' {
		panic("libfacts: " + w)
	}
	x := Effect{Kind: ReadMem, Read: w[0] == 'r', Write: w[0] == 'w'}
	if x.Write {
		x.Kind = WriteMem
	}
	rest := w[1:]
	switch {
	case strings.HasPrefix(rest, "v"):
		x.Arg, x.Extent = num(rest[1:]), Variadic
	case strings.HasSuffix(rest, "*"):
		x.Arg, x.Extent = num(rest[:len(rest)-1]), Deep
	case strings.Contains(rest, ":"):
		arg, size, _ := strings.Cut(rest, ":")
		x.Arg, x.Extent = num(arg), Sized
		x.Size = int64(-1 - num(size))
	case strings.Contains(rest, "#"):
		arg, size, _ := strings.Cut(rest, "#")
		x.Arg, x.Extent, x.Size = num(arg), Sized, int64(num(size))
	default:
		x.Arg = num(rest)
	}
	e.Add(x)
}
