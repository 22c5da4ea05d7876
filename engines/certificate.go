package engines

// FunctionProof is what the proof that two versions of a function do the same consists of, for
// others to check.
type FunctionProof struct {
	Function string `json:"function"`
	// Rewritten says what was done to the code before, by rules that no claim covers.
	Rewritten []string       `json:"rewritten,omitempty"`
	Segments  []SegmentProof `json:"segments"`
}

// SegmentProof is the part of a proof about what is executed from one place on to the next ones
// at which executions are cut.
type SegmentProof struct {
	// From says where: the entry, or the heads of a loop of either version. It may be about
	// what was found out of loops beforehand.
	From string `json:"from"`
	// Settled counts the claims that hold because both sides came to be one term, or a
	// constant, when they were written down: no solver was asked, and they are not in Claims.
	Settled int `json:"settled"`
	// Claims are SMT-LIB scripts. Each claims that its assertions cannot hold together; they
	// are as they were before the solver simplified them.
	Claims []string `json:"-"`
}

// Certifier is implemented by recorders that want to have proofs. An engine asks its recorder
// whether it is one.
type Certifier interface {
	// Certify is called for each function that is proved; for the second time if the
	// function had to be proved in another way, which takes the place of the first.
	Certify(p FunctionProof)
}
