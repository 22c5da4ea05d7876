package vm

import (
	"context"
	"fmt"
	"slices"
	"sort"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/libc"
	"github.com/riftlab/rift/program/machine"
)

// Run runs the program on an input. The outcome is the caller's.
//
// Errors are inputs that the program can not be given: an entry function that
// does not exist, values that do not fit its parameters; and with a Host,
// failure to write files. Everything else is an outcome, cancellation of ctx
// too.
func (x *Instance) Run(ctx context.Context, in *program.Input) (*program.Outcome, error) {
	x.reset()
	x.ctx, x.in = ctx, in
	x.limit = min(x.m.opt.MaxSteps, pollSteps)
	if ctx.Err() != nil {
		x.stopped("cancelled")
		return x.outcome(), nil
	}
	var result *program.Value
	if in.Entry == "" || in.Entry == "main" {
		if err := x.runMain(); err != nil {
			return nil, err
		}
	} else {
		var err error
		if result, err = x.runEntry(); err != nil {
			return nil, err
		}
	}
	out := x.outcome()
	out.Result = result
	return out, x.hostFiles()
}

// runMain runs the whole program.
func (x *Instance) runMain() error {
	if f, ok := x.m.program.FuncByName(libc.Start); ok && x.m.funcs[f].entry >= 0 {
		x.run(f)
		return nil
	}
	f, ok := x.m.program.FuncByName("main")
	if !ok || x.m.funcs[f].entry < 0 {
		return fmt.Errorf("the program has no function main")
	}
	args, ok := x.mainArguments(int(x.m.funcs[f].params))
	if ok && x.run(f, args...) {
		x.exit(int(x.result & 0xFF))
	}
	return nil
}

// mainArguments builds argc and argv for a main that is started without the
// run-time library.
func (x *Instance) mainArguments(params int) ([]uint64, bool) {
	argc := len(x.in.Args) + 1
	s := x.alloc(uint64(8*argc+8), machine.StringObject)
	if s == 0 {
		x.stopped("memory")
		return nil, false
	}
	clear(x.objects[s].data)
	x.initialised(s)
	for i := range argc {
		a, ok := x.argument(i)
		if !ok {
			return nil, false
		}
		putWord(x.objects[s].data[8*i:], 8, a)
	}
	args := make([]uint64, max(params, 2))
	args[0], args[1] = uint64(argc), x.address(s)
	return args[:params], true
}

// run calls a function and reports whether it returned.
func (x *Instance) run(fn int, args ...uint64) bool {
	x.fp = 0
	if !x.push(fn, -1, 0) {
		x.fault.Func = x.m.program.Funcs[fn].Source
		return false
	}
	w := x.window()
	for i, v := range args {
		w[uint16(i)] = v
	}
	x.result, x.returned = 0, false
	x.clearShadows(0, len(x.shadows))
	if !x.alwaysCareful {
		x.loop()
	} else if x.pc++; !x.careful() {
		x.pc--
		x.locate()
	}
	return x.returned
}

// runEntry runs one function on values, then lets the run-time library end the
// run as exit(0) does.
func (x *Instance) runEntry() (*program.Value, error) {
	f, ok := x.m.program.FuncByName(x.in.Entry)
	if !ok || x.m.funcs[f].entry < 0 {
		return nil, fmt.Errorf("the program has no function %s", x.in.Entry)
	}
	fn := x.m.program.Funcs[f]
	args, sret, err := x.entryArguments(fn)
	if err != nil {
		return nil, err
	}
	if err := x.setGlobals(); err != nil {
		return nil, err
	}
	if x.ending != program.Exited || !x.run(f, args...) {
		return nil, nil
	}
	result, ok := x.entryResult(fn, sret)
	if !ok {
		x.fault.Func = fn.Source
		return nil, nil
	}
	x.popAll()
	if e, ok := x.m.program.FuncByName(libc.Exit); ok && x.m.funcs[e].entry >= 0 {
		x.run(e, 0)
	} else {
		x.exit(0)
	}
	return result, nil
}

// popAll forgets the activation that has just returned.
func (x *Instance) popAll() {
	x.stack, x.fp, x.depth = 0, 0, 0
}

// entryArguments makes the argument words from Input.Values: scalars from
// their bytes, aggregates and pointers as fresh objects that hold them. A
// pointer without bytes is null.
func (x *Instance) entryArguments(fn *program.Func) (args []uint64, sret uint64, err error) {
	x.addresses = map[string]uint64{}
	for i, p := range fn.Params {
		if i == 0 && fn.Sret {
			size := int64(0)
			if fn.Type != nil && fn.Type.Elem != nil {
				size = fn.Type.Elem.Size
			}
			s := x.alloc(uint64(size), machine.StringObject)
			if s == 0 {
				return nil, 0, fmt.Errorf("%s: no memory for the result", fn.Source)
			}
			sret = x.address(s)
			args = append(args, sret)
			continue
		}
		v := x.nextValue()
		if v == nil {
			return nil, 0, fmt.Errorf("%s: %d values for %d parameters", fn.Source, len(x.in.Values), len(fn.Params))
		}
		word, err := x.entryArgument(fn, p, v)
		if err != nil {
			return nil, 0, err
		}
		args = append(args, word)
		if p.Size > 0 || p.Kind == program.Ptr {
			x.addresses[v.Name] = word
		}
	}
	for i := range x.in.Objects {
		v := &x.in.Objects[i]
		if x.addresses[v.Name], err = x.newObject(fn, v); err != nil {
			return nil, 0, err
		}
	}
	for _, list := range [][]program.Value{x.in.Values[:x.values], x.in.Objects} {
		for i := range list {
			if err := x.link(x.addresses[list[i].Name], &list[i]); err != nil {
				return nil, 0, err
			}
		}
	}
	return args, sret, nil
}

// newObject makes an object of the bytes of a value.
func (x *Instance) newObject(fn *program.Func, v *program.Value) (uint64, error) {
	s := x.alloc(uint64(len(v.Data)), machine.StringObject)
	if s == 0 {
		return 0, fmt.Errorf("%s: no memory for value %s", fn.Source, v.Name)
	}
	copy(x.objects[s].data, v.Data)
	x.initialised(s)
	return x.address(s), nil
}

// link puts the pointers that a value has into its object at a.
func (x *Instance) link(a uint64, v *program.Value) error {
	for _, l := range v.Links {
		to, ok := x.addresses[l.To]
		if !ok || l.Off < 0 || l.Off+8 > len(v.Data) || !x.storeSlow(a+uint64(l.Off), 8, to) {
			return fmt.Errorf("value %s: no link at %d to %q", v.Name, l.Off, l.To)
		}
	}
	return nil
}

func (x *Instance) entryArgument(fn *program.Func, p program.Param, v *program.Value) (uint64, error) {
	size := p.Kind.Bytes()
	if p.Size > 0 {
		size = p.Size
	}
	isObject := p.Size > 0 || p.Kind == program.Ptr
	if !(p.Kind == program.Ptr && p.Size == 0) && int64(len(v.Data)) != size {
		return 0, fmt.Errorf("%s: value %s has %d bytes, parameter %s takes %d", fn.Source, v.Name, len(v.Data), p.Name, size)
	}
	if !isObject {
		var word [8]byte
		copy(word[:], v.Data)
		return getWord(word[:], 8) & p.Kind.Mask(), nil
	}
	if len(v.Data) == 0 {
		return 0, nil
	}
	return x.newObject(fn, v)
}

// setGlobals takes those of the following values that are named like a global.
func (x *Instance) setGlobals() error {
	for x.values < len(x.in.Values) {
		v := &x.in.Values[x.values]
		g, ok := x.m.program.GlobalByName(v.Name)
		if !ok {
			return nil
		}
		x.values++
		if int64(len(v.Data)) != x.m.program.Globals[g].Size {
			return fmt.Errorf("value %s has %d bytes, the variable %d", v.Name, len(v.Data), x.m.program.Globals[g].Size)
		}
		b, ok := x.writable(program.GlobalAddress(g, 0), uint64(len(v.Data)))
		if !ok {
			return fmt.Errorf("value %s: the variable is read-only", v.Name)
		}
		copy(b, v.Data)
		if err := x.link(program.GlobalAddress(g, 0), v); err != nil {
			return err
		}
	}
	return nil
}

// entryResult reads what the entry function returned: the bytes of a scalar or
// aggregate; for a pointer the bytes it points to, as far as its type says (a
// string without its NUL for pointers to characters), none for null.
func (x *Instance) entryResult(fn *program.Func, sret uint64) (*program.Value, bool) {
	v := &program.Value{Name: "result", Data: program.Bytes{}, Kind: program.ResultKind(fn)}
	switch {
	case sret != 0:
		s := program.Slot(sret)
		v.Data = append(v.Data, x.objects[s].data...)
		x.zeroUndefined(s, 0, v.Data)
	case fn.Result == program.Void:
		return nil, true
	case fn.Result == program.Ptr:
		return x.pointee(fn, v)
	default:
		var word [8]byte
		putWord(word[:], 8, x.result)
		v.Data = append(v.Data, word[:fn.Result.Bytes()]...)
	}
	return v, true
}

func (x *Instance) pointee(fn *program.Func, v *program.Value) (*program.Value, bool) {
	var elem *program.Type
	if fn.Type != nil && fn.Type.Elem != nil {
		elem = fn.Type.Elem.Elem
	}
	if x.result == 0 || elem == nil || elem.Size == 0 {
		return v, true
	}
	if elem.Class == program.IntType && elem.Size == 1 {
		b, ok := x.cstring(x.result)
		v.Data = append(v.Data, b...)
		return v, ok
	}
	s, off, ok := x.find(x.result, uint64(elem.Size), "read")
	if ok {
		v.Data = append(v.Data, x.objects[s].data[off:off+uint64(elem.Size)]...)
		x.zeroUndefined(s, off, v.Data)
	}
	return v, ok
}

// Coverage returns what the last run executed, nil unless the machine was made
// with Options.Coverage. The result is the caller's.
func (x *Instance) Coverage() *program.Coverage {
	if x.m.cover == nil {
		return nil
	}
	return x.m.cover.Coverage(x.covered)
}

// outcome makes the outcome of the run.
func (x *Instance) outcome() *program.Outcome {
	out := &program.Outcome{Ending: x.ending, Status: x.status, Fault: x.fault, Limit: x.why, Steps: x.steps}
	if len(x.asked) > 0 {
		out.Asked = slices.Clone(x.asked)
	}
	if len(x.out[0]) > 0 {
		out.Stdout = append(program.Bytes(nil), x.out[0]...)
	}
	if len(x.out[1]) > 0 {
		out.Stderr = append(program.Bytes(nil), x.out[1]...)
	}
	const keep = 1 << 20 // bytes of buffer worth keeping for the next run
	for i := range x.out {
		if cap(x.out[i]) > keep {
			x.out[i] = nil
		}
	}
	out.Observed = x.observed // reset begins another list
	for _, name := range x.fileNames() {
		f := x.files[name]
		if f.removed {
			name += " (removed)"
		}
		out.Files = append(out.Files, program.File{Name: name, Data: f.data, Link: f.link, Mode: f.mode})
	}
	return out
}

func (x *Instance) fileNames() []string {
	names := make([]string, 0, len(x.files))
	for name := range x.files {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

// hostFiles passes changed files to the host.
func (x *Instance) hostFiles() error {
	if x.Host == nil {
		return nil
	}
	for _, name := range x.fileNames() {
		var err error
		if f := x.files[name]; f.removed {
			err = x.Host.RemoveFile(name)
		} else {
			err = x.Host.WriteFile(name, f.data)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}
