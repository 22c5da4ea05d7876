package corpora

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/riftlab/rift/program"
)

// Export writes the sources of all versions of a subject into a folder that
// must not exist: src/VERSION/FILE, and a Makefile whose default target builds
// bin/VERSION for each of them with a C compiler such as gcc. Library files
// are linked as archives, as rift links them.
func Export(s *Subject, dir string) error {
	if err := os.Mkdir(dir, 0o777); err != nil {
		return err
	}
	var rules strings.Builder
	var targets []string
	for i := range s.Versions {
		v := &s.Versions[i]
		for _, f := range v.Files {
			name := filepath.Join(dir, "src", v.Name, filepath.FromSlash(path.Clean("/"+f.Name)))
			if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
				return err
			}
			if err := os.WriteFile(name, []byte(f.Text), 0o666); err != nil {
				return err
			}
		}
		targets = append(targets, "bin/"+v.Name)
		rules.WriteString(buildRule(v))
	}
	head := fmt.Sprintf("# Builds the versions of %s.\nCFLAGS ?= -g -O0\nCSTD ?= -std=gnu17 -w\n\nall: %s\n", s.Name, strings.Join(targets, " "))
	return os.WriteFile(filepath.Join(dir, "Makefile"), []byte(head+rules.String()+"\nclean:\n\trm -rf bin\n\n.PHONY: all clean\n"), 0o666)
}

// buildRule returns the rule that builds a version. It compiles the library's
// units into an archive first, so that a program's own definitions win.
func buildRule(v *program.Version) string {
	var flags, units, members []string
	for _, dir := range append([]string{"."}, v.Includes...) {
		flags = append(flags, "-I"+quoteMake(path.Join("src", v.Name, dir)))
	}
	for _, d := range v.Defines {
		flags = append(flags, "-D"+quoteMake(d))
	}
	for _, f := range v.Files {
		if !f.Unit() {
			continue
		}
		if name := quoteMake(path.Join("src", v.Name, f.Name)); f.Library {
			members = append(members, name)
		} else {
			units = append(units, name)
		}
	}
	var sb strings.Builder
	out, work := "bin/"+v.Name, "bin/"+v.Name+".lib"
	fmt.Fprintf(&sb, "\n%s:\n\t@mkdir -p %s\n", out, work)
	compile := "$(CC) $(CSTD) $(CFLAGS) " + strings.Join(flags, " ")
	archive := ""
	for i, m := range members {
		fmt.Fprintf(&sb, "\t%s -c -o %s/%d.o %s\n", compile, work, i, m)
	}
	if len(members) > 0 {
		archive = work + "/lib.a"
		fmt.Fprintf(&sb, "\trm -f %s && ar rc %s %s/*.o\n", archive, archive, work)
	}
	fmt.Fprintf(&sb, "\t%s -o %s %s %s -lm\n\trm -rf %s\n", compile, out, strings.Join(units, " "), archive, work)
	return sb.String()
}

// quoteMake quotes a word for the shell that make calls.
func quoteMake(s string) string {
	return "'" + strings.ReplaceAll(strings.ReplaceAll(s, "$", "$$"), "'", `'\''`) + "'"
}
