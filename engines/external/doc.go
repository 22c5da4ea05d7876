// Package external lets a foreign process be an engine: a script in any language, or an
// adapter of another tool. It is no technique itself.
//
// Terms:
//
//   - tool: the foreign process, started for one task and ended with it.
//   - message: a JSON object on a line of its own. Rift writes to the tool's standard
//     input, the tool to its standard output. docs/engine-protocol.md describes them all.
//   - request: a message of the tool that rift answers, by one message with its id. Rift
//     takes requests in order and answers one before it reads the next, so that a tool that
//     does not read its answers waits, and nothing piles up.
//   - transcript: what the tool asked and what rift answered, on disk. A replay takes the
//     tool's part from it, works out the answers anew, and fails if one is another.
//
// The tool runs in a private folder, which is removed with it, in a process group that ends
// with it, without network unless the experiment lets it have one. Its CPU time and memory
// count toward the task's limits. Whatever it does wrong ends its task with a reason, and
// nothing else.
package external
