// Package lease shares work among processes that see one folder and nothing else of each
// other: on one machine or on many, without locks and without clocks that agree.
//
// The work is numbered units. A process that wants to do some is a member: a file of the
// folder, its heartbeat, changes while it lives. A unit is claimed by creating its lease,
// a file that names the member and that only one can create (O_EXCL); it is done when the
// lease has been renamed to a marker. A member whose heartbeat is gone, or has not changed
// for as long as it promised by the clock of whoever looks, has expired, and others take
// its leases over. That is all that NFS of any version does.
//
// A member that was only slow may still be at work when another takes its unit. It learns
// so at its next heartbeat. Units must therefore be such that doing one twice does no harm;
// leases save work, they do not guard it.
package lease

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
)

// DefaultExpiry is how long a member may be silent before others take its units. It is
// longer than the attributes of files are cached by NFS as it is usually mounted, though
// whoever looks opens the file, which asks the server.
const DefaultExpiry = 45 * time.Second

// beatsPerExpiry is the number of heartbeats within the time of expiry.
const beatsPerExpiry = 6

// The beginnings of the names in the folder.
const (
	memberPrefix = "member-" // heartbeats
	leasePrefix  = "lease-"  // of units that a member works on
	donePrefix   = "done-"   // markers of units that are done
	stopPrefix   = "stop-"   // requests to members to end
	spoilPrefix  = "old-"    // leases of members that expired, on their way out
	draftPrefix  = ".draft-" // heartbeats being written
)

// State is what became of a claim.
type State int

// The states of a unit that was claimed.
const (
	Mine State = iota // the caller has the lease now
	Held              // a member that lives has it
	Done              // the unit was done before
)

// About is what the heartbeat of a member says.
type About struct {
	Name   string  `json:"-"`
	Host   string  `json:"host"`
	PID    int     `json:"pid"`
	Expiry float64 `json:"expiry_s"`        // seconds without a change after which it has expired
	Note   string  `json:"note,omitempty"`  // the caller's
	Units  []int   `json:"units,omitempty"` // at work on
	// Place and Born tell this process from all that have had its number: the machine as it
	// was started last with the namespace of processes, and when the process began.
	Place string `json:"place,omitempty"`
	Born  string `json:"born,omitempty"`
	Beat  int    `json:"beat"`
	// Silent is, for Members, how long ago the heartbeat was written, and Gone whether the
	// process is known to have ended.
	Silent time.Duration `json:"-"`
	Gone   bool          `json:"-"`
}

// Expired reports whether a member seems to have expired.
func (a *About) Expired() bool {
	return a.Gone || a.Silent.Seconds() > a.Expiry
}

// Member is a process that shares work. Its methods may be called from several goroutines.
type Member struct {
	dir  string
	quit context.CancelFunc
	gone sync.WaitGroup
	stop chan struct{} // closed when somebody wants the member to end

	mu    sync.Mutex
	about About
	held  map[int]func() // by unit, what is called if the lease is lost
	seen  map[string]sighting
	done  map[int]bool // units known to be done
}

// sighting is the last change of a heartbeat or of a lease without a name that was seen, by
// the clock of who saw it.
type sighting struct {
	content string
	at      time.Time
}

// Join makes the calling process a member, with a folder that is created if it is not there.
// Expiry is how long it may be silent; 0 is DefaultExpiry. The name of the machine and the
// note are told to who asks for members.
func Join(dir, host, note string, expiry time.Duration) (*Member, error) {
	if expiry <= 0 {
		expiry = DefaultExpiry
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("leases: %w", err)
	}
	m := &Member{
		dir: dir, stop: make(chan struct{}), held: map[int]func(){}, seen: map[string]sighting{}, done: map[int]bool{},
		about: About{Host: host, PID: os.Getpid(), Expiry: expiry.Seconds(), Note: note},
	}
	m.about.Name = strings.ToLower(rand.Text()[:12])
	m.about.Place = place()
	m.about.Born, _ = born(m.about.PID)
	if err := m.beat(); err != nil {
		return nil, err
	}
	ctx, quit := context.WithCancel(context.Background())
	m.quit = quit
	m.gone.Add(1)
	go m.live(ctx, expiry/beatsPerExpiry)
	return m, nil
}

// Stop is closed when somebody has asked the member to end (see Stop of the package).
func (m *Member) Stop() <-chan struct{} { return m.stop }

// Leave ends the membership: leases that are still held are given back.
func (m *Member) Leave() error {
	m.quit()
	m.gone.Wait()
	m.mu.Lock()
	defer m.mu.Unlock()
	var err error
	for unit := range m.held {
		err = errors.Join(err, m.release(unit))
	}
	os.Remove(filepath.Join(m.dir, stopPrefix+m.about.Name))
	if e := os.Remove(m.heartbeat(m.about.Name)); !errors.Is(e, fs.ErrNotExist) {
		err = errors.Join(err, e)
	}
	return err
}

func (m *Member) heartbeat(name string) string { return filepath.Join(m.dir, memberPrefix+name) }

func (m *Member) lease(unit int) string { return filepath.Join(m.dir, leasePrefix+strconv.Itoa(unit)) }

func (m *Member) marker(unit int) string { return filepath.Join(m.dir, donePrefix+strconv.Itoa(unit)) }

// Claim asks for the lease of a unit, at whatever its holder's death has left. Lost, which may
// be nil, is called, at most once and from another goroutine, if the lease is found to be
// another's while it is held.
func (m *Member) Claim(unit int, lost func()) (State, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.done[unit] {
		return Done, nil
	}
	if _, mine := m.held[unit]; mine {
		panic(fmt.Sprintf("lease: unit %d is claimed twice by one member", unit))
	}
	for {
		err := m.create(unit)
		if err == nil {
			break
		}
		if !errors.Is(err, fs.ErrExist) {
			return Held, err
		}
		free, err := m.expire(unit)
		if err != nil {
			return Held, err
		}
		if !free {
			return m.heldOrDone(unit)
		}
	}
	if m.isDone(unit) {
		return Done, m.remove(m.lease(unit))
	}
	if lost == nil {
		lost = func() {}
	}
	m.held[unit] = lost
	return Mine, nil
}

func (m *Member) heldOrDone(unit int) (State, error) {
	if m.isDone(unit) {
		return Done, nil
	}
	return Held, nil
}

func (m *Member) isDone(unit int) bool {
	if _, err := os.Stat(m.marker(unit)); err == nil {
		m.done[unit] = true
	}
	return m.done[unit]
}

// create makes the lease of a unit; an error that is fs.ErrExist says that there is one.
func (m *Member) create(unit int) error {
	var f *os.File
	err := m.again(func() (err error) {
		f, err = os.OpenFile(m.lease(unit), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
		return err
	})
	if err != nil {
		return fmt.Errorf("leases: %w", err)
	}
	_, err = f.WriteString(m.about.Name)
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("leases: %w", err)
	}
	return nil
}

// again does what makes a file; once more with a new folder if somebody has deleted it.
func (m *Member) again(makes func() error) error {
	err := makes()
	if errors.Is(err, fs.ErrNotExist) && os.MkdirAll(m.dir, 0o777) == nil {
		err = makes()
	}
	return err
}

// expire removes the lease of a unit if its holder has expired, and reports whether it is
// gone.
func (m *Member) expire(unit int) (bool, error) {
	path := m.lease(unit)
	holder, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil
	}
	if err != nil {
		return false, fmt.Errorf("leases: %w", err)
	}
	if !m.expired(string(holder), path) {
		return false, nil
	}
	// Only one of those who want it can rename it. If another did so, and made a lease of its
	// own, between the look and here, that one is given back.
	spoil := filepath.Join(m.dir, spoilPrefix+m.about.Name)
	if err := os.Rename(path, spoil); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return true, nil
		}
		return false, fmt.Errorf("leases: %w", err)
	}
	now, err := os.ReadFile(spoil)
	if err == nil && string(now) != string(holder) {
		os.Link(spoil, path) //nolint:errcheck // without it the unit is done twice, no worse
		return false, m.remove(spoil)
	}
	return true, m.remove(spoil)
}

// expired reports whether the holder of a lease has expired. A lease without a name is one
// whose holder died, or is about to write its name.
func (m *Member) expired(holder, path string) bool {
	if holder == "" {
		return m.unchanged(path, "", DefaultExpiry)
	}
	if holder == m.about.Name {
		return true // left behind by a claim that could not be given back
	}
	data, err := os.ReadFile(m.heartbeat(holder))
	if errors.Is(err, fs.ErrNotExist) {
		return true
	}
	a, ok := parse(holder, data)
	if err != nil || !ok {
		return m.unchanged(path, string(data), DefaultExpiry)
	}
	if a.gone() || m.unchanged(holder, string(data), time.Duration(a.Expiry*float64(time.Second))) {
		os.Remove(m.heartbeat(holder)) // its other leases are free at once
		return true
	}
	return false
}

// unchanged reports whether what is known by a name has been the same for some time.
func (m *Member) unchanged(name, content string, d time.Duration) bool {
	s, ok := m.seen[name]
	if !ok || s.content != content {
		m.seen[name] = sighting{content, time.Now()}
		return false
	}
	return time.Since(s.at) > d
}

func (m *Member) remove(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("leases: %w", err)
	}
	return nil
}

// Done marks a unit as done, whose lease the member has or had, and gives the lease back.
// What the unit has made must be where others find it.
func (m *Member) Done(unit int) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.held, unit)
	m.done[unit] = true
	err := os.Rename(m.lease(unit), m.marker(unit))
	if errors.Is(err, fs.ErrNotExist) {
		err = m.again(func() error { return os.WriteFile(m.marker(unit), nil, 0o666) })
	}
	if err != nil {
		return fmt.Errorf("leases: %w", err)
	}
	return nil
}

// Release gives the lease of a unit back that is not done.
func (m *Member) Release(unit int) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.release(unit)
}

func (m *Member) release(unit int) error {
	delete(m.held, unit)
	if !m.holds(unit) {
		return nil
	}
	return m.remove(m.lease(unit))
}

// holds reports whether the lease of a unit names the member.
func (m *Member) holds(unit int) bool {
	holder, err := os.ReadFile(m.lease(unit))
	return err == nil && string(holder) == m.about.Name
}

// Reopen takes the marker of a unit away that is not done after all.
func (m *Member) Reopen(unit int) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.done, unit)
	return Reopen(m.dir, unit)
}

// live writes heartbeats and looks after leases until ctx ends.
func (m *Member) live(ctx context.Context, every time.Duration) {
	defer m.gone.Done()
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	stopped := false
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		// A folder that cannot be written for a moment is no reason to end: if it lasts, others
		// take over.
		_ = m.beat()
		for _, lost := range m.lost() {
			lost()
		}
		if _, err := os.Stat(filepath.Join(m.dir, stopPrefix+m.about.Name)); err == nil && !stopped {
			stopped = true
			close(m.stop)
		}
	}
}

// beat writes the heartbeat, whole.
func (m *Member) beat() error {
	m.mu.Lock()
	m.about.Beat++
	m.about.Units = sortedUnits(m.held)
	data, err := json.Marshal(&m.about)
	m.mu.Unlock()
	if err != nil {
		panic("lease: a heartbeat has no JSON: " + err.Error())
	}
	draft := filepath.Join(m.dir, draftPrefix+m.about.Name)
	err = m.again(func() error { return os.WriteFile(draft, data, 0o666) })
	if err == nil {
		err = os.Rename(draft, m.heartbeat(m.about.Name))
	}
	if err != nil {
		os.Remove(draft)
		return fmt.Errorf("leases: %w", err)
	}
	return nil
}

// lost returns what is to be called for the leases that others have taken.
func (m *Member) lost() []func() {
	m.mu.Lock()
	defer m.mu.Unlock()
	var calls []func()
	for _, unit := range sortedUnits(m.held) {
		holder, err := os.ReadFile(m.lease(unit))
		switch {
		case err == nil && string(holder) == m.about.Name, err != nil && !errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil && !m.isDone(unit) && m.create(unit) == nil:
			continue // somebody has deleted it, and nobody has it
		}
		calls = append(calls, m.held[unit])
		delete(m.held, unit)
	}
	return calls
}
