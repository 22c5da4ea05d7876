package testsuite

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/riftlab/rift/program"
)

// Hits says how often tests executed parts of a program: 0 for never. Numbers
// are indices into program.Program.Funcs, Func.Stmts, Func.Blocks and the
// targets of a block's branch.
type Hits interface {
	Stmt(fn, stmt int) int
	Edge(fn, block, k int) int
}

// lcovFunc and lcovBranch are records of a file.
type lcovFunc struct {
	name string
	line int
	hits int
}

type lcovBranch struct{ line, block, k, hits int }

// lcovFile collects what is known of a source file.
type lcovFile struct {
	lines    map[int]int // hits; of the statement on the line that has most
	funcs    []lcovFunc
	branches []lcovBranch
}

// WriteLCOV writes the coverage of the user's functions as an lcov trace file
// (the format of geninfo(1)): SF, FN, FNDA, BRDA and DA records with their
// sums, files in the order of their names.
func WriteLCOV(w io.Writer, p *program.Program, h Hits) error {
	files := map[string]*lcovFile{}
	for fn, f := range p.Funcs {
		if !f.Library && len(f.Blocks) > 0 {
			collect(files, p, fn, f, h)
		}
	}
	names := make([]string, 0, len(files))
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if err := files[name].write(w, name); err != nil {
			return err
		}
	}
	return nil
}

func collect(files map[string]*lcovFile, p *program.Program, fn int, f *program.Func, h Hits) {
	at := p.Position(f.At)
	if at.Line == 0 {
		return
	}
	entry := lcovFunc{f.Source, at.Line, 0}
	get := func(name string) *lcovFile {
		if files[name] == nil {
			files[name] = &lcovFile{lines: map[int]int{}}
		}
		return files[name]
	}
	for i, s := range f.Stmts {
		pos := p.Position(s.At)
		if pos.Line == 0 {
			continue
		}
		n := h.Stmt(fn, i)
		lines := get(pos.File).lines
		lines[pos.Line] = max(lines[pos.Line], n)
		entry.hits = max(entry.hits, n)
	}
	file := get(at.File)
	file.funcs = append(file.funcs, entry)
	for b, block := range f.Blocks {
		term := block.Term()
		if pos := p.Position(term.At); len(term.Targets) > 1 && pos.Line > 0 {
			for k := range term.Targets {
				g := get(pos.File)
				g.branches = append(g.branches, lcovBranch{pos.Line, b, k, h.Edge(fn, b, k)})
			}
		}
	}
}

func (f *lcovFile) write(w io.Writer, name string) error {
	var err error
	put := func(format string, args ...any) {
		if err == nil {
			_, err = fmt.Fprintf(w, format, args...)
		}
	}
	hit := func(n int) int { return min(n, 1) }
	put("TN:\nSF:%s\n", name)
	slices.SortStableFunc(f.funcs, func(a, b lcovFunc) int { return cmp.Compare(a.line, b.line) })
	covered := 0
	for _, g := range f.funcs {
		put("FN:%d,%s\n", g.line, g.name)
	}
	for _, g := range f.funcs {
		put("FNDA:%d,%s\n", g.hits, g.name)
		covered += hit(g.hits)
	}
	put("FNF:%d\nFNH:%d\n", len(f.funcs), covered)
	slices.SortStableFunc(f.branches, func(a, b lcovBranch) int { return cmp.Compare(a.line, b.line) })
	covered = 0
	for _, b := range f.branches {
		put("BRDA:%d,%d,%d,%d\n", b.line, b.block, b.k, b.hits)
		covered += hit(b.hits)
	}
	put("BRF:%d\nBRH:%d\n", len(f.branches), covered)
	lines := make([]int, 0, len(f.lines))
	for l := range f.lines {
		lines = append(lines, l)
	}
	slices.Sort(lines)
	covered = 0
	for _, l := range lines {
		put("DA:%d,%d\n", l, f.lines[l])
		covered += hit(f.lines[l])
	}
	put("LF:%d\nLH:%d\nend_of_record\n", len(lines), covered)
	return err
}
