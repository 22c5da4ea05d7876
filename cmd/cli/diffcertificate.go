package cli

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/difference"
	"github.com/riftlab/rift/difference/certificate"
)

// certify writes what was proved to a folder, and says so. tool is the version of rift.
func certify(out io.Writer, c *certificate.Certificate, r *difference.Result, dir, tool string) error {
	if r.Ended == nil || r.Ended.Static == nil {
		c.Keep(nil)
	} else {
		c.Complete, c.Assumes = r.Ended.Proved(), r.Ended.Static.Assumes
		c.Keep(r.Ended.Static.Proved)
	}
	switch {
	case len(c.Functions) > 0:
	case r.Verdict != nil && r.Verdict.Answer == difference.Equal:
		fmt.Fprintln(out, "no certificate: the verdict rests on paths that were followed, not on a proof of functions; see --engine regver")
		return nil
	default:
		fmt.Fprintln(out, "no certificate: no function was proved equal whose code differs")
		return nil
	}
	scripts, err := c.Write(dir, tool)
	switch {
	case err != nil:
		return err
	case scripts == 0:
		fmt.Fprintf(out, "certificate: no claim needed a solver: see %s\n", filepath.Join(dir, "certificate.json"))
	default:
		fmt.Fprintf(out, "certificate: %s for solvers in %s\n", corpora.Plural(scripts, "claim"), dir)
	}
	return nil
}

// fileName makes a name of a file of that of an entry.
func fileName(entry string) string {
	return strings.NewReplacer("/", "_", ":", "_", `\`, "_").Replace(entry)
}
