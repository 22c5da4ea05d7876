package bitvec_test

import (
	"context"
	"testing"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/bitvec/internal/gen"
	"github.com/riftlab/rift/sat"
)

// BenchmarkStream explores each program of package gen with 600 queries on
// the usual chain; ns/op is for a whole exploration.
func BenchmarkStream(b *testing.B) {
	for _, name := range gen.Streams {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				s := bitvec.NewStore()
				session := bitvec.NewSession(bitvec.NewChain(s, bitvec.ChainOptions{}))
				gen.Stream(s, name, 600, func(e gen.Event) bool {
					switch e.Op {
					case gen.Push:
						session.Push()
					case gen.Pop:
						session.Pop(1)
					case gen.Assert:
						session.Assert(e.Term)
					case gen.Check:
						return session.Check(context.Background(), sat.Limits{}).Verdict == sat.Sat
					}
					return false
				})
			}
		})
	}
}
