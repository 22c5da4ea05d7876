package experiments

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"time"
	"unicode"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/pair"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/regular"
)

// Config is an experiment file. docs/experiment.md explains every key; a test
// keeps the two together.
type Config struct {
	Name        string              `toml:"name"`
	Title       string              `toml:"title"`
	Description string              `toml:"description"`
	Seed        int64               `toml:"seed"`
	Seeds       int                 `toml:"seeds"`
	Subjects    []string            `toml:"subjects"`
	Pairs       []string            `toml:"pairs"`
	Workers     int                 `toml:"workers"`
	Isolation   Isolation           `toml:"isolation"`
	StopAt      Goal                `toml:"stop_at"`
	Failing     Failing             `toml:"failing"`
	Budget      BudgetConfig        `toml:"budget"`
	Record      RecordConfig        `toml:"record"`
	Equivalence program.Equivalence `toml:"equivalence"`
	// Model, if not nil, takes the place of every subject's own.
	Model   *program.InputModel `toml:"model"`
	Engines []EngineConfig      `toml:"engine"`

	// File is where the configuration came from, for messages; Dir is the
	// folder to which its paths are relative.
	File string `toml:"-"`
	Dir  string `toml:"-"`
	// Replay, if not "", is the folder of transcripts that foreign engines are
	// replayed from.
	Replay string `toml:"-"`
	text   []byte
}

// Isolation says how many tasks a worker process runs.
type Isolation string

// The isolations.
const (
	// IsolateTask gives each task a process of its own, whose CPU time and
	// memory are the task's exactly.
	IsolateTask Isolation = "task"
	// IsolateWorker lets a process run tasks one after another, keeping
	// compiled programs; it is replaced when it dies.
	IsolateWorker Isolation = "worker"
)

// ParseIsolation reads the name of an isolation.
func ParseIsolation(s string) (Isolation, error) {
	if i := Isolation(s); oneOf(i, IsolateTask, IsolateWorker) {
		return i, nil
	}
	return "", fmt.Errorf("isolation %q: must be \"task\" or \"worker\"", s)
}

// BudgetConfig bounds each task; what is zero is unlimited.
type BudgetConfig struct {
	Wall     Duration `toml:"wall" json:"wall"`
	CPU      Duration `toml:"cpu" json:"cpu"`
	Steps    int64    `toml:"steps" json:"steps"`
	Tests    int      `toml:"tests" json:"tests"`
	Memory   Size     `toml:"memory" json:"memory"`
	RunSteps int64    `toml:"run_steps" json:"run_steps"`
	// RunMemory is the heap of one run of a program; 0 is what Run says.
	RunMemory Size `toml:"run_memory" json:"run_memory,omitempty"`
	// Prepare bounds loading and compiling; see prepareLimit. Plans without
	// it keep the hash that they had before there was such a limit.
	Prepare Duration `toml:"prepare" json:"prepare,omitempty"`
}

// Run returns the limits of one run. The versions of a pair are run side by
// side in machines that keep memory for the next run, and the collector wants
// as much again: a run may have a sixteenth of the worker's memory unless the
// file says otherwise, so that no input can end the task.
func (b *BudgetConfig) Run() pair.Options {
	memory := int64(b.RunMemory)
	if memory == 0 {
		memory = int64(b.Memory) / 16
	}
	return pair.Options{Steps: b.RunSteps, Memory: memory}
}

// run returns the limits of one run whose outcome is compared by an equivalence.
func (b *BudgetConfig) run(q program.Equivalence) pair.Options {
	o := b.Run()
	o.Equivalence = q
	return o
}

// prepareLimit returns how long a task may load and compile its versions: if
// the file does not say, as long as its engine may run, but between one minute
// and five.
func (b *BudgetConfig) prepareLimit() time.Duration {
	const least, most = time.Minute, 5 * time.Minute
	switch {
	case b.Prepare > 0:
		return time.Duration(b.Prepare)
	case b.Wall == 0:
		return most
	}
	return min(max(time.Duration(b.Wall), least), most)
}

// RecordConfig says what records keep.
type RecordConfig struct {
	Tests    TestsKept    `toml:"tests" json:"tests"`
	Outcomes OutcomesKept `toml:"outcomes" json:"outcomes"`
}

// TestsKept says which tests become records.
type TestsKept string

// The choices. The number of tests and their steps are counted in any case.
const (
	KeepAll         TestsKept = "all"
	KeepDifferences TestsKept = "differences"
)

// OutcomesKept says for which differences records keep what the versions
// showed. The input is kept in any case, so that it can be run again.
type OutcomesKept string

// The choices.
const (
	OutcomesAll   OutcomesKept = "all"
	OutcomesFirst OutcomesKept = "first" // of a task's first difference, and its first differential error
	OutcomesNone  OutcomesKept = "none"
)

// Goal is a finding at which a task stops.
type Goal string

// The goals.
const (
	NoGoal         Goal = ""
	GoalDifference Goal = "difference"
	GoalError      Goal = "error" // a differential error; a difference on pairs without golden version
	// GoalErrors is every known error of the pair whose fix is known or, where
	// something is published of some of them, every one of these; on a pair
	// without one nothing stops the task.
	GoalErrors Goal = "known-errors"
)

// EngineConfig is one engine with its parameters.
type EngineConfig struct {
	Name   string         `toml:"name"`
	Label  string         `toml:"label"`
	Seeds  int            `toml:"seeds"`
	Params map[string]any `toml:"params"`
	// Command, if it has words, makes the engine a foreign process (package
	// engines/external); what follows is for such engines alone.
	Command       []string     `toml:"command"`
	Kind          engines.Kind `toml:"kind"`
	Deterministic bool         `toml:"deterministic"`
	Network       bool         `toml:"network"`
}

// The defaults of an experiment file. The wall limit is generous, since it
// only has to end an engine that hangs; the budget that an experiment is about
// is stated in its file.
const (
	defaultSeeds    = 10
	defaultWall     = Duration(time.Hour)
	defaultMemory   = Size(2 << 30)
	defaultRunSteps = 50_000_000
)

//go:embed *.toml
var bundled embed.FS

// Bundled returns the names of the experiments that come with rift, sorted.
func Bundled() []string {
	entries, err := bundled.ReadDir(".")
	if err != nil {
		panic("experiments: Bundled: " + err.Error())
	}
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".toml"))
	}
	sort.Strings(names)
	return names
}

// Load reads the experiment at a path, or the bundled one of that name.
func Load(nameOrPath string) (*Config, error) {
	data, err := regular.ReadFile(nameOrPath)
	if err == nil {
		return Parse(nameOrPath, data)
	}
	if !strings.ContainsAny(nameOrPath, `/\`) {
		if data, err := bundled.ReadFile(strings.TrimSuffix(nameOrPath, ".toml") + ".toml"); err == nil {
			return Parse(nameOrPath, data)
		}
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("experiment: %w", err)
	}
	msg := "there is no such file, nor a bundled experiment of that name"
	if near := corpora.Nearest(strings.TrimSuffix(path.Base(filepath.ToSlash(nameOrPath)), ".toml"), Bundled()); near != "" {
		msg += fmt.Sprintf("; did you mean %q?", near)
	} else {
		msg += "; bundled are " + strings.Join(Bundled(), ", ")
	}
	return nil, fmt.Errorf("experiment %q: %s", nameOrPath, msg)
}

// plainName reports whether a name, or none, can be a part of a folder's name.
func plainName(name string) bool {
	for i, r := range name {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r):
		case i == 0, !strings.ContainsRune(" ._+-", r):
			return false
		}
	}
	return len(name) <= 200
}

// Parse reads an experiment from data; file is its path, for messages and for
// paths in it that are relative. Every mistake that can be seen without
// looking at subjects and engines is an error here, with its place.
func Parse(file string, data []byte) (*Config, error) {
	c := &Config{
		Seed: 1, Seeds: defaultSeeds, Isolation: IsolateTask,
		Budget: BudgetConfig{Wall: defaultWall, Memory: defaultMemory, RunSteps: defaultRunSteps},
		Record: RecordConfig{Tests: KeepDifferences, Outcomes: OutcomesFirst},
		File:   file, Dir: filepath.Dir(file), text: data,
	}
	if err := corpora.DecodeTOML(file, data, c); err != nil {
		return nil, err
	}
	if !plainName(c.Name) {
		return nil, c.errorAt("name", fmt.Sprintf("the name %q must be one part of a path, of letters, digits, spaces and . _ + -, and begin with a letter or digit: results go to the folder results-NAME", c.Name))
	}
	if c.Name == "" {
		c.Name = strings.TrimSuffix(filepath.Base(file), ".toml")
	}
	if c.Title == "" {
		c.Title = c.Name
	}
	for i := range c.Engines {
		if e := &c.Engines[i]; e.Label == "" {
			e.Label = e.Name
		}
	}
	return c, c.check()
}

func (c *Config) check() error {
	switch {
	case len(c.Subjects) == 0:
		return c.errorAt("subjects", "an experiment needs at least one subject")
	case len(c.Engines) == 0:
		return c.errorAt("engine", "an experiment needs at least one [[engine]]")
	case c.Seeds < 1:
		return c.errorAt("seeds", "seeds must be at least 1")
	case c.Workers < 0:
		return c.errorAt("workers", "workers must not be negative; 0 means one for each CPU")
	case c.Budget.Steps < 0, c.Budget.Tests < 0:
		return c.errorAt("budget", "a budget must not be negative")
	case c.Budget.RunSteps <= 0:
		return c.errorAt("budget.run_steps", "run_steps must be positive: a program that loops for ever has to be stopped")
	case c.Budget.RunMemory < 0, c.Budget.RunMemory > c.Budget.Memory:
		return c.errorAt("budget.run_memory", "run_memory must lie between 0 and memory")
	case c.Budget.Memory < 16<<20:
		return c.errorAt("budget.memory", "memory must be at least 16MiB")
	case !oneOf(c.Isolation, IsolateTask, IsolateWorker):
		return c.errorAt("isolation", `isolation must be "task" or "worker"`)
	case !oneOf(c.StopAt, NoGoal, GoalDifference, GoalError, GoalErrors):
		return c.errorAt("stop_at", `stop_at must be "difference", "error" or "known-errors"`)
	case !oneOf(c.Failing, FailingNamed, FailingPool):
		return c.errorAt("failing", `failing must be "pool", or be left out`)
	case !oneOf(c.Record.Tests, KeepAll, KeepDifferences):
		return c.errorAt("record.tests", `record.tests must be "all" or "differences"`)
	case !oneOf(c.Record.Outcomes, OutcomesAll, OutcomesFirst, OutcomesNone):
		return c.errorAt("record.outcomes", `record.outcomes must be "all", "first" or "none"`)
	}
	if c.Model != nil {
		if err := corpora.CheckModel(c.Model); err != nil {
			return c.errorAt("model", err.Error())
		}
	}
	labels := map[string]bool{}
	for _, e := range c.Engines {
		switch {
		case e.Name == "":
			return c.errorAt("engine", "every [[engine]] needs a name")
		case e.Seeds < 0:
			return c.errorAt("engine.seeds", "seeds must not be negative")
		case labels[e.Label]:
			return c.errorAt("engine", fmt.Sprintf("two engines are called %q: give one a label", e.Label))
		case strings.ContainsAny(e.Label, "/\n"):
			return c.errorAt("engine.label", "a label must not contain \"/\"")
		}
		if err := c.checkForeign(&e); err != nil {
			return err
		}
		labels[e.Label] = true
	}
	return nil
}

// checkForeign checks what is for engines with a command alone.
func (c *Config) checkForeign(e *EngineConfig) error {
	const only = " is for an engine with a command"
	switch {
	case len(e.Command) > 0 && e.Command[0] == "":
		return c.errorAt("engine.command", "a command must name a program")
	case len(e.Command) > 0:
		if !oneOf(e.Kind, "", engines.Generate, engines.Explain, engines.Assess) {
			return c.errorAt("engine.kind", `kind must be "generate", "explain" or "assess"`)
		}
	case e.Kind != "":
		return c.errorAt("engine.kind", "kind"+only)
	case e.Deterministic:
		return c.errorAt("engine.deterministic", "deterministic"+only)
	case e.Network:
		return c.errorAt("engine.network", "network"+only)
	}
	return nil
}

func oneOf[T comparable](v T, choices ...T) bool { return slices.Contains(choices, v) }

// errorAt returns an error at the place of a dotted key, or at the file alone
// where the key is absent.
func (c *Config) errorAt(key, msg string) error {
	return &corpora.TOMLError{Pos: corpora.KeyPosition(c.File, c.text, key), Key: key, Msg: msg}
}
