package experiments

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/riftlab/rift/results"
)

// mergedSegment is the name of the one segment of a merged folder.
const mergedSegment = "merged"

// Merged says what Merge did.
type Merged struct {
	Folders    int      `json:"folders"`
	Tasks      int      `json:"tasks"`      // finished, in the merged folder
	Missing    int      `json:"missing"`    // planned tasks that no folder has finished
	Duplicates int      `json:"duplicates"` // finished attempts left out, since another of the task counts
	Warnings   []string `json:"warnings"`   // what else was left out, and why
}

// Merge unites result folders of one plan in the folder out, which must be new
// or empty. Of each task the attempt that counts is taken, as Index says; torn
// and damaged lines, attempts without end and records of other plans stay
// behind. The records of the merged folder are the same bytes in whatever order
// the folders are given. Folders of different plans are refused with an error
// that says how the plans differ.
func Merge(ctx context.Context, out string, dirs []string) (*Merged, error) {
	var folders []*results.Folder
	for _, dir := range dirs {
		f, err := results.Open(dir)
		if err != nil {
			return nil, err
		}
		folders = append(folders, f)
	}
	x, err := results.ScanAll(ctx, folders...)
	if errors.Is(err, results.ErrPlans) {
		return nil, explainPlans(dirs, err)
	}
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(out, 0o777); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFolder, err)
	}
	if err := mustBeEmpty(out); err != nil {
		return nil, err
	}
	merged, err := results.Open(out)
	if err != nil {
		return nil, err
	}
	if err := x.Save(ctx, merged, mergedSegment); err != nil {
		return nil, err
	}
	for _, dir := range dirs {
		if err := copyBeside(out, dir); err != nil {
			return nil, err
		}
	}
	return &Merged{Folders: len(dirs), Tasks: x.Len(), Missing: len(x.Missing()), Duplicates: x.Duplicates(), Warnings: x.Warnings}, nil
}

// copyBeside copies the plan and the last words of workers, which End records
// name, unless they are there already.
func copyBeside(out, dir string) error {
	words, err := filepath.Glob(filepath.Join(dir, crashDirs, "*.txt"))
	if err != nil {
		return fmt.Errorf("%w: %w", ErrFolder, err)
	}
	for _, path := range append(words, filepath.Join(dir, planName)) {
		data, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return fmt.Errorf("%w: %w", ErrFolder, err)
		}
		to := filepath.Join(out, crashDirs, filepath.Base(path))
		if filepath.Base(path) == planName {
			to = filepath.Join(out, planName)
		}
		if _, err := os.Stat(to); err == nil {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			return fmt.Errorf("%w: %w", ErrFolder, err)
		}
		if err := os.WriteFile(to, data, 0o666); err != nil {
			return fmt.Errorf("%w: %w", ErrFolder, err)
		}
	}
	return nil
}

// explainPlans adds to an error about different plans what differs between the
// first two of them.
func explainPlans(dirs []string, err error) error {
	first, from := (*Plan)(nil), ""
	for _, dir := range dirs {
		p, readErr := ReadPlan(dir)
		switch {
		case readErr != nil:
		case first == nil:
			first, from = p, dir
		case p.Hash != first.Hash:
			var text bytes.Buffer
			for _, d := range planDifferences(first, p) {
				fmt.Fprintf(&text, "\n  %s", d)
			}
			return fmt.Errorf("%w\n\"there\" is %s, \"now\" %s:%s", err, from, dir, &text)
		}
	}
	return err
}
