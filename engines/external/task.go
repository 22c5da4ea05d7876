package external

import (
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
)

// taskMessage tells the tool what to do. Nothing in it depends on the machine: paths
// are relative to the tool's folder.
type taskMessage struct {
	Type      string             `json:"type"` // "task"
	ID        string             `json:"id"`
	Subject   string             `json:"subject"`
	Pair      string             `json:"pair"`
	Kind      engines.Kind       `json:"kind"`
	Seed      uint64             `json:"seed"`
	Budget    budgetMessage      `json:"budget"`
	Params    map[string]any     `json:"params"`
	Old       *versionMessage    `json:"old"`
	New       *versionMessage    `json:"new"`
	Golden    *versionMessage    `json:"golden,omitempty"`
	Changes   []changeMessage    `json:"changes"`
	Model     program.InputModel `json:"model"`
	Tests     []program.Test     `json:"tests"`
	Failing   *program.Test      `json:"failing,omitempty"`
	RunSteps  int64              `json:"run_steps,omitempty"`
	RunMemory int64              `json:"run_memory,omitempty"`
}

// budgetMessage is the budget; what has no limit is absent.
type budgetMessage struct {
	Tests  int     `json:"tests,omitempty"`
	Steps  int64   `json:"steps,omitempty"`
	Wall   float64 `json:"wall,omitempty"` // seconds
	CPU    float64 `json:"cpu,omitempty"`  // seconds
	Memory int64   `json:"memory,omitempty"`
}

// versionMessage is a version, whose files are on disk.
type versionMessage struct {
	Name   string        `json:"name"`
	Folder string        `json:"folder"`
	Files  []fileMessage `json:"files"`
	// Units are the paths of the translation units, Flags the options that a C
	// compiler needs for them.
	Units []string `json:"units"`
	Flags []string `json:"flags"`
}

type fileMessage struct {
	Name    string `json:"name"` // as places name it
	Path    string `json:"path"`
	Library bool   `json:"library,omitempty"`
}

type changeMessage struct {
	ID       string   `json:"id"`
	File     string   `json:"file"`
	OldLine  int      `json:"old_line"`
	Old      []string `json:"old"`
	NewLine  int      `json:"new_line"`
	New      []string `json:"new"`
	NoEffect bool     `json:"no_effect,omitempty"`
}

// describe returns the task as a message, and writes the versions into the folder.
func describe(t *engines.Task, kind engines.Kind, d *delta.Delta, dir string) ([]byte, error) {
	m := taskMessage{
		Type: "task", ID: t.ID, Subject: t.Subject, Pair: t.Pair, Kind: kind, Seed: t.Seed,
		Budget: budgetMessage{t.Budget.Tests, t.Budget.Steps, t.Budget.Wall.Seconds(), t.Budget.CPU.Seconds(), t.Budget.Memory},
		Params: map[string]any{}, Changes: []changeMessage{}, Model: t.Model, Tests: t.Tests, Failing: t.Failing,
		RunSteps: t.RunSteps, RunMemory: t.RunMemory,
	}
	if m.Tests == nil {
		m.Tests = []program.Test{}
	}
	if t.Params != nil {
		if err := t.Params.Decode(&m.Params); err != nil {
			return nil, err
		}
		if _, err := json.Marshal(m.Params); err != nil {
			return nil, fmt.Errorf("params: %w", err)
		}
	}
	for _, c := range d.Changes {
		m.Changes = append(m.Changes, changeMessage{c.ID, c.File, c.OldLine, some(c.Old), c.NewLine, some(c.New), c.NoEffect})
	}
	var err error
	if m.Old, err = writeVersion(dir, "old", t.Old.Version); err != nil {
		return nil, err
	}
	if m.New, err = writeVersion(dir, "new", t.New.Version); err != nil {
		return nil, err
	}
	if t.Golden != nil {
		if m.Golden, err = writeVersion(dir, "golden", t.Golden.Version); err != nil {
			return nil, err
		}
	}
	return encode(m), nil
}

// some makes no lines an empty list.
func some(lines []string) []string {
	if lines == nil {
		return []string{}
	}
	return lines
}

// writeVersion writes the files of a version into a folder of the tool's.
func writeVersion(dir, folder string, v *program.Version) (*versionMessage, error) {
	m := &versionMessage{Name: v.Name, Folder: folder, Files: []fileMessage{}, Units: []string{}, Flags: []string{}}
	for i := range v.Files {
		f := &v.Files[i]
		name := path.Clean(f.Name)
		if !filepath.IsLocal(filepath.FromSlash(name)) { // from somewhere else on the disk
			name = path.Join(fmt.Sprintf("outside%d", i), path.Base(name))
		}
		at := path.Join(folder, name)
		disk := filepath.Join(dir, filepath.FromSlash(at))
		if err := os.MkdirAll(filepath.Dir(disk), 0o777); err != nil {
			return nil, err
		}
		if err := os.WriteFile(disk, []byte(f.Text), 0o666); err != nil {
			return nil, err
		}
		m.Files = append(m.Files, fileMessage{f.Name, at, f.Library})
		if f.Unit() {
			m.Units = append(m.Units, at)
		}
	}
	for _, d := range v.Defines {
		m.Flags = append(m.Flags, "-D"+d)
	}
	for _, i := range v.Includes {
		if filepath.IsLocal(filepath.FromSlash(i)) {
			m.Flags = append(m.Flags, "-I"+path.Join(folder, i))
		}
	}
	m.Flags = append(m.Flags, "-I"+folder)
	return m, nil
}
