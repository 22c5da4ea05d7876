package external

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// transcriptVersion is the version of the files, maxTape their greatest size in bytes.
const (
	transcriptVersion = 1
	maxTape           = 1 << 30
)

// tapeLine is a line of a transcript. One of its fields is set.
type tapeLine struct {
	Head   *tapeHead       `json:"head,omitempty"`
	Engine json.RawMessage `json:"engine,omitempty"` // what the tool sent
	Rift   json.RawMessage `json:"rift,omitempty"`   // the answer to the line before
	Cut    string          `json:"cut,omitempty"`    // from here on nothing was run, and why
	End    *tapeEnd        `json:"end,omitempty"`
}

// tapeHead says what task a transcript is of.
type tapeHead struct {
	Transcript int    `json:"transcript"`
	Protocol   int    `json:"protocol"`
	Task       string `json:"task"`
	SHA256     string `json:"sha256"` // of the task message
}

func headOf(task string, about []byte) tapeHead {
	sum := sha256.Sum256(about)
	return tapeHead{transcriptVersion, Version, task, hex.EncodeToString(sum[:])}
}

// tape writes a transcript. It is in place, whole, once the run has ended; a run that
// was interrupted leaves none. A nil tape takes nothing.
type tape struct {
	name string
	file *os.File
	w    *bufio.Writer
	size int
	err  error
}

func newTape(name, task string, about []byte) (*tape, error) {
	if name == "" {
		return nil, nil
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return nil, err
	}
	f, err := os.CreateTemp(filepath.Dir(name), ".transcript-*")
	if err != nil {
		return nil, err
	}
	t := &tape{name: name, file: f, w: bufio.NewWriter(f)}
	head := headOf(task, about)
	t.put(tapeLine{Head: &head})
	return t, nil
}

func (t *tape) put(l tapeLine) {
	if t == nil || t.err != nil {
		return
	}
	data := encode(l)
	if t.size += len(data); t.size > maxTape {
		t.err = fmt.Errorf("the transcript has more than %d bytes", maxTape)
		return
	}
	_, t.err = t.w.Write(data)
}

// said records a request and its answer. What gets none changes nothing.
func (t *tape) said(request, answer []byte) error {
	if t == nil || answer == nil {
		return nil
	}
	t.put(tapeLine{Engine: bytes.TrimSpace(request)})
	t.put(tapeLine{Rift: bytes.TrimSpace(answer)})
	return t.err
}

// end puts the transcript in place, and returns the error of the run.
func (t *tape) end(err error) error {
	if t == nil {
		return err
	}
	if errors.Is(err, context.Canceled) {
		t.file.Close()
		os.Remove(t.file.Name())
		return err
	}
	end := endOf(err)
	t.put(tapeLine{End: &end})
	failed := errors.Join(t.err, t.w.Flush(), t.file.Chmod(0o644), t.file.Close())
	if failed == nil {
		failed = os.Rename(t.file.Name(), t.name)
	}
	if failed != nil {
		os.Remove(t.file.Name())
		return errors.Join(err, failed)
	}
	return err
}

func (h *tapeHead) check(task string, about []byte) error {
	want := headOf(task, about)
	switch {
	case h.Transcript != want.Transcript || h.Protocol != want.Protocol:
		return fmt.Errorf("version %d of transcripts and %d of the protocol; this rift knows %d and %d", h.Transcript, h.Protocol, want.Transcript, want.Protocol)
	case h.Task != want.Task:
		return fmt.Errorf("it is the transcript of task %s, not of %s", h.Task, want.Task)
	case h.SHA256 != want.SHA256:
		return errors.New("its task was another one: the versions, the tests, the model, the parameters, the seed or the budget are not the same")
	}
	return nil
}
