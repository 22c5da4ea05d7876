package experiments

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// listed is a plan as plan.json once had it: with its tasks one by one.
type listed struct {
	plainPlan
	Tasks []TaskSpec `json:"tasks"`
}

type plainPlan Plan

func listedOf(p *Plan) *listed {
	l := &listed{plainPlan: plainPlan(*p), Tasks: slices.Collect(p.Tasks())}
	l.Batches = nil
	return l
}

// TestPlanHash: the hash is that of the plan with its tasks one by one, so that folders of
// before batches continue.
func TestPlanHash(t *testing.T) {
	for _, text := range []string{stepsExperiment, "subjects = ['numbers']\n[[engine]]\nname = 'draw'\nlabel = 'a \"<&>\" label'\n"} {
		p := mustPlan(t, text)
		l := listedOf(p)
		l.Hash, l.Title, l.Subjects = "", "", map[string]PlanSubject{}
		for name, s := range p.Subjects {
			l.Subjects[name] = PlanSubject{Hash: s.Hash, Model: s.Model}
		}
		data, err := json.Marshal(l)
		if err != nil {
			t.Fatal(err)
		}
		if sum := sha256.Sum256(data); p.Hash != hex.EncodeToString(sum[:]) {
			t.Errorf("%q: hash %s, want that of %s", text, p.Hash, data)
		}
	}
}

// TestListedPlan: a file that lists the tasks is the same plan.
func TestListedPlan(t *testing.T) {
	p := mustPlan(t, stepsExperiment)
	data, err := json.Marshal(listedOf(p))
	if err != nil {
		t.Fatal(err)
	}
	var back Plan
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(*p, back); diff != "" {
		t.Error(diff)
	}
	if err := json.Unmarshal([]byte(`{"tasks": [{"id": "a/b/c/2", "label": "a", "subject": "b", "pair": "c"}]}`), &back); err == nil {
		t.Error("a plan without its first task is read")
	}
}

func TestPlanningIsStopped(t *testing.T) {
	c, err := Parse("e.toml", []byte("subjects = ['numbers']\nseeds = 100000\n[[engine]]\nname = 'draw'\n"))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Make(ctx, c, testEnvironment(), nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
