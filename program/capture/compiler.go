package capture

import (
	"path/filepath"
	"slices"
	"strings"
)

// invocation is what a call of a compiler or linker asks for.
type invocation struct {
	stage   stage
	output  string   // absolute; "" if it is not said
	sources []string // C files, as they are written
	inputs  []string // everything that is linked, sources included, in order: absolute paths, and "-lNAME"
	folders []string // -L, absolute
	// flags are the arguments without inputs, output and the stage.
	flags       []string
	relocatable bool // -r: the output is an object file
	shared      bool
}

// stage is how far a compiler goes.
type stage uint8

const (
	stops    stage = iota // it only looks, or goes no further than the preprocessor
	compiles              // -c or -S
	links
)

// separate are options whose argument may be the next word.
var separate = []string{
	"-I", "-D", "-U", "-L", "-l", "-T", "-u", "-x", "-z", "-e", "-G", "-B", "-A", "-h",
	"-include", "-imacros", "-isystem", "-iquote", "-idirafter", "-iprefix", "-iwithprefix", "-iwithprefixbefore", "-isysroot", "-imultilib",
	"-Xlinker", "-Xassembler", "-Xpreprocessor", "-Xclang", "-MF", "-MT", "-MQ", "-arch", "-target", "-aux-info", "-dumpbase", "-dumpdir", "-dumpbase-ext", "--param", "-specs", "-wrapper", "-mllvm",
}

// ofLinker are those of separate that mean something else to ld, or whose arguments
// are not inputs there.
var ofLinker = []string{"-m", "-soname", "-rpath", "-rpath-link", "-dynamic-linker", "-plugin", "-plugin-opt", "-Map", "-version-script", "--version-script", "-dynamic-list", "-init", "-fini", "-y", "-a", "-f", "-F", "-c", "-R", "-b"}

// looks are options with which a compiler makes nothing that is linked.
var looks = []string{"-E", "-M", "-MM", "-fsyntax-only", "-###", "--version", "-dumpversion", "-dumpmachine", "-dumpspecs", "--help"}

// read takes the arguments of a call apart.
func (c *call) read() *invocation {
	v := &invocation{stage: links}
	language := ""
	options := separate
	if c.kind == linker {
		options = slices.Concat(separate, ofLinker)
	}
	for i := 0; i < len(c.args); i++ {
		a := c.args[i]
		argument := func(rest string) string {
			if rest == "" && i+1 < len(c.args) {
				i++
				return c.args[i]
			}
			return rest
		}
		rest := func() string { return a[2:] }
		switch {
		case a == "-o" || a == "--output":
			v.output = c.at(argument(""))
		case strings.HasPrefix(a, "-o") && len(a) > 2 && c.kind != linker && !strings.HasPrefix(a, "-objc"):
			v.output = c.at(rest())
		case (a == "-c" || a == "-S") && c.kind != linker:
			v.stage = min(v.stage, compiles)
		case slices.Contains(looks, a) || strings.HasPrefix(a, "-print-") || strings.HasPrefix(a, "--print-"):
			v.stage = stops
		case a == "-r" || a == "-i" && c.kind == linker || a == "-Wl,-r" || a == "--relocatable" || a == "-relocatable":
			v.relocatable = true
		case a == "-shared" || a == "-G" && c.kind == linker || a == "-Bshareable" || a == "-dynamiclib":
			v.shared = true
			v.flags = append(v.flags, a)
		case strings.HasPrefix(a, "-L"):
			v.folders = append(v.folders, c.at(argument(rest())))
		case strings.HasPrefix(a, "-l") && a != "-lang":
			v.inputs = append(v.inputs, "-l"+argument(rest()))
		case strings.HasPrefix(a, "-x") && a != "-xHost" && c.kind != linker:
			language = argument(rest())
			if language == "none" {
				language = ""
			}
		case slices.Contains(options, a) && i+1 < len(c.args):
			v.flags = append(v.flags, a, c.args[i+1])
			i++
		case len(a) > 1 && a[0] == '-' || strings.HasPrefix(a, "@"):
			v.flags = append(v.flags, a)
		case a == "-" || a == "":
			if v.stage == links && len(v.inputs) == 0 {
				v.stage = stops // a probe that reads from a pipe
			}
		default:
			v.inputs = append(v.inputs, c.at(a))
			if (filepath.Ext(a) == ".c" || language == "c") && c.kind == compiler {
				v.sources = append(v.sources, a)
			}
		}
	}
	if len(v.inputs) == 0 {
		v.stage = stops
	}
	return v
}

// objectOf returns the file that a source is compiled to.
func (v *invocation) objectOf(c *call, source string) string {
	base := strings.TrimSuffix(filepath.Base(source), filepath.Ext(source)) + ".o"
	switch {
	case v.stage == compiles && v.output != "":
		return v.output
	case v.stage == compiles:
		return c.at(base)
	}
	// It is linked at once: nobody sees the file, but programs of the same source
	// with other flags must be told apart.
	out := v.output
	if out == "" {
		out = c.at("a.out")
	}
	return filepath.Join(out+".objects", base)
}
