// Package certificate writes down what the proof that two versions do the same consists of,
// so that others can check it: a file that says what was proved, under which conditions, and a
// script of SMT-LIB for each claim that a solver decided. A script holds if its assertions are
// unsatisfiable, which any solver of bit-vectors and arrays can find out.
//
// What is not in the scripts has to be trusted: that the claims are those that the rule of
// proof asks for, that they say what the code does, what the code was rewritten to before,
// and the claims that held as soon as they were written down, since both sides came to be
// one term.
package certificate

import (
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/riftlab/rift/engines"
)

// Format is the name of the format, with its version.
const Format = "rift-certificate-1"

// Rule says by which rule the functions are proved.
const Rule = "induction over the run: each function of both versions, given equal arguments, memory and history, " +
	"comes out of each segment between its cuts in the same way, with the same calls; " +
	"what is called, if it differs, is proved in the same way"

// Certificate is what was proved.
type Certificate struct {
	Old, New string
	// Complete: the versions do the same on every input. If not, the functions do.
	Complete  bool
	Assumes   []string // conditions beyond those that hold for all proofs of the rule
	Functions []engines.FunctionProof
}

// Add takes up the proof of a function, in the place of an earlier one.
func (c *Certificate) Add(p engines.FunctionProof) {
	i := slices.IndexFunc(c.Functions, func(q engines.FunctionProof) bool { return q.Function == p.Function })
	if i < 0 {
		c.Functions = append(c.Functions, p)
		return
	}
	c.Functions[i] = p
}

// Keep drops the functions that are not in a list: their proofs rested on what was not proved.
func (c *Certificate) Keep(proved []string) {
	c.Functions = slices.DeleteFunc(c.Functions, func(p engines.FunctionProof) bool { return !slices.Contains(proved, p.Function) })
}

// file is certificate.json.
type file struct {
	Format    string         `json:"format"`
	Tool      string         `json:"tool"`
	Old       string         `json:"old"`
	New       string         `json:"new"`
	Complete  bool           `json:"complete"`
	Rule      string         `json:"rule"`
	Assumes   []string       `json:"assumes"`
	Functions []fileFunction `json:"functions"`
}

type fileFunction struct {
	Function  string        `json:"function"`
	Rewritten []string      `json:"rewritten,omitempty"`
	Segments  []fileSegment `json:"segments"`
}

type fileSegment struct {
	engines.SegmentProof
	Claims []string `json:"claims"` // names of scripts
}

// Write writes the certificate to a folder, which it makes: certificate.json, and the scripts
// in a folder for each function. tool is the version of rift. It returns the number of scripts.
func (c *Certificate) Write(dir, tool string) (scripts int, err error) {
	out := file{Format: Format, Tool: tool, Old: c.Old, New: c.New, Complete: c.Complete, Rule: Rule, Assumes: append([]string{}, c.Assumes...), Functions: []fileFunction{}}
	for i, p := range c.Functions {
		folder := fmt.Sprintf("%02d-%s", i+1, plain(p.Function))
		f := fileFunction{Function: p.Function, Rewritten: p.Rewritten, Segments: []fileSegment{}}
		n := 0
		for _, s := range p.Segments {
			seg := fileSegment{SegmentProof: s, Claims: []string{}}
			for _, text := range s.Claims {
				n++
				name := path.Join(folder, fmt.Sprintf("%04d.smt2", n))
				if err := write(dir, name, []byte("; "+p.Function+", from "+s.From+"\n"+text)); err != nil {
					return scripts, err
				}
				scripts++
				seg.Claims = append(seg.Claims, name)
			}
			f.Segments = append(f.Segments, seg)
		}
		out.Functions = append(out.Functions, f)
	}
	text, err := json.MarshalIndent(out, "", "  ")
	if err != nil {
		return scripts, err
	}
	return scripts, write(dir, "certificate.json", append(text, '\n'))
}

func write(dir, name string, text []byte) error {
	full := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(full), 0o777); err != nil {
		return fmt.Errorf("certificate: %w", err)
	}
	if err := os.WriteFile(full, text, 0o666); err != nil {
		return fmt.Errorf("certificate: %w", err)
	}
	return nil
}

// plain makes a name of a file of that of a function, which may hold the name of its own file.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r < 128 && (strconv.IsPrint(r) && !strings.ContainsRune(`/\:*?"<>| .`, r)) {
			return r
		}
		return '_'
	}, name)
}
