// Command rift finds and explains where two versions of a C program differ,
// and compares the techniques that do so.
package main

import (
	"github.com/riftlab/rift/cmd/cli"
	"github.com/riftlab/rift/engines/catalog"
)

func main() { cli.Main(catalog.All()...) }
