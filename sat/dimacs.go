package sat

import (
	"errors"
	"fmt"
	"io"
	"strconv"
)

// Reader reads DIMACS CNF files, and iCNF sessions, item by item, in constant
// memory beside the longest clause.
//
//	p cnf VARIABLES CLAUSES    or    p inccnf
//	1 -2 0                     a clause; clauses may span lines
//	a 3 -4 0                   (inccnf) decide under these assumptions
//	c ...                      a comment, between clauses
//	%                          ends the file, as in SATLIB's
//
// Errors read "NAME:LINE:COLUMN: what was wrong", both counted from 1, columns
// in bytes.
type Reader struct {
	src         io.Reader
	buf         []byte // read from src, consumed up to pos
	pos         int
	name        string
	line        int   // of the next byte
	lineStart   int64 // offset of that line in the file
	base        int64 // offset of buf in the file
	incremental bool
	vars        int
	clauses     int
	seen        int // clauses read
	lits        []Lit
	started     bool
	err         error
}

// Item is one clause or one query of a file.
type Item struct {
	// Query says that Lits are assumptions to be decided under, not a clause.
	Query bool
	// Lits is valid until the next call of Next.
	Lits []Lit
}

// NewReader returns a reader of r; name stands for it in errors.
func NewReader(r io.Reader, name string) *Reader {
	return &Reader{src: r, buf: make([]byte, 0, 1<<16), name: name, line: 1}
}

// Header reads up to the p line, and returns the numbers of variables and
// clauses that it announces, both 0 for a session.
func (r *Reader) Header() (vars, clauses int, err error) {
	if !r.started {
		r.started = true
		r.err = r.header()
	}
	return r.vars, r.clauses, r.err
}

// Incremental reports whether the file is a session (p inccnf). It is known
// after Header.
func (r *Reader) Incremental() bool { return r.incremental }

// Next returns the next item, or io.EOF after the last one. An error is final.
func (r *Reader) Next() (Item, error) {
	if _, _, err := r.Header(); err != nil {
		return Item{}, err
	}
	item, err := r.item()
	if err != nil {
		r.err = err
	}
	return item, err
}

func (r *Reader) item() (Item, error) {
	c, err := r.skipBetweenItems()
	if err != nil {
		return Item{}, r.atEnd(err)
	}
	switch {
	case c == '%':
		return Item{}, r.atEnd(io.EOF)
	case c == 'a' && r.incremental:
		_, _ = r.read() // what was peeked at
		err := r.readLits()
		return Item{Query: true, Lits: r.lits}, err
	}
	line, col := r.line, r.col()
	if err := r.readLits(); err != nil {
		return Item{}, err
	}
	r.seen++
	if !r.incremental && r.seen > r.clauses {
		return Item{}, r.fail(line, col, "clause %d, but the header announces %d", r.seen, r.clauses)
	}
	return Item{Lits: r.lits}, nil
}

// atEnd checks the announced number of clauses once the input has ended.
func (r *Reader) atEnd(err error) error {
	if errors.Is(err, io.EOF) && !r.incremental && r.seen < r.clauses {
		return r.fail(r.line, r.col(), "the file ends after %d clauses, but the header announces %d", r.seen, r.clauses)
	}
	return err
}

func (r *Reader) header() error {
	c, err := r.skipBetweenItems()
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if err != nil || c != 'p' {
		return r.fail(r.line, r.col(), "expected a header: p cnf VARIABLES CLAUSES, or p inccnf")
	}
	_, _ = r.read() // what was peeked at
	line, col := r.nextWordAt()
	switch format := r.word(); format {
	case "inccnf":
		r.incremental = true
		r.vars = int(MaxVar)
		return r.endOfLine()
	case "cnf":
	default:
		return r.fail(line, col, "expected cnf or inccnf, not %q", format)
	}
	if r.vars, err = r.count("number of variables", int(MaxVar)); err != nil {
		return err
	}
	if r.clauses, err = r.count("number of clauses", 1<<48); err != nil {
		return err
	}
	return r.endOfLine()
}

func (r *Reader) nextWordAt() (line, col int) {
	r.skipBlanks()
	return r.line, r.col()
}

func (r *Reader) count(what string, limit int) (int, error) {
	line, col := r.nextWordAt()
	word := r.word()
	n, err := strconv.Atoi(word)
	if err != nil || n < 0 {
		return 0, r.fail(line, col, "expected the %s, not %q", what, word)
	}
	if n > limit {
		return 0, r.fail(line, col, "%s %d is beyond %d", what, n, limit)
	}
	return n, nil
}

func (r *Reader) endOfLine() error {
	line, col := r.nextWordAt()
	c, err := r.read()
	if errors.Is(err, io.EOF) || c == '\n' {
		return nil
	}
	if err != nil {
		return err
	}
	return r.fail(line, col, "expected the end of the line after the header")
}

// readLits reads literals up to the closing 0 into r.lits.
func (r *Reader) readLits() error {
	r.lits = r.lits[:0]
	for {
		n, line, col, err := r.number()
		if err != nil {
			return err
		}
		if n == 0 {
			return nil
		}
		if max(n, -n) > r.vars {
			return r.fail(line, col, "literal %d, but the header announces %d variables", n, r.vars)
		}
		r.lits = append(r.lits, FromDimacs(n))
	}
}

// number reads one signed number and the white space before it.
func (r *Reader) number() (n, line, col int, err error) {
	c, err := r.skipSpace()
	line, col = r.line, r.col()
	if errors.Is(err, io.EOF) {
		return 0, line, col, r.fail(line, col, "the file ends within a clause; expected 0")
	}
	if err != nil {
		return 0, line, col, err
	}
	negative := c == '-'
	if negative {
		_, _ = r.read() // what was peeked at
		c, err = r.peek()
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return 0, line, col, err
	}
	digits := 0
	for err == nil && '0' <= c && c <= '9' {
		n = min(n*10+int(c-'0'), int(MaxVar)+1)
		digits++
		r.pos++
		c, err = r.peek()
	}
	switch {
	case err != nil && !errors.Is(err, io.EOF):
		return 0, line, col, err
	case digits == 0 || err == nil && !isSpace(c):
		return 0, line, col, r.fail(line, col, "expected a literal or 0")
	}
	if negative {
		n = -n
	}
	return n, line, col, nil
}

// skipBetweenItems skips white space and comment lines and peeks.
func (r *Reader) skipBetweenItems() (byte, error) {
	for {
		c, err := r.skipSpace()
		if err != nil || c != 'c' {
			return c, err
		}
		for c != '\n' {
			if c, err = r.read(); err != nil {
				return 0, err
			}
		}
	}
}

func (r *Reader) skipSpace() (byte, error) {
	for {
		for r.pos < len(r.buf) {
			c := r.buf[r.pos]
			if !isSpace(c) {
				return c, nil
			}
			r.advance(c)
		}
		if err := r.fill(); err != nil {
			return 0, err
		}
	}
}

func (r *Reader) skipBlanks() {
	for {
		c, err := r.peek()
		if err != nil || c == '\n' || !isSpace(c) {
			return
		}
		_, _ = r.read() // what was peeked at
	}
}

// word reads up to the next white space, at most 64 bytes.
func (r *Reader) word() string {
	var w []byte
	for len(w) < 64 {
		c, err := r.peek()
		if err != nil || isSpace(c) {
			break
		}
		w = append(w, c)
		_, _ = r.read() // what was peeked at
	}
	return string(w)
}

func isSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// peek returns the next byte without consuming it.
func (r *Reader) peek() (byte, error) {
	if r.pos == len(r.buf) {
		if err := r.fill(); err != nil {
			return 0, err
		}
	}
	return r.buf[r.pos], nil
}

// read consumes a byte.
func (r *Reader) read() (byte, error) {
	c, err := r.peek()
	if err != nil {
		return 0, err
	}
	r.advance(c)
	return c, nil
}

// advance moves behind the next byte, which is c.
func (r *Reader) advance(c byte) {
	r.pos++
	if c == '\n' {
		r.line++
		r.lineStart = r.base + int64(r.pos)
	}
}

// col returns the column of the next byte.
func (r *Reader) col() int { return int(r.base+int64(r.pos)-r.lineStart) + 1 }

// fill reads the next block. Like bufio, it gives up on a source that keeps
// returning nothing.
func (r *Reader) fill() error {
	for range 100 {
		n, err := r.src.Read(r.buf[:cap(r.buf)])
		r.base += int64(r.pos)
		r.buf, r.pos = r.buf[:n], 0
		switch {
		case n > 0:
			return nil
		case errors.Is(err, io.EOF):
			return io.EOF
		case err != nil:
			return fmt.Errorf("%s:%d:%d: %w", r.name, r.line, r.col(), err)
		}
	}
	return fmt.Errorf("%s:%d:%d: %w", r.name, r.line, r.col(), io.ErrNoProgress)
}

func (r *Reader) fail(line, col int, format string, args ...any) error {
	return fmt.Errorf("%s:%d:%d: %s", r.name, line, col, fmt.Sprintf(format, args...))
}
