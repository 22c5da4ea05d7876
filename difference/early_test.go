package difference

import (
	"testing"

	"github.com/riftlab/rift/engines/pair"
	"github.com/riftlab/rift/program"
)

// What was shown before an error or a limit is compared, as far as it tells that the
// versions differ however they would have gone on.
func TestShownEarly(t *testing.T) {
	for _, c := range []struct {
		name, old, new string
		want           program.Difference
	}{
		{"before an error",
			`#include <stdio.h>
			int main(void) { char b[4]; int i = 4; puts("one"); b[i] = 1; return b[0]; }`,
			`#include <stdio.h>
			int main(void) { char b[4]; int i = 4; puts("two"); b[i] = 1; return b[0]; }`, program.DiffStdout},
		{"after the same text",
			`#include <stdio.h>
			int main(void) { char b[4]; int i = 4; puts("one"); b[i] = 1; return b[0]; }`,
			`#include <stdio.h>
			int main(void) { char b[4]; int i = 4; printf("one\n"); b[i] = 1; puts("two"); return b[0]; }`, program.Same},
		{"before a signal",
			`#include <stdio.h>
			int main(void) { int *p = 0; puts("one"); return *p; }`,
			`#include <stdio.h>
			int main(void) { int *p = 0; puts("two"); return *p; }`, program.Same},
		{"flushed before a signal",
			`#include <stdio.h>
			int main(void) { int *p = 0; puts("one"); fflush(stdout); return *p; }`,
			`#include <stdio.h>
			int main(void) { int *p = 0; puts("two"); fflush(stdout); return *p; }`, program.DiffStdout},
		{"prints for ever",
			`#include <stdio.h>
			int main(void) { int i; for (i = 0; i < 3; i++) puts("again"); return 0; }`,
			`#include <stdio.h>
			int main(void) { int i; for (i = 0; i < 3; ) puts("again"); return 0; }`, program.DiffStdout},
		{"loops in silence",
			`#include <stdio.h>
			int main(void) { int i; puts("once"); for (i = 0; i < 3; i++) ; puts("end"); return 0; }`,
			`#include <stdio.h>
			int main(void) { int i; puts("once"); for (i = 0; i < 3; ) ; puts("end"); return 0; }`, program.DiffUndecided},
	} {
		task := taskOf(t, version("old", c.old), version("new", c.new))
		r, err := pair.Of(task, pair.Options{Coverage: true, Buffered: true})
		if err != nil {
			t.Fatal(err)
		}
		x, err := r.Run(t.Context(), &program.Input{})
		if err != nil || x.Difference != c.want {
			t.Errorf("%s: %q (%v), not %q", c.name, x.Difference, err, c.want)
			continue
		}
		if d := task.Equivalence.Differ(shown(x.Old), shown(x.New)); d != c.want {
			t.Errorf("%s: %q of what is kept, not %q", c.name, d, c.want)
		}
	}
}
