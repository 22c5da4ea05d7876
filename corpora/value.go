package corpora

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/riftlab/rift/program"
)

// ParseValue reads a value of an entry function or global as manifests and
// pools write it: NAME=INTEGER for an int, NAME:BYTES=INTEGER for an integer
// of 1, 2, 4 or 8 bytes, NAME="TEXT" (in Go's syntax) for the bytes of a text.
func ParseValue(s string) (program.Value, error) {
	name, text, ok := strings.Cut(s, "=")
	if !ok {
		return program.Value{}, fmt.Errorf("%q is not NAME=VALUE", s)
	}
	name, width, sized := strings.Cut(name, ":")
	if name == "" {
		return program.Value{}, fmt.Errorf("%q has no name", s)
	}
	if strings.HasPrefix(text, `"`) {
		data, err := strconv.Unquote(text)
		if err != nil || sized {
			return program.Value{}, fmt.Errorf("value %s: bad text %s", name, text)
		}
		return program.Value{Name: name, Data: program.Bytes(data)}, nil
	}
	size := 4
	if sized {
		n, err := strconv.Atoi(width)
		if err != nil || n != 1 && n != 2 && n != 4 && n != 8 {
			return program.Value{}, fmt.Errorf("value %s: size %q is none of 1, 2, 4, 8", name, width)
		}
		size = n
	}
	v, err := integer(text, 8*size)
	if err != nil {
		return program.Value{}, fmt.Errorf("value %s: %w", name, err)
	}
	return program.IntValue(name, size, v), nil
}

// integer reads a signed or unsigned integer of a width in bits.
func integer(text string, bits int) (int64, error) {
	if v, err := strconv.ParseInt(text, 0, bits); err == nil {
		return v, nil
	}
	v, err := strconv.ParseUint(text, 0, bits)
	if err != nil {
		return 0, fmt.Errorf("%q is no integer of %d bits", text, bits)
	}
	return int64(v), nil
}
