package shadow

import (
	"errors"
	"strings"
	"testing"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program/native"
)

// The underflow of the toy program is a bug natively, too, and of the two
// divergences nothing else is.
func TestToyNatively(t *testing.T) {
	task, b := taskOf(t, "shadowtoy", "patch", func(p *Params) { p.Explore, p.Native = "no", true })
	err := (Engine{}).Run(t.Context(), task, b)
	if errors.Is(err, native.ErrNoCompiler) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	c := b.Counters
	if c["native.bse.bug"]+c["native.concolic.bug"] != 1 || c["native.bse.confirmed"]+c["native.concolic.confirmed"] != 1 {
		t.Errorf("counters %v", c)
	}
	for name := range c {
		switch name {
		case "native.bse.refuted", "native.bse.unseen", "native.concolic.refuted", "native.concolic.unseen", "native.tests.unseen":
			t.Errorf("counter %s: the machines do not agree", name)
		}
	}
	if c["patch.lines"] != 1 || c["patch.hunks"] != 1 || c["patch.files"] != 1 || c["annotations.modified value"] != 1 || c["bse.divergences"] == 0 {
		t.Errorf("counters %v", c)
	}
}

// A version that the host's compiler does not take is named.
func TestNotBuiltNatively(t *testing.T) {
	task, _ := taskOf(t, "shadowtoy", "patch", func(*Params) {})
	broken := *task.New.Version
	broken.Files = append(broken.Files[:0:0], broken.Files...)
	broken.Files[0].Text += "\n#error not for this compiler\n"
	task.New = engines.Build{Version: &broken, Program: task.New.Program}
	n, err := OpenNative(t.Context(), task, native.Options{Unconfined: true})
	switch {
	case errors.Is(err, native.ErrNoCompiler):
		t.Skip(err)
	case err == nil:
		_ = n.Close()
		t.Error("no error")
	case !strings.Contains(err.Error(), "version "+broken.Name):
		t.Errorf("the version %s is not named: %v", broken.Name, err)
	}
}
