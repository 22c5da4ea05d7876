// Package remote has other machines work on a results folder that they see, by plain ssh: on
// each host rift joins the folder. What hosts do not finish, since they are gone or never
// answered, others do.
package remote

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/riftlab/rift/experiments"
	"github.com/riftlab/rift/program"
)

// Options say what is run where.
type Options struct {
	Hosts []string
	// Command is what hosts run: rift, with arguments that have it join a folder, tell events
	// as JSON, and end when its standard input does.
	Command []string
	// Watch is told of tasks that end, and Say what hosts and ssh write to standard error, line
	// by line; from several goroutines.
	Watch func(experiments.Event)
	Say   func(host, line string)
}

// Outcome is how a host ended.
type Outcome struct {
	Host   string
	Status int    // of ssh: that of the command, or 255 for its own trouble
	Last   string // the last line that was said
}

// Trouble returns what was wrong on the host; "" if rift ended there as it should, whatever
// became of tasks.
func (o *Outcome) Trouble() string {
	switch o.Status {
	case 0, 3:
		return ""
	case 255:
		return fmt.Sprintf("%s: ssh failed: %s", o.Host, o.Last)
	case 126, 127:
		return fmt.Sprintf("%s: rift cannot be started there (--rift says where it is): %s", o.Host, o.Last)
	}
	return fmt.Sprintf("%s: rift ended with status %d: %s", o.Host, o.Status, o.Last)
}

// ParseHosts reads "host,user@host". What ssh would take for an option is refused.
func ParseHosts(text string) ([]string, error) {
	var hosts []string
	for h := range strings.SplitSeq(text, ",") {
		h = strings.TrimSpace(h)
		if h == "" || h[0] == '-' || strings.ContainsAny(h, " \t\n'\"\\$`;&|<>") {
			return nil, fmt.Errorf("hosts %q: want names with commas between them, such as ada,me@bob", text)
		}
		hosts = append(hosts, h)
	}
	return hosts, nil
}

// grace is how long hosts may take to end when they are told to.
const grace = 10 * time.Second

// Run runs the command on all hosts until it has ended on each, and returns how. When ctx ends
// the hosts are told to end.
func Run(ctx context.Context, o Options) ([]Outcome, error) {
	ssh, err := exec.LookPath("ssh")
	if err != nil {
		return nil, errors.New("ssh is not in PATH")
	}
	out := make([]Outcome, len(o.Hosts))
	var all sync.WaitGroup
	for i, host := range o.Hosts {
		all.Go(func() { out[i] = o.host(ctx, ssh, host) })
	}
	all.Wait()
	return out, nil
}

// host runs the command on a host.
func (o *Options) host(ctx context.Context, ssh, host string) Outcome {
	out := Outcome{Host: host, Status: 255}
	var words []string
	for _, w := range o.Command {
		words = append(words, program.PosixWord(w))
	}
	// Nobody is asked for a password; a host that has died is noticed.
	cmd := exec.Command(ssh, "-T", "-o", "BatchMode=yes", "-o", "ServerAliveInterval=15", "-o", "ConnectTimeout=30", "--", host, "exec "+strings.Join(words, " "))
	in, err := cmd.StdinPipe()
	if err != nil {
		out.Last = err.Error()
		return out
	}
	events, err1 := cmd.StdoutPipe()
	said, err2 := cmd.StderrPipe()
	if err := errors.Join(err1, err2); err != nil {
		out.Last = err.Error()
		return out
	}
	if err := cmd.Start(); err != nil {
		out.Last = err.Error()
		return out
	}
	ended := make(chan struct{})
	var reading sync.WaitGroup
	reading.Go(func() { o.readEvents(events) })
	reading.Go(func() { out.Last = o.readWords(host, said) })
	go func() {
		select {
		case <-ended:
			return
		case <-ctx.Done():
		}
		in.Close()
		select {
		case <-ended:
		case <-time.After(grace):
			cmd.Process.Kill() //nolint:errcheck // it may be gone already
		}
	}()
	reading.Wait()
	err = cmd.Wait()
	close(ended)
	in.Close()
	var exit *exec.ExitError
	switch {
	case err == nil:
		out.Status = 0
	case errors.As(err, &exit) && exit.ExitCode() >= 0:
		out.Status = exit.ExitCode()
	}
	return out
}

// readEvents tells of the tasks that end.
func (o *Options) readEvents(in io.Reader) {
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		var e experiments.Event
		if json.Unmarshal(line, &e) == nil && e.Kind == experiments.EventTask {
			o.Watch(e)
		}
		if err != nil {
			return
		}
	}
}

// readWords passes on what is said, and returns the last line.
func (o *Options) readWords(host string, in io.Reader) (last string) {
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadString('\n')
		if line = strings.TrimSpace(line); line != "" {
			last = line
			o.Say(host, line)
		}
		if err != nil {
			return last
		}
	}
}
