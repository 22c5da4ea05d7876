package harness

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/riftlab/rift/program"
)

// programMain is what the program's own main is called beside a harness.
const programMain = "rift_program_main"

// Attach makes versions with a harness: C code with a main of its own, which is
// appended to a file, so that it can use what is static there. file is that file;
// "" is the only one of each version, and a version of several files gets the
// harness as another one. name is what the code is called in messages.
func Attach(v *program.Version, file, name, text string) (*program.Version, error) {
	w := *v
	w.Files = slices.Clone(v.Files)
	w.Defines = append(slices.Clone(v.Defines), "main="+programMain)
	name = path.Base(name)
	list := v.Units()
	i := -1
	if file != "" {
		i = slices.IndexFunc(w.Files, func(f program.SourceFile) bool { return f.Name == file })
		if i < 0 {
			return nil, fmt.Errorf("version %s has no file %s to put the harness into", v.Name, file)
		}
	} else if len(list) == 1 {
		i = list[0]
	}
	text = "#undef main\n#line 1 " + strconv.Quote(name) + "\n" + text
	if i < 0 {
		w.Files = append(w.Files, program.SourceFile{Name: name, Text: text})
		return &w, nil
	}
	f := &w.Files[i]
	if f.Text != "" && !strings.HasSuffix(f.Text, "\n") {
		f.Text += "\n"
	}
	f.Text += text
	return &w, nil
}

// Native returns the text of a file of a version with a harness as other
// compilers take it, whoever renames main.
func Native(f *program.SourceFile) string {
	before, after, ok := strings.Cut(f.Text, "#undef main\n#line 1 ")
	if !ok {
		return f.Text
	}
	return "#pragma push_macro(\"main\")\n#undef main\n#define main " + programMain + "\n#line 1 " + strconv.Quote(f.Name) + "\n" + before +
		"#pragma pop_macro(\"main\")\n#line 1 " + after
}
