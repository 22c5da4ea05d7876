package slurm

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/riftlab/rift/experiments"
)

// Status is what Slurm says of a submission, and which of its elements are gone though tasks
// of theirs are missing.
type Status struct {
	Submission int            `json:"submission"`
	Jobs       []string       `json:"jobs"`
	Collect    string         `json:"collect,omitempty"`
	Elements   int            `json:"elements"`
	States     map[string]int `json:"states"` // elements by state; those that have left the queue have none
	Nodes      []string       `json:"nodes,omitempty"`
	Reasons    []string       `json:"reasons,omitempty"` // why elements wait
	// Gone are the elements that have left the queue without finishing their tasks.
	Gone []Gone `json:"gone,omitempty"`
	// Collects is the state of the job that collects; "" when it has left the queue.
	Collects string `json:"collects,omitempty"`
}

// Gone is an element that has left the queue and whose tasks are not all there.
type Gone struct {
	Element int    `json:"element"`
	Missing int    `json:"missing"` // tasks
	Log     string `json:"log,omitempty"`
}

// Look tells how the submissions of a folder stand. Missing are the tasks that the folder
// lacks. If Slurm cannot be asked, that is an error beside what is known without it.
func Look(ctx context.Context, dir string, missing experiments.Ranges, patience Patience) ([]Status, error) {
	all, err := Submissions(dir)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	entries, err := patience.queue(ctx, all)
	list := []Status{}
	for i, s := range all {
		st := Status{Submission: s.Number, Jobs: s.Jobs(), Collect: s.Collect, Elements: s.Elements(), States: map[string]int{}}
		queued := map[int]bool{} // elements of the submission
		for _, e := range entries {
			if e.name == s.collectName() {
				st.Collects = e.state
			} else if e.name == s.Name {
				st.note(s, e, queued)
			}
		}
		slices.Sort(st.Nodes)
		slices.Sort(st.Reasons)
		if err == nil && i == len(all)-1 { // what an earlier one left the later has
			st.Gone = s.gone(dir, missing, queued)
		}
		list = append(list, st)
	}
	return list, err
}

// note counts an element that is in the queue.
func (st *Status) note(s *Submission, e entry, queued map[int]bool) {
	st.States[e.state]++
	for _, a := range s.Arrays {
		if a.Job == e.job {
			queued[a.First+e.element] = true
		}
	}
	if e.node != "" && !slices.Contains(st.Nodes, e.node) {
		st.Nodes = append(st.Nodes, e.node)
	}
	if e.state == "PENDING" && e.reason != "" && !slices.Contains(st.Reasons, e.reason) {
		st.Reasons = append(st.Reasons, e.reason)
	}
}

// gone returns the elements that have left the queue without finishing their tasks.
func (s *Submission) gone(dir string, missing experiments.Ranges, queued map[int]bool) []Gone {
	lacks := make([]int, s.Elements())
	at := 0 // position in s.Tasks
	for _, r := range s.Tasks {
		for n := r[0]; n <= r[1]; n++ {
			if missing.Has(n) {
				lacks[at/s.Pack]++
			}
			at++
		}
	}
	var list []Gone
	for _, a := range s.Arrays {
		for i := a.First; i < a.First+a.Count; i++ {
			if lacks[i] == 0 || queued[i] {
				continue
			}
			g := Gone{Element: i, Missing: lacks[i]}
			log := filepath.Join(folderName, "logs", fmt.Sprintf("%d-%d+%d.log", s.Number, a.First, i-a.First))
			if _, err := os.Stat(filepath.Join(dir, log)); err == nil {
				g.Log = log
			}
			list = append(list, g)
		}
	}
	return list
}
