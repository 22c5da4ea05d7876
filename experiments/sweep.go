package experiments

import (
	"os"

	"github.com/riftlab/rift/program/sandbox"
)

// workerVariable is the variable of the environment that a worker and all that it starts
// have in common.
const workerVariable = "RIFT_WORKER"

// sweepWorker ends what this worker has started.
func sweepWorker() {
	if token := os.Getenv(workerVariable); token != "" {
		sandbox.Sweep(workerVariable, token)
	}
}
