package experiments

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// FuzzParse feeds arbitrary text as an experiment file: it is an error that begins
// with the file's name, or a configuration that keeps the documented rules.
func FuzzParse(f *testing.F) {
	for _, name := range Bundled() {
		data, err := bundled.ReadFile(name + ".toml")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data))
	}
	const least = "subjects = ['numbers']\n[[engine]]\nname = 'draw'\n"
	for _, s := range []string{
		"", least, "seeds = 9223372036854775807\n" + least, least + "params = { a = [1, { b = 2 }] }\nseeds = -1\n",
		"[budget]\nwall = '1h'\nmemory = '99999999999GiB'\n" + least, "[equivalence]\nfloats = 'ulp:99999999999999999999'\n" + least,
		"subjects = 1\n[[engine]]\n", "\xff", "[model]\nargs = ['a']\nsym_args = { min = 0, max = 2, len = 3 }\n" + least,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := Parse("dir/e.toml", []byte(text))
		if err != nil {
			if !strings.HasPrefix(err.Error(), "dir/e.toml:") {
				t.Errorf("error without place: %v", err)
			}
			return
		}
		if len(c.Subjects) == 0 || len(c.Engines) == 0 || c.Name == "" || c.Seeds < 1 || c.Budget.RunSteps <= 0 || c.Budget.Memory < 16<<20 {
			t.Errorf("%q gives %+v", text, c)
		}
		labels := map[string]bool{}
		for _, e := range c.Engines {
			if e.Label == "" || labels[e.Label] {
				t.Errorf("%q: label %q", text, e.Label)
			}
			labels[e.Label] = true
		}
	})
}

// FuzzPlan feeds arbitrary text as the plan of a result folder: it is an error that
// names the file, or a plan whose head is that of the text.
func FuzzPlan(f *testing.F) {
	for _, s := range []string{
		"", "{}", `{"hash":"h","name":"n","tasks":[{"id":"t"}]}`, `{"tasks":[null]}`, `{"budget":{"steps":-1}}`, "[]", `{"hash":`,
	} {
		f.Add(s)
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, text string) {
		path := filepath.Join(dir, planName)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		p, err := ReadPlan(dir)
		if err != nil {
			if !strings.Contains(err.Error(), planName) {
				t.Errorf("the error does not name the file: %v", err)
			}
			return
		}
		if _, err := json.Marshal(p); err != nil {
			t.Error(err)
		}
		if err := mustEqual(path, []byte(text), p); err != nil {
			t.Errorf("a plan differs from itself: %v", err)
		}
		differs := mustEqual(path, []byte(text), &Plan{Hash: p.Hash + "x"})
		if differs == nil {
			t.Error("another plan is taken for the same")
		}
	})
}
