package emit

// Ended reports whether the current block has its terminator: control does not
// come here.
func (b *Builder) Ended() bool { return b.ended }

// Pending reports whether the current block has instructions.
func (b *Builder) Pending() bool { return len(b.blocks[b.cur].Instrs) > 0 }

// Straight reports whether the entry block is the current one: control has not branched.
func (b *Builder) Straight() bool { return b.cur == 0 }

// Forget drops the instructions of the entry block.
func (b *Builder) Forget() { b.blocks[0].Instrs = nil }

// NumBlocks returns how many blocks have been made.
func (b *Builder) NumBlocks() int { return len(b.blocks) }

// mark is a point of the code from which to go on later.
type mark struct {
	cur   int
	ended bool
}

// Here returns the current point.
func (b *Builder) Here() mark { return mark{b.cur, b.ended} }

// Resume goes on at a point.
func (b *Builder) Resume(m mark) { b.cur, b.ended = m.cur, m.ended }

// Aside runs body with its code in a block that nothing reaches.
func (b *Builder) Aside(body func()) {
	at, order := b.Here(), len(b.order)
	b.Begin(b.Block("type"))
	body()
	b.Resume(at)
	b.order = b.order[:order]
}
