package native

import "github.com/riftlab/rift/program"

// Blind tells, of a fault that rift's machines report, why it may go unnoticed
// natively; "" if sanitizers look for faults of its kind.
func Blind(f *program.Fault) string {
	switch f.Kind {
	case program.FaultUninitialised:
		return "sanitizers do not look for uses of memory that was never written"
	case program.FaultOverflow:
		return "signed overflow goes on natively"
	case program.FaultReadOnly, program.FaultLongjmp, program.FaultCall, program.FaultLeak:
		return "sanitizers do not look for: " + string(f.Kind)
	case program.FaultUnsupported:
		return "the machine cannot execute it"
	}
	return ""
}
