package results

import (
	"iter"
	"strconv"
	"strings"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
)

// Record is one line of a record segment: a fact about one task. Exactly one
// of the pointers is set. Records hold nothing that depends on the clock or
// the machine, so that with a steps budget they are the same bytes everywhere;
// times and hosts are in Measure.
type Record struct {
	Task string `json:"task"` // TaskSpec.ID
	Seq  int    `json:"seq"`  // position within the task, from 0
	// Start is the first record of a task, End the last: a task without End
	// did not finish and is run again.
	Start       *Start               `json:"start,omitempty"`
	Test        *TestRecord          `json:"test,omitempty"`
	Requirement *engines.Requirement `json:"requirement,omitempty"`
	Survey      *engines.Survey      `json:"survey,omitempty"`
	Explanation *engines.Explanation `json:"explanation,omitempty"`
	End         *End                 `json:"end,omitempty"`
}

// Start identifies the task and says what must be known of it to judge what
// it found, so that a results folder can be read without anything else.
type Start struct {
	Experiment string `json:"experiment"` // hash of the plan
	Subject    string `json:"subject"`
	Pair       string `json:"pair"`
	// Engine is the name that tables show; an experiment that runs one engine
	// with several parameters gives each of them a name.
	Engine        string `json:"engine"`
	Kind          string `json:"kind"` // engines.Kind
	Deterministic bool   `json:"deterministic,omitempty"`
	Seed          uint64 `json:"seed"`
	SubjectHash   string `json:"subject_hash"`
	Seeded        bool   `json:"seeded"`               // the error of this pair was planted by someone, not real
	Equivalent    bool   `json:"equivalent,omitempty"` // the pair is known to behave equally: a difference is a surprise
	Golden        bool   `json:"golden,omitempty"`     // the pair has a golden version, so that differences get a class
	Budget        Budget `json:"budget"`
	// Pool tells in words what the engine was given of the subject's tests, "" for nothing.
	Pool string `json:"pool,omitempty"`
	// Equivalence says which outcomes counted as the same.
	Equivalence program.Equivalence `json:"equivalence,omitzero"`
	Changes     int                 `json:"changes,omitempty"` // hunks between the versions, 0 if not counted
	// Truth are the changes known to be responsible for the failing test of
	// an Explain task, named as delta.Change.ID does; empty if not known.
	Truth []string `json:"truth,omitempty"`
	// Known are the known errors of the pair whose fix is known.
	Known []KnownError `json:"known_errors,omitempty"`
}

// KnownError is an error that the new version of a pair is known to have.
type KnownError struct {
	ID  string `json:"id"`
	Doc string `json:"doc,omitempty"`
	// Published is what a publication says of it: "cie" if it is a change
	// interaction error, "no cie", or "" if nothing is published.
	Published string `json:"published,omitempty"`
}

// Budget is engines.Budget as it is recorded. Zero means unlimited.
type Budget struct {
	Wall  float64 `json:"wall_s,omitempty"` // seconds
	CPU   float64 `json:"cpu_s,omitempty"`  // seconds, all threads
	Steps int64   `json:"steps,omitempty"`
	Tests int     `json:"tests,omitempty"`
}

// TestRecord is one input tried on both versions.
type TestRecord struct {
	N          int                `json:"n"`     // tests of this task so far, from 1
	Steps      int64              `json:"steps"` // steps of this task so far
	Input      program.Input      `json:"input"`
	Difference program.Difference `json:"difference,omitempty"`
	Class      engines.Class      `json:"class,omitempty"`
	// Exposes are the known errors that the test exposes; see corpora.Error.
	Exposes []string     `json:"exposes,omitempty"`
	Note    engines.Note `json:"note,omitzero"`
	// Old, New, Golden are the outcomes, kept only where there is a difference.
	Old    *program.Outcome `json:"old,omitempty"`
	New    *program.Outcome `json:"new,omitempty"`
	Golden *program.Outcome `json:"golden,omitempty"`
}

// Status is how a task ended: what happened, apart from what was found.
type Status string

// The statuses.
const (
	StatusDone    Status = "done"    // the engine finished
	StatusBudget  Status = "budget"  // its steps or tests were spent
	StatusTime    Status = "time"    // the wall or CPU limit ended it
	StatusMemory  Status = "memory"  // the memory limit ended it
	StatusCrashed Status = "crashed" // the worker died: our bug
	StatusKilled  Status = "killed"  // ended by a signal from outside
	StatusError   Status = "error"   // the task could not be worked on; see Reason
	// StatusInapplicable: the engine says that it cannot work on such a pair.
	StatusInapplicable Status = "inapplicable"
)

// End closes a task.
type End struct {
	Status Status `json:"status"`
	Reason string `json:"reason,omitempty"` // of done: why the engine ended by itself, if it says so
	// Exhausted tells that the engine had nothing left to try: every input that it
	// could have tried was accounted for. Only done tasks are.
	Exhausted bool             `json:"exhausted,omitempty"`
	Steps     int64            `json:"steps"`
	Tests     int              `json:"tests"`
	Counters  map[string]int64 `json:"counters,omitempty"`
	Warnings  []string         `json:"warnings,omitempty"`
}

// Measure holds what depends on clock and machine, one line per task in a
// segment of its own.
type Measure struct {
	Task   string  `json:"task"`
	CPU    float64 `json:"cpu_s"`               // seconds, all threads
	Wall   float64 `json:"wall_s"`              // seconds
	MaxRSS int64   `json:"max_rss_b,omitempty"` // bytes; 0 if other tasks shared the process
	Method string  `json:"method"`              // how it was measured and limited: "rusage+rlimit"
	// TestsAt are the wall seconds since the start of the task at which each
	// test with Difference.Counts() was recorded, in the order of the tests; TestsCPU
	// are the CPU seconds, with those of processes that the engine started.
	TestsAt  []float64 `json:"tests_at_s,omitempty"`
	TestsCPU []float64 `json:"tests_cpu_s,omitempty"`
	Host     Host      `json:"host"`
	Version  string    `json:"rift"`
}

// Host identifies the machine a task ran on.
type Host struct {
	Name   string `json:"name"`
	Kernel string `json:"kernel"`
	CPU    string `json:"cpu"`
	Cores  int    `json:"cores"`
}

// PlanHead is the part of plan.json that results reads: which records belong
// to the folder and which tasks should be there. The file holds more.
type PlanHead struct {
	Hash    string      `json:"hash"` // as in Start.Experiment
	Name    string      `json:"name"`
	Title   string      `json:"title"` // for people; may be empty
	Batches []PlanBatch `json:"batches,omitempty"`
	// Tasks are those of plans that list them one by one, which have no batches.
	Tasks []PlanTask `json:"tasks,omitempty"`
}

// PlanBatch names the planned tasks of an engine on a version pair.
type PlanBatch struct {
	Label   string `json:"label"`
	Subject string `json:"subject"`
	Pair    string `json:"pair"`
	Count   int    `json:"count"` // of tasks: task n, from 1, is called TaskID(label, subject, pair, n)
}

// PlanTask names a planned task.
type PlanTask struct {
	ID string `json:"id"`
}

// TaskID returns the name of the task of an engine, called by its label in the experiment,
// on a version pair, with seed number n of those that the experiment gives it, from 1.
func TaskID(label, subject, pair string, n int) string {
	return label + "/" + subject + "/" + pair + "/" + strconv.Itoa(n)
}

// Len returns the number of planned tasks.
func (p *PlanHead) Len() int {
	n := len(p.Tasks)
	for i := range p.Batches {
		n += p.Batches[i].Count
	}
	return n
}

// IDs returns the names of the planned tasks, in plan order.
func (p *PlanHead) IDs() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, t := range p.Tasks {
			if !yield(t.ID) {
				return
			}
		}
		for _, b := range p.Batches {
			for n := 1; n <= b.Count; n++ {
				if !yield(TaskID(b.Label, b.Subject, b.Pair, n)) {
					return
				}
			}
		}
	}
}

// holder returns a function that reports whether a task of a name is planned.
func (p *PlanHead) holder() func(id string) bool {
	tasks, batches := map[string]bool{}, map[string]int{}
	for _, t := range p.Tasks {
		tasks[t.ID] = true
	}
	for _, b := range p.Batches {
		batches[strings.TrimSuffix(TaskID(b.Label, b.Subject, b.Pair, 1), "/1")] = b.Count
	}
	return func(id string) bool {
		k := strings.LastIndexByte(id, '/')
		n, err := strconv.Atoi(id[k+1:])
		return tasks[id] || err == nil && k >= 0 && n >= 1 && n <= batches[id[:k]] && strconv.Itoa(n) == id[k+1:]
	}
}
