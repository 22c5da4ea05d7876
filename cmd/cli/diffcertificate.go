package cli

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/difference"
	"github.com/riftlab/rift/difference/certificate"
)

// certify writes what was proved to the folder of --certificate, that of the entry in it if
// there are several, and says so.
func (d *diffing) certify(c *certificate.Certificate, r *difference.Result) error {
	if r.Ended == nil || r.Ended.Static == nil {
		c.Keep(nil)
	} else {
		c.Complete, c.Assumes = r.Ended.Proved(), r.Ended.Static.Assumes
		c.Keep(r.Ended.Static.Proved)
	}
	switch {
	case len(c.Functions) > 0:
	case r.Verdict != nil && r.Verdict.Answer == difference.Equal:
		fmt.Fprintln(d.app.err, "no certificate: the verdict rests on paths that were followed, not on a proof of functions; see --engine regver")
		return nil
	default:
		fmt.Fprintln(d.app.err, "no certificate: no function was proved equal whose code differs")
		return nil
	}
	dir := d.flags.proofs
	if d.entry != d.flags.Entry {
		dir = filepath.Join(dir, fileName(d.entry))
	}
	scripts, err := c.Write(dir, d.app.env.Version)
	if err != nil {
		return err
	}
	if scripts == 0 {
		fmt.Fprintf(d.app.err, "certificate: no claim needed a solver: see %s\n", filepath.Join(dir, "certificate.json"))
		return nil
	}
	fmt.Fprintf(d.app.err, "certificate: %s in %s\n", corpora.Plural(scripts, "claim")+" for solvers", dir)
	return nil
}

// fileName makes a name of a file of that of an entry.
func fileName(entry string) string {
	return strings.NewReplacer("/", "_", ":", "_", `\`, "_").Replace(entry)
}
