package experiments

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/results"
)

// Rerun is a task that was run again, beside what its folder holds of it.
type Rerun struct {
	Task    string
	Status  results.Status // of the new run
	Reason  string
	Was     results.Status // in the folder
	Records int            // of the new run
	// Same says that the records are the same bytes. Clocked says that a clock or
	// a signal ended one of the two runs, so that nothing promises that.
	Same, Clocked bool
	// Line is the number of the first record that differs, from 1, Old and New
	// are its texts in the folder and now; "" where there is none.
	Line     int
	Old, New string
}

// RunAgain runs a task of a result folder once more, in a folder of its own that
// is removed afterwards, and compares the records. From maps names of subjects
// to where they are on this machine, if they moved. The task must be one of the
// plan and have finished.
func RunAgain(ctx context.Context, dir, task string, from map[string]string, o RunOptions) (*Rerun, error) {
	plan, err := ReadPlan(dir)
	if err != nil {
		return nil, err
	}
	if err := plan.mustHave(task); err != nil {
		return nil, err
	}
	if err := plan.move(from); err != nil {
		return nil, err
	}
	was, ok, err := attemptOf(ctx, dir, task)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, fmt.Errorf("%w: task %s has not finished in %s: rift run continues the folder", ErrFolder, task, dir)
	}
	tmp, err := os.MkdirTemp("", "rift-rerun-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(tmp)
	o.Dir, o.Only, o.Shard, o.Workers = tmp, task, Shard{}, 1
	if _, err := Run(ctx, plan, o); err != nil {
		return nil, err
	}
	now, ok, err := attemptOf(ctx, tmp, task)
	if err != nil {
		return nil, err
	}
	if !ok {
		panic("experiments: RunAgain: no attempt of " + task)
	}
	r := &Rerun{Task: task}
	return r, r.compare(was, now)
}

// move lets subjects be taken from other places of this machine; what the plan says
// of them besides, their hash and model, stays.
func (p *Plan) move(from map[string]string) error {
	for _, name := range slices.Sorted(maps.Keys(from)) {
		s, ok := p.Subjects[name]
		if !ok {
			return fmt.Errorf("%w: the plan has no subject %q", ErrFolder, name)
		}
		where := given(from[name])
		s.Ref, s.Base = where.Ref, where.Base
		p.Subjects[name] = s
	}
	return nil
}

// mustHave refuses a name that is no task of the plan.
func (p *Plan) mustHave(task string) error {
	var names []string
	for t := range p.Tasks() {
		if t.ID == task {
			return nil
		}
		names = append(names, t.ID)
	}
	msg := fmt.Sprintf("the plan has no task %q", task)
	if near := corpora.Nearest(task, names); near != "" {
		msg += fmt.Sprintf("; did you mean %q?", near)
	} else if len(names) > 0 {
		msg += fmt.Sprintf("; the first is %s", names[0])
	}
	return fmt.Errorf("%w: %s", ErrFolder, msg)
}

// attemptOf returns the records of a task of a folder; false if it has not
// finished.
func attemptOf(ctx context.Context, dir, task string) ([]byte, bool, error) {
	f, err := results.Open(dir)
	if err != nil {
		return nil, false, err
	}
	x, err := f.Scan(ctx)
	if err != nil {
		return nil, false, err
	}
	return x.Attempt(task)
}

// compare fills in how the records before and now differ.
func (r *Rerun) compare(was, now []byte) error {
	old, err := endOf(was)
	if err != nil {
		return err
	}
	end, err := endOf(now)
	if err != nil {
		return err
	}
	r.Was, r.Status, r.Reason = old.Status, end.Status, end.Reason
	r.Clocked = clocked(r.Was) || clocked(r.Status)
	r.Records = bytes.Count(now, []byte("\n"))
	r.Same = bytes.Equal(was, now)
	if r.Same {
		return nil
	}
	a, b := bytes.Split(bytes.TrimSuffix(was, []byte("\n")), []byte("\n")), bytes.Split(bytes.TrimSuffix(now, []byte("\n")), []byte("\n"))
	i := 0
	for i < min(len(a), len(b)) && bytes.Equal(a[i], b[i]) {
		i++
	}
	r.Line = i + 1
	if i < len(a) {
		r.Old = string(a[i])
	}
	if i < len(b) {
		r.New = string(b[i])
	}
	return nil
}

// clocked reports whether a clock, a limit that is looked at now and then, or a
// signal decided where a task ended.
func clocked(s results.Status) bool {
	switch s {
	case results.StatusTime, results.StatusMemory, results.StatusKilled, results.StatusCrashed:
		return true
	}
	return false
}

// endOf returns the End of an attempt, its last record.
func endOf(attempt []byte) (*results.End, error) {
	lines := bytes.Split(bytes.TrimSuffix(attempt, []byte("\n")), []byte("\n"))
	var last results.Record
	if err := json.Unmarshal(lines[len(lines)-1], &last); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFolder, err)
	}
	if last.End == nil {
		panic("experiments: endOf: an attempt that counts has no End")
	}
	return last.End, nil
}
