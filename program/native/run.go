package native

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/sandbox"
)

// Run runs the program on an input, in a folder that holds the input's files
// and nothing else. The outcome has no steps; a run that the time, the memory,
// the number of its processes or the size of its files ended is Stopped, with the
// limit "time", "memory", "processes" or "output"; so is one that leaves more files
// ("files"), or more in them ("output"), than is read. One whose time is over while it
// sleeps, and that has hardly used the processor, is Waiting, with what it has
// shown so far: nobody will do what it waits for. (That a single sleep would have
// ended later is not seen.) Errors are cancellation and inputs that the program
// cannot be given.
func (x *Program) Run(ctx context.Context, in *program.Input) (*program.Outcome, error) {
	if main := in.Entry == "" || in.Entry == "main"; main != x.main {
		return nil, fmt.Errorf("the input starts %q, which the program was not built for", in.Entry)
	}
	dir, err := os.MkdirTemp(x.b.dir, "run-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	r := &running{x: x, in: in, dir: dir, root: filepath.Join(dir, "root")}
	defer r.close()
	return r.do(ctx)
}

// running is a run under way.
type running struct {
	x         *Program
	in        *program.Input
	dir, root string // root is what the program may take for the root of all files
	open      []*os.File
	bytes     int64 // of what the run has left, as far as it was read
	entries   int   // likewise
}

// The streams of a run: what it is given, what it prints, what the guard reads
// and tells, and what sanitizers report of the program and of its children.
const (
	streamIn = iota
	streamOut
	streamErr
	streamValues
	streamTold
	streamReport
	streamOthers
	streams

	streamEnd = streams + 1 // what the launcher tells of the end
)

func (r *running) do(ctx context.Context) (*program.Outcome, error) {
	if err := r.files(); err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, r.x.b.opt.Time)
	defer cancel()
	cmd := exec.CommandContext(limited, r.x.b.launcher, r.x.binary, strconv.Itoa(len(r.in.Env)))
	cmd.Dir, cmd.Env = filepath.Join(r.root, home), []string{} // the launcher heeds no LD_PRELOAD of the input
	for _, e := range r.in.Env {
		cmd.Args = append(cmd.Args, string(e))
	}
	cmd.Args = append(cmd.Args, "prog")
	for _, a := range r.in.Args {
		cmd.Args = append(cmd.Args, string(a))
	}
	if err := r.streams(cmd); err != nil {
		return nil, err
	}
	err := sandbox.Run(cmd, r.x.b.Isolated, r.x.b.opt.Processes)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	out := &program.Outcome{}
	var exit *exec.ExitError
	switch {
	case errors.Is(err, sandbox.ErrWaiting):
		out.Ending = program.Waiting
	case limited.Err() != nil:
		out.Ending, out.Limit = program.Stopped, "time"
		return out, nil
	case errors.Is(err, sandbox.ErrProcesses):
		out.Ending, out.Limit = program.Stopped, "processes"
		return out, nil
	case errors.As(err, &exit):
		r.ended(out, exit)
	case err != nil && !errors.Is(err, exec.ErrWaitDelay):
		return nil, err
	}
	if err := r.toldEnd(out); err != nil {
		return nil, err
	}
	report, err := r.collect(out)
	if limit := new(leftTooMuch); errors.As(err, &limit) {
		return &program.Outcome{Ending: program.Stopped, Limit: limit.what}, nil
	}
	if err != nil {
		return nil, err
	}
	if text := splitReport(out, report); text != "" {
		r.x.judge(out, text)
	}
	return out, nil
}

// toldEnd sets how the run ended from what the launcher tells, which was the first
// process of a namespace. If it tells nothing the run was ended from outside.
func (r *running) toldEnd(out *program.Outcome) error {
	if !r.x.b.Alone || out.Ending != program.Exited {
		return nil
	}
	text, err := os.ReadFile(filepath.Join(r.dir, fmt.Sprint(streamEnd)))
	if err != nil || len(text) < 2 {
		return err
	}
	n, err := strconv.Atoi(string(text[1:]))
	if err != nil {
		return fmt.Errorf("launcher: %w", err)
	}
	if text[0] == 's' {
		r.endedBy(out, syscall.Signal(n))
	} else {
		out.Status = n
	}
	return nil
}

// ended sets how the run ended from the process's status.
func (r *running) ended(out *program.Outcome, exit *exec.ExitError) {
	status, signal := sandbox.Status(exit)
	if out.Status = status; signal != 0 {
		r.endedBy(out, syscall.Signal(signal))
	}
}

// endedBy sets that a signal ended the run.
func (r *running) endedBy(out *program.Outcome, signal syscall.Signal) {
	switch signal {
	case syscall.SIGXFSZ:
		out.Ending, out.Limit = program.Stopped, "output"
	case syscall.SIGXCPU, syscall.SIGKILL:
		out.Ending, out.Limit = program.Stopped, "time"
	default:
		out.Ending, out.Status = program.Signaled, int(signal)
	}
}

// streams opens files as the streams of the command: all can be read again, and
// the limit on the size of files holds for them.
func (r *running) streams(cmd *exec.Cmd) error {
	for i := range streams {
		f, err := os.OpenFile(filepath.Join(r.dir, fmt.Sprint(i)), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
		if err != nil {
			return err
		}
		r.open = append(r.open, f)
	}
	if err := r.stdin(); err != nil {
		return err
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = r.open[streamIn], r.open[streamOut], r.open[streamErr]
	binary, err := os.Open(r.x.binary)
	if err != nil {
		return err
	}
	r.open = append(r.open, binary)
	cmd.ExtraFiles = append(slices.Clone(r.open[streamValues:streams]), nil, binary)
	if r.x.b.Alone {
		end, err := os.OpenFile(filepath.Join(r.dir, fmt.Sprint(streamEnd)), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
		if err != nil {
			return err
		}
		r.open = append(r.open, end)
		cmd.ExtraFiles = append(cmd.ExtraFiles, end)
	}
	if r.x.b.Private {
		root, err := os.Open(r.root)
		if err != nil {
			return err
		}
		r.open = append(r.open, root)
		cmd.ExtraFiles[streams-streamValues] = root
		allowRoot(cmd)
	}
	if r.x.b.Alone {
		separate(cmd)
	}
	if r.x.main && len(program.WithoutSchedule(r.in.Values)) == 0 {
		return nil
	}
	data, err := stream(r.in)
	if err != nil {
		return err
	}
	_, err = r.open[streamValues].Write(data)
	return err
}

// stdin gives the program its standard input, as a file or as typed at a terminal.
func (r *running) stdin() error {
	if r.in.Terminal {
		screen, keyboard, err := openTerminal(r.in.Stdin)
		if err != nil {
			return err
		}
		r.open[streamIn].Close()
		r.open[streamIn] = screen
		r.open = append(r.open, keyboard)
		return nil
	}
	if _, err := r.open[streamIn].Write(r.in.Stdin); err != nil {
		return err
	}
	_, err := r.open[streamIn].Seek(0, io.SeekStart)
	return err
}

func (r *running) close() {
	for _, f := range r.open {
		f.Close()
	}
}

// errRoot is that of a system which refuses the root that it gave another run.
var errRoot = errors.New("the system does not let the program have a root of its own")

// collect reads what the run has left, and returns what a sanitizer has reported.
func (r *running) collect(out *program.Outcome) (report []byte, err error) {
	var data [streams][]byte
	for _, i := range []int{streamOut, streamErr, streamTold, streamReport} {
		if data[i], err = r.read(filepath.Join(r.dir, fmt.Sprint(i))); err != nil {
			return nil, err
		}
	}
	out.Stdout, out.Stderr = some(data[streamOut]), some(data[streamErr])
	if told := data[streamTold]; len(told) > 0 && out.Ending == program.Exited {
		switch told[0] {
		case 'a':
			out.Ending = program.Assumed
		case 'e':
			out.Ending, out.Fault = program.Faulted, &program.Fault{Kind: program.FaultReached}
		case 'r':
			out.Result = &program.Value{Name: "result", Data: told[1:]}
		case 'x':
			return nil, errRoot
		}
	}
	out.Files, err = r.changed()
	return data[streamReport], err
}

func some(b []byte) program.Bytes {
	if len(b) == 0 {
		return nil
	}
	return b
}
