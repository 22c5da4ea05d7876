package experiments

import (
	"github.com/riftlab/rift/engines/external"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/results"
)

// The protocol between rift and its workers: the worker reads jobs as JSON
// lines from its standard input and answers each with one JSON line on its
// standard output. It writes the records itself. The end of its input ends the
// worker at once, so that no worker outlives the process that started it.

// job is a task with everything that a worker needs to run it.
type job struct {
	Folder      string              `json:"folder"`
	Segment     string              `json:"segment"`
	Subject     PlanSubject         `json:"subject"`
	StopAt      Goal                `json:"stop_at"`
	Budget      BudgetConfig        `json:"budget"`
	Record      RecordConfig        `json:"record"`
	Equivalence program.Equivalence `json:"equivalence,omitzero"`
	Task        TaskSpec            `json:"task"`
	Method      string              `json:"method"`           // for the Measure
	Shared      bool                `json:"shared,omitempty"` // the process is that of other tasks, too
	// Foreign is the engine, if it is a foreign process. Transcript and Replay are
	// folders of transcripts, to be made and to take the place of the process.
	Foreign    *external.Spec `json:"foreign,omitempty"`
	Transcript string         `json:"transcript,omitempty"`
	Replay     string         `json:"replay,omitempty"`
	Trace      bool           `json:"trace,omitempty"` // log messages, too
}

// progress is what a task has done so far.
type progress struct {
	Tests    int              `json:"tests"`
	Steps    int64            `json:"steps"`
	Counters map[string]int64 `json:"counters,omitempty"`
	// Moment is that of a test that shows a difference, which is about to be recorded.
	Moment *moment `json:"moment,omitempty"`
}

// moment is a time in a task, in seconds since its engine was started.
type moment struct {
	Wall float64 `json:"wall_s"`
	CPU  float64 `json:"cpu_s"`
}

// answer tells that a job is done and its End record is on the disk, or, with
// Started, that it is prepared and the engine runs from now on.
type answer struct {
	Task    string         `json:"task"`
	Started bool           `json:"started,omitempty"`
	Status  results.Status `json:"status"`
	Reason  string         `json:"reason,omitempty"`
	Tests   int            `json:"tests"`
	Found   int            `json:"found"` // tests that show a difference
	// Progress tells, while the engine runs, what the task has done so far, so that it is
	// kept if the worker is killed.
	Progress *progress `json:"progress,omitempty"`
	// Failure says that the worker could not keep its records: the disk is
	// full, the folder gone. It ends the run, for no task would fare better.
	Failure string `json:"failure,omitempty"`
}
