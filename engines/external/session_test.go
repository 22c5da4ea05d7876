package external

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/enginetest"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
)

func newSession(t testing.TB, kind engines.Kind) (*session, *enginetest.Bench) {
	t.Helper()
	task := boundTask(t)
	task.Failing = &program.Test{Name: "between", Input: program.Input{Entry: "alarm_level", Values: []program.Value{program.IntValue("x", 4, 15)}}}
	b := enginetest.NewBench(t, task)
	s := &session{task: task, rec: b, kind: kind, log: io.Discard, delta: delta.Compute(task.Old.Version, task.New.Version)}
	return s, b
}

// A request that makes no sense is refused, says why, and leaves nothing behind.
func TestRefusals(t *testing.T) {
	huge := strings.Repeat("n", maxName+1)
	for request, want := range map[string]string{
		`"try"`:                                                  `try needs an \"input\"`,
		`"try","input":null`:                                     `try needs an \"input\"`,
		`"try","input":7`:                                        `input: number is not what is expected there`,
		`"try","inputs":{}`:                                      `unknown field \"inputs\"`,
		`"try","input":{"arg":["a"]}`:                            `unknown field \"arg\"`,
		`"try","input":{"args":"a"}`:                             `string is not what is expected there`,
		`"try","input":{"args":["\u0100"]}`:                      `stands for no byte`,
		`"try","input":{"entry":"no_such","values":[]}`:          `the program has no function no_such`,
		`"try","input":{"values":[]}`:                            `0 values for 1 parameters`,
		`"try","input":{"values":[{"name":"x","data":"a"}]}`:     `value x has 1 bytes, parameter x takes 4`,
		`"try","input":{},"note":{"phase":"` + huge + `"}`:       `note: a name is longer than 100`,
		`"run","version":"old"`:                                  `run needs an \"input\"`,
		`"run","input":{},"version":"older"`:                     `there is no version \"older\"`,
		`"run","input":{},"version":"golden"`:                    `there is no version \"golden\"`,
		`"run","input":{"values":[]},"version":"new"`:            `0 values for 1 parameters`,
		`"judge","apply":[]`:                                     `only an engine of the kind \"explain\"`,
		`"judge","apply":["c2"]`:                                 `there is no change \"c2\"`,
		`"spend"`:                                                `spend needs \"steps\"`,
		`"spend","steps":-1`:                                     `spend needs \"steps\"`,
		`"spend","steps":9007199254740993`:                       `spend needs \"steps\"`,
		`"spend","steps":1e300`:                                  `steps: number 1e300 is not what is expected there`,
		`"spend","steps":1.5`:                                    `steps: number 1.5 is not what is expected there`,
		`"count"`:                                                `count needs a \"name\"`,
		`"count","name":"a\nb"`:                                  `count needs a \"name\"`,
		`"count","name":"` + huge + `"`:                          `count needs a \"name\"`,
		`"count","name":"a","n":9223372036854775807`:             `count: \"n\" is beyond`,
		`"requirement"`:                                          `requirement needs a \"requirement\"`,
		`"requirement","requirement":{"id":"r","status":"done"}`: `needs an \"id\" and a \"criterion\"`,
		`"requirement","requirement":{"id":"r","criterion":"c","status":"done"}`:                   `is one of`,
		`"requirement","requirement":{"id":"r","criterion":"c","status":"unknown","distance":-1}`:  `must not be negative`,
		`"requirement","requirement":{"id":"r","criterion":"c","status":"unknown","change":"c99"}`: `there is no change \"c99\"`,
		`"explanation","explanation":{"root":["c1"]}`:                                              `only an engine of the kind \"explain\"`,
		`"explanation","explanation":{"root":["c1"],"confirmed":true}`:                             `unknown field \"confirmed\"`,
		`"explanation","explanation":{"causes":[{"parent":0}]}`:                                    `must come after its parent`,
		`"explanation"`: `explanation needs an \"explanation\"`,
	} {
		s, b := newSession(t, engines.Generate)
		a, err := s.handle(t.Context(), []byte(`{"id":3,"type":`+request+`}`))
		if err != nil || !strings.HasPrefix(string(a), `{"type":"error","id":3,"error":"`) || !strings.Contains(string(a), want) {
			t.Errorf("%s: %s, %v; want %s", request, a, err, want)
		}
		if len(b.Trials)+len(b.Requirements)+len(b.Explanations)+len(b.Counters) > 0 || b.Steps != 0 {
			t.Errorf("%s: it left something behind", request)
		}
	}
	s, _ := newSession(t, engines.Explain)
	if a, err := s.handle(t.Context(), []byte(`{"id":3,"type":"try","input":{}}`)); err != nil || !strings.Contains(string(a), "tries no inputs") {
		t.Errorf("%s, %v", a, err)
	}
}

// However often a tool asks, numbers and what is kept stay within bounds.
func TestBounds(t *testing.T) {
	s, b := newSession(t, engines.Generate)
	ask := func(format string, args ...any) (string, error) {
		a, err := s.handle(t.Context(), []byte(`{"id":1,`+fmt.Sprintf(format, args...)+"}"))
		return string(a), err
	}
	if a, err := ask(`"type":"spend","steps":9007199254740992`); err != nil || !strings.Contains(a, "answer") {
		t.Error(a, err)
	}
	if a, err := ask(`"type":"spend","steps":1`); err != nil || !strings.Contains(a, "error") {
		t.Errorf("more steps than numbers have room for: %s, %v", a, err)
	}
	for i := range maxCounters + 1 {
		a, err := ask(`"type":"count","name":"c%d"`, i)
		if want := map[bool]string{true: "error", false: "answer"}[i == maxCounters]; err != nil || !strings.Contains(a, want) {
			t.Errorf("counter %d: %s, %v", i, a, err)
		}
	}
	if len(b.Counters) != maxCounters {
		t.Errorf("%d counters", len(b.Counters))
	}
	text := strings.Repeat("t", 3<<20)
	var err error
	for i := 0; i < 100 && err == nil; i++ {
		_, err = ask(`"type":"requirement","requirement":{"id":"r","criterion":"c","status":"unknown","text":"%s"}`, text)
	}
	if err == nil || !strings.Contains(err.Error(), "requirements and explanations of more than") {
		t.Errorf("%v", err)
	}
	long := program.Bytes(strings.Repeat("o", maxShown+1))
	if m := shown(&program.Outcome{Stdout: long, Files: []program.File{{Name: "f", Data: long}}}); !m.Cut || len(m.Stdout) != maxShown || len(m.Files[0].Data) != maxShown {
		t.Error("a long output is not cut")
	}
}

// What the model fixes need not be said.
func TestInputDefaults(t *testing.T) {
	model := &program.InputModel{Entry: "f", Env: []program.Bytes{program.Bytes("A=1")}, Terminal: true}
	for text, want := range map[string]program.Input{
		`{"args":["\u00ff"],"files":[{"name":"b"},{"name":"a"}]}`: {
			Args: []program.Bytes{{0xff}}, Files: []program.File{{Name: "a"}, {Name: "b"}}, Env: model.Env, Terminal: true, Entry: "f",
		},
		`{"env":[],"terminal":false,"entry":""}`: {},
	} {
		var m inputMessage
		if err := decode([]byte(text), &m); err != nil {
			t.Fatal(err)
		}
		if got := m.input(model).Key(); got != want.Key() {
			t.Errorf("%s: %s, want %s", text, got, want.Key())
		}
	}
}

// FuzzHandle: whatever a tool says is answered with JSON, or ends the conversation.
func FuzzHandle(f *testing.F) {
	for _, line := range []string{
		`{"type":"try","id":1,"input":{"values":[{"name":"x","data":"\u000f\u0000\u0000\u0000","links":[{"off":-1,"to":"x"}]}],"objects":[{"name":"o","data":""}]},"lines":true}`,
		`{"type":"try","id":1,"input":{"entry":"","args":["a\u0000b"],"stdin":"a","files":[{"name":"","data":"","mode":4294967295},{"name":"","data":"","link":true}],"env":["="],"terminal":true}}`,
		`{"type":"run","id":2,"version":"new","input":{"entry":"main"}}`,
		`{"type":"judge","id":3,"apply":["c1","c1"]}`,
		`{"type":"explanation","id":4,"explanation":{"root":["c1"],"auxiliary":["c1"],"causes":[{"parent":-1}]}}`,
		`{"type":"requirement","id":5,"requirement":{"id":"r","criterion":"c","status":"covered","distance":9223372036854775807}}`,
		`{"type":"count","id":6,"name":"a","n":-5}`, `{"type":"spend","id":7,"steps":0}`,
		`{"type":"log","text":"a"}`, `{"type":"done","error":"b"}`, `[]`, `{"type":{}}`, "\xff",
	} {
		f.Add([]byte(line), false)
		f.Add([]byte(line), true)
	}
	generate, bench := newSession(f, engines.Generate)
	explain, _ := newSession(f, engines.Explain)
	f.Fuzz(func(t *testing.T, line []byte, explains bool) {
		s := *generate
		if explains {
			s = *explain
		}
		b := *bench
		b.Counters = map[string]int64{}
		s.rec = &b
		a, err := s.handle(t.Context(), line)
		switch {
		case err != nil && a != nil:
			t.Errorf("%s and %v", a, err)
		case err != nil && !errors.Is(err, errDone) && err.Error() == "":
			t.Error("an error without a word")
		case a != nil && (!json.Valid(a) || strings.Count(string(a), "\n") != 1):
			t.Errorf("no line of JSON: %q", a)
		}
	})
}
