package experiments

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/external"
	"github.com/riftlab/rift/program/regular"
)

// chooseForeign returns an engine with a command.
func (c *Config) chooseForeign(ec EngineConfig, all []engines.Engine) (chosenEngine, error) {
	if slices.ContainsFunc(all, func(e engines.Engine) bool { return e.Name() == ec.Name }) {
		return chosenEngine{}, c.errorAt("engine.name", fmt.Sprintf("%q is an engine of rift: an engine with a command needs another name", ec.Name))
	}
	if _, err := json.Marshal(ec.Params); err != nil {
		return chosenEngine{}, c.errorAt("engine.params", fmt.Sprintf("engine %q: a value has no JSON: %v", ec.Name, err))
	}
	dir, err := filepath.Abs(c.Dir)
	if err != nil {
		return chosenEngine{}, err
	}
	spec := &external.Spec{
		Command: ec.Command, Kind: cmp.Or(ec.Kind, engines.Generate), Deterministic: ec.Deterministic, Network: ec.Network, Folder: dir,
	}
	if c.Replay != "" {
		spec.Files, err = recordedFiles(c.Replay, ec.Label, spec)
	} else {
		err = spec.Hash()
	}
	if err != nil {
		return chosenEngine{}, c.errorAt("engine.command", fmt.Sprintf("engine %q: %v", ec.Name, err))
	}
	about := engines.Describe(external.Engine{Called: ec.Name, Spec: *spec})
	return chosenEngine{ec, about, spec, ""}, nil
}

// Transcripts lie in a folder for each label: the engine as it was planned, and for each
// task its transcript and what it logged.

// transcriptEngine is the name of the file that says what engine transcripts are of.
const transcriptEngine = "engine.json"

// recordedFiles returns what the files of a command were when its transcripts were
// made: of these, and not of those that are there now, the records are.
func recordedFiles(dir, label string, spec *external.Spec) (map[string]string, error) {
	name := filepath.Join(dir, escaped(label), transcriptEngine)
	data, err := regular.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s holds no transcripts of it", dir)
	}
	if err != nil {
		return nil, err
	}
	var there external.Spec
	if err := json.Unmarshal(data, &there); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if !slices.Equal(there.Command, spec.Command) {
		return nil, fmt.Errorf("the transcripts in %s are of another command: %s", dir, strings.Join(there.Command, " "))
	}
	return there.Files, nil
}

// keepForeign writes what the foreign engines of the plan are beside the transcripts
// that are to be made of them.
func (p *Plan) keepForeign(dir string) error {
	for label, spec := range p.Foreign {
		spec.Folder = ""
		data, err := json.MarshalIndent(spec, "", "  ")
		if err != nil {
			panic("experiments: keepForeign: " + err.Error())
		}
		folder := filepath.Join(dir, escaped(label))
		if err := os.MkdirAll(folder, 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(folder, transcriptEngine), append(data, '\n'), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// transcriptOf returns the file of a task's transcript, "" without a folder.
func transcriptOf(dir, task string) string {
	if dir == "" {
		return ""
	}
	return fileOf(dir, task) + ".jsonl"
}

// LogOf returns the file with what the tool of a task logged, in a folder of transcripts.
// There is none if it logged nothing.
func LogOf(dir, task string) string { return fileOf(dir, task) + ".log" }

func fileOf(dir, task string) string {
	parts := strings.Split(task, "/")
	for i := range parts {
		parts[i] = escaped(parts[i])
	}
	return filepath.Join(dir, filepath.Join(parts...))
}

// escaped makes a text the name of a file that no other text has.
func escaped(s string) string {
	s = url.PathEscape(s)
	if strings.Trim(s, ".") == "" || s == transcriptEngine {
		s = strings.ReplaceAll(s, ".", "%2E")
	}
	return s
}
