package delta

// Bag is a multiset of tokens.
type Bag struct {
	count map[string]int
	Size  int // tokens
}

// Add adds a token.
func (b *Bag) Add(tok string) {
	if b.count == nil {
		b.count = map[string]int{}
	}
	b.count[tok]++
	b.Size++
}

// Likeness is the Dice coefficient of two bags: twice the size of what they
// share over the sum of their sizes; 1 if both are empty.
func Likeness(a, b Bag) float64 {
	if a.Size+b.Size == 0 {
		return 1
	}
	if len(b.count) < len(a.count) {
		a, b = b, a
	}
	shared := 0
	for tok, n := range a.count {
		shared += min(n, b.count[tok])
	}
	return 2 * float64(shared) / float64(a.Size+b.Size)
}
