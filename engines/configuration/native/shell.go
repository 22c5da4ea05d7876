package native

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/riftlab/rift/program/confine"
)

// ran is what became of a command.
type ran struct {
	status   int // exit status; 128 and the number of the signal that ended it
	timedOut bool
	output   []byte // of both streams, the end of it
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
	cmd.Env = append(os.Environ(), "LC_ALL=C", "TZ=UTC", "TMPDIR="+temp)
	var out lastBytes
	cmd.Stdout, cmd.Stderr = &out, &out
	err := confine.Run(cmd, p.Isolated)
	if ctx.Err() != nil {
		return ran{}, ctx.Err()
	}
	r := ran{output: out.data, timedOut: inner.Err() != nil}
	var exit *exec.ExitError
	switch {
	case err == nil, errors.Is(err, exec.ErrWaitDelay):
	case errors.As(err, &exit):
		var signal int
		if r.status, signal = confine.Status(exit); signal != 0 {
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

// lastBytes keeps the end of what is written to it.
type lastBytes struct{ data []byte }

const keptOutput = 4096

// Write implements io.Writer.
func (l *lastBytes) Write(p []byte) (int, error) {
	l.data = append(l.data, p...)
	if n := len(l.data); n > 2*keptOutput {
		l.data = bytes.Clone(l.data[n-keptOutput:])
	}
	return len(p), nil
}
