package program

import (
	"encoding/binary"
	"encoding/json"
	"math"
	"strings"
	"testing"
)

// f4, f8 and f10 are floats as they lie in memory.
func f4(x float32) Bytes {
	return binary.LittleEndian.AppendUint32(nil, math.Float32bits(x))
}
func f8(x float64) Bytes { return b8(math.Float64bits(x)) }
func b8(w uint64) Bytes  { return binary.LittleEndian.AppendUint64(nil, w) }
func f10(se uint16, sig uint64) Bytes {
	return append(binary.LittleEndian.AppendUint16(b8(sig), se), make([]byte, 6)...)
}

func TestFloats(t *testing.T) {
	one := uint64(1) << 63
	nans := [3]Bytes{f4(float32(math.NaN())), b8(0x7FF8_0000_0000_0000), f10(0x7FFF, 3<<62)}
	negative := [3]Bytes{binary.LittleEndian.AppendUint32(nil, 0xFFC0_0001), b8(0xFFFF_FFFF_FFFF_FFFF), f10(0xFFFF, 3<<62|1)}
	zero := [3]Bytes{f4(0), f8(0), f10(0, 0)}
	minus := [3]Bytes{f4(float32(math.Copysign(0, -1))), f8(math.Copysign(0, -1)), f10(0x8000, 0)}
	largest := [3]Bytes{f4(math.MaxFloat32), f8(math.MaxFloat64), f10(0x7FFE, math.MaxUint64)}
	inf := [3]Bytes{f4(float32(math.Inf(1))), f8(math.Inf(1)), f10(0x7FFF, one)}
	tiny := [3]Bytes{f4(math.SmallestNonzeroFloat32), f8(5e-324), f10(0, 1)}
	below := [3]Bytes{f4(-math.SmallestNonzeroFloat32), f8(-5e-324), f10(0x8000, 1)}
	two := [3]Bytes{f4(2), f8(2), f10(0x4000, one)}
	less := [3]Bytes{f4(math.Nextafter32(2, 0)), f8(math.Nextafter(2, 0)), f10(0x3FFF, math.MaxUint64)}
	for _, c := range []struct {
		name             string
		a, b             [3]Bytes
		bits, value, ulp bool // the same; ulp with distance 2
	}{
		{"equal", two, two, true, true, true},
		{"NaNs", nans, negative, false, true, true},
		{"NaN and number", nans, two, false, false, false},
		{"NaN and infinity", nans, inf, false, false, false},
		{"zeros", zero, minus, false, true, true},
		{"across zero", tiny, below, false, false, true},
		{"across a power of two", two, less, false, false, true},
		{"infinity and the largest number", inf, largest, false, false, false},
		{"far", two, tiny, false, false, false},
	} {
		for i := range c.a {
			for _, r := range []struct {
				f    Floats
				want bool
			}{{Floats{Mode: FloatsByBits}, c.bits}, {Floats{}, c.value}, {Floats{FloatsByULP, 2}, c.ulp}} {
				if r.f.Same(c.a[i], c.b[i]) != r.want || r.f.Same(c.b[i], c.a[i]) != r.want {
					t.Errorf("%s, %d bytes: %v is not %t", c.name, len(c.a[i]), r.f, r.want)
				}
			}
		}
	}
	if (Floats{FloatsByULP, 1}).Same(tiny[1], below[1]) {
		t.Error("the smallest numbers on both sides of zero are two apart")
	}
	padded := f10(0x4000, one)
	padded[15] = 9
	if !(Floats{Mode: FloatsByBits}).Same(padded, two[2]) {
		t.Error("padding of a long double counts")
	}
}

func TestEquivalenceOfText(t *testing.T) {
	for _, c := range []struct {
		a, b        string
		bits, value bool
	}{
		{"x = -nan\n", "x = nan\n", false, true},
		{"nan -nan -NAN", "-nan nan NAN", false, true},
		{"-nan", "nan ", false, false},
		{"-0.0", "0.0", false, false},
		{"a-nan", "anan", false, false},
		{"1.5-nan", "1.5nan", false, false},
		{"-nanny", "nanny", false, false},
		{"--nan", "-nan", false, false},
	} {
		for _, r := range []struct {
			f    Floats
			want bool
		}{{Floats{Mode: FloatsByBits}, c.bits}, {Floats{}, c.value}, {Floats{FloatsByULP, 3}, c.value}} {
			q := Equivalence{Floats: r.f}
			for respect, o := range map[Difference][2]Outcome{
				DiffStdout: {{Stdout: Bytes(c.a)}, {Stdout: Bytes(c.b)}},
				DiffStderr: {{Stderr: Bytes(c.a)}, {Stderr: Bytes(c.b)}},
				DiffFiles:  {{Files: []File{{Data: Bytes(c.a)}}}, {Files: []File{{Data: Bytes(c.b)}}}},
			} {
				want := respect
				if r.want {
					want = Same
				}
				if got := q.Differ(&o[0], &o[1]); got != want {
					t.Errorf("%s: %q and %q: %q", r.f, c.a, c.b, got)
				}
			}
		}
	}
}

func TestDiffer(t *testing.T) {
	exclude := Equivalence{Undefined: ExcludeUndefined}
	overflow := &Outcome{Ending: Faulted, Fault: &Fault{Kind: FaultOverflow}}
	reached := &Outcome{Ending: Faulted, Fault: &Fault{Kind: FaultReached}}
	observed := func(name string, k ValueKind, b Bytes) *Outcome {
		return &Outcome{Observed: []Observation{{name, k, b}}}
	}
	result := func(k ValueKind, b Bytes) *Outcome { return &Outcome{Result: &Value{Name: "result", Kind: k, Data: b}} }
	cut := func(out, buffered string, seen ...Observation) *Outcome {
		return &Outcome{Ending: Stopped, Stdout: Bytes(out), Buffered: Bytes(buffered), Observed: seen}
	}
	fault := func(k FaultKind, out, buffered string) *Outcome {
		return &Outcome{Ending: Faulted, Fault: &Fault{Kind: k}, Stdout: Bytes(out), Buffered: Bytes(buffered)}
	}
	exit := func(out string, seen ...Observation) *Outcome { return &Outcome{Stdout: Bytes(out), Observed: seen} }
	x, y := Observation{"x", SignedValue, Bytes{1}}, Observation{"y", SignedValue, Bytes{1}}
	for _, c := range []struct {
		name string
		q    Equivalence
		a, b *Outcome
		want Difference
	}{
		{"cut, so far alike", Equivalence{}, cut("a", "b"), exit("abc"), DiffUndecided},
		{"cut, nothing collected", Equivalence{}, &Outcome{Ending: Stopped, Stdout: Bytes("x")}, exit(""), DiffUndecided},
		{"cut, printed more", Equivalence{}, cut("a", "bcd"), exit("abc"), DiffStdout},
		{"cut, printed else", Equivalence{}, exit("abc"), cut("", "x"), DiffStdout},
		{"cut in the sign of a NaN", Equivalence{}, exit("nan"), cut("", "-"), DiffUndecided},
		{"both cut", Equivalence{}, cut("a", ""), cut("b", ""), DiffUndecided},
		{"cut, the other faults", Equivalence{}, cut("a", ""), fault(FaultNull, "b", ""), DiffUndecided},
		{"cut, observed more", Equivalence{}, cut("", "", x, y), exit("", x), DiffObserved},
		{"cut, observed so far alike", Equivalence{}, cut("", "", x), exit("", x, y), DiffUndecided},
		{"printed before an error", Equivalence{}, fault(FaultOutOfBounds, "", "a"), fault(FaultOutOfBounds, "", "b"), DiffStdout},
		{"flushed or not before an error", Equivalence{}, fault(FaultOutOfBounds, "a", "b"), fault(FaultOutOfBounds, "ab", ""), Same},
		{"lost by a signal", Equivalence{}, fault(FaultNull, "", "a"), fault(FaultNull, "", "b"), Same},
		{"undefined, excluded", exclude, overflow, &Outcome{}, DiffIrrelevant},
		{"undefined in the other", exclude, &Outcome{}, overflow, DiffIrrelevant},
		{"undefined, cut", exclude, &Outcome{Ending: Stopped}, overflow, DiffIrrelevant},
		{"an error that is defined", exclude, reached, &Outcome{}, DiffEnding},
		{"undefined, reported", Equivalence{}, overflow, &Outcome{}, DiffEnding},
		{"more observed", Equivalence{}, observed("x", UnsignedValue, Bytes{1}), &Outcome{}, DiffObserved},
		{"other name", Equivalence{}, observed("x", UnsignedValue, Bytes{1}), observed("y", UnsignedValue, Bytes{1}), DiffObserved},
		{"observed integer", Equivalence{}, observed("x", UnsignedValue, Bytes{1}), observed("x", UnsignedValue, Bytes{2}), DiffObserved},
		{"signs of types", Equivalence{}, observed("x", UnsignedValue, Bytes{1}), observed("x", SignedValue, Bytes{1}), Same},
		{"float and integer", Equivalence{}, observed("x", UnsignedValue, f4(0)), observed("x", FloatValue, f4(0)), DiffObserved},
		{"observed zeros", Equivalence{}, observed("x", FloatValue, f8(0)), observed("x", FloatValue, b8(1<<63)), Same},
		{"integers are no floats", Equivalence{}, observed("x", UnsignedValue, f8(0)), observed("x", UnsignedValue, b8(1<<63)), DiffObserved},
		{"text has no float", Equivalence{}, observed("x", TextValue, Bytes("-nan")), observed("x", TextValue, Bytes("nan")), DiffObserved},
		{"result zeros", Equivalence{}, result(FloatValue, f8(0)), result(FloatValue, b8(1<<63)), Same},
		{"result bits", Exact(), result(FloatValue, f8(0)), result(FloatValue, b8(1<<63)), DiffResult},
		{"result bytes", Equivalence{}, result(UnknownValue, f8(0)), result(UnknownValue, b8(1<<63)), DiffResult},
	} {
		if got := c.q.Differ(c.a, c.b); got != c.want {
			t.Errorf("%s: %q, not %q", c.name, got, c.want)
		}
	}
}

func TestEquivalenceText(t *testing.T) {
	for text, want := range map[string]Floats{"bits": {Mode: FloatsByBits}, "value": {}, "ulp:0": {Mode: FloatsByULP}, "ulp:4": {FloatsByULP, 4}} {
		var f Floats
		if err := f.UnmarshalText([]byte(text)); err != nil || f != want || f.String() != text {
			t.Errorf("%s: %v, %v", text, f, err)
		}
	}
	for _, text := range []string{"", "ulp", "ulp:", "ulp:-1", "ulp:1.5", "ulp:99999999999999999999", "Value", "exact"} {
		var f Floats
		if err := f.UnmarshalText([]byte(text)); err == nil || !strings.Contains(err.Error(), "write") {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, u := range []UndefinedPolicy{ReportUndefined, WrapUndefined, ExcludeUndefined} {
		var got UndefinedPolicy
		if err := got.UnmarshalText([]byte(u.String())); err != nil || got != u {
			t.Errorf("%v: %v, %v", u, got, err)
		}
	}
	var u UndefinedPolicy
	if err := u.UnmarshalText([]byte("ignore")); err == nil || !strings.Contains(err.Error(), `"exclude"`) {
		t.Error(err)
	}
	q := Equivalence{Floats: Floats{FloatsByULP, 4}, Undefined: ExcludeUndefined}
	data, err := json.Marshal(q)
	if err != nil || string(data) != `{"floats":"ulp:4","undefined":"exclude"}` {
		t.Error(string(data), err)
	}
	var back Equivalence
	if err := json.Unmarshal(data, &back); err != nil || back != q {
		t.Error(back, err)
	}
	if q.String() != "--floats=ulp:4 --undefined=exclude" || (Equivalence{}).String() != "--floats=value --undefined=report" {
		t.Error(q, Equivalence{})
	}
}

func TestValueText(t *testing.T) {
	for _, c := range []struct {
		k    ValueKind
		b    Bytes
		want string
	}{
		{UnknownValue, Bytes{0xFF}, "-1"},
		{SignedValue, b8(math.MaxUint64), "-1"},
		{UnsignedValue, b8(math.MaxUint64), "18446744073709551615"},
		{UnknownValue, Bytes("abc"), `"abc"`},
		{TextValue, Bytes("abc"), "abc"},
		{FloatValue, f8(1.5), "1.5"},
		{FloatValue, f8(0.1), "0.1"},
		{FloatValue, f4(0.1), "0.1"},
		{FloatValue, f8(math.Copysign(0, -1)), "-0"},
		{FloatValue, f8(math.Inf(-1)), "-inf"},
		{FloatValue, b8(0xFFF8_0000_0000_0001), "nan(0xfff8000000000001)"},
		{FloatValue, f10(0x3FFF, 3<<62), "1.5"},
		{FloatValue, f10(0xBFFB, 0xCCCCCCCCCCCCCCCD), "-0.1"},
		{FloatValue, f10(0, 1), "3.6451995318824746025e-4951"},
		{FloatValue, f10(0x8000, 0), "-0"},
		{FloatValue, f10(0x7FFF, 1<<63), "inf"},
		{FloatValue, f10(0xFFFF, 3<<62), "nan(0xffffc000000000000000)"},
		{FloatValue, Bytes{1}, `"\x01"`},
		{PointerValue, nil, "null"},
		{PointerValue, append(b8(0), "s"...), "s"},
		{PointerValue, append(b8(3), "s"...), "s+3"},
		{PointerValue, append(b8(math.MaxUint64), "s"...), "s-1"},
	} {
		if got := c.k.Text(c.b); got != c.want {
			t.Errorf("%s % x: %q, not %q", c.k, []byte(c.b), got, c.want)
		}
	}
}

// Results of records that have no kind keep the bytes they had.
func TestResultJSON(t *testing.T) {
	for k, want := range map[ValueKind]string{
		UnknownValue: `{"name":"result","data":"\u0001"}`,
		FloatValue:   `{"name":"result","data":"\u0001","kind":"float"}`,
	} {
		data, err := json.Marshal(Value{Name: "result", Kind: k, Data: Bytes{1}})
		if err != nil || string(data) != want {
			t.Error(string(data), err)
		}
	}
}
