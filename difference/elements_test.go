package difference_test

import (
	"context"
	"encoding/binary"
	"slices"
	"testing"
	"time"

	"github.com/riftlab/rift/difference"
	"github.com/riftlab/rift/engines/catalog"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
)

// A bound of a size that was moved is found although the usual objects are smaller than
// it was, and the size in the input is the one that the function is handed.
func TestMovedBound(t *testing.T) {
	const old = "int sum(const unsigned char *v, unsigned long len) { int s = 1; if (len > 100) return -1; for (unsigned long i = 0; i < len; i++) s += v[i]; return s; }\n"
	const new = "int sum(const unsigned char *v, unsigned long len) { int s = 1; if (len > 40) return -1; for (unsigned long i = 0; i < len; i++) s += v[i]; return s; }\n"
	values := found(t, "sum", old, new).Values
	at := slices.IndexFunc(values, func(x program.Value) bool { return x.Name == "len" })
	if at < 0 {
		t.Fatal("the input has no len")
	}
	if n := binary.LittleEndian.Uint64(values[at].Data); n <= 40 || n > 100 {
		t.Errorf("len is %d in the input, which the versions do not tell apart", n)
	}
}

// A bound of how much is read that was moved is found although the usual contents are
// smaller.
func TestMovedBoundOfContent(t *testing.T) {
	text := func(bound string) string {
		return "#include <stdio.h>\nint main(void) { int n = 0, c; while ((c = getchar()) != EOF) n += c != '\\n'; printf(\"%d\\n\", n >= " + bound + "); return 0; }\n"
	}
	if n := len(found(t, "", text("300"), text("290")).Stdin); n < 290 {
		t.Errorf("%d bytes, which the versions do not tell apart", n)
	}
}

// found returns the input of the first difference between two texts, "" being the entry of
// whole programs, or ends the test.
func found(t *testing.T, entry, old, new string) *program.Input {
	t.Helper()
	cache := cfront.NewCache()
	q := &difference.Request{
		Old:   &program.Version{Files: []program.SourceFile{{Name: "prog.c", Text: old}}},
		New:   &program.Version{Files: []program.SourceFile{{Name: "prog.c", Text: new}}},
		Entry: entry, Widen: true, First: true, Engines: catalog.All(), RunSteps: 500_000, Seed: 1, Limits: difference.Limits{CPU: 20 * time.Second},
		Compile: func(ctx context.Context, v *program.Version) (*program.Program, error) {
			return cfront.Compile(ctx, v, cfront.Options{Cache: cache})
		},
	}
	v, err := difference.Run(t.Context(), q, difference.Events{})
	if err != nil {
		t.Fatal(err)
	}
	if len(v.Differences) == 0 {
		t.Fatal("no difference was found")
	}
	return &v.Differences[0].Input
}
