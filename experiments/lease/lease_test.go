package lease_test

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/riftlab/rift/experiments/lease"
)

// The test binary is also a member that claims units and waits to be killed.
const roleVariable = "LEASE_TEST_FOLDER"

func TestMain(m *testing.M) {
	if dir := os.Getenv(roleVariable); dir != "" {
		member, err := lease.Join(dir, "here", "victim", 0)
		for unit := range 3 {
			state, e := member.Claim(unit, nil)
			if err = errors.Join(err, e); err == nil && state != lease.Mine {
				err = fmt.Errorf("unit %d: %v", unit, state)
			}
		}
		fmt.Println("ready", err)
		select {}
	}
	os.Exit(m.Run())
}

func join(t *testing.T, dir string, expiry time.Duration) *lease.Member {
	t.Helper()
	m, err := lease.Join(dir, "here", t.Name(), expiry)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := m.Leave(); err != nil {
			t.Error(err)
		}
	})
	return m
}

func claim(t *testing.T, m *lease.Member, unit int, want lease.State) {
	t.Helper()
	if got, err := m.Claim(unit, nil); err != nil || got != want {
		t.Fatalf("claim of unit %d: %v, %v; want %v", unit, got, err, want)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// eventually waits until a condition holds.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for range 3000 {
		if ok() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("never: " + what)
}

func TestUnits(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "leases")
	a, b := join(t, dir, 0), join(t, dir, 0)
	claim(t, a, 1, lease.Mine)
	claim(t, b, 1, lease.Held)
	claim(t, b, 2, lease.Mine)
	must(t, a.Release(1))
	claim(t, b, 1, lease.Mine)
	must(t, b.Done(1))
	claim(t, a, 1, lease.Done)
	claim(t, a, 1, lease.Done) // without a look at the folder
	claim(t, b, 1, lease.Done)
	if done, err := lease.DoneUnits(dir); err != nil || len(done) != 1 || !done[1] {
		t.Errorf("done: %v, %v", done, err)
	}
	must(t, b.Reopen(1))
	claim(t, b, 1, lease.Mine)
	c := join(t, dir, 0)
	claim(t, c, 1, lease.Held)
	must(t, c.Release(1)) // another's: it stays
	claim(t, c, 1, lease.Held)
}

// A member that leaves gives back what it has.
func TestLeave(t *testing.T) {
	dir := t.TempDir()
	a, err := lease.Join(dir, "here", "", 0)
	must(t, err)
	claim(t, a, 7, lease.Mine)
	must(t, a.Leave())
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}

// Each unit is done by one of many.
func TestMany(t *testing.T) {
	dir := t.TempDir()
	const members, units = 6, 150
	var did [units]atomic.Int32
	var all sync.WaitGroup
	for range members {
		m := join(t, dir, 0)
		all.Go(func() {
			for left := true; left; {
				left = false
				for unit := range units {
					state, err := m.Claim(unit, func() { t.Errorf("unit %d was lost", unit) })
					if err == nil && state == lease.Mine {
						did[unit].Add(1)
						err = m.Done(unit)
					}
					if err != nil {
						t.Error(err)
						return
					}
					left = left || state == lease.Held
				}
			}
		})
	}
	all.Wait()
	for unit := range units {
		if n := did[unit].Load(); n != 1 {
			t.Errorf("unit %d was done %d times", unit, n)
		}
	}
}

// What a killed process of this machine had is free at once.
func TestKilled(t *testing.T) {
	dir := t.TempDir()
	victim := exec.Command(os.Args[0])
	victim.Env = append(os.Environ(), roleVariable+"="+dir)
	out, err := victim.StdoutPipe()
	must(t, err)
	must(t, victim.Start())
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || line != "ready <nil>\n" {
		t.Fatalf("the victim says %q, %v", line, err)
	}
	m := join(t, dir, 0)
	claim(t, m, 0, lease.Held)
	must(t, victim.Process.Kill())
	victim.Wait() //nolint:errcheck // it was killed
	for _, a := range members(t, dir) {
		if a.PID == victim.Process.Pid && (!a.Gone || !a.Expired() || a.Note != "victim") {
			t.Errorf("member %+v", a)
		}
	}
	for unit := range 3 {
		claim(t, m, unit, lease.Mine)
	}
	if all := members(t, dir); len(all) != 1 {
		t.Errorf("members: %+v", all)
	}
}

func members(t *testing.T, dir string) []lease.About {
	t.Helper()
	all, err := lease.Members(dir)
	must(t, err)
	return all
}

// A member of another machine has expired when its heartbeat has not changed for as long as
// it promised, by the clock of who looks.
func TestExpired(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) { must(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666)) }
	beat := 0
	alive := func() {
		beat++
		write("member-far", fmt.Sprintf(`{"host":"elsewhere","pid":1,"place":"another","born":"1","expiry_s":0.3,"beat":%d}`, beat))
	}
	alive()
	write("lease-1", "far")
	write("lease-2", "far")
	write("lease-3", "nobody") // who left without giving it back
	m := join(t, dir, 0)
	claim(t, m, 3, lease.Mine)
	for range 10 { // the file changes: it lives
		claim(t, m, 1, lease.Held)
		time.Sleep(50 * time.Millisecond)
		alive()
	}
	eventually(t, "the unit is free", func() bool {
		state, err := m.Claim(1, nil)
		must(t, err)
		return state == lease.Mine
	})
	claim(t, m, 2, lease.Mine) // the member is known to have expired
}

// A member that was taken for dead learns so; one whose lease was deleted makes it again.
func TestLost(t *testing.T) {
	dir := t.TempDir()
	m := join(t, dir, 300*time.Millisecond)
	var lost [4]atomic.Bool
	for unit := range lost {
		if state, err := m.Claim(unit, func() { lost[unit].Store(true) }); err != nil || state != lease.Mine {
			t.Fatal(state, err)
		}
	}
	must(t, os.Remove(filepath.Join(dir, "lease-1")))
	must(t, os.WriteFile(filepath.Join(dir, "lease-2"), []byte("other"), 0o666))
	must(t, os.Rename(filepath.Join(dir, "lease-3"), filepath.Join(dir, "done-3"))) // by another
	eventually(t, "the member learns", func() bool { return lost[2].Load() && lost[3].Load() })
	eventually(t, "the lease is there again", func() bool {
		_, err := os.Stat(filepath.Join(dir, "lease-1"))
		return err == nil
	})
	if lost[0].Load() || lost[1].Load() {
		t.Error("units 0 and 1 were not lost")
	}
	must(t, m.Release(2))
	if data, err := os.ReadFile(filepath.Join(dir, "lease-2")); err != nil || string(data) != "other" {
		t.Errorf("the other's lease: %q, %v", data, err)
	}
}

// The folder may be deleted at any time.
func TestDeleted(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "leases")
	m := join(t, dir, 200*time.Millisecond)
	claim(t, m, 1, lease.Mine)
	must(t, os.RemoveAll(dir))
	claim(t, m, 2, lease.Mine)
	must(t, os.RemoveAll(dir))
	must(t, m.Done(1))
	must(t, m.Release(2))
	claim(t, m, 1, lease.Done)
	claim(t, m, 2, lease.Mine)
	must(t, os.RemoveAll(dir))
	eventually(t, "the member is there again", func() bool { return len(members(t, dir)) == 1 })
}

func TestStop(t *testing.T) {
	dir := t.TempDir()
	a, b := join(t, dir, 200*time.Millisecond), join(t, dir, 200*time.Millisecond)
	must(t, os.WriteFile(filepath.Join(dir, "member-far"), []byte(`{"host":"elsewhere","pid":1,"expiry_s":10,"beat":1}`), 0o666))
	old := time.Now().Add(-time.Hour)
	must(t, os.Chtimes(filepath.Join(dir, "member-far"), old, old))
	asked, err := lease.Stop(dir)
	if err != nil || len(asked) != 2 || slices.ContainsFunc(asked, func(a lease.About) bool { return a.Host == "elsewhere" }) {
		t.Errorf("asked %+v, %v", asked, err)
	}
	for _, m := range []*lease.Member{a, b} {
		select {
		case <-m.Stop():
		case <-time.After(time.Minute):
			t.Fatal("the member does not learn that it is to end")
		}
	}
}

// A folder of leases goes when nobody is a member any more.
func TestClear(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "leases")
	m, err := lease.Join(dir, "here", "", 0)
	must(t, err)
	claim(t, m, 1, lease.Mine)
	must(t, m.Done(1))
	lease.Clear(dir)
	claim(t, join(t, dir, 0), 1, lease.Done)
	must(t, m.Leave())
	if len(members(t, dir)) != 1 {
		t.Error("one member is left")
	}
	lease.Clear(filepath.Join(dir, "none"))
}
