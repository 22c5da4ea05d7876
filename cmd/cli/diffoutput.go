package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/riftlab/rift/difference"
	"github.com/riftlab/rift/difference/present"
	"github.com/spf13/pflag"
)

// diffOutputs are the files that a comparison is written to beside what is printed, by
// the names of formats. "-" is standard output.
type diffOutputs struct {
	formats []present.Format
	names   []string // "" for a format that is not asked for
}

func (o *diffOutputs) add(flags *pflag.FlagSet) {
	o.formats = present.Formats()
	o.names = make([]string, len(o.formats))
	for i, f := range o.formats {
		flags.StringVar(&o.names[i], f.Name, "", "also write this file: "+f.Doc+`; "-" is standard output, which nothing else goes to then`)
	}
}

// standard returns the format that standard output gets, "" if none.
func (o *diffOutputs) standard() string {
	for i, name := range o.names {
		if name == "-" {
			return o.formats[i].Name
		}
	}
	return ""
}

// check refuses what cannot be written, before the work begins: its errors are the
// user's.
func (o *diffOutputs) check(command string, json bool) error {
	seen := map[string]string{}
	if json {
		seen["-"] = "json"
	}
	for i, name := range o.names {
		flag := o.formats[i].Name
		switch other := seen[filepath.Clean(name)]; {
		case name == "":
			continue
		case other != "" && name == "-":
			return usagef("%s: --%s and --%s: standard output takes one of them", command, other, flag)
		case other != "":
			return usagef("%s: --%s and --%s: both would be written to %s", command, other, flag, name)
		}
		seen[filepath.Clean(name)] = flag
		if name == "-" {
			continue
		}
		if err := writable(name); err != nil {
			return usagef("--%s: %w", flag, err)
		}
	}
	return nil
}

// writable says why a file cannot be written, as far as that is seen without writing to
// it.
func writable(name string) error {
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir():
		return fmt.Errorf("%s is a folder: name a file", name)
	case err == nil && !info.Mode().IsRegular():
		return nil // to open a pipe may wait for its reader
	}
	absent := errors.Is(err, fs.ErrNotExist)
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	f.Close()
	if absent {
		os.Remove(name) // it is written later
	}
	return nil
}

// write writes the files. That one cannot be written keeps no other from being so.
func (o *diffOutputs) write(out io.Writer, r *present.Report) error {
	var all []error
	for i, name := range o.names {
		if name == "" {
			continue
		}
		f := o.formats[i]
		var text bytes.Buffer
		if err := f.Write(&text, r); err != nil {
			all = append(all, fmt.Errorf("--%s: %w", f.Name, err))
			continue
		}
		var err error
		if name == "-" {
			_, err = out.Write(text.Bytes())
		} else {
			err = os.WriteFile(name, text.Bytes(), 0o666)
		}
		switch {
		case err == nil:
		case errors.Is(err, fs.ErrPermission), errors.Is(err, fs.ErrNotExist):
			all = append(all, input(fmt.Errorf("--%s: %w", f.Name, err)))
		default:
			all = append(all, fmt.Errorf("--%s: %w", f.Name, err))
		}
	}
	return errors.Join(all...)
}

// statusOfAnswer returns the exit status for what came out.
func statusOfAnswer(a difference.Answer) int {
	switch a {
	case difference.Differs:
		return StatusDifference
	case difference.Equal:
		return StatusOK
	}
	return StatusInconclusive
}
