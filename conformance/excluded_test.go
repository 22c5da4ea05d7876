package conformance

// gccExcluded lists the torture programs that need what rift leaves out, with
// the construct.
var gccExcluded = map[string]string{}

// tccExcluded does so for TCC's tests.
var tccExcluded = map[string]string{}
