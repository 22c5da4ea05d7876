package delta

// Reading tells which of the two versions in a unified program is meant.
type Reading int

// The readings of a change annotation.
const (
	Old Reading = iota // the first argument
	New                // the second
)

// String returns "old" or "new".
func (r Reading) String() string { return [...]string{"old", "new"}[r] }
