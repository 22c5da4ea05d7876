package regver

import "github.com/riftlab/rift/program"

// Obstacle is a reason why two versions of a function are not proved equal.
type Obstacle struct {
	At     program.Position
	Reason string
}

// Error returns "file:line:col: reason".
func (o *Obstacle) Error() string {
	if o.At == (program.Position{}) {
		return o.Reason
	}
	return o.At.String() + ": " + o.Reason
}
