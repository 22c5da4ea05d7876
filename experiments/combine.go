package experiments

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/results"
)

// ErrIncomparable is wrapped by errors about result folders whose tasks cannot
// be compared with each other.
var ErrIncomparable = errors.New("not comparable")

// combined is the folders of one plan.
type combined struct {
	plan *Plan
	dirs []string
	set  *results.Set
}

func (c *combined) name() string { return strings.Join(c.dirs, ", ") }

// Combine loads result folders, of one plan or of several, as one set in which
// engines can be compared. Folders of one plan are merged as Merge does.
//
// Of several plans, the same engine with the same parameters is one engine with
// more seeds; with other parameters it is two, called LABEL@FOLDER. Only pairs
// on which all engines of a kind have tasks are kept. An error that wraps
// ErrIncomparable is returned if a subject or its input model is not the same, if
// tasks had other budgets, or if no pair is left. What a reader must know besides is in the
// warnings of the set.
func Combine(ctx context.Context, dirs []string, opts results.LoadOptions) (*results.Set, error) {
	groups, err := loadGroups(ctx, dirs, opts)
	if err != nil {
		return nil, err
	}
	if len(groups) == 1 && len(groups[0].dirs) == 1 {
		return groups[0].set, nil
	}
	if err := mustCompare(groups); err != nil {
		return nil, err
	}
	labels, renamed := labelsOf(groups)
	shared, left := sharedPairs(groups, labels)
	sets := make([]*results.Set, len(groups))
	for i, g := range groups {
		sets[i] = g.set
	}
	twice := map[string]bool{}
	again := 0
	set := results.Unite(title(groups), sets, func(n int, r *results.Run) bool {
		r.Engine = labels[n][r.Engine]
		if !shared[r.Kind][r.PairOf()] {
			return false
		}
		key := fmt.Sprint(r.Engine, "\x00", r.PairOf())
		if !r.Deterministic {
			key += fmt.Sprint("\x00", r.Seed)
		}
		if twice[key] && len(groups) > 1 {
			again++
			return false
		}
		twice[key] = true
		return true
	})
	if len(set.Runs) == 0 {
		return nil, fmt.Errorf("%w: no version pair has tasks of all engines", ErrIncomparable)
	}
	set.Warnings = append(set.Warnings, warnings(groups, renamed, left, again, set)...)
	return set, nil
}

func title(groups []*combined) string {
	var names []string
	for _, g := range groups {
		if !slices.Contains(names, g.plan.Name) {
			names = append(names, g.plan.Name)
		}
	}
	return "Comparison of " + strings.Join(names, " and ")
}

// loadGroups loads the folders, those of the same plan together, in the order
// in which plans come first.
func loadGroups(ctx context.Context, dirs []string, opts results.LoadOptions) ([]*combined, error) {
	var groups []*combined
	for _, dir := range dirs {
		p, err := ReadPlan(dir)
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(groups, func(g *combined) bool { return g.plan.Hash == p.Hash })
		if i < 0 {
			i = len(groups)
			groups = append(groups, &combined{plan: p})
		}
		groups[i].dirs = append(groups[i].dirs, dir)
	}
	for _, g := range groups {
		var folders []*results.Folder
		for _, dir := range g.dirs {
			f, err := results.Open(dir)
			if err != nil {
				return nil, err
			}
			folders = append(folders, f)
		}
		x, err := results.ScanAll(ctx, folders...)
		if err != nil {
			return nil, err
		}
		if g.set, err = x.Load(ctx, opts); err != nil {
			return nil, err
		}
	}
	return groups, nil
}

// mustCompare refuses plans about different subjects of one name, or with other
// models of their inputs, and plans with different budgets.
func mustCompare(groups []*combined) error {
	first := groups[0]
	for i, g := range groups[1:] {
		for _, before := range groups[:i+1] {
			for _, name := range slices.Sorted(maps.Keys(g.plan.Subjects)) {
				a, ok := before.plan.Subjects[name]
				b := g.plan.Subjects[name]
				switch {
				case !ok:
				case a.Hash != b.Hash:
					return fmt.Errorf("%w: subject %s is not the same in %s (%.12s) and %s (%.12s)", ErrIncomparable, name, before.name(), a.Hash, g.name(), b.Hash)
				case !reflect.DeepEqual(a.Model, b.Model):
					return fmt.Errorf("%w: the inputs of subject %s come from another model in %s than in %s; what is found depends on it", ErrIncomparable, name, before.name(), g.name())
				}
			}
		}
		if d := budgetDifferences(&first.plan.Budget, &g.plan.Budget); d != "" {
			return fmt.Errorf("%w: the budgets of %s and %s differ: %s; detection and times to it depend on them, so that the tasks must be run with one budget",
				ErrIncomparable, first.name(), g.name(), d)
		}
	}
	return nil
}

// budgetDifferences says which limits that decide about findings differ.
func budgetDifferences(a, b *BudgetConfig) string {
	var list []string
	for _, l := range []struct {
		key  string
		a, b any
	}{
		{"steps", a.Steps, b.Steps}, {"tests", a.Tests, b.Tests}, {"wall", time.Duration(a.Wall), time.Duration(b.Wall)},
		{"cpu", time.Duration(a.CPU), time.Duration(b.CPU)}, {"run_steps", a.RunSteps, b.RunSteps},
		{"run_memory", a.Run().Memory, b.Run().Memory},
	} {
		if l.a != l.b {
			list = append(list, fmt.Sprintf("%s %v and %v", l.key, l.a, l.b))
		}
	}
	return strings.Join(list, ", ")
}

// labelsOf returns, for each group, what its engine labels are called in the
// union, and the labels that stand for different engines or parameters.
func labelsOf(groups []*combined) (labels []map[string]string, renamed []string) {
	meaning := map[string]map[string]bool{} // of a label: engines with parameters
	for _, g := range groups {
		for _, t := range g.plan.Batches {
			if meaning[t.Label] == nil {
				meaning[t.Label] = map[string]bool{}
			}
			meaning[t.Label][t.Engine+"\x00"+string(t.Params)] = true
		}
	}
	for _, label := range slices.Sorted(maps.Keys(meaning)) {
		if len(meaning[label]) > 1 {
			renamed = append(renamed, label)
		}
	}
	folders := folderNames(groups)
	for i, g := range groups {
		m := map[string]string{}
		for _, t := range g.plan.Batches {
			m[t.Label] = t.Label
			if slices.Contains(renamed, t.Label) {
				m[t.Label] = t.Label + "@" + folders[i]
			}
		}
		labels = append(labels, m)
	}
	return labels, renamed
}

// folderNames returns a name for each group, all different.
func folderNames(groups []*combined) []string {
	names := make([]string, len(groups))
	used := map[string]int{}
	for i, g := range groups {
		names[i] = filepath.Base(filepath.Clean(g.dirs[0]))
		used[names[i]]++
	}
	for i, g := range groups {
		if used[names[i]] > 1 {
			names[i] = filepath.Clean(g.dirs[0])
		}
	}
	return names
}

// sharedPairs returns, by kind of engine, the pairs on which all engines of the
// kind have finished tasks, and by kind the number of the others.
func sharedPairs(groups []*combined, labels []map[string]string) (shared map[string]map[results.PairOf]bool, left map[string]int) {
	worked := map[string]map[results.PairOf]map[string]bool{}
	all := map[string]map[string]bool{}
	for i, g := range groups {
		for j := range g.set.Runs {
			r := &g.set.Runs[j]
			if worked[r.Kind] == nil {
				worked[r.Kind], all[r.Kind] = map[results.PairOf]map[string]bool{}, map[string]bool{}
			}
			if worked[r.Kind][r.PairOf()] == nil {
				worked[r.Kind][r.PairOf()] = map[string]bool{}
			}
			label := labels[i][r.Engine]
			worked[r.Kind][r.PairOf()][label], all[r.Kind][label] = true, true
		}
	}
	shared, left = map[string]map[results.PairOf]bool{}, map[string]int{}
	for kind, pairs := range worked {
		shared[kind] = map[results.PairOf]bool{}
		for p, by := range pairs {
			if len(by) == len(all[kind]) {
				shared[kind][p] = true
			} else {
				left[kind]++
			}
		}
	}
	return shared, left
}

// warnings says what a reader of the union must know.
func warnings(groups []*combined, renamed []string, left map[string]int, again int, set *results.Set) []results.Warning {
	var list []results.Warning
	warn := func(tasks int, format string, args ...any) {
		list = append(list, results.Warning{Text: fmt.Sprintf(format, args...), Tasks: tasks})
	}
	for _, label := range renamed {
		warn(0, "%s is another engine, or has other parameters, in each of the folders: it is called %s@FOLDER", label, label)
	}
	for _, kind := range slices.Sorted(maps.Keys(left)) {
		warn(0, "%s left out, on which not all engines that %s have tasks", corpora.Plural(left[kind], "version pair"), kind)
	}
	if again > 0 {
		warn(again, "tasks that are in several folders, with the same seed or of a deterministic engine, count once")
	}
	goals := map[Goal]bool{}
	for _, g := range groups {
		goals[g.plan.StopAt] = true
	}
	if len(goals) > 1 {
		warn(0, "the folders have different goals at which a task stops (stop_at): tests and differences of whole tasks are not comparable")
	}
	if counts := seedCounts(set); len(counts) > 1 {
		warn(0, "engines have different numbers of seeds on a pair: %s", strings.Join(counts, ", "))
	}
	for _, g := range groups {
		for _, w := range g.set.Warnings {
			if len(groups) > 1 {
				w.Text = g.name() + ": " + w.Text
			}
			list = append(list, w)
		}
	}
	return list
}

// seedCounts returns the numbers of tasks of randomised generating engines on a
// pair, as "10 (csg, dse)", by number.
func seedCounts(set *results.Set) []string {
	type cell struct {
		pair   results.PairOf
		engine string
	}
	tasks := map[cell]int{}
	for i := range set.Runs {
		if r := &set.Runs[i]; r.Kind == string(engines.Generate) && !r.Deterministic {
			tasks[cell{r.PairOf(), r.Engine}]++
		}
	}
	by := map[int]map[string]bool{}
	for c, n := range tasks {
		if by[n] == nil {
			by[n] = map[string]bool{}
		}
		by[n][c.engine] = true
	}
	var list []string
	for _, n := range slices.Sorted(maps.Keys(by)) {
		list = append(list, fmt.Sprintf("%d (%s)", n, strings.Join(slices.Sorted(maps.Keys(by[n])), ", ")))
	}
	return list
}
