package deltadebug

import (
	"strings"
	"testing"
)

// FuzzComplaints feeds arbitrary text as what a build printed about a version: the
// lines that complain are found again among themselves, and learning from them and
// forgetting it again leaves nothing.
func FuzzComplaints(f *testing.F) {
	for _, s := range []string{
		"",
		"b.c:4:3: error: 'k' undeclared (first use in this function)\n",
		"b.c:6:9: error: 'struct file' has no member named 'time'\r\n",
		"b.c:6:9: fatal error: no member named 'time' in 'struct file'\n",
		"/usr/bin/ld: a.o: in function `helper':\n/x/a.c:5: undefined reference to `limit'\n",
		"a.c:(.text+0x5): undefined reference to `f(int, char)'",
		"b.c:99999999999999999999:1: error: expected ';' before 'x'",
		"b.c:0: error: \"\x00\xff",
		"../../b.c:1: error: stray '\\' in program",
	} {
		f.Add(s)
	}
	whole := sources()
	f.Fuzz(func(t *testing.T, text string) {
		said := Complaints(text)
		if again := Complaints(said); again != said {
			t.Errorf("%q has the complaints %q", said, again)
		}
		if n := strings.Count(said, "\n"); n >= maxComplaints {
			t.Errorf("%d complaints", n+1)
		}
		fore := newForesight(whole, sources("int k;"))
		bad := sources("int time;", "n += WORD;")
		fore.learn(bad, said)
		if fore.unbuilt(whole) {
			t.Errorf("after %q the old version is not built", said)
		}
		if fore.unlearn(bad); fore.unbuilt(bad) {
			t.Errorf("%q is still believed", said)
		}
	})
}
