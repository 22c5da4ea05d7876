package extarith

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/riftlab/rift/program"
)

// operand draws numbers that exercise rounding: special values, subnormals,
// close exponents, few or many significant bits.
func operand(r *rand.Rand) Extended {
	sig := r.Uint64() | topBit
	if r.IntN(3) == 0 {
		sig = topBit | 1<<uint(r.IntN(63)) | uint64(r.IntN(3))
	}
	se := uint16(bias + r.IntN(140) - 70)
	switch r.IntN(12) {
	case 0:
		return []Extended{zero(false), zero(true), inf(false), inf(true), FromInt64(1), NaN()}[r.IntN(6)]
	case 1:
		se = uint16(1 + r.IntN(3))
	case 2:
		se, sig = 0, sig&^topBit>>uint(r.IntN(60))
	case 3:
		se = uint16(expMask - 1 - r.IntN(3))
	case 4:
		se = uint16(bias - 1080 + r.IntN(140))
	case 5:
		se = uint16(bias + 1000 + r.IntN(40))
	}
	return Extended{sig, se | uint16(r.IntN(2))<<15}
}

func show(x Extended) string { return fmt.Sprintf("%x %x", x.Sig, x.SE) }

func show128(x Int128) string { return fmt.Sprintf("%x %x", x.Lo, x.Hi) }

type oracleCase struct {
	in, want string
}

func buildCases(r *rand.Rand, n int) []oracleCase {
	var cases []oracleCase
	add := func(op string, a, b Extended, got string) {
		cases = append(cases, oracleCase{fmt.Sprintf("%s %x %x %x %x", op, a.Sig, a.SE, b.Sig, b.SE), got})
	}
	flag := func(b bool) int {
		if b {
			return 1
		}
		return 0
	}
	for range n {
		a, b := operand(r), operand(r)
		add("add", a, b, show(a.Add(b)))
		add("sub", a, b, show(a.Sub(b)))
		add("mul", a, b, show(a.Mul(b)))
		add("div", a, b, show(a.Div(b)))
		add("sqrt", a, b, show(a.Sqrt()))
		add("floor", a, b, show(MathL(program.MathFloor, a, b)))
		add("ceil", a, b, show(MathL(program.MathCeil, a, b)))
		add("round", a, b, show(MathL(program.MathRound, a, b)))
		add("rint", a, b, show(MathL(program.MathRint, a, b)))
		if !a.IsNaN() && !b.IsNaN() {
			add("next", a, b, show(MathL(program.MathNextafter, a, b)))
		}
		add("cmp", a, b, fmt.Sprintf("%d%d%d", flag(a.Lt(b)), flag(a.Le(b)), flag(a.Eq(b))))
		add("todouble", a, b, strconv.FormatUint(math.Float64bits(a.Float64()), 16))
		add("tofloat", a, b, strconv.FormatUint(uint64(math.Float32bits(a.Float32())), 16))
		add("toint", a, b, strconv.FormatUint(uint64(a.Int64()), 16))
		u := r.Uint64() >> uint(r.IntN(64))
		word := Extended{Sig: u}
		add("fromint", word, b, show(FromInt64(int64(u))))
		add("fromuint", word, b, show(FromUint64(u)))
		d := math.Float64frombits(r.Uint64())
		add("fromdouble", Extended{Sig: math.Float64bits(d)}, b, show(FromFloat64(d)))
		cases = append(cases, textCases(r, a, d)...)
		cases = append(cases, int128Cases(r)...)
	}
	return cases
}

func textCases(r *rand.Rand, a Extended, d float64) []oracleCase {
	var cases []oracleCase
	if a.IsNaN() || math.IsNaN(d) {
		return nil
	}
	for _, conv := range "aefgEG" {
		for _, alt := range []string{"", "#"} {
			prec := r.IntN(22) - 1
			var flags FormatFlags
			if alt != "" {
				flags = Alternate
			}
			minus := func(neg bool, s string) string {
				if neg {
					return "-" + s
				}
				return s
			}
			if conv == 'a' && prec >= 0 && prec < 15 {
				// glibc rounds %La with a precision in its own way; only
				// the exact form is promised.
				prec = -1
			}
			cases = append(cases, oracleCase{
				fmt.Sprintf("%%%s.*L%c %x %x 0 %x", alt, conv, a.Sig, a.SE, uint64(int64(prec))),
				minus(a.Signbit(), Format(a, byte(conv), prec, flags))})
			cases = append(cases, oracleCase{
				fmt.Sprintf("$%s.*%c %x 0 0 %x", alt, conv, math.Float64bits(d), uint64(int64(prec))),
				minus(math.Signbit(d), Format(FromFloat64(d), byte(conv), prec, flags|Double))})
		}
	}
	return cases
}

func int128Cases(r *rand.Rand) []oracleCase {
	draw := func() Int128 {
		return Int128{r.Uint64(), r.Uint64()}.LShr(uint(r.IntN(128)))
	}
	x, y := draw(), draw()
	if r.IntN(2) == 0 {
		x = x.Neg()
	}
	if r.IntN(2) == 0 {
		y = y.Neg()
	}
	if y == (Int128{}) {
		y.Lo = 1
	}
	uq, ur := x.UDivRem(y)
	sq, sr := x.SDivRem(y)
	line := func(op string) string { return fmt.Sprintf("%s %x %x %x %x", op, x.Lo, x.Hi, y.Lo, y.Hi) }
	return []oracleCase{
		{line("mul128"), show128(x.Mul(y))},
		{line("udiv128"), show128(uq)}, {line("urem128"), show128(ur)},
		{line("sdiv128"), show128(sq)}, {line("srem128"), show128(sr)},
		{line("ld128"), show(x.Extended(true))},
	}
}

func TestAgainstGCC(t *testing.T) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("gcc is not installed: the arithmetic is not compared with the hardware's")
	}
	bin := filepath.Join(t.TempDir(), "oracle")
	if out, err := exec.Command(gcc, "-O0", "-o", bin, "testdata/oracle.c", "-lm").CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	cases := buildCases(rand.New(rand.NewPCG(1, 2)), 400)
	var in strings.Builder
	for _, c := range cases {
		in.WriteString(c.in + "\n")
	}
	cmd := exec.Command(bin)
	cmd.Stdin = strings.NewReader(in.String())
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if len(lines) != len(cases) {
		t.Fatalf("%d answers for %d questions", len(lines), len(cases))
	}
	bad := 0
	for i, c := range cases {
		if lines[i] != c.want {
			if bad++; bad < 20 {
				t.Errorf("%s: got %s, gcc says %s", c.in, c.want, lines[i])
			}
		}
	}
	t.Logf("%d cases, %d disagree", len(cases), bad)
}

func TestParseAgreesWithStrconv(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 20000 {
		var s string
		if r.IntN(2) == 0 {
			s = strconv.FormatFloat(math.Float64frombits(r.Uint64()&^(1<<63)), 'e', r.IntN(25), 64)
		} else {
			s = fmt.Sprintf("%d.%de%d", r.IntN(1000), r.Uint64(), r.IntN(700)-350)
		}
		if strings.Contains(s, "N") || strings.Contains(s, "I") {
			continue
		}
		want64, _ := strconv.ParseFloat(s, 64)
		want32, _ := strconv.ParseFloat(s, 32)
		if got, n, _ := ParseFloat64(s); got != want64 || n != len(s) {
			t.Fatalf("ParseFloat64(%q) = %v (%d bytes), want %v", s, got, n, want64)
		}
		if got, _, _ := ParseFloat32(s); got != float32(want32) {
			t.Fatalf("ParseFloat32(%q) = %v, want %v", s, got, want32)
		}
	}
}

func TestParsePrefix(t *testing.T) {
	tests := []struct {
		in       string
		consumed int
		want     string
		rng      bool
	}{
		{"", 0, "", false}, {"abc", 0, "", false}, {".", 0, "", false}, {"-", 0, "", false},
		{"1", 1, "1", false}, {"+1.5e", 4, "1.5", false}, {"1e+", 1, "1", false}, {"1e5x", 3, "100000", false},
		{"0x", 1, "0", false}, {"0x1p", 3, "1", false}, {"0x.8p1", 6, "1", false}, {"0x1.8p+1z", 8, "3", false},
		{"inf", 3, "inf", false}, {"INFINITYx", 8, "inf", false}, {"nan(12)", 7, "nan", false}, {"nan(1", 3, "nan", false},
		{"1e999", 5, "inf", true}, {"1e-999", 6, "0", true}, {"1e99999999999999", 16, "inf", true},
		{"0e99999999999999", 16, "0", false}, {"4.9e-324", 8, "4.94066e-324", true}, {"2.2250738585072014e-308", 23, "2.22507e-308", false},
	}
	for _, tt := range tests {
		p := Parse(tt.in, 8)
		text := ""
		if p.Consumed > 0 {
			text = Format(p.Value, 'g', -1, 0)
		}
		if p.Consumed != tt.consumed || text != tt.want || p.Range != tt.rng {
			t.Errorf("Parse(%q) = %q, %d bytes, range %v; want %q, %d, %v", tt.in, text, p.Consumed, p.Range, tt.want, tt.consumed, tt.rng)
		}
	}
}

func TestModuloIsExact(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 5000 {
		a, b := operand(r), operand(r)
		if a.IsNaN() || b.IsNaN() || a.IsInf() || b.IsInf() || b.IsZero() {
			continue
		}
		got := MathL(program.MathFmod, a, b)
		x, _ := a.Big().Rat(nil)
		y, _ := b.Big().Rat(nil)
		q := new(big.Rat).Quo(x, y)
		whole := new(big.Int).Quo(q.Num(), q.Denom())
		want := x.Sub(x, y.Mul(y, new(big.Rat).SetInt(whole)))
		if g, _ := got.Big().Rat(nil); g.Cmp(want) != 0 {
			t.Fatalf("fmod(%s, %s) = %s", show(a), show(b), show(got))
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"1.5e3", "0x1.8p3", "nan(x)", "-inf", ".5", "1e-400"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, size := range []int{4, 8, 16} {
			p := Parse(s, size)
			if p.Consumed < 0 || p.Consumed > len(s) {
				t.Fatalf("Parse(%q) consumed %d", s, p.Consumed)
			}
		}
	})
}
