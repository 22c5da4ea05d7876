package project

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/riftlab/rift/engines"
)

// TestLimits checks that commands run under the limits on memory and processes.
func TestLimits(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("limits are those of Linux here")
	}
	const hungry = `awk 'BEGIN { s = "a"; for (i = 0; i < 27; i++) s = s s }'` // some 200 MB
	const bounded = `n=$(ulimit -u 2>/dev/null || ulimit -p); test "$n" = 4321`
	for _, tt := range []struct {
		name, test string
		change     func(o *Options)
		want       engines.Verdict
	}{
		{"enough memory", hungry, func(o *Options) { o.Memory = 2 << 30 }, engines.Passes},
		{"too little memory", hungry, func(o *Options) { o.Memory = 64 << 20 }, engines.Fails},
		{"processes", bounded, func(o *Options) { o.Processes = 4321 }, engines.Passes},
		{"no limit on processes", bounded, func(*Options) {}, engines.Fails},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o, _ := project(t, oldLines, newLines)
			o.Test = tt.test
			tt.change(&o)
			p := open(t, o)
			s, err := p.take(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if v, err := p.judgeIn(t.Context(), s, p.New); err != nil || v != tt.want {
				t.Errorf("%v, %v, want %v: %s", v, err, tt.want, tail(s.output))
			}
		})
	}
}

// helperOptions is the variable of the environment that makes the tests' program a
// search of its own, to be killed.
const helperOptions = "RIFT_NATIVE_TEST_OPTIONS"

func TestMain(m *testing.M) {
	if os.Getenv(helperOptions) == "" {
		os.Exit(m.Run())
	}
	// Only TestKilled's second process comes here.
	os.Args = []string{os.Args[0], "-test.run=^TestSearchToBeKilled$"}
	os.Exit(m.Run())
}

func TestSearchToBeKilled(t *testing.T) {
	text := os.Getenv(helperOptions)
	if text == "" {
		t.Skip("a part of TestKilled")
	}
	var o Options
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		t.Fatal(err)
	}
	minimise(t, open(t, o), 1)
}

// TestKilled kills a process in the middle of a search: the next one builds
// nothing again but what was being built.
func TestKilled(t *testing.T) {
	o, log := project(t, oldLines, newLines)
	o.Cache = t.TempDir()
	o.Build += " && sleep 0.05"
	o.Temp = t.TempDir() // or the killed process would leave its copies
	data, err := json.Marshal(struct {
		Repo, Old, New, Build, Test, Cache, Temp string
		BuildTime, TestTime                      time.Duration
	}{o.Repo, o.Old, o.New, o.Build, o.Test, o.Cache, o.Temp, o.BuildTime, o.TestTime})
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), helperOptions+"="+string(data))
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	known := func() int {
		stores, _ := filepath.Glob(filepath.Join(o.Cache, "*.jsonl"))
		n := 0
		for _, name := range stores {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			n += strings.Count(string(data), "verdict")
		}
		return n
	}
	for begin := time.Now(); known() < 4 && time.Since(begin) < time.Minute; {
		time.Sleep(5 * time.Millisecond)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	cmd.Wait() //nolint:errcheck // it was killed
	first := known()
	o.Temp = ""
	got, stats := minimise(t, open(t, o), 1)
	if strings.Join(got, " ") != "bad1 bad2" || first < 4 || stats.Runs < first {
		t.Errorf("blames %q after %d and %d configurations", got, first, stats.Runs)
	}
	text, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	if builds := strings.Count(string(text), "build"); builds > known()+1 {
		t.Errorf("%d builds for %d verdicts", builds, known())
	}
}
