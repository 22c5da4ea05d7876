package bitvec

// interrupted is what making a term panics with after Guard's stop said so.
type interrupted struct{}

// guardEvery is how many terms are asked for between two questions to stop,
// well below a millisecond.
const guardEvery = 1 << 10

// Guard calls f and reports whether it came to its end. Once in a while as f
// makes terms, by whatever path, it asks stop; when that answers true, f is
// left in the middle and Guard returns false. Stop must then answer true from
// there on. Terms and checkers of the store stay usable; what f was about to
// change elsewhere may be half done, and must not be used any more.
//
// The rewriting of one term of a few megabytes, such as the quotient of two
// symbolic numbers with the shifts that rounding takes, can cost seconds: that
// is why it is not enough to look at the clock between terms. Within f, Guard
// leaves the question to the one outside.
func (s *Store) Guard(stop func() bool, f func()) (finished bool) {
	if s.stop != nil {
		f()
		return true
	}
	s.stop = stop
	defer func() {
		s.stop = nil
		switch r := recover(); r.(type) {
		case nil:
		case interrupted:
			finished = false
		default:
			panic(r)
		}
	}()
	f()
	return true
}

// Checkpoint asks the stop function of Guard, if there is one, and leaves f as making
// a term may: for long work of f in which no terms are made.
func (s *Store) Checkpoint() {
	if s.stop != nil && s.stop() {
		panic(interrupted{})
	}
}

// tick is called for each term that is asked for. It panics only where nothing of
// the store has been changed yet.
func (s *Store) tick() {
	if s.ticks++; s.ticks%guardEvery == 0 && s.stop != nil && s.stop() {
		panic(interrupted{})
	}
}
