package report

import (
	"fmt"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/results/sidebyside"
)

// describe says how a run ended.
func describe(o *program.Outcome) string {
	switch o.Ending {
	case program.Exited:
		return fmt.Sprintf("exit status %d", o.Status)
	case program.Signaled:
		return fmt.Sprintf("signal %d", o.Status)
	case program.Faulted:
		if o.Fault != nil {
			return o.Fault.Error()
		}
		return "fault"
	case program.Waiting:
		return "waits for ever"
	case program.Stopped:
		if o.Fault != nil {
			return "stopped at " + o.Fault.Error()
		}
		return "stopped by the " + o.Limit + " limit"
	}
	return "assumption violated"
}

// compareOutcomes compares everything two runs show but how they ended.
func compareOutcomes(old, new *program.Outcome) []sidebyside.Stream {
	var out []sidebyside.Stream
	add := func(name string, a, b []byte) {
		if len(a) > 0 || len(b) > 0 {
			out = append(out, sidebyside.Compare(name, a, b))
		}
	}
	add("standard output", old.Stdout, new.Stdout)
	add("standard error", old.Stderr, new.Stderr)
	for _, name := range fileNames(old, new) {
		add("file "+name, fileData(old, name), fileData(new, name))
	}
	add("result", resultText(old), resultText(new))
	return out
}

func resultText(o *program.Outcome) []byte {
	if o.Result == nil {
		return nil
	}
	return []byte(o.Result.String())
}

func fileNames(old, new *program.Outcome) []string {
	var names []string
	seen := map[string]bool{}
	for _, o := range []*program.Outcome{old, new} {
		for _, f := range o.Files {
			if !seen[f.Name] {
				seen[f.Name] = true
				names = append(names, f.Name)
			}
		}
	}
	return names
}

func fileData(o *program.Outcome, name string) []byte {
	for _, f := range o.Files {
		if f.Name == name {
			return f.Data
		}
	}
	return nil
}
