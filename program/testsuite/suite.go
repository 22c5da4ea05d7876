package testsuite

import (
	"archive/zip"
	"fmt"
	"io"
)

// WriteSuite writes a Test-Comp test suite as a ZIP archive with the files at
// its top: metadata.xml, then testcase-N.xml in the order of the tests, from 1.
// All times in it are that of the subject's folder.
func WriteSuite(w io.Writer, s *Subject, tests []*Test) error {
	z := zip.NewWriter(w)
	add := func(name string, data []byte) error {
		f, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: s.Created.UTC()})
		if err != nil {
			return err
		}
		_, err = f.Write(data)
		return err
	}
	if err := add("metadata.xml", metadata(s)); err != nil {
		return err
	}
	n := 0
	for _, t := range tests {
		data, ok := testcase(s, t)
		if !ok {
			continue
		}
		n++
		if err := add(fmt.Sprintf("testcase-%d.xml", n), data); err != nil {
			return err
		}
	}
	return z.Close()
}
