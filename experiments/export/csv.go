package export

import (
	"context"
	"io"

	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/table"
)

// writeCSV writes a line per task with raw values; what is not known is empty.
func writeCSV(_ context.Context, e *Export, w io.Writer) error {
	t := &table.Table{Name: "tasks"}
	for _, key := range []string{
		"task", "subject", "pair", "engine", "kind", "deterministic", "seed", "seeded", "equivalent", "golden", "changes", "status", "reason",
		"tests", "steps", "differences", "errors", "no_oracle", "undecided", "first_tests", "first_steps", "first_seconds",
		"first_error_tests", "first_error_steps", "first_error_seconds", "cpu_seconds", "wall_seconds", "max_rss_bytes", "host", "cpu", "rift",
	} {
		t.Columns = append(t.Columns, table.Column{Key: key})
	}
	for i := range e.Set.Runs {
		r := &e.Set.Runs[i]
		cells := []table.Cell{
			table.Str(r.Task), table.Str(r.Subject), table.Str(r.Pair), table.Str(r.Engine), table.Str(r.Kind), {Value: r.Deterministic},
			table.Int(int64(r.Seed)), {Value: r.Seeded}, {Value: r.Equivalent}, {Value: r.Golden}, table.Int(r.Changes),
			table.Str(string(r.Status)), table.Str(r.Reason), table.Int(r.Tests), table.Int(r.Steps), table.Int(r.Differences),
			table.Int(r.Errors), table.Int(r.NoOracle), table.Int(r.Undecided),
		}
		cells = append(append(cells, pointCells(r.First)...), pointCells(r.FirstError)...)
		t.Rows = append(t.Rows, table.Row{Cells: append(cells, measureCells(r.Measured)...)})
	}
	return t.WriteCSV(w)
}

func pointCells(p *results.Point) []table.Cell {
	cells := make([]table.Cell, 3)
	if p == nil {
		return cells
	}
	cells[0], cells[1] = table.Int(p.Tests), table.Int(p.Steps)
	if p.Timed {
		cells[2] = table.Float(p.Seconds)
	}
	return cells
}

func measureCells(m *results.Measure) []table.Cell {
	if m == nil {
		return make([]table.Cell, 6)
	}
	return []table.Cell{
		table.Float(m.CPU), table.Float(m.Wall), table.Int(m.MaxRSS), table.Str(m.Host.Name), table.Str(m.Host.CPU), table.Str(m.Version),
	}
}
