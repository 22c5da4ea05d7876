package testsuite

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/riftlab/rift/program"
)

func TestKTest(t *testing.T) {
	in := &program.Input{
		Args:   []program.Bytes{program.Bytes("-x"), program.Bytes("")},
		Stdin:  program.Bytes("a\x00b"),
		Files:  []program.File{{Name: "f", Data: program.Bytes("data")}},
		Values: []program.Value{program.IntValue("n", 4, -2)},
	}
	var buf bytes.Buffer
	if err := WriteKTest(&buf, "prog", in); err != nil {
		t.Fatal(err)
	}
	// The beginning, byte for byte: magic, version 3, three arguments.
	want := "KTEST\x00\x00\x00\x03\x00\x00\x00\x03\x00\x00\x00\x04prog\x00\x00\x00\x02-x\x00\x00\x00\x00" +
		"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x05\x00\x00\x00\x04arg0\x00\x00\x00\x03-x\x00"
	if got := buf.String(); len(got) < len(want) || got[:len(want)] != want {
		t.Errorf("wrote %q, want it to begin with %q", got, want)
	}
	prog, back, err := ReadKTest(buf.Bytes())
	if err != nil || prog != "prog" {
		t.Fatalf("%q, %v", prog, err)
	}
	if d := cmp.Diff(in, back); d != "" {
		t.Errorf("read back: %s", d)
	}
	for n := range buf.Len() {
		if _, _, err := ReadKTest(buf.Bytes()[:n]); err == nil {
			t.Errorf("the first %d bytes are read without an error", n)
		}
	}
}
