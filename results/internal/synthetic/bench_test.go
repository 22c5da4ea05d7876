package synthetic

import (
	"io"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/riftlab/rift/results"
)

func open(b *testing.B) *results.Folder {
	b.Helper()
	dir := b.TempDir()
	if err := Write(dir, Many); err != nil {
		b.Fatal(err)
	}
	size := int64(0)
	names, err := filepath.Glob(filepath.Join(dir, "records", "*"))
	if err != nil {
		b.Fatal(err)
	}
	for _, n := range names {
		info, err := os.Stat(n)
		if err != nil {
			b.Fatal(err)
		}
		size += info.Size()
	}
	b.SetBytes(size)
	f, err := results.Open(dir)
	if err != nil {
		b.Fatal(err)
	}
	return f
}

func BenchmarkScan(b *testing.B) {
	f := open(b)
	for b.Loop() {
		if _, err := f.Scan(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLoad(b *testing.B) {
	f := open(b)
	records := 0
	x, err := f.Scan(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	if err := x.Each(b.Context(), func(*results.Record) error { records++; return nil }); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		set, err := f.Load(b.Context(), results.LoadOptions{})
		if err != nil {
			b.Fatal(err)
		}
		runtime.KeepAlive(set)
	}
	b.ReportMetric(float64(records), "records")
}

func BenchmarkCanonical(b *testing.B) {
	f := open(b)
	x, err := f.Scan(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if err := x.Canonical(b.Context(), io.Discard); err != nil {
			b.Fatal(err)
		}
	}
}
