package slurm

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/riftlab/rift/experiments"
)

// folderName is the folder of a result folder that holds submissions, scripts and logs.
const folderName = "slurm"

// Submission is what one call of Submit sent.
type Submission struct {
	Number  int                `json:"number"` // within the folder, from 1
	Name    string             `json:"name"`   // of the arrays' jobs; no other submission has it
	Tasks   experiments.Ranges `json:"tasks"`
	Pack    int                `json:"pack"` // tasks of an element; the last may have fewer
	Arrays  []Array            `json:"arrays"`
	Collect string             `json:"collect,omitempty"` // the job that collects

	Program   string                `json:"program"`
	CPUs      int                   `json:"cpus"`
	Memory    int64                 `json:"memory"` // bytes
	Nodes     int                   `json:"nodes,omitempty"`
	Partition string                `json:"partition,omitempty"`
	Time      string                `json:"time,omitempty"`
	Isolation experiments.Isolation `json:"isolation,omitempty"`
}

// Array is a job array: elements First to First+Count-1 of the submission.
type Array struct {
	Job   string `json:"job,omitempty"` // "" until it is submitted
	First int    `json:"first"`
	Count int    `json:"count"`
}

// Elements returns the number of elements.
func (s *Submission) Elements() int { return (s.Tasks.Len() + s.Pack - 1) / s.Pack }

// Jobs returns the jobs of the arrays that are submitted.
func (s *Submission) Jobs() []string {
	var jobs []string
	for _, a := range s.Arrays {
		if a.Job != "" {
			jobs = append(jobs, a.Job)
		}
	}
	return jobs
}

func (s *Submission) collectName() string { return s.Name + "-collect" }

// What is aimed at if nobody says how to pack: Slurm starts well under one element a second
// when it is busy, so elements should take minutes.
const (
	packTime  = 10 * time.Minute // of tasks that take the time which they may
	packTasks = 100              // that steps or tests end, mostly after seconds
	// elementMemory is what an element needs besides its tasks.
	elementMemory = 512 << 20
	// elementTime is how long an element may take besides its tasks.
	elementTime = 5 * time.Minute
)

// limits are the bounds of Slurm's configuration.
type limits struct{ array, jobs int }

// pack packs tasks in elements, which have the given time, if any.
func pack(p *experiments.Plan, tasks experiments.Ranges, o Options, given time.Duration, l limits) (*Submission, error) {
	s := &Submission{
		Tasks: tasks, Pack: o.Pack, Program: o.Program, CPUs: max(1, o.CPUs), Nodes: o.Nodes,
		Partition: o.Partition, Memory: o.Memory, Isolation: o.Isolation,
	}
	if s.Memory == 0 {
		s.Memory = int64(s.CPUs)*int64(p.Budget.Memory) + elementMemory
	}
	if given > 0 {
		s.Time = clock(given)
	}
	if s.Pack == 0 {
		s.Pack = chosenPack(p, tasks.Len(), s, given, l)
	}
	s.Pack = max(s.Pack, p.UnitSize())
	if n := s.Elements(); n > l.jobs {
		return nil, fmt.Errorf("%w: %d elements are more than the %d jobs that the controller keeps (MaxJobCount): take --pack %d at least",
			ErrSlurm, n, l.jobs, (tasks.Len()+l.jobs-1)/l.jobs)
	}
	if limit := timed(p); limit > 0 && s.Time == "" {
		s.Time = clock(time.Duration((s.Pack+s.CPUs-1)/s.CPUs)*limit + elementTime)
	}
	for first := 0; first < s.Elements(); first += l.array {
		s.Arrays = append(s.Arrays, Array{First: first, Count: min(l.array, s.Elements()-first)})
	}
	return s, nil
}

// timed returns how long a task takes whose budget is time; 0 if other limits end it before
// that, or none does.
func timed(p *experiments.Plan) time.Duration {
	if p.Budget.Steps > 0 || p.Budget.Tests > 0 {
		return 0
	}
	return p.TaskLimit()
}

// chosenPack returns the number of tasks of an element.
func chosenPack(p *experiments.Plan, tasks int, s *Submission, given time.Duration, l limits) int {
	n := packTasks * s.CPUs
	if limit := timed(p); limit > 0 {
		n = max(1, int(packTime/limit)) * s.CPUs
		if given > 0 { // so that all tasks of an element fit, even if each takes what it may
			n = min(n, max(1, int(max(given-elementTime, given/2)/limit))*s.CPUs)
		}
	}
	if s.Nodes > 0 { // all that may run at a time have something to do
		n = min(n, max(1, (tasks+s.Nodes-1)/s.Nodes))
	}
	most := min(l.array, l.jobs)
	n = max(n, (tasks+most-1)/most)
	unit := p.UnitSize()
	return min(tasks, (n+unit-1)/unit*unit)
}

func submissionName(n int) string { return fmt.Sprintf("submission-%d.json", n) }

// write puts the submission in its file, whole.
func (s *Submission) write(dir string) error {
	data, err := json.MarshalIndent(s, "", "\t")
	if err != nil {
		panic("slurm: a submission has no JSON: " + err.Error())
	}
	path := filepath.Join(dir, folderName, submissionName(s.Number))
	err = os.MkdirAll(filepath.Dir(path), 0o777)
	if err == nil {
		err = os.WriteFile(path+".draft", append(data, '\n'), 0o666)
	}
	if err == nil {
		err = os.Rename(path+".draft", path)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", experiments.ErrFolder, err)
	}
	return nil
}

func readSubmission(dir string, n int) (*Submission, error) {
	path := filepath.Join(dir, folderName, submissionName(n))
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", experiments.ErrFolder, err)
	}
	s := &Submission{}
	if err := json.Unmarshal(data, s); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", experiments.ErrFolder, path, err)
	}
	if s.Pack < 1 || s.Number != n {
		return nil, fmt.Errorf("%w: %s: no submission of rift's", experiments.ErrFolder, path)
	}
	return s, nil
}

// Submissions returns the submissions of a folder, in order.
func Submissions(dir string) ([]*Submission, error) {
	var all []*Submission
	for {
		s, err := readSubmission(dir, len(all)+1)
		if errors.Is(err, fs.ErrNotExist) {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
}

// jobName makes a part of a job's name of an experiment's: letters, digits, - and _.
func jobName(s string) string {
	s = strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '_'
	}, s)
	return s[:min(len(s), 40)]
}

func token() string { return strings.ToLower(rand.Text()[:8]) }

func sortedKeys(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }
