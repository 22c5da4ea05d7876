package confirm

import "github.com/riftlab/rift/results/table"

// Table shows the rows; why tests are not confirmed is said in notes.
func (r *Result) Table() *table.Table {
	t := &table.Table{
		Name: "confirmed", Title: "Tests that show a difference, run natively",
		Caption: "Exposing: tests of the engine that expose the known error, or on which the versions differ with this class. Confirmed: those of which the same holds natively, compiled by " +
			r.Compiler + " with sanitizers; memory errors: those of them in which a sanitizer ends the new version alone.",
		Columns: []table.Column{
			{Key: "subject", Head: "subject", Label: true},
			{Key: "pair", Head: "pair", Label: true},
			{Key: "engine", Head: "engine", Label: true},
		},
	}
	phases := false
	for i := range r.Rows {
		phases = phases || r.Rows[i].Phase != ""
	}
	if phases {
		t.Columns = append(t.Columns, table.Column{Key: "phase", Head: "phase", Label: true})
	}
	t.Columns = append(t.Columns,
		table.Column{Key: "error", Head: "error", Label: true},
		table.Column{Key: "exposing", Head: "exposing", Right: true},
		table.Column{Key: "tried", Head: "run", Right: true, Minor: true},
		table.Column{Key: "confirmed", Head: "confirmed", Right: true},
		table.Column{Key: "faults", Head: "memory errors", Right: true},
		table.Column{Key: "missed", Head: "not confirmed", Right: true})
	for i := range r.Rows {
		t.Rows = append(t.Rows, table.Row{Cells: r.Rows[i].cells(t, phases)})
	}
	if !r.Isolated && len(r.Rows) > 0 {
		t.Note("the system did not let the programs be kept from the network")
	}
	if !r.Private && len(r.Rows) > 0 {
		t.Note("the system did not let the programs have a root of their own: names that begin with a slash are those of the host")
	}
	return t
}

func (r *Row) cells(t *table.Table, phases bool) []table.Cell {
	cells := []table.Cell{table.Str(r.Subject), table.Str(r.Pair), table.Str(r.Engine)}
	if phases {
		cells = append(cells, table.Str(r.Phase))
	}
	confirmed, missed := table.Int(r.Confirmed), table.Int(r.Tried-r.Confirmed)
	if r.Confirmed == 0 && r.Tried > 0 {
		confirmed = confirmed.Marked(table.Bad)
	}
	for _, m := range r.Missed {
		missed = missed.Noted(t.Note(m.Why))
	}
	return append(cells, table.Str(r.Error), table.Int(r.Exposing), table.Int(r.Tried), confirmed, table.Int(r.Faults), missed)
}
