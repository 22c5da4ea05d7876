package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestTutorials follows the tutorials literally. What a tutorial says to save as
// `FILE`: is saved; commands of console blocks are run by a shell, and must print
// what stands there. "..." stands for any text within a line, and a line of it for
// any lines; "echo $?" tells the status of the command before it.
func TestTutorials(t *testing.T) {
	pages, err := filepath.Glob("../../docs/tutorial-*.md")
	if err != nil || len(pages) == 0 {
		t.Fatalf("no tutorials: %v", err)
	}
	dir := t.TempDir()
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(page), ".md")
		if err := os.WriteFile(filepath.Join(dir, name+".txtar"), []byte(scriptOf(t, string(text))), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	compiled := t.TempDir()
	testscript.Run(t, testscript.Params{
		Dir: dir,
		Setup: func(env *testscript.Env) error {
			env.Setenv("NO_COLOR", "1")
			env.Setenv("HOME", env.WorkDir)
			env.Setenv("RIFT_COMPILED", compiled)
			for _, who := range []string{"AUTHOR", "COMMITTER"} {
				env.Setenv("GIT_"+who+"_NAME", "somebody")
				env.Setenv("GIT_"+who+"_EMAIL", "somebody@example.org")
			}
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"session": session},
	})
}

var saveAs = regexp.MustCompile("(?i)save this as `([^`]+)`:$")

// scriptOf makes a test script of a tutorial.
func scriptOf(t *testing.T, text string) string {
	t.Helper()
	var script, files strings.Builder
	if strings.Contains(text, "$ git ") {
		script.WriteString("[!exec:git] skip 'git is not installed: the tutorial needs it'\n")
	}
	block, last, language := []string(nil), "", ""
	n := 0
	for _, line := range strings.Split(text, "\n") {
		switch {
		case strings.HasPrefix(line, "```") && language == "":
			language, block = strings.TrimPrefix(line, "```")+" ", nil
		case line == "```":
			name := saveAs.FindStringSubmatch(last)
			switch {
			case language == "console ":
				n++
				file := "session" + string(rune('a'+n/26)) + string(rune('a'+n%26))
				script.WriteString("session " + file + "\n")
				files.WriteString("-- " + file + " --\n" + strings.Join(block, "\n") + "\n")
			case name != nil:
				files.WriteString("-- " + name[1] + " --\n" + strings.Join(block, "\n") + "\n")
			default:
				t.Errorf("a block of %sis neither a session nor to be saved:\n%s", language, strings.Join(block, "\n"))
			}
			language = ""
		case language != "":
			block = append(block, line)
		case line != "":
			last = line
		}
	}
	return script.String() + files.String()
}

// session FILE runs the commands of a console block.
func session(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: session FILE")
	}
	got := "no command was run"
	for _, part := range strings.Split("\n"+strings.TrimSuffix(ts.ReadFile(args[0]), "\n"), "\n$ ")[1:] {
		command, want, _ := strings.Cut(part, "\n")
		var out string
		if command == "echo $?" {
			out = got
		} else {
			// The status is the last line, for the command may fail as the page says.
			ts.Check(ts.Exec("sh", "-c", "("+command+") 2>&1; echo $?"))
			all := strings.Split(strings.TrimSuffix(ts.ReadFile("stdout"), "\n"), "\n")
			all = slices.DeleteFunc(all, progressLine.MatchString) // lines that a slow machine shows
			got = all[len(all)-1]
			out = strings.Join(all[:len(all)-1], "\n")
		}
		if !matches(want, out) {
			ts.Fatalf("$ %s\nprints:\n%s\n\nthe page says:\n%s", command, out, want)
		}
	}
}

// matches compares output with what a page says of it.
func matches(want, got string) bool {
	var pattern strings.Builder
	for i, line := range strings.Split(want, "\n") {
		if line == "..." {
			pattern.WriteString(`(\n[^\x00]*)?`)
			continue
		}
		if i > 0 {
			pattern.WriteString("\n")
		}
		var parts []string
		for _, p := range strings.Split(line, "...") {
			parts = append(parts, regexp.QuoteMeta(p))
		}
		pattern.WriteString(strings.Join(parts, ".*"))
	}
	return regexp.MustCompile(`^` + pattern.String() + `$`).MatchString(got)
}

func TestMatches(t *testing.T) {
	for _, c := range []struct {
		want, got string
		ok        bool
	}{
		{"", "", true}, {"a", "a", true}, {"a", "ab", false}, {"a...", "ab", true}, {"a...c\nd", "abc\nd", true},
		{"a\n...\nz", "a\nb\nc\nz", true}, {"a\n...\nz", "a\nz", true}, {"a\n...\nz", "a\nb", false}, {"a\n...", "a", true}, {"a...", "b", false}, {"a", "", false},
	} {
		if got := matches(c.want, c.got); got != c.ok {
			t.Errorf("%q, %q: %v", c.want, c.got, got)
		}
	}
}
