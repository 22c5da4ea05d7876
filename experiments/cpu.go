package experiments

import (
	"context"
	"fmt"
	"time"

	"github.com/riftlab/rift/program/cputime"
)

// cpuLimitError is why the context of a task that has used its CPU time is done.
type cpuLimitError struct{ limit time.Duration }

func (e *cpuLimitError) Error() string { return fmt.Sprintf("the CPU limit of %s is reached", e.limit) }

// limitCPU returns a context that is done once this process has used so much
// more CPU time, so that an engine can still hand over what it has counted. The
// parent kills what goes on after that. 0 is no limit.
func limitCPU(ctx context.Context, limit time.Duration) (context.Context, func()) {
	if limit <= 0 {
		return ctx, func() {}
	}
	limited, cancel := context.WithCancelCause(ctx)
	began := cputime.Self()
	go func() {
		tick := time.NewTicker(watchEvery)
		defer tick.Stop()
		for {
			select {
			case <-limited.Done():
				return
			case <-tick.C:
				if cputime.Self()-began >= limit {
					cancel(&cpuLimitError{limit})
				}
			}
		}
	}()
	return limited, func() { cancel(nil) }
}
