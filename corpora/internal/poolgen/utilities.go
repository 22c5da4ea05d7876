package poolgen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// text joins between lo and hi random pieces.
func text(r *rand.Rand, lo, hi int, pieces ...string) string {
	var sb strings.Builder
	for range between(r, lo, hi) {
		sb.WriteString(oneOf(r, pieces...))
	}
	return sb.String()
}

// tally generates inputs of a word counter: words, blanks and line ends, a
// rare special character, long lines now and then.
func tally(r *rand.Rand) func() string {
	return func() string {
		var in input
		if r.IntN(4) > 0 {
			in.Args = append(in.Args, oneOf(r, "-l", "-w", "-c", "-L", "-lw", "-wL", "-lwcL"))
		}
		if r.IntN(40) == 0 {
			in.Args = append(in.Args, oneOf(r, "-x", "file", "-"))
		}
		pieces := []string{"a", "word", "longer-word", " ", " ", "  ", "\n", "\n", "\t"}
		if r.IntN(8) == 0 {
			pieces = append(pieces, oneOf(r, "\f", "\v", "\r", "\r\n", "\x00"))
		}
		in.Stdin = text(r, 0, 12, pieces...)
		if r.IntN(3) > 0 && in.Stdin != "" && !strings.HasSuffix(in.Stdin, "\n") {
			in.Stdin += "\n"
		}
		return in.line()
	}
}

// sequence generates arguments of a number printer.
func sequence(r *rand.Rand) func() string {
	return func() string {
		var in input
		for _, option := range []string{"-w", "-r"} {
			if r.IntN(2) == 0 {
				in.Args = append(in.Args, option)
			}
		}
		if r.IntN(5) == 0 {
			in.Args = append(in.Args, "-s", oneOf(r, ",", " ", "--", ""))
		}
		if r.IntN(30) == 0 {
			in.Args = append(in.Args, oneOf(r, "-q", "-s", "x"))
		}
		first := oneOf(r, between(r, 1, 3), between(r, 0, 20), between(r, -12, 12))
		last := first + between(r, -5, 40)
		step := oneOf(r, 1, 2, between(r, 1, 9), between(r, -4, 0))
		if step < 0 && r.IntN(4) > 0 {
			first, last = max(first, last), min(first, last)
		}
		switch n := r.IntN(10); {
		case n < 2:
			in.Args = append(in.Args, fmt.Sprint(last))
		case n < 5:
			in.Args = append(in.Args, fmt.Sprint(first), fmt.Sprint(last))
		default:
			in.Args = append(in.Args, fmt.Sprint(first), fmt.Sprint(step), fmt.Sprint(last))
		}
		return in.line()
	}
}

// calc generates expressions, nearly all of them well formed.
func calc(r *rand.Rand) func() string {
	return func() string {
		e := expression(r, between(r, 0, 3))
		if r.IntN(15) == 0 {
			at := r.IntN(len(e) + 1)
			e = e[:at] + oneOf(r, "(", ")", "+", "x", " 1 ") + e[at:]
		}
		return input{Args: []string{e}}.line()
	}
}

func expression(r *rand.Rand, depth int) string {
	if depth == 0 {
		return fmt.Sprint(oneOf(r, r.IntN(4), r.IntN(30), r.IntN(100000)))
	}
	switch r.IntN(12) {
	case 0:
		return "(" + expression(r, depth) + ")"
	case 1:
		return "-" + expression(r, depth-1)
	}
	blank := oneOf(r, "", " ")
	operator := oneOf(r, "+", "-", "-", "*", "/", "%", "<", "<=", ">", ">=", "=", "&", "|")
	return expression(r, depth-1) + blank + operator + blank + expression(r, depth-1)
}

// runs generates inputs of a run-length coder: texts with runs to encode, and
// codes, some of them damaged, to decode.
func runs(r *rand.Rand) func() string {
	return func() string {
		var in input
		var sb strings.Builder
		if r.IntN(2) == 0 {
			for range between(r, 0, 6) {
				n := oneOf(r, 1, 2, 3, between(r, 1, 8), between(r, 26, 32))
				sb.WriteString(strings.Repeat(oneOf(r, "a", "b", "c", "~", "\n"), n))
			}
		} else {
			in.Args = append(in.Args, "-d")
			for range between(r, 0, 6) {
				sb.WriteString(oneOf(r, "a", "bc", "~Ax", "~Bz", "~@~", "~Z~", "~C\n"))
			}
			if r.IntN(6) == 0 {
				sb.WriteString(oneOf(r, "~", "~A", "~1a", "~a"))
			}
		}
		in.Stdin = sb.String()
		return in.line()
	}
}

// ledger generates books: a few accounts, most amounts in order.
func ledger(r *rand.Rand) func() string {
	return func() string {
		var in input
		var sb strings.Builder
		for range between(r, 0, 6) {
			sb.WriteString(oneOf(r, "bob", "bobby", "ann", "cy", "longest-name-of-all", "longest-nam"))
			sb.WriteString(oneOf(r, " ", " ", "\t", "  "))
			sb.WriteString(oneOf(r, "", "", "-", "+"))
			sb.WriteString(fmt.Sprint(oneOf(r, r.IntN(3), r.IntN(100), r.IntN(20000))))
			sb.WriteString(oneOf(r, "", "", ".5", ".50", ".05", fmt.Sprintf(".%02d", r.IntN(100))))
			if r.IntN(25) == 0 {
				sb.WriteString(oneOf(r, "5", "x", " more", ".", "000000"))
			}
			sb.WriteString("\n")
			if r.IntN(10) == 0 {
				sb.WriteString(oneOf(r, "# comment\n", "\n", "alone\n"))
			}
		}
		if r.IntN(3) > 0 {
			in.Args = append(in.Args, "-s")
		}
		if r.IntN(3) > 0 {
			in.Stdin = sb.String()
			return in.line()
		}
		in.Files = []file{{"book", sb.String()}}
		in.Args = append(in.Args, oneOf(r, "book", "book", "book", "books"))
		return in.line()
	}
}
