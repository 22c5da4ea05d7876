package external

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
)

// Version is the version of the protocol.
const Version = 1

// Limits of what a tool may send.
const (
	maxLine     = 4 << 20  // bytes of a message
	maxRefused  = 1000     // requests in a row that rift refuses, or that come after stop
	maxNumber   = 1 << 53  // what every reader of JSON keeps
	maxCounters = 200      // names of counters
	maxName     = 100      // bytes of such a name, and of those in a note
	maxWritten  = 64 << 20 // bytes of requirements and explanations
	maxShown    = 64 << 10 // bytes of each output that the tool is told
)

// The messages that rift sends.
type (
	helloMessage struct {
		Type     string `json:"type"` // "hello"
		Protocol int    `json:"protocol"`
		Folder   string `json:"folder"` // of the experiment
	}
	// answerMessage answers a request. Error says why it was refused.
	answerMessage struct {
		Type  string `json:"type"` // "answer", "stop" or "error"
		ID    *int64 `json:"id,omitempty"`
		Error string `json:"error,omitempty"`
		// Reason tells why to stop.
		Reason string          `json:"reason,omitempty"`
		Trial  *trialAnswer    `json:"trial,omitempty"`
		Run    *outcomeMessage `json:"outcome,omitempty"`
		// Verdict is of judge.
		Verdict string `json:"verdict,omitempty"`
		// Confirmed and OneMinimal are of an explanation, which rift checks.
		Confirmed  *bool        `json:"confirmed,omitempty"`
		OneMinimal *bool        `json:"one_minimal,omitempty"`
		Left       *leftMessage `json:"left,omitempty"`
	}
	trialAnswer struct {
		Difference program.Difference `json:"difference"`
		Differs    bool               `json:"differs"`
		Class      engines.Class      `json:"class,omitempty"`
		Executed   []string           `json:"executed"` // changes
		Steps      int64              `json:"steps"`
		Old        *outcomeMessage    `json:"old,omitempty"`
		New        *outcomeMessage    `json:"new,omitempty"`
		Golden     *outcomeMessage    `json:"golden,omitempty"`
		Lines      *linesMessage      `json:"lines,omitempty"`
	}
	// outcomeMessage is an outcome of which long outputs are cut.
	outcomeMessage struct {
		program.Outcome
		Cut   bool         `json:"cut,omitempty"`
		Asked []askMessage `json:"asked,omitempty"`
	}
	askMessage struct {
		Name string `json:"name"`
		Size int    `json:"size"`
	}
	// linesMessage has the executed lines of each version, by file.
	linesMessage struct {
		Old map[string][]int `json:"old"`
		New map[string][]int `json:"new"`
	}
	// leftMessage is what is left of the budget; what has no limit is absent.
	leftMessage struct {
		Tests *int   `json:"tests,omitempty"`
		Steps *int64 `json:"steps,omitempty"`
	}
)

// The messages that a tool sends, without type and id.
type (
	toolHello struct {
		header
		Protocol *int   `json:"protocol"`
		Name     string `json:"name"`
	}
	tryRequest struct {
		header
		Input    *inputMessage `json:"input"`
		Note     engines.Note  `json:"note"`
		Outcomes *bool         `json:"outcomes"` // true if absent
		Lines    bool          `json:"lines"`
	}
	runRequest struct {
		header
		Input   *inputMessage `json:"input"`
		Version string        `json:"version"`
	}
	judgeRequest struct {
		header
		Apply []string `json:"apply"`
	}
	spendRequest struct {
		header
		Steps *int64 `json:"steps"`
	}
	countRequest struct {
		header
		Name string `json:"name"`
		N    *int64 `json:"n"`
	}
	requirementRequest struct {
		header
		Requirement *engines.Requirement `json:"requirement"`
	}
	explanationRequest struct {
		header
		Explanation *explanationMessage `json:"explanation"`
	}
	// explanationMessage is what a tool can know of an explanation.
	explanationMessage struct {
		Root      []string        `json:"root"`
		Auxiliary []string        `json:"auxiliary"`
		Text      string          `json:"text"`
		Failure   string          `json:"failure"`
		Found     string          `json:"found"`
		Causes    []engines.Cause `json:"causes"`
	}
	logMessage struct {
		header
		Text string `json:"text"`
	}
	doneMessage struct {
		header
		Reason string `json:"reason"` // for people
		Error  string `json:"error"`  // the task cannot be worked on at all
	}
	// header is in every message.
	header struct {
		Type string `json:"type"`
		ID   *int64 `json:"id"`
	}
	// inputMessage is an input of which the parts that the model fixes may be left out.
	inputMessage struct {
		program.Input
		Env      *[]program.Bytes `json:"env"`
		Terminal *bool            `json:"terminal"`
		Entry    *string          `json:"entry"`
	}
)

// input returns the input that is meant, with what the model fixes.
func (m *inputMessage) input(model *program.InputModel) *program.Input {
	in := m.Input
	in.Env, in.Terminal, in.Entry = model.Env, model.Terminal, model.Entry
	if m.Env != nil {
		in.Env = *m.Env
	}
	if m.Terminal != nil {
		in.Terminal = *m.Terminal
	}
	if m.Entry != nil {
		in.Entry = *m.Entry
	}
	in.SortFiles()
	return &in
}

// requests are the types of messages that have an id and an answer.
var requests = []string{"try", "run", "judge", "spend", "requirement", "explanation", "count"}

// readHeader returns the type and the id of a message, or says what is wrong with it
// so that nothing else can be understood.
func readHeader(line []byte) (header, error) {
	var raw struct {
		Type json.RawMessage `json:"type"`
		ID   json.RawMessage `json:"id"`
	}
	var h header
	if err := json.Unmarshal(line, &raw); err != nil {
		return h, fmt.Errorf("%s is no message: each line must be a JSON object", quote(line))
	}
	if json.Unmarshal(raw.Type, &h.Type) != nil || h.Type == "" {
		return h, fmt.Errorf("message %s has no \"type\"", quote(line))
	}
	isRequest := false
	for _, r := range requests {
		isRequest = isRequest || r == h.Type
	}
	if !isRequest {
		return h, nil
	}
	if err := json.Unmarshal(raw.ID, &h.ID); err != nil || h.ID == nil || *h.ID < 0 || *h.ID > maxNumber {
		return h, fmt.Errorf("request %s needs an \"id\" from 0 to 2^53", quote(line))
	}
	return h, nil
}

// unknownType says what is wrong with the type of a message.
func unknownType(name string) error {
	switch name {
	case "answer", "stop", "error", "task":
		return fmt.Errorf("message of type %q: that is rift's to send", name)
	case "hello":
		return errors.New("a second hello")
	}
	known := append([]string{"log", "done"}, requests...)
	msg := fmt.Sprintf("message of unknown type %q", quoted(name))
	if near := corpora.Nearest(name, known); near != "" {
		return fmt.Errorf("%s; did you mean %q?", msg, near)
	}
	return fmt.Errorf("%s; there are %s", msg, strings.Join(known, ", "))
}

// decode fills in a message. A key that it does not have is an error.
func decode(line []byte, into any) error {
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.DisallowUnknownFields()
	err := dec.Decode(into)
	var wrong *json.UnmarshalTypeError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &wrong):
		return fmt.Errorf("%s: %s is not what is expected there", wrong.Field, wrong.Value)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("it is cut short")
	}
	return errors.New(strings.TrimPrefix(err.Error(), "json: "))
}

// encode returns a message as a line.
func encode(m any) []byte {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(m); err != nil {
		panic("external: encode: " + err.Error())
	}
	return buf.Bytes()
}

// quote shows the beginning of a line.
func quote(line []byte) string { return fmt.Sprintf("%q", quoted(string(line))) }

func quoted(s string) string {
	const most = 80
	if len(s) > most {
		return strings.ToValidUTF8(s[:most], "") + "..."
	}
	return s
}

// shown returns an outcome for a message.
func shown(o *program.Outcome) *outcomeMessage {
	if o == nil {
		return nil
	}
	m := &outcomeMessage{Outcome: *o}
	cut := func(b program.Bytes) program.Bytes {
		if len(b) <= maxShown {
			return b
		}
		m.Cut = true
		return b[:maxShown]
	}
	m.Stdout, m.Stderr = cut(m.Stdout), cut(m.Stderr)
	if len(m.Files) > 0 {
		m.Files = append([]program.File(nil), m.Files...)
		for i := range m.Files {
			m.Files[i].Data = cut(m.Files[i].Data)
		}
	}
	for _, a := range o.Asked {
		m.Asked = append(m.Asked, askMessage{a.Name, a.Size})
	}
	return m
}
