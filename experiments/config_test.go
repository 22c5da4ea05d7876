package experiments

import (
	"encoding"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/riftlab/rift/engines/catalog"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
)

// documented returns the keys of a configuration with their type and default
// as docs/experiment.md has to state them.
func documented(t reflect.Type, defaults reflect.Value, prefix string) map[string]string {
	keys := map[string]string{}
	for i := range t.NumField() {
		f := t.Field(i)
		key, _, _ := strings.Cut(f.Tag.Get("toml"), ",")
		if key == "" || key == "-" {
			continue
		}
		key = prefix + key
		value := defaults.Field(i)
		_, isText := reflect.New(f.Type).Interface().(encoding.TextUnmarshaler)
		switch {
		case f.Type.Kind() == reflect.Struct && !isText:
			for k, v := range documented(f.Type, value, key+".") {
				keys[k] = v
			}
		case f.Type == reflect.TypeFor[[]EngineConfig]():
			for k := range documented(f.Type.Elem(), reflect.Zero(f.Type.Elem()), key+".") {
				keys[k] = ""
			}
		default:
			keys[key] = docType(f.Type) + " " + docDefault(value)
		}
	}
	return keys
}

func docType(t reflect.Type) string {
	switch t {
	case reflect.TypeFor[Duration]():
		return "time"
	case reflect.TypeFor[Size]():
		return "size"
	case reflect.TypeFor[program.Floats](), reflect.TypeFor[program.UndefinedPolicy]():
		return "string"
	}
	switch t.Kind() {
	case reflect.String:
		return "string"
	case reflect.Int, reflect.Int64, reflect.Uint64:
		return "integer"
	case reflect.Slice:
		return "list of strings"
	}
	return t.String()
}

// docDefault writes a default as the document does; "" where the document
// explains it in words.
func docDefault(v reflect.Value) string {
	if m, ok := v.Interface().(encoding.TextMarshaler); ok && !v.IsZero() {
		text, err := m.MarshalText()
		if err != nil {
			return err.Error()
		}
		return fmt.Sprintf("`%q`", strings.ReplaceAll(strings.ReplaceAll(string(text), "h0m0s", "h"), "m0s", "m"))
	}
	switch x := v.Interface().(type) {
	case program.Floats, program.UndefinedPolicy:
		return fmt.Sprintf("`\"%v\"`", x)
	}
	switch v.Kind() {
	case reflect.String:
		return fmt.Sprintf("`%q`", v)
	case reflect.Slice:
		return ""
	}
	return fmt.Sprintf("`%v`", v)
}

// inWords are the keys whose default the document explains in words.
var inWords = map[string]string{
	"name": "string the file's name", "title": "string the name", "description": "string ",
	"subjects": "list of strings required", "pairs": "list of strings all",
	"model":       "table the subjects' own",
	"engine.name": "string required", "engine.label": "string the name",
	"engine.seeds": "integer that of the experiment", "engine.params": "table the engine's",
	"engine.command": "list of strings ", "engine.kind": "string `\"generate\"`", "engine.deterministic": "boolean `false`", "engine.network": "boolean `false`",
}

// TestDocument holds docs/experiment.md to the Go types: each key, its type
// and its default.
func TestDocument(t *testing.T) {
	text, err := os.ReadFile("../docs/experiment.md")
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	keys, _, _ := strings.Cut(string(text), "## The result folder")
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z_.]+)` \\| ([^|]*?) \\| *([^|]*?) *\\|").FindAllStringSubmatch(keys, -1) {
		got[m[1]] = m[2] + " " + m[3]
	}
	defaults, err := Parse("f.toml", []byte("subjects = ['a']\n[[engine]]\nname = 'a'\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := documented(reflect.TypeFor[Config](), reflect.ValueOf(*defaults), "")
	for k, v := range inWords {
		if _, ok := want[k]; !ok {
			t.Errorf("no key %q any more", k)
		}
		want[k] = v
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("docs/experiment.md is not as the types are (-types +document):\n%s", diff)
	}
}

// TestDocumentExample plans the example of the document.
func TestDocumentExample(t *testing.T) {
	text, err := os.ReadFile("../docs/experiment.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "```toml\n")
	example, _, ok := strings.Cut(rest, "```")
	if !ok {
		t.Fatal("no example")
	}
	example = strings.Replace(example, `, "./my-subject", "sir:/data/siemens/tcas"`, "", 1)
	c, err := Parse("doc.toml", []byte(example))
	if err != nil {
		t.Fatal(err)
	}
	p, err := Make(t.Context(), c, Standard("test", catalog.All(), cfront.NewCache()), nil)
	if err != nil {
		t.Fatal(err)
	}
	if n := p.Len(); n == 0 || n%60 != 0 {
		t.Errorf("%d tasks", n)
	}
}

func TestBundled(t *testing.T) {
	names := Bundled()
	if !sort.StringsAreSorted(names) || len(names) == 0 {
		t.Errorf("%q", names)
	}
	for _, n := range names {
		c, err := Load(n)
		if err != nil {
			t.Error(err)
			continue
		}
		if c.Name != n || c.Title == n || c.Description == "" {
			t.Errorf("%s: name %q, title %q", n, c.Name, c.Title)
		}
	}
}

func TestParseErrors(t *testing.T) {
	const engine = "\n[[engine]]\nname = 'draw'\n"
	for text, want := range map[string]string{
		"":                         "e.toml: an experiment needs at least one subject",
		"subjects = ['numbers']\n": "e.toml: an experiment needs at least one [[engine]]",
		"subjects = ['numbers']\nseed = 'x'" + engine:                                         `e.toml:2:1: key "seed": incompatible types: TOML value has type string; destination has type integer`,
		"subjects = ['numbers']\n[equivalence]\nfloats = 'exact'" + engine:                    `e.toml:3:11: key "equivalence.floats": "exact" is no way to compare floats: write "bits", "value" or "ulp:N"`,
		"subjects = ['numbers']\n[equivalence]\nundefined = 'no'" + engine:                    `e.toml:3:14: key "equivalence.undefined": "no" is no way to treat undefined behaviour: write "report", "wrap" or "exclude"`,
		"subjects = ['numbers']\nseeds = 0" + engine:                                          "e.toml:2:1: seeds must be at least 1",
		"subjects = ['numbers']\nseeds = 100000000" + engine:                                  "e.toml:2:1: the experiment has more than 1,000,000 tasks: take fewer seeds, pairs or engines, or make several experiments of it",
		"subjects = ['numbers']\nseeds = 9223372036854775807" + engine:                        "e.toml:2:1: the experiment has more than 1,000,000 tasks: take fewer seeds, pairs or engines, or make several experiments of it",
		"subjects = ['numbers']\nisolation = 'none'" + engine:                                 `e.toml:2:1: isolation must be "task" or "worker"`,
		"subjects = ['numbers']\nstop_at = 'once'" + engine:                                   `e.toml:2:1: stop_at must be "difference", "error" or "known-errors"`,
		"subjects = ['numbers']\n[budget]\nwall = '5 minutes'" + engine:                       `e.toml:3:9: key "budget.wall": "5 minutes" is no time: write a number and a unit, such as "90s" or "5m"`,
		"subjects = ['numbers']\n[budget]\nmemory = '2 sheep'" + engine:                       `e.toml:3:11: key "budget.memory": "2 sheep" is no size: write a whole number and a unit, such as "512MiB" or "2GB"`,
		"subjects = ['numbers']\n[budget]\nmemory = '2kB'" + engine:                           "e.toml:3:1: memory must be at least 16MiB",
		"subjects = ['numbers']\n[budget]\nrun_steps = 0" + engine:                            "e.toml:3:1: run_steps must be positive: a program that loops for ever has to be stopped",
		"subjects = ['numbers']\n[budgte]\nsteps = 1" + engine:                                `e.toml:2:2: unknown key "budgte"; did you mean "budget"?`,
		"subjects = ['numbers']\n[budget]\nstep = 1" + engine:                                 `e.toml:3:1: unknown key "step"; did you mean "steps"?`,
		"subjects = ['numbers']\n[model]\nsym_args = { min = 2, max = 1 }" + engine:           "e.toml:2:2: sym_args: min 2, max 1, len 0",
		"subjects = ['numbers']" + engine + engine:                                            `e.toml:5:3: two engines are called "draw": give one a label`,
		"subjects = ['numbers']" + engine + "[engine.params]\nmix = 3\n":                      `e.toml:5:1: engine "draw": unknown key "mix"; did you mean "max"?`,
		"subjects = ['numbers']" + engine + "params.max = 'x'\n":                              `e.toml:4:8: engine "draw": key "max": incompatible types: TOML value has type string; destination has type integer`,
		"subjects = ['numbers']" + engine + "params = { max = -3 }\n":                         `e.toml:4:12: engine "draw": max is -3: must be positive`,
		"subjects = ['numbers']\n[[engine]]\nname = 'pool'\nparams = {a = 1}\n":               `e.toml:4:11: engine "pool": unknown key "a": this engine has no parameters`,
		"subjects = ['numbers']\n[[engine]]\nname = 'darw'\n":                                 `e.toml:3:1: unknown engine "darw"; did you mean "draw"?`,
		"subjects = ['numbers']" + engine + "kind = 'explain'\n":                              "e.toml:4:1: kind is for an engine with a command",
		"subjects = ['numbers']" + engine + "network = true\n":                                "e.toml:4:1: network is for an engine with a command",
		"subjects = ['numbers']" + engine + "deterministic = true\n":                          "e.toml:4:1: deterministic is for an engine with a command",
		"subjects = ['numbers']" + engine + "command = ['a']\n":                               `e.toml:3:1: "draw" is an engine of rift: an engine with a command needs another name`,
		"subjects = ['numbers']\n[[engine]]\nname = 'a'\ncommand = ['']":                      "e.toml:4:1: a command must name a program",
		"subjects = ['numbers']\n[[engine]]\nname = 'a'\ncommand = 'python3 a.py'":            `e.toml:4:1: key "engine.command": incompatible types: TOML value has type string; destination has type slice`,
		"subjects = ['numbers']\n[[engine]]\nname = 'a'\ncommand = ['b']\nkind='c'":           `e.toml:5:1: kind must be "generate", "explain" or "assess"`,
		"subjects = ['numbers']\n[[engine]]\nname = 'a'\ncommand = ['b']\nparams = {x = nan}": `e.toml:5:1: engine "a": a value has no JSON: json: unsupported value: NaN`,
		"subjects = ['numbers']\npairs = ['p4']" + engine:                                     `e.toml:2:1: no pair matches "p4"; did you mean "p3"?`,
		"subjects = ['numbres']" + engine:                                                     `e.toml:1:1: no such subject: "numbres"; if you have it, say where with --from numbres=PATH`,
		"subjects = ['z*']" + engine:                                                          `e.toml:1:1: no bundled subject matches "z*"; there are numbers`,
		"subjects = ['numbers']\npairs = ['p5']\n[[engine]]\nname = 'explain'\n":              "e.toml:3:3: no pair of these subjects suits any of these engines, so that there is nothing to do",
	} {
		c, err := Parse("e.toml", []byte(text))
		if err == nil {
			_, err = Make(t.Context(), c, testEnvironment(), nil)
		}
		if err == nil || err.Error() != want {
			t.Errorf("%q:\n got %v\nwant %s", text, err, want)
		}
	}
}

func TestLoadErrors(t *testing.T) {
	for name, want := range map[string]string{
		"qiuck":          `experiment "qiuck": there is no such file, nor a bundled experiment of that name; did you mean "quick"?`,
		"none/tcas.toml": `experiment "none/tcas.toml": there is no such file, nor a bundled experiment of that name; did you mean "tcas"?`,
	} {
		if _, err := Load(name); err == nil || err.Error() != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestParseShard(t *testing.T) {
	for text, want := range map[string]Shard{"1/1": {1, 1}, "2/4": {2, 4}, "4/4": {4, 4}, "0/4": {}, "5/4": {}, "x": {}, "1/2/3": {}, "01/2": {}, "-1/2": {}} {
		got, err := ParseShard(text)
		if got != want || (err == nil) != (want != Shard{}) {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
}

func TestUnits(t *testing.T) {
	for text, want := range map[string]string{"2GiB": "2GiB", "2 GB": "1953125KiB", "1024": "1KiB", "0": "0B", "1536MiB": "1536MiB", "9999999TiB": "", "1.5GiB": "", "-1": ""} {
		var s Size
		err := s.UnmarshalText([]byte(text))
		got, _ := s.MarshalText()
		if want == "" && err == nil || want != "" && string(got) != want {
			t.Errorf("%q: %s, %v", text, got, err)
		}
	}
}

// TestPlan checks that a plan depends on what it should depend on.
func TestPlan(t *testing.T) {
	plan := mustPlan(t, stepsExperiment)
	if mustPlan(t, stepsExperiment).Hash != plan.Hash {
		t.Error("two plans of one experiment differ")
	}
	ids := map[string]bool{}
	seeds := map[uint64]bool{}
	for task := range plan.Tasks() {
		ids[task.ID] = true
		seeds[task.Seed] = true
		if task.Seed >= 1<<53 {
			t.Errorf("%s: seed %d has more than 53 bits", task.ID, task.Seed)
		}
	}
	if n := plan.Len(); len(ids) != n || len(seeds) != n {
		t.Errorf("%d tasks, %d names, %d seeds", n, len(ids), len(seeds))
	}
	for _, tc := range []struct {
		old, new string
		same     bool
	}{
		{"seeds = 3", "seeds = 3\ntitle = 'other'\ndescription = 'other'", true},
		{"seeds = 3", "seeds = 3\nworkers = 7\nisolation = 'worker'", true},
		{"seeds = 3", "seeds = 3\nseed = 2", false},
		{"seeds = 3", "seeds = 3\nstop_at = 'error'", false},
		{"steps = 3000", "steps = 3001", false},
		{"steps = 3000", "steps = 3000\nmemory = '3GiB'", false},
		{"max = 6", "max = 7", false},
	} {
		other := mustPlan(t, strings.Replace(stepsExperiment, tc.old, tc.new, 1))
		if (other.Hash == plan.Hash) != tc.same {
			t.Errorf("%q: same hash: %v", tc.new, other.Hash == plan.Hash)
		}
	}
}

// TestPlanKind: an engine that its parameters keep from searching is not
// planned as one that searches.
func TestPlanKind(t *testing.T) {
	p := mustPlan(t, strings.Replace(stepsExperiment, "params.max = 6", "params.dry = true", 1))
	kinds := map[string]string{}
	for task := range p.Tasks() {
		s := p.startOf(&task)
		kinds[s.Engine] = s.Kind
	}
	want := map[string]string{"draw": "generate", "draw-small": "assess", "pool": "generate", "explain": "explain"}
	if diff := cmp.Diff(want, kinds); diff != "" {
		t.Error(diff)
	}
}

// TestNames: results go to a folder of the experiment's name, which must not lead
// anywhere else.
func TestNames(t *testing.T) {
	for name, fine := range map[string]bool{
		"mine": true, "fse13-open": true, "v1.2 a_b": true, "été": true,
		"../../x": false, "/abs": false, "..": false, "a/b": false, ".": false, " ": false, "-o": false, `a\\b`: false, `a\u0000`: false,
	} {
		_, err := Parse("e.toml", []byte("name = \""+name+"\"\nsubjects = ['numbers']\n[[engine]]\nname = 'draw'\n"))
		if (err == nil) != fine || err != nil && !strings.Contains(err.Error(), "e.toml:1:") {
			t.Errorf("%q: %v", name, err)
		}
	}
}
