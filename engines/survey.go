package engines

// Surveyor is implemented by recorders that keep surveys; those of experiments
// do. An engine asks its recorder whether it is one.
type Surveyor interface {
	// Survey records what random test suites adequate by a criterion show.
	Survey(s Survey) error
}

// Survey says how often random test suites that satisfy a criterion, as far as
// the subject's tests can, show a difference.
//
// Source: Santelices et al., ASE 2008, section 4.2 (tables 4 and 5).
type Survey struct {
	Criterion string `json:"criterion"`
	Distance  int    `json:"distance"`
	// Greatest tells that no requirements at a greater distance were computed.
	Greatest bool `json:"greatest,omitempty"`
	// Change is the hunk whose requirements these are, as delta.Change.ID; empty
	// for all changes together.
	Change string `json:"change,omitempty"`
	// Grain is what counts as one statement where dependences are counted:
	// "piece", so that operands of && and || are statements, or "line".
	Grain        string `json:"grain,omitempty"`
	Requirements int    `json:"requirements"`
	Infeasible   int    `json:"infeasible,omitempty"` // of them, proved to be satisfied by no input
	Coverable    int    `json:"coverable"`            // that some test satisfies
	Pool         int    `json:"pool,omitempty"`       // tests to draw from
	Executing    int    `json:"executing,omitempty"`  // of them, that execute the change
	Differing    int    `json:"differing,omitempty"`  // of these, on which the versions differ
	Suites       int    `json:"suites"`
	Detecting    int    `json:"detecting"` // suites with a test on which the versions differ
	Tests        int    `json:"tests"`     // in all suites together
	// Matched is how many of as many random suites are expected to show a difference
	// that have the sizes of these, drawn from the pool without regard to any
	// criterion: what the sizes alone are worth.
	Matched float64 `json:"matched,omitempty"`
}
