package difference

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/riftlab/rift/program"
)

// Summary says in words in which respects the versions differ.
func (d *Difference) Summary() string { return respects(d.equivalence(), d.Old, d.New) }

// equivalence is the task's, or the default for a difference that was read back.
func (d *Difference) equivalence() program.Equivalence {
	if d.Round == nil || d.Round.Task == nil {
		return program.Equivalence{}
	}
	return d.Round.Task.Equivalence
}

// maxNamed bounds the respects that a summary names.
const maxNamed = 5

func respects(q program.Equivalence, old, new *program.Outcome) string {
	var parts []string
	for _, a := range aspects(q, old, new) {
		if !a.same {
			parts = append(parts, a.name)
		}
	}
	if n := len(parts) - maxNamed; n > 1 {
		parts = append(parts[:maxNamed], fmt.Sprintf("%d more", n))
	}
	switch n := len(parts); n {
	case 0:
		return "no respect differs"
	case 1:
		return parts[0] + " differs"
	default:
		return strings.Join(parts[:n-1], ", ") + " and " + parts[n-1] + " differ"
	}
}

// aspect is something that both versions show, and whether it counts as the same.
type aspect struct {
	name, old, new string
	same           bool
	observed       bool
	note           bool // old is said of both versions, in words
}

// aspects lists what two outcomes show, without what neither has: ending, text,
// files, and each observed value.
func aspects(q program.Equivalence, old, new *program.Outcome) []aspect {
	list := []aspect{{name: "ending", old: ending(old), new: ending(new), same: ending(old) == ending(new)}}
	add := func(name string, a, b []byte) {
		if len(a)+len(b) > 0 {
			list = append(list, aspect{name: name, old: string(a), new: string(b), same: q.Floats.SameText(a, b)})
		}
	}
	add("stdout", old.Stdout, new.Stdout)
	if last := &list[len(list)-1]; last.name == "stdout" && old.Cut() != new.Cut() {
		cut, whole := old.Stdout, new.Stdout
		if new.Cut() {
			cut, whole = whole, cut
		}
		last.same = bytes.HasPrefix(whole, cut)
	}
	add("stderr", old.Stderr, new.Stderr)
	if len(old.Stderr)+len(new.Stderr) > 0 {
		list[len(list)-1].same = q.SameStderr(old, new)
	}
	var names []string
	for _, f := range slices.Concat(old.Files, new.Files) {
		if !slices.Contains(names, f.Name) {
			names = append(names, f.Name)
		}
	}
	slices.Sort(names)
	for _, n := range names {
		a, isA := fileOf(old, n)
		b, isB := fileOf(new, n)
		if isA != isB {
			list = append(list, aspect{name: "file " + n, old: presence(isA), new: presence(isB)})
			continue
		}
		add("file "+n, a.Data, b.Data)
		if a.Link != b.Link || a.Mode != b.Mode {
			list = append(list, aspect{name: "mode of " + n, old: modeText(&a), new: modeText(&b)})
		}
	}
	list = append(list, observed(q, old.Observed, new.Observed)...)
	if old.Result != nil || new.Result != nil {
		a, b := program.Outcome{Result: old.Result}, program.Outcome{Result: new.Result}
		list = append(list, aspect{name: "result", old: resultOf(old), new: resultOf(new), same: q.Differ(&a, &b) == program.Same})
	}
	return list
}

// observed lists observed values: those of the same name and number under it beside
// each other, in the order of the new version, and then what only the old one has.
func observed(q program.Equivalence, old, new []program.Observation) []aspect {
	type key struct {
		name string
		nth  int
	}
	index := map[key]*program.Observation{}
	seen := map[string]int{}
	for i := range old {
		o := &old[i]
		index[key{o.Name, seen[o.Name]}] = o
		seen[o.Name]++
	}
	var list []aspect
	clear(seen)
	for i := range new {
		n := &new[i]
		k := key{n.Name, seen[n.Name]}
		seen[n.Name]++
		if o := index[k]; o != nil {
			list = append(list, aspect{name: n.Name, old: o.Text(), new: n.Text(), same: q.SameObservation(o, n), observed: true})
			delete(index, k)
		} else {
			list = append(list, aspect{name: n.Name, old: notReached, new: n.Text(), observed: true})
		}
	}
	for i := range old {
		o := &old[i]
		if seen[o.Name]--; seen[o.Name] < 0 {
			list = append(list, aspect{name: o.Name, old: o.Text(), new: notReached, observed: true})
		}
	}
	return list
}

// notReached is shown of a value that a run did not get to.
const notReached = "(not reached)"

func fileOf(o *program.Outcome, name string) (program.File, bool) {
	i := slices.IndexFunc(o.Files, func(f program.File) bool { return f.Name == name })
	if i < 0 {
		return program.File{}, false
	}
	return o.Files[i], true
}

// modeText returns the permissions of a file as chmod has them.
func modeText(f *program.File) string {
	if f.Link {
		return "a link"
	}
	return fmt.Sprintf("%04o", f.StatMode()&0o7777)
}

func presence(is bool) string {
	if is {
		return "changed"
	}
	return "unchanged"
}

func resultOf(o *program.Outcome) string {
	if o.Result == nil {
		return "none"
	}
	v := *o.Result
	v.Name = ""
	return strings.TrimPrefix(v.String(), "=")
}

// ending says how a run ended; the place of an error is no part of it, for it
// moves with the source.
func ending(o *program.Outcome) string {
	switch {
	case o.Fault != nil:
		s := string(o.Fault.Kind)
		if o.Fault.Func != "" {
			s += " in " + o.Fault.Func
		}
		return s
	case o.Ending == program.Stopped:
		return "limit of " + o.Limit
	}
	return fmt.Sprintf("%s %d", o.Ending, o.Status)
}
