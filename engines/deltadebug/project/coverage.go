package project

import (
	"bytes"
	"context"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/capture"
)

// coverageFlags are added to what compilers are called with, last, so that they win over
// the project's own of the same kind; all others stay.
var coverageFlags = []string{"-g", "-O0", "--coverage", "-Wno-error"}

// Covered implements engines.Task.Covered by a build with gcc's --coverage in a
// slot of its own, prepared and built by stand-ins for compilers which add what
// coverage needs to the flags that they are called with. Without gcov, or where the
// build names compilers by their paths, the result is empty, which restricts nothing.
func (p *Project) Covered(ctx context.Context, v *program.Version) (engines.Lines, error) {
	lines := engines.Lines{}
	if _, err := exec.LookPath("gcov"); err != nil {
		p.opt.Log("gcov is not there: coverage is not known")
		return lines, nil
	}
	s := &slot{dir: filepath.Join(p.temp, "coverage-"+v.Hash()[:12])}
	tools, err := capture.Install(filepath.Join(p.temp, "stand-ins"), os.Getenv("PATH"))
	if err != nil {
		p.opt.Log("%v: coverage is not known", err)
		return lines, nil
	}
	if s.env, err = tools.Environ(os.Environ(), "", coverageFlags...); err != nil {
		return nil, err
	}
	r, err := p.builtForCoverage(ctx, s, v)
	if err != nil || r.status != 0 || r.timedOut {
		p.opt.Log("the build for coverage failed, so that all changes count as executed: %s", tail(r.output))
		return lines, err
	}
	if _, err := p.test(ctx, s); err != nil {
		return nil, err
	}
	var data []string
	err = filepath.WalkDir(s.dir, func(name string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(name, ".gcda") {
			data = append(data, name)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	for _, name := range data {
		p.gcov(ctx, s, name, lines)
	}
	return lines, ctx.Err()
}

func (p *Project) builtForCoverage(ctx context.Context, s *slot, v *program.Version) (ran, error) {
	if err := p.fill(ctx, s, v); err != nil {
		return ran{}, err
	}
	return p.shell(ctx, s, p.opt.Build, p.opt.BuildTime)
}

// gcov adds what gcov says about one data file. What it cannot read is left
// out.
func (p *Project) gcov(ctx context.Context, s *slot, name string, lines engines.Lines) {
	cmd := exec.CommandContext(ctx, "gcov", "--json-format", "--stdout", name)
	cmd.Dir = s.dir
	out, err := cmd.Output()
	if err != nil {
		return
	}
	dec := json.NewDecoder(bytes.NewReader(out))
	for {
		var report struct {
			Dir   string `json:"current_working_directory"`
			Files []struct {
				File  string `json:"file"`
				Lines []struct {
					Number int   `json:"line_number"`
					Count  int64 `json:"count"`
				} `json:"lines"`
			} `json:"files"`
		}
		if dec.Decode(&report) != nil {
			return
		}
		for _, f := range report.Files {
			file := f.File
			if !filepath.IsAbs(file) {
				file = filepath.Join(report.Dir, file)
			}
			rel, err := filepath.Rel(s.dir, file)
			if err != nil || strings.HasPrefix(rel, "..") {
				continue
			}
			rel = filepath.ToSlash(rel)
			if lines[rel] == nil {
				lines[rel] = map[int]bool{}
			}
			for _, l := range f.Lines {
				lines[rel][l.Number] = lines[rel][l.Number] || l.Count > 0
			}
		}
	}
}
