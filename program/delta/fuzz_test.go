package delta

import "testing"

// FuzzCompute feeds arbitrary text as two versions of a file: applying no change
// gives the old text, applying all the new one; any single change can be applied.
func FuzzCompute(f *testing.F) {
	for _, s := range [][2]string{
		{"", "a"}, {"a\nb", "a\nb\n"}, {"\n", ""}, {"a\r\nb\r\n", "a\nb\n"}, {"a\n\n\nb\n", "\na\nb"},
		{"/* a\n b */ x;\n", "/* a\n c */ x;\n"}, {"s = \"/*\";\nx;\n", "s = '\"';\nx;\n"}, {"#if A \\\n B\nx\n#endif\n", "#if A\nx\n#endif\n"},
		{"\x00\xff\n", "\xff\x00"},
	} {
		f.Add(s[0], s[1])
	}
	f.Fuzz(func(t *testing.T, old, new string) {
		d := Compute(one(old), one(new))
		text := func(s Set) string { return d.Apply(s).Files[0].Text }
		if got := text(nil); got != old {
			t.Errorf("no change gives %q, the old version is %q", got, old)
		}
		if got := text(d.All()); got != new {
			t.Errorf("all changes give %q, the new version is %q", got, new)
		}
		for i := range d.Changes {
			if got := text(Set{i}); got == old {
				t.Errorf("change %d alone changes nothing:\n%s", i, d.Changes[i])
			}
		}
	})
}
