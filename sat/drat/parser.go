package drat

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/riftlab/rift/sat"
)

// step is a line of a proof.
type step struct {
	delete bool
	lits   []sat.Lit // as written; valid until the next one is read
	line   int
}

// parser reads proofs line by line.
type parser struct {
	in   *bufio.Reader
	name string
	line int
	long []byte
	lits []sat.Lit
}

func newParser(r io.Reader, name string) *parser {
	return &parser{in: bufio.NewReaderSize(r, 1<<16), name: name}
}

// next returns the next step, or io.EOF. Comments and empty lines are skipped.
func (p *parser) next() (step, error) {
	for {
		text, err := p.read()
		if err != nil {
			return step{}, err
		}
		words := bytes.Fields(text)
		if len(words) == 0 || bytes.HasPrefix(words[0], []byte("c")) {
			continue
		}
		s := step{line: p.line, delete: string(words[0]) == "d"}
		if s.delete {
			words = words[1:]
		}
		p.lits = p.lits[:0]
		for k, w := range words {
			n, err := strconv.Atoi(string(w))
			if err != nil || n > int(sat.MaxVar) || n < -int(sat.MaxVar) {
				return step{}, fmt.Errorf("%s:%d: %q: expected a literal, as in the text form of DRAT", p.name, p.line, limited(w))
			}
			if n == 0 {
				if k+1 < len(words) {
					return step{}, fmt.Errorf("%s:%d: more behind the 0: expected a line for each clause", p.name, p.line)
				}
				s.lits = p.lits
				return s, nil
			}
			p.lits = append(p.lits, sat.FromDimacs(n))
		}
		return step{}, fmt.Errorf("%s:%d: the clause does not end in 0", p.name, p.line)
	}
}

// read returns the next line. It is valid until the next call.
func (p *parser) read() ([]byte, error) {
	p.long = p.long[:0]
	for {
		part, err := p.in.ReadSlice('\n')
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			p.long = append(p.long, part...)
			continue
		case errors.Is(err, io.EOF) && len(p.long)+len(part) > 0:
		case err != nil && !errors.Is(err, io.EOF):
			return nil, fmt.Errorf("%s:%d: %w", p.name, p.line+1, err)
		case err != nil:
			return nil, io.EOF
		}
		p.line++
		if len(p.long) > 0 {
			p.long = append(p.long, part...)
			return p.long, nil
		}
		return part, nil
	}
}

// limited returns the beginning of a word.
func limited(w []byte) []byte { return w[:min(len(w), 20)] }
