package project

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/riftlab/rift/program/sandbox"
)

// ran is what became of a command.
type ran struct {
	status   int // exit status; 128 and the number of the signal that ended it
	timedOut bool
	output   []byte // of both streams; of a long one the beginning and the end
}

// shell runs a command in a slot with the project's limits. An error is
// cancellation, or that there is no shell.
func (p *Project) shell(ctx context.Context, s *slot, command string, limit time.Duration) (ran, error) {
	inner, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	cmd := exec.CommandContext(inner, "/bin/sh", "-c", p.limits()+command)
	temp := filepath.Join(p.temp, "tmp-"+filepath.Base(s.dir))
	if err := os.MkdirAll(temp, 0o777); err != nil {
		return ran{}, err
	}
	cmd.Dir = s.dir
	env := s.env
	if env == nil {
		env = os.Environ()
	}
	cmd.Env = append(withoutGit(env), "LC_ALL=C", "TZ=UTC", "TMPDIR="+temp)
	var out ends
	cmd.Stdout, cmd.Stderr = &out, &out
	err := sandbox.Run(cmd, p.Isolated, p.opt.Processes)
	if ctx.Err() != nil {
		return ran{}, ctx.Err()
	}
	r := ran{output: out.bytes(), timedOut: inner.Err() != nil}
	var exit *exec.ExitError
	switch {
	case err == nil, errors.Is(err, exec.ErrWaitDelay):
	case errors.Is(err, sandbox.ErrProcesses):
		r.status = 128 + int(syscall.SIGKILL)
	case errors.As(err, &exit):
		var signal int
		if r.status, signal = sandbox.Status(exit); signal != 0 {
			r.status = 128 + signal
		}
	case !r.timedOut:
		return r, fmt.Errorf("%s: %w", command, err)
	}
	return r, nil
}

// limits returns the shell's commands for the limits on a process.
func (p *Project) limits() string {
	var sb strings.Builder
	if p.opt.Memory > 0 {
		fmt.Fprintf(&sb, "ulimit -v %d\n", p.opt.Memory/1024)
	}
	if p.opt.Processes > 0 {
		// Shells do not agree on the letter.
		fmt.Fprintf(&sb, "ulimit -u %d 2>/dev/null || ulimit -p %d\n", p.opt.Processes, p.opt.Processes)
	}
	return sb.String()
}

// ends keeps the beginning and the end of what is written to it.
type ends struct{ first, last []byte }

// keptOutput is how much of either end is kept at least.
const keptOutput = 64 << 10

// Write implements io.Writer.
func (e *ends) Write(p []byte) (int, error) {
	n := min(len(p), keptOutput-len(e.first))
	e.first = append(e.first, p[:n]...)
	e.last = append(e.last, p[n:]...)
	if over := len(e.last); over > 2*keptOutput {
		e.last = bytes.Clone(e.last[over-keptOutput:])
	}
	return len(p), nil
}

func (e *ends) bytes() []byte { return append(e.first, e.last...) }
