// Package poolgen makes the test pools of the bundled subjects.
//
// Each generator is a function of a seed alone; its result is checked in as
// the subject's pool, and a test compares the two. To change a pool, change
// its generator and run
//
//	go test ./corpora/internal/poolgen -update
package poolgen

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
)

// Pool is a pool file: its path below corpora/subjects and its content.
type Pool struct {
	Path string
	Make func() []byte
}

// Pools lists all generated pools.
func Pools() []Pool {
	return []Pool{
		{"advisory/pool.txt", func() []byte { return lines(1500, advisory(source("advisory"))) }},
		{"calc/pool.jsonl", func() []byte { return lines(300, calc(source("calc"))) }},
		{"ledger/pool.jsonl", func() []byte { return lines(300, ledger(source("ledger"))) }},
		{"runs/pool.jsonl", func() []byte { return lines(200, runs(source("runs"))) }},
		{"sequence/pool.jsonl", func() []byte { return lines(300, sequence(source("sequence"))) }},
		{"tally/pool.jsonl", func() []byte { return lines(300, tally(source("tally"))) }},
	}
}

// source returns a random source that depends on the subject's name alone.
func source(name string) *rand.Rand {
	var seed [32]byte
	copy(seed[:], "rift pool: "+name)
	return rand.New(rand.NewChaCha8(seed))
}

// lines collects n different lines from a generator.
func lines(n int, next func() string) []byte {
	var out bytes.Buffer
	seen := map[string]bool{}
	for len(seen) < n {
		if l := next(); !seen[l] {
			seen[l] = true
			out.WriteString(l)
			out.WriteByte('\n')
		}
	}
	return out.Bytes()
}

// oneOf returns a random element.
func oneOf[T any](r *rand.Rand, xs ...T) T { return xs[r.IntN(len(xs))] }

// between returns a random integer from lo to hi inclusive.
func between(r *rand.Rand, lo, hi int) int { return lo + r.IntN(hi-lo+1) }

// words joins numbers into a line.
func words(xs []int) string {
	s := make([]string, len(xs))
	for i, x := range xs {
		s[i] = fmt.Sprint(x)
	}
	return strings.Join(s, " ")
}

// input is a line of a pool in rift's own form.
type input struct {
	Args  []string `json:"args,omitempty"`
	Stdin string   `json:"stdin,omitempty"`
	Files []file   `json:"files,omitempty"`
}

type file struct {
	Name string `json:"name"`
	Data string `json:"data"`
}

func (in input) line() string {
	var sb strings.Builder
	enc := json.NewEncoder(&sb)
	enc.SetEscapeHTML(false) // keep < and > readable
	if err := enc.Encode(in); err != nil {
		panic("poolgen: " + err.Error())
	}
	return strings.TrimSuffix(sb.String(), "\n")
}
