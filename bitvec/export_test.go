package bitvec

// DecideBits returns what polynomials in bits put in place of the equality t, 0 if they
// leave it.
func DecideBits(s *Store, t Term) Term { return newBitReader(s).decide(t) }
