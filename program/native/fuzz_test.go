package native

import (
	"bytes"
	"testing"

	"github.com/riftlab/rift/program"
)

// FuzzReport feeds arbitrary text as what a sanitizer wrote to its file and what
// the program printed: a report becomes a fault with a kind, or the end of memory.
func FuzzReport(f *testing.F) {
	for _, s := range []string{
		"",
		"==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000014 at pc 0x55 bp 0x7f sp 0x7f\nREAD of size 4 at 0x602000000014 thread T0\n    #0 0x55aa  (/b/p+0x12e5)\n    #1 0x7f00  (/lib/libc.so.6+0x29d8f)\n",
		"==7==ERROR: AddressSanitizer: SEGV on unknown address 0x000000000008 (pc 0x5 bp 0x7 sp 0x7 T0)\n    #0 0x5 (/proc/self/exe+0xffffffffffffffffff)\n",
		"dir/t.c:3:9: runtime error: signed integer overflow: 2147483647 + 1 cannot be represented in type 'int'\n    #0 0x5 (/b/p+0x1)\n",
		"dir/t.c:99999999999999999999:9: runtime error: division by zero\n",
		"==7==ERROR: AddressSanitizer: hard rss limit exhausted (64Mb vs 65Mb)\n",
		"==7==WARNING: ASan is ignoring requested __asan_handle_no_return: stack top: 0x7; bottom 0x7; size: 0x1\nFalse positive error reports may follow\nFor details see https://example.org\n",
		"AddressSanitizer:DEADLYSIGNAL\n=====\n==7==ERROR: AddressSanitizer: attempting free on address which was not malloc()-ed: 0x7 in thread T0\n",
	} {
		f.Add([]byte(s), []byte("output\n"+s), true)
		f.Add([]byte(nil), []byte("output\n"+s), true)
		f.Add([]byte(s), []byte("output\n"), false)
	}
	x := &Program{binary: "/b/p", folder: "/b", names: map[string]string{"dir/t.c": "dir/t.c"}}
	f.Fuzz(func(t *testing.T, file, stderr []byte, ended bool) {
		out := &program.Outcome{Stderr: bytes.Clone(stderr)}
		if ended {
			out.Status = sanitizerStatus
		}
		report := splitReport(out, file)
		if len(file) == 0 && !ended && (report != "" || !bytes.Equal(out.Stderr, stderr)) {
			t.Errorf("report %q of a run that no sanitizer ended", report)
		}
		if report == "" {
			return
		}
		x.judge(out, report)
		switch {
		case out.Ending == program.Stopped && out.Limit == "memory":
		case out.Ending == program.Faulted && out.Fault != nil && out.Fault.Kind != "":
		default:
			t.Errorf("report %q gives %+v", report, out)
		}
	})
}
