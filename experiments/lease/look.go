package lease

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Members returns the members of a folder in the order of their names, those that ended
// without leaving included. A folder that does not exist has none.
func Members(dir string) ([]About, error) {
	names, err := namesWith(dir, memberPrefix)
	if err != nil {
		return nil, err
	}
	var all []About
	now := time.Now()
	if len(names) > 0 {
		now = clockOf(dir)
	}
	for _, name := range names {
		path := filepath.Join(dir, memberPrefix+name)
		data, err := os.ReadFile(path)
		if err != nil {
			continue // it has left
		}
		a, ok := parse(name, data)
		info, err := os.Stat(path)
		if !ok || err != nil {
			continue
		}
		a.Silent, a.Gone = max(0, now.Sub(info.ModTime())), a.gone()
		all = append(all, a)
	}
	return all, nil
}

// clockOf returns the time by the clock that the files of a folder have theirs from, which may
// be a server's; by this machine's if nothing can be written there.
func clockOf(dir string) time.Time {
	f, err := os.CreateTemp(dir, ".now-")
	if err != nil {
		return time.Now()
	}
	defer os.Remove(f.Name())
	defer f.Close()
	if info, err := f.Stat(); err == nil {
		return info.ModTime()
	}
	return time.Now()
}

// DoneUnits returns the units that are marked as done.
func DoneUnits(dir string) (map[int]bool, error) {
	names, err := namesWith(dir, donePrefix)
	if err != nil {
		return nil, err
	}
	done := make(map[int]bool, len(names))
	for _, name := range names {
		if n, err := strconv.Atoi(name); err == nil {
			done[n] = true
		}
	}
	return done, nil
}

// Reopen takes the marker of a unit away that is not done after all.
func Reopen(dir string, unit int) error {
	if err := os.Remove(filepath.Join(dir, donePrefix+strconv.Itoa(unit))); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("leases: %w", err)
	}
	return nil
}

// Stop asks the members of a folder that have not expired to end, and returns them. They do
// at their next heartbeat.
func Stop(dir string) ([]About, error) {
	all, err := Members(dir)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(a About) bool { return a.Expired() })
	for _, a := range all {
		if err := os.WriteFile(filepath.Join(dir, stopPrefix+a.Name), nil, 0o666); err != nil {
			return nil, fmt.Errorf("leases: %w", err)
		}
	}
	return all, nil
}

// Clear removes a folder of leases when all of its work is done, unless a member
// lives. What it cannot remove stays.
func Clear(dir string) {
	all, err := Members(dir)
	if err != nil || slices.ContainsFunc(all, func(a About) bool { return !a.Expired() }) {
		return
	}
	os.RemoveAll(dir)
}

// namesWith returns the rest of the names in a folder that begin with prefix, sorted.
func namesWith(dir, prefix string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("leases: %w", err)
	}
	var names []string
	for _, e := range entries {
		if name, ok := strings.CutPrefix(e.Name(), prefix); ok {
			names = append(names, name)
		}
	}
	return names, nil
}

// parse reads a heartbeat.
func parse(name string, data []byte) (About, bool) {
	a := About{Name: name}
	if json.Unmarshal(data, &a) != nil || a.Expiry <= 0 {
		return a, false
	}
	return a, true
}

// gone reports whether the process of a member is known to have ended: it was one of this
// machine, since it was started last, and is not there any more.
func (a *About) gone() bool {
	here := place()
	if here == "" || a.Place != here || a.Born == "" {
		return false
	}
	now, ok := born(a.PID)
	return !ok || now != a.Born
}

// place names this machine, as it was started last, and the namespace of processes; "" if
// that cannot be told.
func place() string {
	boot, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return ""
	}
	space, err := os.Readlink("/proc/self/ns/pid")
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(boot)) + " " + space
}

// born returns when a process of this machine began, in ticks since the machine did; false if
// it has ended, or nobody knows.
func born(pid int) (string, bool) {
	data, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return "", false
	}
	// The command's name, in parentheses, may contain anything.
	fields := strings.Fields(string(data[strings.LastIndexByte(string(data), ')')+1:]))
	if len(fields) < 20 || fields[0] == "Z" || fields[0] == "X" {
		return "", false
	}
	return fields[19], true
}

func sortedUnits(held map[int]func()) []int { return slices.Sorted(maps.Keys(held)) }
