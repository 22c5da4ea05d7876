package difference

import (
	"fmt"
	"slices"
	"strings"

	"github.com/riftlab/rift/program"
)

// Summary says in words in which respects two outcomes differ.
func Summary(old, new *program.Outcome) string {
	var parts []string
	for _, a := range aspects(old, new) {
		if a.old != a.new {
			parts = append(parts, a.name)
		}
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

// aspect is something that both versions show.
type aspect struct{ name, old, new string }

// aspects lists what two outcomes show, without what neither has.
func aspects(old, new *program.Outcome) []aspect {
	list := []aspect{{"ending", ending(old), ending(new)}}
	add := func(name string, a, b []byte) {
		if len(a)+len(b) > 0 {
			list = append(list, aspect{name, string(a), string(b)})
		}
	}
	add("stdout", old.Stdout, new.Stdout)
	add("stderr", old.Stderr, new.Stderr)
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
			list = append(list, aspect{"file " + n, presence(isA), presence(isB)})
			continue
		}
		add("file "+n, a, b)
	}
	if old.Result != nil || new.Result != nil {
		list = append(list, aspect{"result", resultOf(old), resultOf(new)})
	}
	return list
}

func fileOf(o *program.Outcome, name string) ([]byte, bool) {
	i := slices.IndexFunc(o.Files, func(f program.File) bool { return f.Name == name })
	if i < 0 {
		return nil, false
	}
	return o.Files[i].Data, true
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
