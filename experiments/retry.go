package experiments

import (
	"fmt"
	"strings"

	"github.com/riftlab/rift/results"
)

// Retry are statuses of tasks that are worth another attempt: they ended for reasons that may
// have gone. If the next attempt ends as tasks should, it counts; the records of the other stay.
type Retry map[results.Status]bool

// retryAll stands for all statuses that may be retried.
const retryAll = "failed"

// ParseRetry reads "error,memory". What a budget ended cannot be retried: with another budget
// it is another experiment.
func ParseRetry(text string) (Retry, error) {
	r := Retry{}
	if text == "" {
		return r, nil
	}
	for name := range strings.SplitSeq(text, ",") {
		status := results.Status(strings.TrimSpace(name))
		switch {
		case status == retryAll:
			r[results.StatusCrashed], r[results.StatusError], r[results.StatusMemory] = true, true, true
		case failed(status):
			r[status] = true
		case status == results.StatusTime, status == results.StatusBudget:
			return nil, fmt.Errorf("retry: %q: give a greater budget, which makes another experiment, in a folder of its own", name)
		default:
			return nil, fmt.Errorf("retry: %q: want crashed, error, memory, or failed for all three", name)
		}
	}
	return r, nil
}
