package vm

import "github.com/riftlab/rift/program"

// wideBytes is the size of long double and __int128 in memory.
const wideBytes = 16

// Accesses calls yield for each stretch of memory that the instruction read and
// then for each that it wrote, in bytes; none is empty. Not among them are the
// copies that calls make of arguments, the strings that services return, and the
// bytes of a string that its NUL ends.
func (e *Event) Accesses(yield func(address uint64, n int64, write bool)) {
	in := e.Instr
	read := func(a uint64, n int64) {
		if n > 0 {
			yield(a, n, false)
		}
	}
	write := func(a uint64, n int64) {
		if n > 0 {
			yield(a, n, true)
		}
	}
	switch in.Op {
	case program.Load:
		read(e.Address, in.Kind.Bytes())
	case program.Store:
		write(e.Address, in.Kind.Bytes())
	case program.ZeroMem:
		write(e.Address, in.Size)
	case program.CopyMem:
		read(e.B, in.Size)
		write(e.Address, in.Size)
	case program.WideOp:
		if in.A.Kind == program.Ptr {
			read(e.A, wideBytes)
		}
		if in.B.Kind == program.Ptr {
			read(e.B, wideBytes)
		}
		if in.C.Present() {
			write(e.C, wideBytes)
		}
	case program.Intrinsic:
		e.service(read, write)
	}
}

// service is Accesses of a service of the machine.
func (e *Event) service(read, write func(uint64, int64)) {
	args := e.Args
	switch e.Instr.Intrin {
	case program.IntrinCopy, program.IntrinCopyApart:
		read(args[1], int64(args[2]))
		write(args[0], int64(args[2]))
	case program.IntrinFill:
		write(args[0], int64(args[2]))
	case program.IntrinRead:
		write(args[0], int64(e.Result))
	case program.IntrinWrite, program.IntrinFileOut:
		read(args[1], int64(args[2]))
	case program.IntrinObserve:
		if byte(args[1]) != 's' {
			read(args[2], int64(args[3]))
		}
	case program.IntrinFtoa:
		read(args[2], wideBytes)
		write(args[0], min(int64(e.Result)+1, int64(args[1])))
	case program.IntrinAtof:
		n := int64(e.Result)
		read(args[0], max(n, -n))
		write(args[1], int64(args[2]))
	case program.IntrinMathL:
		for _, a := range args[2:] {
			if a != 0 {
				read(a, wideBytes)
			}
		}
		write(args[1], wideBytes)
	case program.IntrinSymbolic:
		write(args[0], int64(args[1]))
	}
}
