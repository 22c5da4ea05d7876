package sat

import (
	"bufio"
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
		r.read()
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
	r.read()
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
		r.read()
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
		r.read()
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
		r.read()
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

// ReadDIMACS streams a CNF file into add, clause by clause, and returns the
// number of variables that its header announces. The slice handed to add is
// only valid during the call. A session (p inccnf) is an error: see Replay.
func ReadDIMACS(r io.Reader, name string, add func(lits []Lit)) (vars int, err error) {
	in := NewReader(r, name)
	if vars, _, err = in.Header(); err != nil {
		return 0, err
	}
	if in.Incremental() {
		return 0, fmt.Errorf("%s:1:1: an incremental session, not a formula", name)
	}
	for {
		item, err := in.Next()
		if errors.Is(err, io.EOF) {
			return vars, nil
		}
		if err != nil {
			return 0, err
		}
		add(item.Lits)
	}
}

// LoadDIMACS streams a CNF file into s, which must have no variables yet. It
// holds no second copy of the formula. Memory grows with the largest variable
// that occurs, not with the header's claim.
func LoadDIMACS(r io.Reader, name string, s Solver) (vars int, err error) {
	return ReadDIMACS(r, name, func(lits []Lit) { addGrowing(s, lits) })
}

func addGrowing(s Solver, lits []Lit) {
	growFor(s, lits)
	s.AddClause(lits...)
}

// growFor creates the variables of lits in s as far as they are missing.
func growFor(s Solver, lits []Lit) {
	for _, l := range lits {
		for s.NumVars() < int(l.Var()) {
			s.NewVar()
		}
	}
}

// WriteDIMACS writes the formula as a DIMACS file.
func (f *CNF) WriteDIMACS(w io.Writer) error {
	out := bufio.NewWriterSize(w, 1<<16)
	fmt.Fprintf(out, "p cnf %d %d\n", f.vars, f.NumClauses())
	var buf []byte
	for i := range f.start {
		buf = appendLits(buf[:0], f.Clause(i))
		out.Write(buf)
	}
	if err := out.Flush(); err != nil { // bufio keeps the first error
		return fmt.Errorf("write dimacs: %w", err)
	}
	return nil
}

// appendLits appends literals, a 0 and a line end.
func appendLits(buf []byte, lits []Lit) []byte {
	for _, l := range lits {
		buf = strconv.AppendInt(buf, int64(l.Dimacs()), 10)
		buf = append(buf, ' ')
	}
	return append(buf, "0\n"...)
}

// WriteAnswer writes what solvers print for a DIMACS file: an s line and, for
// Sat, the values of variables 1..vars in v lines of at most 78 columns.
func WriteAnswer(w io.Writer, s Solver, res Result, vars int) error {
	out := bufio.NewWriter(w)
	switch res.Verdict {
	case Unknown:
		out.WriteString("s UNKNOWN\n")
	case Unsat:
		out.WriteString("s UNSATISFIABLE\n")
	case Sat:
		out.WriteString("s SATISFIABLE\n")
		writeModel(out, s, vars)
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("write answer: %w", err)
	}
	return nil
}

func writeModel(out *bufio.Writer, s Solver, vars int) {
	line := []byte("v")
	emit := func(n int) {
		word := strconv.Itoa(n)
		if len(line)+1+len(word) > 78 {
			out.Write(append(line, '\n'))
			line = append(line[:0], 'v')
		}
		line = append(append(line, ' '), word...)
	}
	for v := 1; v <= vars; v++ {
		if v <= s.NumVars() && s.Value(Var(v).Pos()) {
			emit(v)
		} else {
			emit(-v)
		}
	}
	emit(0)
	out.Write(append(line, '\n'))
}
