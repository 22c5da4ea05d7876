package cli

import (
	"bytes"
	"encoding/json"
)

// event prints a value as one JSON line, in one write, for events come from
// several goroutines.
func (a *app) event(v any) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic("cli: event: " + err.Error())
	}
	a.out.Write(buf.Bytes()) //nolint:errcheck // a reader that went away is no error of the run
}
