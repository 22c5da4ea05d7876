package slurm_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/riftlab/rift/experiments/slurm"
)

// Submitting, asking and cancelling are tested with stand-ins for Slurm's commands by
// cmd/cli/testdata/script/slurm.txtar, and with Slurm itself by .ci/slurm.

func TestDuration(t *testing.T) {
	const minute, hour, day = time.Minute, time.Hour, 24 * time.Hour
	for text, want := range map[string]time.Duration{
		"90": 90 * minute, "1:30": minute + 30*time.Second, "2:00:05": 2*hour + 5*time.Second,
		"2-12": 2*day + 12*hour, "1-0:30": day + 30*minute, "1-2:03:04": day + 2*hour + 3*minute + 4*time.Second,
		"90m": 90 * minute, "2h30m": 150 * minute, "0-00:01:00": minute,
	} {
		if got, err := slurm.Duration(text); err != nil || got != want {
			t.Errorf("%q: %v, %v; want %v", text, got, err, want)
		}
	}
	for _, bad := range []string{"", "0", "0:00", "-5", "1-", "-1:00", "1:2:3:4", "1-2-3", "1:x", "soon", "-90m", "0s", "UNLIMITED", "1-1:1:1:1", "99999999999"} {
		if got, err := slurm.Duration(bad); err == nil {
			t.Errorf("%q: %v", bad, got)
		}
	}
}

func TestPart(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "slurm"), 0o777); err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, "slurm", name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("submission-1.json", `{"number":1,"name":"n","tasks":"0-4,8,10-12","pack":4,"arrays":[]}`)
	write("submission-2.json", `{"number":2,"name":"n","tasks":"0","pack":0}`)
	for text, want := range map[string]string{"1/0": "0-3", "1/1": "4,8,10-11", "1/2": "12"} {
		p, s, err := slurm.Part(dir, text)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := p.Tasks.MarshalText(); err != nil || string(got) != want || s.Number != 1 {
			t.Errorf("%s: %s, %v; want %s", text, got, err, want)
		}
	}
	for _, bad := range []string{"", "1", "1/3", "1/-1", "0/0", "2/0", "3/0", "1/0x", "01/0", "../1"} {
		if p, _, err := slurm.Part(dir, bad); err == nil {
			t.Errorf("%q: %v", bad, p)
		}
	}
}
