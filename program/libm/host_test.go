package libm_test

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/big"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"github.com/riftlab/rift/program/libm"
)

// The host's C library is a few units in the last place away at most; how often, and
// how far, "go test -v -run TestHost" tells (more draws with RIFT_LIBM).
func TestHost(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("long double has another format here")
	}
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("missing: gcc, which makes the program that calls the library")
	}
	program := filepath.Join(t.TempDir(), "host")
	if out, err := exec.Command("gcc", "-O1", "-fno-builtin", "-o", program, "testdata/host.c", "-lm").CombinedOutput(); err != nil {
		t.Fatalf("testdata/host.c: %v\n%s", err, out)
	}
	names := make([]string, 0, len(functions))
	for name := range functions {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		for _, s := range shapes {
			hostOn(t, program, name, s)
		}
	}
}

func hostOn(t *testing.T, host, name string, s shape) {
	t.Helper()
	fn, n := functions[name], points(t)
	r := rand.New(rand.NewPCG(uint64(fn), uint64(s.prec)+1000))
	var in bytes.Buffer
	xs, ys := make([]libm.Number, n), make([]libm.Number, n)
	for i := range n {
		xs[i], ys[i] = s.arguments(fn, r)
		var b [64]byte
		binary.LittleEndian.PutUint32(b[:], uint32(fn))
		binary.LittleEndian.PutUint32(b[4:], uint32(s.prec))
		storeExtended(b[16:], xs[i])
		storeExtended(b[32:], ys[i])
		in.Write(b[:])
	}
	cmd := exec.Command(host)
	cmd.Stdin = &in
	out, err := cmd.Output()
	if err != nil || len(out) != 64*n {
		t.Fatalf("%s: %v, %d bytes", name, err, len(out))
	}
	differ, most := 0, 0.0
	for i := range n {
		got := libm.Eval(fn, s.format, xs[i], ys[i])
		theirs := loadExtended(out[64*i+48:])
		if got == theirs {
			continue
		}
		differ++
		d := s.ulps(got, theirs)
		most = max(most, d)
		if d > 16 && name != "lgamma" { // beside its zeros libraries lose more
			t.Errorf("%s of %s %+v, %+v: %+v, the host says %+v", name, s.name, xs[i], ys[i], got, theirs)
		}
	}
	t.Logf("%s of %s: the host differs on %.3f%% of %d, by at most %g", name, s.name, 100*float64(differ)/float64(n), n, most)
}

// ulps is how many units in the last place of x lie between x and y.
func (s shape) ulps(x, y libm.Number) float64 {
	if x.Class == libm.NaN && y.Class == libm.NaN {
		return 0
	}
	if x.Class > libm.Finite || y.Class > libm.Finite {
		return math.Inf(1)
	}
	d := new(big.Float).Sub(exactly(x), exactly(y))
	e := max(x.Exp, s.min)
	if x.Class == libm.Zero {
		e = s.min
	}
	v, _ := d.SetMantExp(d.Abs(d), int(s.prec)-1-e).Float64()
	return v
}

func storeExtended(b []byte, x libm.Number) {
	sig, exp := x.Sig, 0
	switch {
	case x.Class == libm.Finite && x.Exp < -16382:
		sig >>= uint(-16382 - x.Exp)
	case x.Class == libm.Finite:
		exp = x.Exp + 16383
	case x.Class == libm.Inf:
		sig, exp = 1<<63, 0x7fff
	}
	if x.Neg {
		exp |= 0x8000
	}
	binary.LittleEndian.PutUint64(b, sig)
	binary.LittleEndian.PutUint16(b[8:], uint16(exp))
}

func loadExtended(b []byte) libm.Number {
	sig, exp := binary.LittleEndian.Uint64(b), int(binary.LittleEndian.Uint16(b[8:]))
	neg := exp&0x8000 != 0
	exp &= 0x7fff
	switch {
	case exp == 0x7fff && sig<<1 == 0:
		return libm.Number{Class: libm.Inf, Neg: neg}
	case exp == 0x7fff:
		return libm.Number{Class: libm.NaN, Neg: neg}
	case sig == 0:
		return libm.Number{Neg: neg}
	}
	f := new(big.Float).SetUint64(sig)
	x := shapes[2].round(f.SetMantExp(f, max(exp, 1)-16383-63))
	x.Neg = neg
	return x
}
