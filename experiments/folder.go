package experiments

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/riftlab/rift/results"
)

// The names in a result folder that belong to this package; the rest belongs
// to package results.
const (
	planName  = "plan.json"
	crashDirs = "crashes" // what workers that died had written to standard error
)

// ErrFolder is wrapped by errors about a result folder that cannot be used as
// it is, ErrOtherPlan by that about one which holds another plan.
var (
	ErrFolder    = errors.New("result folder")
	ErrOtherPlan = fmt.Errorf("%w: it holds the results of another plan", ErrFolder)
)

// openFolder makes the result folder ready for a plan: it creates it, or checks
// that it holds the same plan.
func openFolder(dir string, p *Plan) (*results.Folder, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFolder, err)
	}
	path := filepath.Join(dir, planName)
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		if stranger := mustBeEmpty(dir); stranger != nil {
			// Unless another run has put its plan there since, and begun.
			if data, err = os.ReadFile(path); err != nil {
				return nil, stranger
			}
		}
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if err := writePlan(path, p); err != nil {
			return nil, err
		}
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrFolder, err)
	default:
		if err := mustEqual(path, data, p); err != nil {
			return nil, err
		}
	}
	return results.Open(dir)
}

// mustBeEmpty refuses a folder with other things than plans that were being
// written when their process was killed.
func mustBeEmpty(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrFolder, err)
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), planName+".") {
			continue
		}
		return fmt.Errorf("%w: %s holds other things: give another folder with -o", ErrFolder, dir)
	}
	return nil
}

// writePlan puts the plan in place whole: another shard may be starting.
func writePlan(path string, p *Plan) error {
	data, err := json.MarshalIndent(p, "", "\t")
	if err != nil {
		panic("experiments: writePlan: " + err.Error())
	}
	f, err := os.CreateTemp(filepath.Dir(path), planName+".*")
	if err != nil {
		return fmt.Errorf("%w: %w", ErrFolder, err)
	}
	_, err = f.Write(append(data, '\n'))
	err = errors.Join(err, f.Chmod(0o644), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
		return fmt.Errorf("%w: %w", ErrFolder, err)
	}
	return nil
}

// ReadPlan reads the plan of a result folder.
func ReadPlan(dir string) (*Plan, error) {
	path := filepath.Join(dir, planName)
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFolder, err)
	}
	p := &Plan{}
	if err := json.Unmarshal(data, p); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrFolder, path, err)
	}
	return p, nil
}

func mustEqual(path string, data []byte, p *Plan) error {
	var there Plan
	if err := json.Unmarshal(data, &there); err != nil {
		return fmt.Errorf("%w: %s: %w", ErrFolder, path, err)
	}
	if there.Hash == p.Hash {
		return nil
	}
	return fmt.Errorf("%w: %s\nrun it with -o and another folder, or undo the change:\n  %s",
		ErrOtherPlan, filepath.Dir(path), strings.Join(planDifferences(&there, p), "\n  "))
}

// planDifferences lists what differs between the plan of a folder and a new
// one, as "budget.steps: 1000 there, 2000 now". What many tasks have in common
// is one line.
func planDifferences(there, now *Plan) []string {
	a, batchesA := planTree(there)
	b, batchesB := planTree(now)
	var list []string
	compareTrees("", a, b, &list)
	byTask := map[string]*differing{}
	note := func(d string, batch *Batch, from, to int) {
		if from > to {
			return
		}
		if byTask[d] == nil {
			byTask[d] = &differing{first: batch.id(from)}
		}
		byTask[d].tasks += to - from + 1
	}
	for _, id := range slices.Sorted(maps.Keys(unite(batchesA, batchesB))) {
		x, inA := batchesA[id]
		y, inB := batchesB[id]
		switch {
		case !inA:
			note("only now", y, 1, y.Count)
		case !inB:
			note("only there", x, 1, x.Count)
		default:
			var own []string
			compareTrees("", batchTree(x), batchTree(y), &own)
			for _, d := range own {
				note(d, y, 1, min(x.Count, y.Count))
			}
			note("only there", x, y.Count+1, x.Count)
			note("only now", y, x.Count+1, y.Count)
		}
	}
	for _, d := range slices.Sorted(maps.Keys(byTask)) {
		what := byTask[d]
		if what.tasks > 1 {
			d = fmt.Sprintf("%s (and %d more tasks)", d, what.tasks-1)
		}
		list = append(list, fmt.Sprintf("task %s: %s", what.first, d))
	}
	if len(list) == 0 {
		list = []string{"the hashes alone: the plan there was changed by hand, or made by another version of rift"}
	}
	return list
}

// differing are tasks that differ in the same.
type differing struct {
	first string
	tasks int
}

// planTree returns what of a plan is hashed as a tree, and apart from it its
// batches by the names of their tasks, but for the number.
func planTree(p *Plan) (tree map[string]any, batches map[string]*Batch) {
	tree = asTree(p)
	if subjects, ok := tree["subjects"].(map[string]any); ok {
		for name, s := range p.Subjects {
			subjects[name] = s.Hash
		}
	}
	foreign, _ := tree["foreign"].(map[string]any) // nil in a plan without
	for _, spec := range foreign {
		if spec, ok := spec.(map[string]any); ok {
			delete(spec, "folder")
		}
	}
	for _, key := range []string{"hash", "title", "batches"} {
		delete(tree, key)
	}
	batches = map[string]*Batch{}
	for i := range p.Batches {
		batches[strings.TrimSuffix(p.Batches[i].id(1), "/1")] = &p.Batches[i]
	}
	return tree, batches
}

// batchTree returns what the tasks of a batch have in common.
func batchTree(b *Batch) map[string]any {
	tree := asTree(b)
	delete(tree, "count")
	return tree
}

// asTree returns the JSON of a value as a tree.
func asTree(v any) (tree map[string]any) {
	dec := json.NewDecoder(bytes.NewReader(mustMarshal(v)))
	dec.UseNumber()
	if err := dec.Decode(&tree); err != nil {
		panic("experiments: asTree: " + err.Error())
	}
	return tree
}

func compareTrees(path string, there, now any, list *[]string) {
	a, ok1 := there.(map[string]any)
	b, ok2 := now.(map[string]any)
	if !ok1 || !ok2 {
		x, _ := json.Marshal(there)
		y, _ := json.Marshal(now)
		if !bytes.Equal(x, y) {
			*list = append(*list, fmt.Sprintf("%s: %s there, %s now", path, x, y))
		}
		return
	}
	for _, k := range slices.Sorted(maps.Keys(unite(a, b))) {
		sub := strings.TrimPrefix(path+"."+k, ".")
		x, inA := a[k]
		y, inB := b[k]
		switch {
		case !inA:
			*list = append(*list, sub+": only now")
		case !inB:
			*list = append(*list, sub+": only there")
		default:
			compareTrees(sub, x, y, list)
		}
	}
}

// unite returns a map with the keys of both.
func unite[V any](a, b map[string]V) map[string]V {
	both := maps.Clone(a)
	maps.Copy(both, b)
	return both
}

// newSegmentNames returns a function that names the segments of this run, so
// that neither another run nor another machine ever uses the same; they begin with prefix.
func newSegmentNames(prefix string) func(slot int) string {
	host := cmp.Or(HostName(), "host")
	var id [5]byte
	rand.Read(id[:])
	host = strings.Map(func(r rune) rune {
		if r == '/' || r == '\\' {
			return '-'
		}
		return r
	}, strings.TrimLeft(host, "."))
	return func(slot int) string { return fmt.Sprintf("%s%s-%s-%d", prefix, host, hex.EncodeToString(id[:]), slot) }
}

// FileName makes a text part of a path: no separators, no spaces.
func FileName(s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>| `, r) || r < ' ' {
			return '_'
		}
		return r
	}, s)
}

// keepLastWords stores what a worker that died had said, and returns the name
// of the file within the folder.
func keepLastWords(dir, task, text string) (string, error) {
	name := FileName(task) + ".txt"
	if err := os.MkdirAll(filepath.Join(dir, crashDirs), 0o777); err != nil {
		return "", err
	}
	return filepath.Join(crashDirs, name), os.WriteFile(filepath.Join(dir, crashDirs, name), []byte(text), 0o666)
}
