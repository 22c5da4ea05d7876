package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// version returns the version of the build: that of the module, or the commit
// it was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	v := info.Main.Version
	if v != "" && v != "(devel)" {
		return v
	}
	v = "devel"
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision" && len(s.Value) >= 12:
			v += "-" + s.Value[:12]
		case s.Key == "vcs.modified" && s.Value == "true":
			v += "-modified"
		}
	}
	return v
}

func (a *app) version() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "version",
		Short:   "Print rift's version",
		Long:    "Print rift's version, which is also in the measures of every task.",
		Example: "  rift version\n  rift version --json",
		Args:    args(0, 0),
		RunE: func(*cobra.Command, []string) error {
			platform := runtime.GOOS + "/" + runtime.GOARCH
			if asJSON {
				a.event(map[string]string{"version": a.env.Version, "go": runtime.Version(), "platform": platform})
				return nil
			}
			_, err := fmt.Fprintf(a.out, "rift %s (%s, %s)\n", a.env.Version, runtime.Version(), platform)
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print as a JSON line")
	return cmd
}
