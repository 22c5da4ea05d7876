package slurm

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Patience is for how long a controller that does not answer is asked again; 0 is not at all.
type Patience time.Duration

// The pauses between two calls, at first and at most.
const (
	leastPause = 250 * time.Millisecond
	mostPause  = 8 * time.Second
)

// down are what Slurm's commands say when the controller is down or too busy.
var down = []string{
	"Unable to contact slurm controller", "Socket timed out", "Connection refused", "Connection timed out",
	"Zero Bytes were transmitted", "temporarily unable", "Slurm backup controller in standby mode", "Communication connection failure",
	"Unable to establish control machine address", "Transport endpoint is not connected",
}

// errDown is wrapped by errors about a controller that does not answer.
var errDown = errors.New("the controller does not answer")

// call runs one of Slurm's commands and returns what it prints. It asks again while the
// controller is down.
func (p Patience) call(ctx context.Context, name string, args ...string) (string, error) {
	until := time.Now().Add(time.Duration(p))
	for pause := leastPause; ; pause = min(2*pause, mostPause) {
		out, err := callOnce(ctx, name, args)
		if !errors.Is(err, errDown) || !p.wait(ctx, until, pause) {
			return out, err
		}
	}
}

// wait pauses before the next call, if there is time for one.
func (p Patience) wait(ctx context.Context, until time.Time, pause time.Duration) bool {
	if time.Until(until) < pause {
		return false
	}
	select {
	case <-ctx.Done():
		return false
	case <-time.After(pause):
		return true
	}
}

func callOnce(ctx context.Context, name string, args []string) (string, error) {
	path, err := exec.LookPath(name)
	if err != nil {
		return "", fmt.Errorf("%w: %s is not in PATH: do this where Slurm's commands are, such as a login node of the cluster", ErrSlurm, name)
	}
	cmd := exec.CommandContext(ctx, path, args...)
	var out, words bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &words
	cmd.WaitDelay = time.Second
	err = cmd.Run()
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if err == nil {
		return out.String(), nil
	}
	said := strings.TrimSpace(words.String())
	if slices.ContainsFunc(down, func(s string) bool { return strings.Contains(said, s) }) {
		return "", fmt.Errorf("%w: %w: %s: %s", ErrSlurm, errDown, name, said)
	}
	if said == "" {
		said = err.Error()
	}
	return "", fmt.Errorf("%w: %s: %s", ErrSlurm, name, said)
}

// sbatch submits a job of a name and returns its number. A controller that was too slow to
// answer may have taken the job all the same: one of that name, but for those known, is it.
func (p Patience) sbatch(ctx context.Context, name string, known, args []string) (string, error) {
	until := time.Now().Add(time.Duration(p))
	for pause := leastPause; ; pause = min(2*pause, mostPause) {
		out, err := callOnce(ctx, "sbatch", args)
		if err == nil {
			job, _, _ := strings.Cut(strings.TrimSpace(out), ";") // the rest is the cluster
			if _, bad := strconv.Atoi(job); bad != nil {
				return "", fmt.Errorf("%w: sbatch printed %q: want the number of a job", ErrSlurm, out)
			}
			return job, nil
		}
		if !errors.Is(err, errDown) || !p.wait(ctx, until, pause) {
			return "", err
		}
		if entries, e := p.named(ctx, name); e == nil {
			for _, e := range entries {
				if e.name == name && !slices.Contains(known, e.job) {
					return e.job, nil
				}
			}
		}
	}
}

// limits asks the controller for what bounds arrays.
func (p Patience) limits(ctx context.Context) (limits, error) {
	if _, err := exec.LookPath("sbatch"); err != nil {
		_, err := callOnce(ctx, "sbatch", nil)
		return limits{}, err
	}
	out, err := p.call(ctx, "scontrol", "show", "config")
	if err != nil {
		return limits{}, err
	}
	l := limits{array: 1001, jobs: 10000} // Slurm's own defaults
	for line := range strings.Lines(out) {
		key, value, _ := strings.Cut(line, "=")
		n, err := strconv.Atoi(strings.TrimSpace(value))
		if err != nil {
			continue
		}
		switch strings.TrimSpace(key) {
		case "MaxArraySize":
			l.array = n
		case "MaxJobCount":
			l.jobs = n
		}
	}
	if l.array < 1 {
		return l, fmt.Errorf("%w: this Slurm allows no job arrays (MaxArraySize is %d in its configuration)", ErrSlurm, l.array)
	}
	return l, nil
}

// entry is an element of an array, or a job, in the queue.
type entry struct {
	job     string // the number of the array
	element int    // -1 of a job without elements
	state   string // PENDING, RUNNING and so on
	node    string
	reason  string // why it is pending
	name    string
}

// queue returns what of submissions is in the queue.
func (p Patience) queue(ctx context.Context, all []*Submission) ([]entry, error) {
	var names []string
	for _, s := range all {
		names = append(names, s.Name, s.collectName())
	}
	if len(names) == 0 {
		return nil, nil
	}
	return p.named(ctx, names...)
}

// named returns what is in the queue under one of the names. It does not ask by number: those
// that have been forgotten are errors to squeue.
func (p Patience) named(ctx context.Context, names ...string) ([]entry, error) {
	out, err := p.call(ctx, "squeue", "--noheader", "--array", "--name="+strings.Join(names, ","), "--format=%F|%K|%T|%N|%j|%r")
	if err != nil {
		return nil, err
	}
	var entries []entry
	for line := range strings.Lines(out) {
		f := strings.SplitN(strings.TrimSpace(line), "|", 6)
		if len(f) < 6 || !slices.Contains(names, f[4]) {
			continue
		}
		e := entry{job: f[0], element: -1, state: f[2], node: f[3], name: f[4], reason: f[5]}
		if n, err := strconv.Atoi(f[1]); err == nil {
			e.element = n
		}
		if e.state != "COMPLETED" { // some stay for minutes after their end
			entries = append(entries, e)
		}
	}
	return slices.DeleteFunc(entries, func(e entry) bool { return over[e.state] }), nil
}

// over are the states of jobs that have ended, which squeue may show for some time.
var over = map[string]bool{
	"BOOT_FAIL": true, "CANCELLED": true, "COMPLETED": true, "DEADLINE": true, "FAILED": true, "NODE_FAIL": true,
	"OUT_OF_MEMORY": true, "PREEMPTED": true, "TIMEOUT": true, "REVOKED": true,
}
