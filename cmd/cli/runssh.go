package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/riftlab/rift/experiments"
	"github.com/riftlab/rift/experiments/remote"
)

// runRemote has hosts work on a folder, and reports as a run here does.
func (a *app) runRemote(ctx context.Context, plan *experiments.Plan, o experiments.RunOptions, f *runFlags) error {
	hosts, err := remote.ParseHosts(f.ssh)
	if err != nil {
		return usagef("--ssh: %w", err)
	}
	command, err := joinCommand(o, f)
	if err != nil {
		return err
	}
	missing, err := experiments.Prepare(ctx, plan, o.Dir, o.Retry)
	if err != nil {
		return a.runError(err, nil, o.Dir, f.json)
	}
	began := time.Now()
	before, err := experiments.Look(ctx, o.Dir)
	if err != nil {
		return folderError(err)
	}
	var outcomes []remote.Outcome
	var found atomic.Int64
	end := a.watch(&o, f.json)
	o.Watch(experiments.Event{Kind: experiments.EventPlan, Tasks: before.Tasks, Finished: before.Tasks - missing.Len()})
	if missing.Len() > 0 {
		outcomes, err = remote.Run(ctx, remote.Options{
			Hosts: hosts, Command: command,
			Watch: func(e experiments.Event) {
				found.Add(int64(e.Found))
				o.Watch(e)
			},
			Say: func(host, line string) {
				fmt.Fprintf(a.err, "rift: %s: %s\n", host, strings.TrimPrefix(line, "rift: "))
			},
		})
	}
	end()
	if err != nil {
		return usagef("--ssh: %w", err)
	}
	after, err := experiments.Look(context.WithoutCancel(ctx), o.Dir)
	if err != nil {
		return folderError(err)
	}
	sum := summaryOf(before, after, missing.Len())
	sum.Found, sum.Wall = int(found.Load()), time.Since(began).Seconds()
	if ctx.Err() != nil {
		return a.runError(ctx.Err(), sum, o.Dir, f.json)
	}
	var wrong []string
	for _, h := range outcomes {
		if t := h.Trouble(); t != "" {
			wrong = append(wrong, t)
		}
	}
	if !sum.Complete && len(wrong) > 0 {
		return fmt.Errorf("%d of %d tasks are left; the same command continues\n%s", sum.Left, sum.Tasks, strings.Join(wrong, "\n"))
	}
	for _, t := range wrong { // others did its tasks
		fmt.Fprintf(a.err, "rift: %s\n", t)
	}
	return a.finish(ctx, sum, o.Dir, f)
}

// joinCommand is what hosts run.
func joinCommand(o experiments.RunOptions, f *runFlags) ([]string, error) {
	self, err1 := os.Executable()
	dir, err2 := filepath.Abs(o.Dir)
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	command := []string{cmp.Or(f.program, self), "join", dir, "--attached", "--json"}
	if o.Workers > 0 {
		command = append(command, "--workers", strconv.Itoa(o.Workers))
	}
	if f.retry != "" {
		command = append(command, "--retry", f.retry)
	}
	if o.Isolation != "" {
		command = append(command, "--isolation", string(o.Isolation))
	}
	for _, name := range slices.Sorted(maps.Keys(f.from)) {
		path := f.from[name]
		if abs, err := filepath.Abs(path); err == nil && !strings.Contains(path, ":") {
			path = abs
		}
		command = append(command, "--from", name+"="+path)
	}
	return command, nil
}

// summaryOf tells what was done between two looks at a folder that lacked some tasks.
func summaryOf(before, after *experiments.State, missing int) *experiments.Summary {
	s := &experiments.Summary{Tasks: after.Tasks, Left: after.Left, Complete: after.Complete, Ended: maps.Clone(after.Ended)}
	s.Finished = before.Tasks - missing
	for status, n := range before.Ended {
		if s.Ended[status] -= n; s.Ended[status] <= 0 { // less than none: what was retried
			delete(s.Ended, status)
		}
	}
	s.Earlier = max(0, after.Failed-s.Failed()) // Failed counts those of this run so far
	return s
}
