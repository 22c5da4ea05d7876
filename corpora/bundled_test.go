package corpora

import "testing"

func TestBundledSubjectsLoad(t *testing.T) {
	names := Names()
	if len(names) < 7 {
		t.Fatalf("only %d subjects: %q", len(names), names)
	}
	for _, name := range names {
		s, err := Bundled(name)
		if err != nil {
			t.Error(err)
			continue
		}
		if s.Name != name {
			t.Errorf("the subject in folder %s is called %s", name, s.Name)
		}
		if s.Title == "" || s.Doc == "" || len(s.Pairs) == 0 {
			t.Errorf("%s: title, doc or pairs missing", name)
		}
		again, err := Bundled(name)
		if err != nil || again.Hash() != s.Hash() {
			t.Errorf("%s: loading it again gives another hash", name)
		}
	}
}
