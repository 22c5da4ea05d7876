package cli

import (
	"errors"
	"io/fs"

	"github.com/riftlab/rift/experiments"
	"github.com/riftlab/rift/results"
)

// resultFolder opens a folder that a user names.
func resultFolder(dir string) (*results.Folder, error) {
	f, err := results.Open(dir)
	if err != nil {
		return nil, input(err)
	}
	if !isResults(dir) {
		return nil, usagef("%s is no result folder: it has neither plan.json nor records/", dir)
	}
	return f, nil
}

// folderError marks errors about folders that the user gave as his.
func folderError(err error) error {
	if errors.Is(err, experiments.ErrFolder) || errors.Is(err, results.ErrPlans) || errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		return input(err)
	}
	return err
}
