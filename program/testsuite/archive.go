package testsuite

import (
	"archive/tar"
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/riftlab/rift/program/regular"
)

// archiveName is the file of a folder that has the tests which Folder.Archive wrote.
const archiveName = "rest.tar"

// archive is a tar file that tests are appended to.
type archive struct {
	file *os.File
	buf  *bufio.Writer
	tar  *tar.Writer
}

// Archive writes a test to the folder's archive, as JSON and, if the folder has that format, as
// .ktest. It is there once Close has returned: the end of the archive of a process that was
// killed may be missing.
func (f *Folder) Archive(t *Test) error {
	if f.archive == nil {
		file, err := os.Create(filepath.Join(f.dir, archiveName))
		if err != nil {
			return err
		}
		buf := bufio.NewWriterSize(file, 1<<18)
		f.archive = &archive{file, buf, tar.NewWriter(buf)}
	}
	if slices.ContainsFunc(f.formats, func(fm format) bool { return fm.name == "ktest" }) {
		var buf bytes.Buffer
		if WriteKTest(&buf, f.subject.Name, &t.Input) == nil {
			if err := f.append(t.Name+".ktest", buf.Bytes()); err != nil {
				return err
			}
		}
	}
	data, err := json.Marshal(t)
	if err != nil {
		return err
	}
	return f.append(t.Name+".json", append(data, '\n'))
}

func (f *Folder) append(name string, data []byte) error {
	head := &tar.Header{Name: name, Mode: 0o644, Size: int64(len(data)), ModTime: f.subject.Created, Format: tar.FormatUSTAR}
	if err := f.archive.tar.WriteHeader(head); err != nil {
		return err
	}
	_, err := f.archive.tar.Write(data)
	return err
}

// Close ends the folder's archive if there is one.
func (f *Folder) Close() error {
	a := f.archive
	if a == nil {
		return nil
	}
	f.archive = nil
	return errors.Join(a.tar.Close(), a.buf.Flush(), a.file.Close())
}

// readArchive returns the tests of an archive, none if there is no file. What is cut off at its
// end is none.
func readArchive(name string) ([]*Test, error) {
	data, err := regular.ReadFile(name)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		return nil, err
	}
	var list []*Test
	r := tar.NewReader(bytes.NewReader(data))
	for {
		head, err := r.Next()
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return list, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if !strings.HasSuffix(head.Name, ".json") {
			continue
		}
		text, err := io.ReadAll(r)
		if errors.Is(err, io.ErrUnexpectedEOF) {
			return list, nil
		}
		t := &Test{}
		if err == nil {
			err = json.Unmarshal(text, t)
		}
		if err == nil && t.Name+".json" != head.Name {
			err = fmt.Errorf("it is the test %q", t.Name)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", name, head.Name, err)
		}
		list = append(list, t)
	}
}
