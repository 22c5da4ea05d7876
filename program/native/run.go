package native

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/confine"
)

// Run runs the program on an input, in a folder that holds the input's files
// and nothing else. The outcome has no steps; a run that the time, the memory,
// the number of its processes or the size of its files ended is Stopped, with the
// limit "time", "memory", "processes" or "output". Errors are cancellation and inputs that the program cannot be given.
func (x *Program) Run(ctx context.Context, in *program.Input) (*program.Outcome, error) {
	if main := in.Entry == "" || in.Entry == "main"; main != x.main {
		return nil, fmt.Errorf("the input starts %q, which the program was not built for", in.Entry)
	}
	dir, err := os.MkdirTemp(x.b.dir, "run-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	r := &running{x: x, in: in, dir: dir, work: filepath.Join(dir, "work")}
	defer r.close()
	return r.do(ctx)
}

// running is a run under way.
type running struct {
	x         *Program
	in        *program.Input
	dir, work string
	open      []*os.File
}

// The streams of a run: what it is given, what it prints, and what the guard
// reads and tells.
const (
	streamIn = iota
	streamOut
	streamErr
	streamValues
	streamTold
	streams
)

func (r *running) do(ctx context.Context) (*program.Outcome, error) {
	if err := r.files(); err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, r.x.b.opt.Time)
	defer cancel()
	cmd := exec.CommandContext(limited, r.x.binary)
	cmd.Args = []string{"prog"}
	for _, a := range r.in.Args {
		cmd.Args = append(cmd.Args, string(a))
	}
	cmd.Dir, cmd.Env = r.work, []string{}
	for _, e := range r.in.Env {
		cmd.Env = append(cmd.Env, string(e))
	}
	if err := r.streams(cmd); err != nil {
		return nil, err
	}
	err := confine.Run(cmd, r.x.b.Isolated, r.x.b.opt.Processes)
	var report []byte
	if cmd.Process != nil {
		name := fmt.Sprintf("%s.%d", r.x.b.reports(), cmd.Process.Pid)
		report, _ = os.ReadFile(name) // most often there is none
		os.Remove(name)               //nolint:errcheck // the builder's folder goes anyway
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	out := &program.Outcome{}
	var exit *exec.ExitError
	switch {
	case limited.Err() != nil:
		out.Ending, out.Limit = program.Stopped, "time"
		return out, nil
	case errors.Is(err, confine.ErrProcesses):
		out.Ending, out.Limit = program.Stopped, "processes"
		return out, nil
	case errors.As(err, &exit):
		r.ended(out, exit)
	case err != nil && !errors.Is(err, exec.ErrWaitDelay):
		return nil, err
	}
	if err := r.collect(out); err != nil {
		return nil, err
	}
	if text := splitReport(out, report); text != "" {
		r.x.judge(out, text)
	}
	return out, nil
}

// ended sets how the run ended from the process's status.
func (r *running) ended(out *program.Outcome, exit *exec.ExitError) {
	status, signal := confine.Status(exit)
	switch syscall.Signal(signal) {
	case 0:
		out.Status = status
	case syscall.SIGXFSZ:
		out.Ending, out.Limit = program.Stopped, "output"
	case syscall.SIGXCPU, syscall.SIGKILL:
		out.Ending, out.Limit = program.Stopped, "time"
	default:
		out.Ending, out.Status = program.Signaled, signal
	}
}

// files writes the files of the input.
func (r *running) files() error {
	if err := os.Mkdir(r.work, 0o777); err != nil {
		return err
	}
	return Put(r.work, r.in.Files)
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
	if _, err := r.open[streamIn].Write(r.in.Stdin); err != nil {
		return err
	}
	if _, err := r.open[streamIn].Seek(0, io.SeekStart); err != nil {
		return err
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = r.open[streamIn], r.open[streamOut], r.open[streamErr]
	if r.x.main && len(r.in.Values) == 0 {
		return nil
	}
	data, err := stream(r.in)
	if err != nil {
		return err
	}
	if _, err := r.open[streamValues].Write(data); err != nil {
		return err
	}
	cmd.ExtraFiles = r.open[streamValues : streamTold+1]
	return nil
}

func (r *running) close() {
	for _, f := range r.open {
		f.Close()
	}
}

// collect reads what the run has left.
func (r *running) collect(out *program.Outcome) error {
	var data [streams][]byte
	for _, i := range []int{streamOut, streamErr, streamTold} {
		var err error
		if data[i], err = os.ReadFile(filepath.Join(r.dir, fmt.Sprint(i))); err != nil {
			return err
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
		}
	}
	var err error
	out.Files, err = r.changed()
	return err
}

func some(b []byte) program.Bytes {
	if len(b) == 0 {
		return nil
	}
	return b
}

// changed returns the files that are not as the input had them; of one that is
// gone, the name says so as rift's machines do.
func (r *running) changed() ([]program.File, error) {
	before := map[string]program.File{}
	for _, f := range r.in.Files {
		f.Mode = 0
		before[f.Name] = f
	}
	var list []program.File
	err := filepath.WalkDir(r.work, func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrPermission) {
			return nil
		}
		link := d.Type()&fs.ModeSymlink != 0
		if err != nil || !d.Type().IsRegular() && !link {
			return err
		}
		name, err := filepath.Rel(r.work, path)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		data, err := contentOf(path, link)
		if err != nil && !errors.Is(err, fs.ErrPermission) {
			return err
		}
		if old, ok := before[name]; !ok || old.Link != link || string(old.Data) != string(data) {
			list = append(list, program.File{Name: name, Data: data, Link: link})
		}
		delete(before, name)
		return nil
	})
	for name := range before {
		list = append(list, program.File{Name: name + " (removed)"})
	}
	slices.SortFunc(list, func(a, b program.File) int { return strings.Compare(a.Name, b.Name) })
	return list, err
}

// contentOf returns what a file holds, or where a link leads.
func contentOf(path string, link bool) ([]byte, error) {
	if link {
		to, err := os.Readlink(path)
		return []byte(to), err
	}
	return os.ReadFile(path)
}
