package table

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"
)

// WriteMarkdown writes the table as GitHub-flavoured Markdown.
func (t *Table) WriteMarkdown(out io.Writer) error {
	t.check()
	var sb strings.Builder
	fmt.Fprintf(&sb, "### %s\n\n", markdown(t.Title))
	if t.Caption != "" {
		fmt.Fprintf(&sb, "%s\n\n", markdown(t.Caption))
	}
	cols, at := t.shown()
	sb.WriteByte('|')
	for _, c := range cols {
		fmt.Fprintf(&sb, " %s |", markdown(c.Head))
	}
	sb.WriteString("\n|")
	for _, c := range cols {
		if c.Right {
			sb.WriteString("--:|")
		} else {
			sb.WriteString(":--|")
		}
	}
	sb.WriteByte('\n')
	t.sections(func(name string, rows []Row) {
		if name != "" {
			fmt.Fprintf(&sb, "| **%s** |%s\n", markdown(name), strings.Repeat(" |", len(cols)-1))
		}
		for _, r := range rows {
			sb.WriteByte('|')
			for _, i := range at {
				fmt.Fprintf(&sb, " %s |", markdown(r.Cells[i].Display())+noteMarks(r.Cells[i].Notes, "<sup>%s</sup>"))
			}
			sb.WriteByte('\n')
		}
	})
	if len(t.Notes) > 0 {
		sb.WriteByte('\n')
	}
	for i, n := range t.Notes {
		fmt.Fprintf(&sb, "<sup>%d</sup> %s  \n", i+1, markdown(n))
	}
	_, err := io.WriteString(out, sb.String())
	return err
}

func noteMarks(notes []int, format string) string {
	if len(notes) == 0 {
		return ""
	}
	return fmt.Sprintf(format, strings.Trim(strings.ReplaceAll(fmt.Sprint(notes), " ", ","), "[]"))
}

var markdownEscaper = strings.NewReplacer(`\`, `\\`, "|", `\|`, "*", `\*`, "_", `\_`, "`", "\\`", "<", "&lt;", ">", "&gt;", "[", `\[`, "#", `\#`)

func markdown(s string) string { return markdownEscaper.Replace(oneLine(s)) }

// WriteCSV writes all columns, data-only ones too, with raw values, as RFC 4180
// says: the first record names the columns, lines end with CR LF. Rows start
// with their section if the table has sections.
func (t *Table) WriteCSV(out io.Writer) error {
	t.check()
	w := csv.NewWriter(out)
	w.UseCRLF = true
	sectioned := t.sectioned()
	record := make([]string, 0, len(t.Columns)+1)
	if sectioned {
		record = append(record, "section")
	}
	for _, c := range t.Columns {
		if !c.TextOnly {
			record = append(record, c.Key)
		}
	}
	if err := w.Write(record); err != nil {
		return err
	}
	for _, r := range t.Rows {
		record = record[:0]
		if sectioned {
			record = append(record, r.Section)
		}
		for i, c := range r.Cells {
			if !t.Columns[i].TextOnly {
				record = append(record, c.Raw())
			}
		}
		if err := w.Write(record); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}

func (t *Table) sectioned() bool {
	for _, r := range t.Rows {
		if r.Section != "" {
			return true
		}
	}
	return false
}

// WriteJSON writes the table as one JSON object: title, caption, columns, and
// one object per row from column keys to raw values; missing values are
// absent.
func (t *Table) WriteJSON(out io.Writer) error {
	t.check()
	type column struct {
		Key  string `json:"key"`
		Head string `json:"head"`
	}
	doc := struct {
		Name    string           `json:"name"`
		Title   string           `json:"title"`
		Caption string           `json:"caption,omitempty"`
		Columns []column         `json:"columns"`
		Rows    []map[string]any `json:"rows"`
		Notes   []string         `json:"notes,omitempty"`
	}{Name: t.Name, Title: t.Title, Caption: t.Caption, Rows: []map[string]any{}, Notes: t.Notes}
	for _, c := range t.Columns {
		if !c.TextOnly {
			doc.Columns = append(doc.Columns, column{c.Key, c.Head})
		}
	}
	for _, r := range t.Rows {
		row := map[string]any{}
		if r.Section != "" {
			row["section"] = r.Section
		}
		for i, c := range r.Cells {
			if f, ok := c.Value.(float64); ok && math.IsInf(f, 0) {
				row[t.Columns[i].Key] = c.Raw() // JSON has no infinity
			} else if c.Value != nil {
				row[t.Columns[i].Key] = c.Value
			}
		}
		doc.Rows = append(doc.Rows, row)
	}
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(doc)
}
