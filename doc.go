// Package rift holds no code: the command is in cmd/rift, and ARCHITECTURE.md
// says where everything else lives. The tests beside this file check the rules
// of the layout.
package rift
