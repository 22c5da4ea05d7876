package engines

// Conclusion is what an engine knows about all inputs of a task's model at its
// end.
type Conclusion struct {
	// Complete: every input of the model was accounted for, and the versions
	// differ on those that were tried and found to, and on no others but such as
	// take the same paths.
	Complete bool  `json:"complete"`
	Paths    int64 `json:"paths"` // of the new version
	// Unbounded: the knowledge is of every input, not only of the model's. It is
	// set only if Complete is.
	Unbounded bool `json:"unbounded,omitempty"`
	// Proof says in words by what method the versions were proved equal without
	// following their paths, and what the claim is; "" if they were not.
	Proof string `json:"proof,omitempty"`
	// Proved are the functions whose two versions were proved equal though their
	// code differs, sorted. Some may be proved though the whole is not.
	Proved []string `json:"proved,omitempty"`
	// Assumes are conditions of this proof beyond those that hold for all proofs of
	// the engine, in words.
	Assumes []string `json:"assumes,omitempty"`
	// Bounds are why it is not complete.
	Bounds []Bound `json:"bounds,omitempty"`
	// Compared is how many pairs of paths, one of each version, were compared to
	// an end at which the versions show what they do. 0 with Complete set means
	// that nothing was compared: every input was accounted for by NotCompared.
	Compared int64 `json:"compared"`
	// NotCompared are the paths and pairs of paths about which a comparison says
	// nothing: both versions end in the same undefined behaviour, at a limit, by an
	// assumption, or the comparison stayed open. Only some of them are Bounds too.
	NotCompared []Bound `json:"not_compared,omitempty"`
}

// Bound is a reason why an engine knows nothing about some inputs.
type Bound struct {
	Cause string `json:"cause"` // in words, to be read after the number
	Count int64  `json:"count"`
}

// Concluder is implemented by recorders that want to know whether nothing was
// left out. An engine asks its recorder whether it is one.
type Concluder interface {
	// Conclude is called at most once, when the engine ends for whatever reason.
	Conclude(c Conclusion)
}
