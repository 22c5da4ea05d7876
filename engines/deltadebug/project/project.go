// Package project tells what a failing test does on versions of a project that
// is built and tested by its own commands, in private copies of its tree.
//
// Terms: the *tree* is the files of the new revision. The *changed files* are
// those text files that differ between the revisions and are not
// documentation; they alone vary between configurations. A *slot* is a private
// copy of the tree in which one configuration at a time is built; what a build
// leaves there serves the next one, so that only what changed is built again. What
// the two revisions do is told by builds from nothing; where what a build leaves
// misleads the next one, as Check and Settle find out, every configuration is built
// so.
//
// The repository is read from its objects alone: neither its work tree nor its
// index is looked at or touched.
package project

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/deltadebug"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/sandbox"
)

// Options describe a project.
type Options struct {
	Repo     string // a git repository, with or without a work tree
	Old, New string // revisions
	Prepare  string // a shell command run once in each slot, such as ./configure; may be empty
	Build    string // a shell command; a status other than 0 means that the version is not built
	// Test is a shell command run after the build: status 0 is a pass, 125
	// cannot be tested, anything else a failure, as for `git bisect run`.
	Test string
	// Only are patterns, as corpora.MatchFile reads them, that changed files must
	// match; none takes all text files but documentation.
	Only []string
	// Overlay are files that replace or add to those of both revisions, by
	// path: fixes that an old release needs on today's systems. They are no
	// changes.
	Overlay map[string]string

	BuildTime time.Duration // limit of Prepare and Build; default 10 minutes
	TestTime  time.Duration // limit of Test; default 1 minute
	Memory    int64         // bytes of address space for each process; 0 is no limit
	Processes int           // processes of a command, and of the user as far as the system counts them; 0 is no limit
	Network   bool          // let the commands use the network
	Workers   int           // slots; default 1
	Clean     bool          // build each configuration from nothing
	Renames   bool          // a file that was renamed or moved is one file; or else two
	Repeat    int           // how often the two revisions are tested to find flaky tests; default 3
	Cache     string        // folder for results that outlive the process; "" keeps none
	Temp      string        // folder for the slots; "" makes one
	Log       func(format string, args ...any)
}

// Project is an opened project. It is safe for concurrent use; Close it.
type Project struct {
	Old, New *program.Version // the changed files of both revisions
	Isolated bool             // the commands run without network

	opt   Options
	tree  map[string]file // the files of the new revision that do not vary, overlay included
	links map[string]file // symbolic links of the old revision where the new one has none
	temp  string
	own   bool // temp was made here
	slots chan *slot
	store *store
	key   string // of everything but the changed files
	git   *gitDir
	clean atomic.Bool // what a build leaves misleads the next one
	hangs atomic.Bool // that the test takes too long is the failure
}

// Open reads the revisions and prepares the slots' folder. It runs nothing but
// a probe whether commands can be kept from the network.
func Open(ctx context.Context, opt Options) (*Project, error) {
	opt.defaults()
	p := &Project{opt: opt, slots: make(chan *slot, opt.Workers)}
	p.clean.Store(opt.Clean)
	if err := p.read(); err != nil {
		return nil, err
	}
	var err error
	p.key = p.identity()
	if p.store, err = openStore(opt.Cache, p.key); err != nil {
		return nil, err
	}
	if p.temp = opt.Temp; p.temp == "" {
		p.own = true
		if p.temp, err = os.MkdirTemp("", "rift-explain-"); err != nil {
			return nil, err
		}
	}
	p.Isolated = !opt.Network && sandbox.CanIsolate(ctx)
	for i := range opt.Workers {
		p.slots <- &slot{dir: filepath.Join(p.temp, fmt.Sprintf("slot%d", i))}
	}
	return p, nil
}

func (o *Options) defaults() {
	if o.BuildTime <= 0 {
		o.BuildTime = 10 * time.Minute
	}
	if o.TestTime <= 0 {
		o.TestTime = time.Minute
	}
	o.Workers = max(o.Workers, 1)
	if o.Repeat <= 0 {
		o.Repeat = 3
	}
	if o.Log == nil {
		o.Log = func(string, ...any) {}
	}
}

// Close removes the slots that Open made.
func (p *Project) Close() error {
	err := p.store.close()
	if p.own {
		err = errors.Join(err, os.RemoveAll(p.temp))
	}
	return err
}

// identity is a hash of all that decides a verdict apart from the changed
// files.
func (p *Project) identity() string {
	h := sha256.New()
	for _, s := range []string{"3", p.opt.Prepare, p.opt.Build, p.opt.Test, p.opt.BuildTime.String(), p.opt.TestTime.String(), fmt.Sprint(p.opt.Memory, p.opt.Processes, p.opt.Network, p.opt.Clean)} {
		fmt.Fprintf(h, "%d:%s", len(s), s)
	}
	for _, files := range []map[string]file{p.tree, p.links} {
		for _, name := range sorted(files) {
			f := files[name]
			fmt.Fprintf(h, "%d:%s%d:%s%v", len(name), name, len(f.data), f.data, f.mode)
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Judge implements engines.Task.Judge.
func (p *Project) Judge(ctx context.Context, v *program.Version) (engines.Verdict, error) {
	key := p.keyOf(v)
	if l, ok := p.store.get(key); ok {
		return l.verdict, nil
	}
	s, err := p.take(ctx)
	if err != nil {
		return engines.Unresolved, err
	}
	defer func() { p.slots <- s }()
	verdict, err := p.judgeIn(ctx, s, v)
	if err != nil {
		return verdict, err
	}
	said := ""
	if verdict == engines.Unbuilt {
		said = deltadebug.Complaints(string(s.output))
	}
	return verdict, p.store.put(key, verdict, said)
}

// Complaints implements engines.Task.Complaints.
func (p *Project) Complaints(v *program.Version) string {
	l, _ := p.store.get(p.keyOf(v))
	return l.Said
}

// keyOf returns what the verdict on a version is kept under: verdicts of one kind of
// build or failure are none of another.
func (p *Project) keyOf(v *program.Version) string {
	key := v.Hash()
	if p.clean.Load() {
		key = "clean " + key
	}
	if p.hangs.Load() {
		key = "hangs " + key
	}
	return key
}

func (p *Project) judgeIn(ctx context.Context, s *slot, v *program.Version) (engines.Verdict, error) {
	built, err := p.build(ctx, s, v)
	if err != nil || !built {
		return engines.Unbuilt, err
	}
	return p.test(ctx, s)
}

func (p *Project) take(ctx context.Context) (*slot, error) {
	select {
	case s := <-p.slots:
		return s, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// build puts v into the slot and builds it.
func (p *Project) build(ctx context.Context, s *slot, v *program.Version) (bool, error) {
	if p.clean.Load() {
		s.ready = false
	}
	if err := p.fill(ctx, s, v); errors.Is(err, errShape) {
		s.output = []byte(err.Error() + "\n")
		return false, nil
	} else if err != nil {
		return false, err
	}
	r, err := p.shell(ctx, s, p.opt.Build, p.opt.BuildTime)
	if err != nil {
		s.ready = false // interrupted in the middle of a build
		return false, err
	}
	s.output = r.output
	if r.timedOut {
		s.ready = false
		p.opt.Log("the build took more than %v", p.opt.BuildTime)
	}
	return !r.timedOut && r.status == 0, nil
}

// cannotBeTested is the status of a test command that has no verdict.
const cannotBeTested = 125

func (p *Project) test(ctx context.Context, s *slot) (engines.Verdict, error) {
	v, _, err := p.timed(ctx, s)
	return v, err
}

// timed is test, and reports whether the test took too long.
func (p *Project) timed(ctx context.Context, s *slot) (v engines.Verdict, late bool, err error) {
	r, err := p.shell(ctx, s, p.opt.Test, p.opt.TestTime)
	if err != nil {
		return engines.Unresolved, false, err
	}
	s.output = r.output
	switch {
	case r.timedOut && p.hangs.Load():
		return engines.Fails, true, nil
	case r.timedOut:
		s.output = fmt.Appendf(s.output, "it took more than %v, the limit that --test-timeout sets\n", p.opt.TestTime)
		return engines.Unresolved, true, nil
	case r.status == 0:
		return engines.Passes, false, nil
	case r.status == cannotBeTested, p.hangs.Load(): // in the latter case it fails in another way
		return engines.Unresolved, false, nil
	}
	return engines.Fails, false, nil
}

// tail returns the last lines of what a command printed.
func tail(output []byte) string {
	const most = 600
	if len(output) > most {
		output = append([]byte("..."), output[len(output)-most:]...)
	}
	if len(output) == 0 {
		return "it printed nothing"
	}
	return "\n" + string(output)
}
