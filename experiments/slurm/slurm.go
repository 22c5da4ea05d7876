// Package slurm has the elements of job arrays of Slurm work on a results folder. It calls
// Slurm's own commands and needs nothing else of it: what is done the records in the folder
// say, and the scheduler only explains what is missing.
//
// A submission is what one call of Submit sent: the tasks that were missing then, packed in
// elements of an array, or of several if one may not have so many, and a job that depends on
// them and collects. It is a file of the folder, slurm/submission-N.json.
package slurm

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/riftlab/rift/experiments"
	"github.com/riftlab/rift/program"
)

// ErrSlurm is wrapped by errors about Slurm and what it was asked.
var ErrSlurm = errors.New("slurm")

// Options say how a plan is submitted. Zero values are chosen.
type Options struct {
	Nodes     int    // elements that run at a time; 0 is as many as Slurm starts
	Pack      int    // tasks of an element
	CPUs      int    // of an element, and tasks that it runs at a time; 0 is 1
	Partition string // "" is the default one
	Time      string // of an element, as Slurm writes it; "" is what its tasks may take, or the partition's
	Memory    int64  // of an element, bytes; 0 is what its tasks may take
	Isolation experiments.Isolation
	// Program is rift on the nodes: an absolute path.
	Program string
	From    map[string]string // where subjects are on the nodes
	Extra   []string          // options of sbatch besides
	Retry   experiments.Retry // tasks that are sent again, though they ended
	Patience
}

// Submit sends what a folder lacks of a plan to Slurm. The folder must be one that the nodes
// have under the same name. It returns nil if nothing is missing. That an earlier submission
// is still in the queue is an error.
func Submit(ctx context.Context, p *experiments.Plan, dir string, o Options) (*Submission, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	var given time.Duration
	if o.Time != "" {
		if given, err = Duration(o.Time); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrSlurm, err)
		}
	}
	limits, err := o.limits(ctx)
	if err != nil {
		return nil, err
	}
	missing, err := experiments.Prepare(ctx, p, dir, o.Retry)
	if err != nil || missing.Len() == 0 {
		return nil, err
	}
	earlier, err := Submissions(dir)
	if err != nil {
		return nil, err
	}
	if err := o.mustBeOver(ctx, dir, earlier); err != nil {
		return nil, err
	}
	s, err := pack(p, missing, o, given, limits)
	if err != nil {
		return nil, err
	}
	s.Number = len(earlier) + 1
	s.Name = fmt.Sprintf("rift-%s-%s", jobName(p.Name), token())
	if err := s.write(dir); err != nil {
		return nil, err
	}
	return s, s.send(ctx, dir, o)
}

// mustBeOver refuses a submission while jobs of earlier ones are in the queue: what they are
// about to do would be done twice.
func (o *Options) mustBeOver(ctx context.Context, dir string, earlier []*Submission) error {
	entries, err := o.queue(ctx, earlier)
	if err != nil {
		return err
	}
	for _, e := range entries {
		return fmt.Errorf("%w: job %s of an earlier submission is still in the queue: \"rift status %s\" tells of it, \"rift cancel %s\" ends it", ErrSlurm, e.job, dir, dir)
	}
	return nil
}

// send gives the arrays and the job that collects to Slurm.
func (s *Submission) send(ctx context.Context, dir string, o Options) error {
	logs := filepath.Join(dir, folderName, "logs")
	if err := os.MkdirAll(logs, 0o777); err != nil {
		return fmt.Errorf("%w: %w", experiments.ErrFolder, err)
	}
	element := filepath.Join(dir, folderName, fmt.Sprintf("element-%d.sh", s.Number))
	collect := filepath.Join(dir, folderName, fmt.Sprintf("collect-%d.sh", s.Number))
	join := []string{s.Program, "join", dir, "--part", fmt.Sprint(s.Number) + "/$(($1 + SLURM_ARRAY_TASK_ID))", "--workers", fmt.Sprint(s.CPUs)}
	if s.Isolation != "" {
		join = append(join, "--isolation", string(s.Isolation))
	}
	for _, name := range sortedKeys(o.From) {
		join = append(join, "--from", name+"="+o.From[name])
	}
	if err := errors.Join(writeScript(element, join), writeScript(collect, []string{s.Program, "collect", dir})); err != nil {
		return err
	}
	common := s.common(o)
	var known []string
	for i := range s.Arrays {
		a := &s.Arrays[i]
		spec := fmt.Sprintf("--array=0-%d", a.Count-1)
		if s.Nodes > 0 {
			spec += fmt.Sprintf("%%%d", max(1, s.Nodes/len(s.Arrays)))
		}
		args := append([]string{
			spec, "--job-name=" + s.Name, "--requeue", "--open-mode=append", fmt.Sprintf("--cpus-per-task=%d", s.CPUs),
			"--output=" + escape(logs) + fmt.Sprintf("/%d-%d+%%a.log", s.Number, a.First),
		}, common...)
		if s.Time != "" {
			args = append(args, "--time="+s.Time)
		}
		job, err := o.sbatch(ctx, s.Name, known, append(args, element, fmt.Sprint(a.First)))
		if err != nil {
			return s.partly(dir, err)
		}
		a.Job = job
		known = append(known, job)
		if err := s.write(dir); err != nil {
			return err
		}
	}
	// When all have ended, however they did.
	args := append([]string{
		"--dependency=afterany:" + strings.Join(known, ":"), "--job-name=" + s.collectName(), "--requeue", "--open-mode=append",
		"--output=" + escape(logs) + fmt.Sprintf("/%d-collect.log", s.Number),
	}, common...)
	job, err := o.sbatch(ctx, s.collectName(), nil, append(args, collect))
	if err != nil {
		return s.partly(dir, err)
	}
	s.Collect = job
	return s.write(dir)
}

// partly tells how a submission stands that could not be sent as a whole.
func (s *Submission) partly(dir string, err error) error {
	var jobs []string
	for _, a := range s.Arrays {
		if a.Job != "" {
			jobs = append(jobs, a.Job)
		}
	}
	if len(jobs) == 0 {
		return err
	}
	return fmt.Errorf("%w\njob %s is submitted and runs; \"rift submit\" sends the rest when it has ended, \"rift cancel %s\" ends it", err, strings.Join(jobs, ", "), dir)
}

// common returns the options of all jobs of a submission.
func (s *Submission) common(o Options) []string {
	args := []string{"--parsable", "--nodes=1", "--ntasks=1", fmt.Sprintf("--mem=%dM", (s.Memory+1<<20-1)>>20)}
	if s.Partition != "" {
		args = append(args, "--partition="+s.Partition)
	}
	return append(args, o.Extra...)
}

// writeScript writes a script of one command. Words that begin or end with what the shell is
// to work out (see send) are quoted so that it does.
func writeScript(path string, words []string) error {
	var b strings.Builder
	b.WriteString("#!/bin/sh\n# Written by rift submit.\nexec")
	for _, w := range words {
		b.WriteByte(' ')
		if before, after, ok := strings.Cut(w, "/$(("); ok {
			b.WriteString(`"` + before + `/$((` + after + `"`)
			continue
		}
		b.WriteString(program.PosixWord(w))
	}
	b.WriteByte('\n')
	if err := os.WriteFile(path, []byte(b.String()), 0o777); err != nil {
		return fmt.Errorf("%w: %w", experiments.ErrFolder, err)
	}
	return nil
}

// escape writes a path for sbatch, to which % is special.
func escape(path string) string { return strings.ReplaceAll(path, "%", "%%") }

// Cancel ends the jobs of a folder's submissions that are in the queue, and returns their
// numbers.
func Cancel(ctx context.Context, dir string, patience Patience) ([]string, error) {
	all, err := Submissions(dir)
	if err != nil {
		return nil, err
	}
	jobs := []string{}
	entries, err := patience.queue(ctx, all)
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for _, e := range entries {
		if !seen[e.job] {
			seen[e.job] = true
			jobs = append(jobs, e.job)
		}
	}
	if len(jobs) == 0 {
		return jobs, nil
	}
	_, err = patience.call(ctx, "scancel", jobs...)
	return jobs, err
}

// Part returns the part of a plan that an element of a submission works on, by "N/I": the
// number of the submission and that of the element in it, from 0. Besides, it returns the
// submission.
func Part(dir, text string) (*experiments.Part, *Submission, error) {
	var n, i int
	if _, err := fmt.Sscanf(text, "%d/%d", &n, &i); err != nil || fmt.Sprintf("%d/%d", n, i) != text || n < 1 || i < 0 {
		return nil, nil, fmt.Errorf("part %q: want N/I, the submission and the element", text)
	}
	s, err := readSubmission(dir, n)
	if err != nil {
		return nil, nil, err
	}
	tasks := s.Tasks.Slice(i*s.Pack, s.Pack)
	if tasks.Len() == 0 {
		return nil, nil, fmt.Errorf("part %q: the submission has no more than %d elements", text, s.Elements())
	}
	return tasks.Part(fmt.Sprintf("s%d.%d", n, i)), s, nil
}

// Duration reads a time as Slurm writes it: minutes, minutes:seconds, hours:minutes:seconds,
// days-hours, days-hours:minutes or days-hours:minutes:seconds; or as Go does, "2h30m".
func Duration(text string) (time.Duration, error) {
	if d, err := time.ParseDuration(text); err == nil && d > 0 && text != "0" {
		return d, nil
	}
	bad := fmt.Errorf("time %q: write 90 (minutes), 1:30:00, 2-12 (days and hours) or 90m", text)
	days, rest, hasDays := strings.Cut(text, "-")
	if !hasDays {
		days, rest = "0", text
	}
	var n [4]int // days, hours, minutes, seconds
	fields := strings.Split(rest, ":")
	at := map[int]int{1: 2, 2: 2, 3: 1}[len(fields)]
	if hasDays {
		at = 1
	}
	if len(fields) > 3 {
		return 0, bad
	}
	for i, f := range append([]string{days}, fields...) {
		v, ok := number(f)
		if !ok {
			return 0, bad
		}
		if i == 0 {
			n[0] = v
		} else {
			n[at+i-1] = v
		}
	}
	d := time.Duration(n[0])*24*time.Hour + time.Duration(n[1])*time.Hour + time.Duration(n[2])*time.Minute + time.Duration(n[3])*time.Second
	if d <= 0 {
		return 0, bad
	}
	return d, nil
}

// number reads a short sequence of digits.
func number(s string) (int, bool) {
	if s == "" || len(s) > 6 {
		return 0, false
	}
	n := 0
	for _, c := range s {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int(c-'0')
	}
	return n, true
}

// clock writes a time as Slurm reads it, in whole minutes, rounded up.
func clock(d time.Duration) string {
	m := int64((d + time.Minute - 1) / time.Minute)
	return fmt.Sprintf("%d-%02d:%02d:00", m/(24*60), m/60%24, m%60)
}
