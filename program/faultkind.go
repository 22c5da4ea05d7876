package program

// FaultKind names an error that the machines detect.
type FaultKind string

// The faults. Every one is undefined behaviour in C, but for FaultReached (the
// program's own error call), FaultDeadlock and FaultUnsupported.
const (
	FaultOutOfBounds   FaultKind = "out of bounds"
	FaultUseAfterFree  FaultKind = "use after free"
	FaultDeadObject    FaultKind = "use after scope"
	FaultNull          FaultKind = "null dereference"
	FaultInvalid       FaultKind = "invalid pointer"
	FaultReadOnly      FaultKind = "write to read-only object"
	FaultUninitialised FaultKind = "uninitialised read"
	FaultDoubleFree    FaultKind = "double free"
	FaultBadFree       FaultKind = "invalid free"
	FaultDivision      FaultKind = "division by zero"
	FaultOverflow      FaultKind = "signed overflow"
	FaultShift         FaultKind = "shift out of range"
	FaultCall          FaultKind = "bad call"
	FaultUnreachable   FaultKind = "unreachable code reached"
	FaultStack         FaultKind = "stack overflow"
	FaultLongjmp       FaultKind = "bad longjmp"
	FaultReached       FaultKind = "error reached"
	FaultUnsupported   FaultKind = "unsupported"
	FaultLeak          FaultKind = "memory leak"
	FaultOverlap       FaultKind = "overlapping ranges"
	FaultDeadlock      FaultKind = "deadlock"
	FaultBuiltin       FaultKind = "invalid builtin argument"
	// Those below are looked for where Version.Check is set; see Violation.
	FaultIndex      FaultKind = "index out of bounds"
	FaultConversion FaultKind = "conversion out of range"
	FaultValue      FaultKind = "invalid value"
	FaultAlignment  FaultKind = "misaligned access"
	FaultLength     FaultKind = "invalid array length"
	FaultPointer    FaultKind = "pointer overflow"
	FaultCallType   FaultKind = "incorrect function type"
	FaultArgument   FaultKind = "invalid argument"
	FaultFormat     FaultKind = "wrong format argument"
	FaultRace       FaultKind = "data race"
)
