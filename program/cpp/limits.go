package cpp

// Bounds of what a translation unit may include and expand to. Real programs
// stay an order of magnitude below.
const (
	maxDepth      = 200    // of files that include one another
	maxInclusions = 20_000 // of files
	maxTokens     = 8 << 20
	maxNesting    = 2000 // of macro arguments and of parentheses in conditions
	maxErrors     = 1000
)
