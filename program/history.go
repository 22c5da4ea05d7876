package program

// LineHistory is what a version's history says of a line.
type LineHistory struct {
	Age     int // commits since the one that last changed the line: 0 is the version's own
	Changes int // commits that changed it, or what stood there before, after it had first been written
}
