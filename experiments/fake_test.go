package experiments

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/pair"
	"github.com/riftlab/rift/program"
)

// The subject of these tests is "numbers": a program's text is a lower bound,
// its output the greater of the bound and its argument.
func testEnvironment() Environment {
	return Environment{
		Engines:  testEngines(),
		Subjects: []string{"numbers"},
		Open: func(ref, base string) ([]*corpora.Subject, error) {
			if ref != "numbers" {
				return nil, fmt.Errorf("%w: %q", corpora.ErrNoSubject, ref)
			}
			return []*corpora.Subject{numbers()}, nil
		},
		Compile: func(ctx context.Context, v *program.Version) (*program.Program, error) {
			if strings.Contains(v.Files[0].Text, "unsupported") {
				return nil, &program.Error{Pos: program.Position{File: "n.c", Line: 3, Col: 7}, Msg: "asm", Unsupported: true}
			}
			if v.Files[0].Text == "endless" {
				select {}
			}
			return &program.Program{Files: []string{v.Files[0].Text}}, nil
		},
		Machine: func(p *program.Program, _ pair.Options) (pair.Machine, error) {
			bound, err := strconv.Atoi(p.Files[0])
			return runFunc(func(n int) string { return strconv.Itoa(max(n, bound)) }), err
		},
		Version: "test",
	}
}

func numbers() *corpora.Subject {
	s := &corpora.Subject{Name: "numbers"}
	for name, text := range map[string]string{"v0": "0", "v3": "3", "v5": "5", "bad": "unsupported", "slow": "endless"} {
		s.Versions = append(s.Versions, program.Version{Name: name, Files: []program.SourceFile{{Name: "n.c", Text: text}}})
	}
	// Maps have no order, and the hash of a subject has.
	for i := range s.Versions {
		for j := range i {
			if s.Versions[i].Name < s.Versions[j].Name {
				s.Versions[i], s.Versions[j] = s.Versions[j], s.Versions[i]
			}
		}
	}
	s.Pairs = []corpora.Pair{
		{Name: "p3", Old: "v0", New: "v3", Golden: "v0", Seeded: true, Failing: "t1"},
		{Name: "p5", Old: "v0", New: "v5", Golden: "v3"},
		{Name: "broken", Old: "v0", New: "bad"},
		{Name: "slow", Old: "v0", New: "slow"},
	}
	for n := range 50 {
		s.Tests = append(s.Tests, program.Test{Name: fmt.Sprintf("t%d", n), Input: *number(n)})
	}
	return s
}

// testEngine is an engine made of a function.
type testEngine struct {
	name  string
	about engines.Description
	run   func(ctx context.Context, t *engines.Task, rec engines.Recorder) error
}

func (e testEngine) Name() string                  { return e.name }
func (e testEngine) Describe() engines.Description { return e.about }
func (e testEngine) Run(ctx context.Context, t *engines.Task, rec engines.Recorder) error {
	return e.run(ctx, t, rec)
}

type drawParams struct {
	Max   int    `toml:"max"`
	Pause string `toml:"pause"`
	Dry   bool   `toml:"dry"`
}

// Kind implements engines.Kinder.
func (p *drawParams) Kind() engines.Kind {
	if p.Dry {
		return engines.Assess
	}
	return engines.Generate
}

func (p *drawParams) Validate() error {
	if p.Max < 1 {
		return fmt.Errorf("max is %d: must be positive", p.Max)
	}
	return nil
}

type deafParams struct {
	PIDFile string `toml:"pid_file"`
}

// draw tries random numbers up to a parameter until the budget is spent.
func draw(ctx context.Context, t *engines.Task, rec engines.Recorder) error {
	p := drawParams{Max: 100, Pause: "0s"}
	if err := t.Params.Decode(&p); err != nil {
		return err
	}
	pause, err := time.ParseDuration(p.Pause)
	if err != nil {
		return err
	}
	random := rand.New(rand.NewPCG(t.Seed, 0))
	for {
		rec.Count("draws", 1)
		time.Sleep(pause)
		if _, err := rec.Try(ctx, number(random.IntN(p.Max)), engines.Note{}); err != nil {
			return err
		}
	}
}

func testEngines() []engines.Engine {
	generate := engines.Description{Kind: engines.Generate}
	try := func(ctx context.Context, rec engines.Recorder) {
		for n := range 2 {
			if _, err := rec.Try(ctx, number(n), engines.Note{}); err != nil {
				panic(err)
			}
		}
	}
	return []engines.Engine{
		testEngine{"draw", engines.Description{Kind: engines.Generate, Params: &drawParams{Max: 100}}, draw},
		testEngine{"pool", engines.Description{Kind: engines.Generate, Deterministic: true}, func(ctx context.Context, t *engines.Task, rec engines.Recorder) error {
			for _, test := range t.Tests {
				if _, err := rec.Try(ctx, &test.Input, engines.Note{Test: test.Name}); err != nil {
					return err
				}
			}
			return nil
		}},
		testEngine{"explain", engines.Description{Kind: engines.Explain, Deterministic: true}, func(ctx context.Context, t *engines.Task, rec engines.Recorder) error {
			return rec.Explanation(engines.Explanation{Root: []string{t.Failing.Name}})
		}},
		testEngine{"panic", generate, func(ctx context.Context, t *engines.Task, rec engines.Recorder) error {
			try(ctx, rec)
			panic("the engine is wrong")
		}},
		testEngine{"exit", generate, func(ctx context.Context, t *engines.Task, rec engines.Recorder) error {
			try(ctx, rec)
			fmt.Println("last words")
			os.Exit(3)
			return nil
		}},
		testEngine{"hang", generate, func(ctx context.Context, t *engines.Task, rec engines.Recorder) error {
			try(ctx, rec)
			select {}
		}},
		testEngine{"spin", generate, func(ctx context.Context, t *engines.Task, rec engines.Recorder) error {
			try(ctx, rec)
			for n := 0; ; n++ {
			}
		}},
		testEngine{"busy", generate, func(ctx context.Context, t *engines.Task, rec engines.Recorder) error {
			try(ctx, rec)
			for ctx.Err() == nil {
			}
			rec.Count("kept", 1)
			return ctx.Err()
		}},
		testEngine{"memory", generate, func(ctx context.Context, t *engines.Task, rec engines.Recorder) error {
			try(ctx, rec)
			var hold [][]byte
			for {
				b := make([]byte, 1<<20)
				for i := range b {
					b[i] = 1
				}
				hold = append(hold, b)
				if len(hold) > 2000 {
					return errors.New("nobody stopped me")
				}
			}
		}},
		testEngine{"killed", generate, func(ctx context.Context, t *engines.Task, rec engines.Recorder) error {
			try(ctx, rec)
			self, err := os.FindProcess(os.Getpid())
			if err != nil {
				return err
			}
			_ = self.Kill()
			select {}
		}},
		// Of three tests only the first has a record; then the worker dies.
		testEngine{"lost", generate, func(ctx context.Context, t *engines.Task, rec engines.Recorder) error {
			for _, n := range []int{0, 50, 51} {
				rec.Count("tried", 1)
				if _, err := rec.Try(ctx, number(n), engines.Note{}); err != nil {
					return err
				}
				time.Sleep(200 * time.Millisecond) // so that progress is told
			}
			self, err := os.FindProcess(os.Getpid())
			if err != nil {
				return err
			}
			_ = self.Kill()
			select {}
		}},
		testEngine{"unfit", generate, func(ctx context.Context, t *engines.Task, rec engines.Recorder) error {
			return fmt.Errorf("unfit: %w: the pair has no loops", engines.ErrInapplicable)
		}},
		testEngine{"content", generate, func(ctx context.Context, t *engines.Task, rec engines.Recorder) error {
			try(ctx, rec)
			engines.Stopped(rec, false, "it had enough")
			return nil
		}},
		testEngine{"prover", generate, func(ctx context.Context, t *engines.Task, rec engines.Recorder) error {
			try(ctx, rec)
			rec.(engines.Concluder).Conclude(engines.Conclusion{Complete: true})
			return nil
		}},
		testEngine{"deaf", engines.Description{Kind: engines.Generate, Params: &deafParams{}}, func(ctx context.Context, t *engines.Task, rec engines.Recorder) error {
			var p deafParams
			if err := t.Params.Decode(&p); err != nil {
				return err
			}
			if err := os.WriteFile(p.PIDFile, []byte(strconv.Itoa(os.Getpid())), 0o666); err != nil {
				return err
			}
			select {}
		}},
		testEngine{"error", generate, func(ctx context.Context, t *engines.Task, rec engines.Recorder) error {
			return errors.New("this task is not for me")
		}},
		testEngine{"patient", generate, func(ctx context.Context, t *engines.Task, rec engines.Recorder) error {
			try(ctx, rec)
			<-ctx.Done()
			return ctx.Err()
		}},
	}
}
