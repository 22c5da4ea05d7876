// Package catalog is the list of rift's engines, and the only package that
// imports them all.
package catalog

import (
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/add"
	"github.com/riftlab/rift/engines/aflchurn"
	"github.com/riftlab/rift/engines/aflgo"
	"github.com/riftlab/rift/engines/cdd"
	"github.com/riftlab/rift/engines/csg"
	"github.com/riftlab/rift/engines/darwin"
	"github.com/riftlab/rift/engines/dd"
	"github.com/riftlab/rift/engines/dse"
	"github.com/riftlab/rift/engines/greybox"
	"github.com/riftlab/rift/engines/hydiff"
	"github.com/riftlab/rift/engines/isolation"
	"github.com/riftlab/rift/engines/matrix"
	"github.com/riftlab/rift/engines/probdd"
	"github.com/riftlab/rift/engines/product"
	"github.com/riftlab/rift/engines/random"
	"github.com/riftlab/rift/engines/regver"
	"github.com/riftlab/rift/engines/sbfl"
	"github.com/riftlab/rift/engines/shadow"
	"github.com/riftlab/rift/engines/synergy"
	"github.com/riftlab/rift/engines/wdd"
)

// All returns every engine, sorted by name.
func All() []engines.Engine {
	return []engines.Engine{
		add.Engine{},
		aflchurn.Engine{},
		aflgo.Engine{},
		cdd.Engine{},
		csg.Engine{},
		darwin.Engine{},
		dd.Engine{},
		dse.Engine{},
		greybox.Engine{},
		hydiff.Engine{},
		isolation.Engine{},
		matrix.Engine{},
		probdd.Engine{},
		product.Engine{},
		random.Engine{},
		regver.Engine{},
		sbfl.Engine{},
		shadow.Engine{},
		synergy.Slice{},
		synergy.Engine{},
		wdd.Engine{},
	}
}
