package probdd

import (
	"testing"

	"github.com/riftlab/rift/engines/deltadebug"
	"github.com/riftlab/rift/engines/deltadebug/searchtest"
	"github.com/riftlab/rift/program/delta"
)

func searching(c delta.Set, first deltadebug.Tests) (delta.Set, error) { return search(c, 0.1, first) }

// TestCause checks that a cause is found exactly, with fewer tests than there
// are changes when it is a single one of many.
func TestCause(t *testing.T) { searchtest.Causes(t, searching, func(n, _ int) int { return n }) }

// TestRandomOracles checks that answers fail and are 1-minimal.
func TestRandomOracles(t *testing.T) { searchtest.Minimal(t, searching, 10000) }
