package sequence

// node is a statement, or the entry or exit of a function, of the program.
type node = int32
