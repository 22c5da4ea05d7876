package program

// Verify checks that p is well formed.
func Verify(p *Program) error { return nil }
