package testsuite

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/riftlab/rift/program"
)

// ktestMagic begins a .ktest file; ktestVersion is the version written. Numbers
// are big-endian 32-bit words.
const (
	ktestMagic   = "KTEST"
	ktestVersion = 3
)

// WriteKTest writes an input as KLEE's test format has it: the command line as
// text (prog being the program's name), and one object for each symbolic part:
// arguments "arg0", "arg1", ... with their NUL, "stdin", files "NAME-data",
// and the values of nondeterministic inputs by their names.
func WriteKTest(w io.Writer, prog string, in *program.Input) error {
	var buf bytes.Buffer
	put := func(n int) { binary.Write(&buf, binary.BigEndian, uint32(n)) } //nolint:errcheck // a buffer takes everything
	text := func(b []byte) {
		put(len(b))
		buf.Write(b)
	}
	object := func(name string, data []byte) {
		text([]byte(name))
		text(data)
	}
	buf.WriteString(ktestMagic)
	put(ktestVersion)
	put(1 + len(in.Args))
	text([]byte(prog))
	for _, a := range in.Args {
		text(a)
	}
	put(0) // symArgvs
	put(0) // symArgvLen
	n := len(in.Args) + len(in.Files) + len(in.Values)
	if len(in.Stdin) > 0 {
		n++
	}
	put(n)
	for i, a := range in.Args {
		object(fmt.Sprintf("arg%d", i), append(append([]byte{}, a...), 0))
	}
	if len(in.Stdin) > 0 {
		object("stdin", in.Stdin)
	}
	for _, f := range in.Files {
		object(f.Name+"-data", f.Data)
	}
	for _, v := range in.Values {
		object(v.Name, v.Data)
	}
	_, err := w.Write(buf.Bytes())
	return err
}

// ReadKTest reads what WriteKTest wrote, without environment and entry
// function, which the format does not hold. Tests of KLEE itself are read as far
// as their objects are arguments, standard input, files or values.
func ReadKTest(data []byte) (prog string, in *program.Input, err error) {
	r := &ktestReader{data: data}
	if string(r.take(len(ktestMagic))) != ktestMagic {
		return "", nil, errors.New("not a .ktest file")
	}
	if v := r.number(); v < 1 || v > ktestVersion {
		return "", nil, fmt.Errorf("version %d of the .ktest format is not known", v)
	}
	in = &program.Input{}
	for i := range r.number() {
		a := r.text()
		if r.bad {
			break
		}
		if i == 0 {
			prog = string(a)
		} else {
			in.Args = append(in.Args, a)
		}
	}
	r.number()
	r.number()
	for range r.number() {
		name, content := string(r.text()), program.Bytes(r.text())
		if r.bad {
			break
		}
		file, isFile := strings.CutSuffix(name, "-data")
		switch {
		case isArgument(name, len(in.Args)):
		case name == "stdin":
			in.Stdin = content
		case isFile:
			in.Files = append(in.Files, program.File{Name: file, Data: content})
		default:
			in.Values = append(in.Values, program.Value{Name: name, Data: content})
		}
	}
	if r.bad {
		return "", nil, errors.New("the .ktest file is cut short")
	}
	in.SortFiles()
	return prog, in, nil
}

// isArgument reports whether an object repeats one of n arguments.
func isArgument(name string, n int) bool {
	digits, ok := strings.CutPrefix(name, "arg")
	i, err := strconv.Atoi(digits)
	return ok && err == nil && i >= 0 && i < n && strconv.Itoa(i) == digits
}

type ktestReader struct {
	data []byte
	bad  bool
}

func (r *ktestReader) take(n int) []byte {
	if n < 0 || n > len(r.data) {
		r.bad, n = true, 0
	}
	b := r.data[:n]
	r.data = r.data[n:]
	return b
}

func (r *ktestReader) number() int {
	b := r.take(4)
	if r.bad {
		return 0
	}
	return int(int32(binary.BigEndian.Uint32(b)))
}

func (r *ktestReader) text() []byte { return append([]byte{}, r.take(r.number())...) }
