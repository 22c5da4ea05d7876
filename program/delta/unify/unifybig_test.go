package unify

import (
	"fmt"
	"strings"
	"testing"
)

// A patch of more than two thousand lines is unified as a small one is: with one
// annotation a line, and nothing kept as a whole.
func TestUnifyBigPatch(t *testing.T) {
	const functions, lines = 42, 50
	text := func(add int) string {
		var b strings.Builder
		for f := range functions {
			fmt.Fprintf(&b, "int f%d(int x) {\n", f)
			for i := range lines {
				fmt.Fprintf(&b, "x ^= %d;\n", 10*i+add)
			}
			b.WriteString("return x;\n}\n")
		}
		return b.String() + "int main(void) { return 0; }\n"
	}
	u, err := unify(t, text(1), text(2), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(u.Annotations) != functions*lines || len(u.Fallbacks) != 0 {
		t.Errorf("%d annotations, fallbacks %v", len(u.Annotations), u.Fallbacks)
	}
}
