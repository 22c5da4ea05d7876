package experiments

import (
	"os"
	"strings"
)

// HostName names this machine as its users do: where a scheduler has another name for it than
// it has itself, by that.
func HostName() string {
	if node := strings.TrimSpace(os.Getenv("SLURMD_NODENAME")); node != "" {
		return node
	}
	name, _ := os.Hostname()
	return name
}
