package experiments

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/riftlab/rift/results"
)

// Batch is the tasks of one engine on one version pair: one for each seed. A plan holds
// batches, since there may be a million tasks.
type Batch struct {
	Subject string `json:"subject"`
	Pair    string `json:"pair"`
	Engine  string `json:"engine"` // engines.Engine.Name
	Label   string `json:"label"`  // what tables show
	Params  Params `json:"params,omitempty"`
	// Failing is the test to explain; "" for that of the manifest.
	Failing string `json:"failing,omitempty"`
	// Start is the Start record of the tasks, but for what is the same for all of the
	// plan, and the seed.
	Start results.Start `json:"start"`
	// Count is the number of tasks. Their names end in 1 to Count.
	Count int `json:"count"`
}

// TaskSpec is a planned task: one engine on one version pair with one seed.
type TaskSpec struct {
	ID      string        `json:"id"` // "label/subject/pair/seed-number"; unique in the plan
	Subject string        `json:"subject"`
	Pair    string        `json:"pair"`
	Engine  string        `json:"engine"`
	Label   string        `json:"label"`
	Params  Params        `json:"params,omitempty"`
	Seed    uint64        `json:"seed"`
	Failing string        `json:"failing,omitempty"`
	Start   results.Start `json:"start"` // complete in a job, as that of its batch in a plan
}

// id returns the name of task n of the batch, from 1.
func (b *Batch) id(n int) string { return results.TaskID(b.Label, b.Subject, b.Pair, n) }

// task returns task n of the batch, from 1.
func (b *Batch) task(experiment int64, n int) TaskSpec {
	id := b.id(n)
	return TaskSpec{
		ID: id, Subject: b.Subject, Pair: b.Pair, Engine: b.Engine, Label: b.Label,
		Params: b.Params, Seed: deriveSeed(experiment, id), Failing: b.Failing, Start: b.Start,
	}
}

// deriveSeed makes the seed of a task. It has 53 bits, so that every reader of
// JSON keeps it.
func deriveSeed(experiment int64, id string) uint64 {
	sum := sha256.Sum256(fmt.Appendf(make([]byte, 0, 128), "rift seed %d %s", experiment, id))
	return binary.BigEndian.Uint64(sum[:]) >> 11
}

// parts returns what the JSON of a TaskSpec of the batch has between its name and its seed,
// and behind the seed.
func (b *Batch) parts() (what, how []byte) {
	t := b.task(0, 1)
	what = mustMarshal(struct {
		Subject string `json:"subject"`
		Pair    string `json:"pair"`
		Engine  string `json:"engine"`
		Label   string `json:"label"`
		Params  Params `json:"params,omitempty"`
	}{t.Subject, t.Pair, t.Engine, t.Label, t.Params})
	how = mustMarshal(struct {
		Failing string        `json:"failing,omitempty"`
		Start   results.Start `json:"start"`
	}{t.Failing, t.Start})
	return slices.Concat([]byte{','}, what[1:len(what)-1]), slices.Concat([]byte{','}, how[1:])
}

// mustMarshal is json.Marshal for what has a JSON.
func mustMarshal(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic("experiments: a plan has no JSON: " + err.Error())
	}
	return data
}
