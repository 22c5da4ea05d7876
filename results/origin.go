package results

import (
	"encoding/json"
	"fmt"
	"strings"
)

// RecordID names a record of a folder: the one of number Seq in the attempt of
// a task that counts.
type RecordID struct {
	Task string `json:"task"`
	Seq  int    `json:"seq"`
}

// String returns the task and the number, "csg/runs/fours/1#17".
func (id RecordID) String() string { return fmt.Sprintf("%s#%d", id.Task, id.Seq) }

// Origin says which records a number comes from. It holds no records, so that
// every cell of a table can have one.
type Origin struct {
	// Tasks are those whose records were looked at, in canonical order. A
	// task may have none that matches: that it found nothing is a reason too.
	Tasks []string
	// What says in words which of their records count: "tests that expose cut.v3".
	What string
	// Match tells these records; nil takes all.
	Match func(*Record) bool
}

// Each calls fn with the records of the origin in canonical order. A task that
// did not finish has none. The record is fn's to keep; an error of fn ends the
// walk and is returned as it is.
func (o *Origin) Each(x *Index, fn func(*Record) error) error {
	for _, task := range o.Tasks {
		data, ok, err := x.Attempt(task)
		if err != nil {
			return fmt.Errorf("origin: %w", err)
		}
		if !ok {
			continue
		}
		for line := range strings.Lines(string(data)) {
			if strings.TrimSpace(line) == "" {
				continue
			}
			r := new(Record)
			if err := json.Unmarshal([]byte(line), r); err != nil {
				return fmt.Errorf("origin: %s: %w", task, err)
			}
			if o.Match == nil || o.Match(r) {
				if err := fn(r); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
