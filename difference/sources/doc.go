// Package sources finds the two versions that are compared: C files, folders, or files
// of git revisions, with the flags that they are compiled with; and, between two
// revisions of a project with a compile_commands.json, the programs that a change
// affects.
package sources
