package experiments

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Part is some tasks of a plan, which one process after another works on until they are
// done: an element of a job array.
type Part struct {
	// Name names the part; the segments of its processes begin with it. Letters, digits,
	// dots and underscores.
	Name  string
	Tasks Ranges
}

func (p *Part) has(task int) bool { return p.Tasks.Has(task) }

// segments returns what the names of the part's segments begin with.
func (p *Part) segments() string { return p.Name + "-" }

// Ranges are numbers of tasks in the order of the plan, from 0: ascending pairs of the first
// and the last of each range. Their text is "0-9,12,14-20".
type Ranges [][2]int

// Len returns how many numbers there are.
func (r Ranges) Len() int {
	n := 0
	for _, x := range r {
		n += x[1] - x[0] + 1
	}
	return n
}

// Has reports whether a number is among them.
func (r Ranges) Has(n int) bool {
	_, found := slices.BinarySearchFunc(r, n, func(x [2]int, n int) int {
		switch {
		case x[1] < n:
			return -1
		case x[0] > n:
			return 1
		}
		return 0
	})
	return found
}

// Add adds a number that is greater than all others.
func (r *Ranges) Add(n int) {
	if k := len(*r) - 1; k >= 0 && (*r)[k][1] == n-1 {
		(*r)[k][1] = n
		return
	}
	*r = append(*r, [2]int{n, n})
}

// Slice returns the numbers from position i on, n of them at most.
func (r Ranges) Slice(i, n int) Ranges {
	var out Ranges
	for _, x := range r {
		size := x[1] - x[0] + 1
		if i >= size {
			i -= size
			continue
		}
		if n <= 0 {
			break
		}
		take := min(n, size-i)
		out = append(out, [2]int{x[0] + i, x[0] + i + take - 1})
		i, n = 0, n-take
	}
	return out
}

// MarshalText implements encoding.TextMarshaler.
func (r Ranges) MarshalText() ([]byte, error) {
	var b []byte
	for i, x := range r {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(x[0]), 10)
		if x[1] > x[0] {
			b = strconv.AppendInt(append(b, '-'), int64(x[1]), 10)
		}
	}
	return b, nil
}

// UnmarshalText implements encoding.TextUnmarshaler.
func (r *Ranges) UnmarshalText(text []byte) error {
	*r = nil
	if len(text) == 0 {
		return nil
	}
	least := 0
	for part := range strings.SplitSeq(string(text), ",") {
		a, b, two := strings.Cut(part, "-")
		if !two {
			b = a
		}
		x, err1 := strconv.Atoi(a)
		y, err2 := strconv.Atoi(b)
		if err1 != nil || err2 != nil || x < least || y < x {
			return fmt.Errorf("ranges: %q: want ascending numbers and ranges, such as 0-9,12", part)
		}
		*r = append(*r, [2]int{x, y})
		least = y + 1
	}
	return nil
}
