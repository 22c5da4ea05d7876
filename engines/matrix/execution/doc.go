// Package execution records what runs of one version of a program do: which statements
// they execute, on which earlier executions each depends, what they write, and, at
// statements that are watched, which registers are live and what they hold.
//
// Terms this package owns:
//
//   - instance: one execution of a statement, together with what library functions
//     called by it do; or of the entry of a function.
//   - statement: a node of package flow, or several that a Grouping gathers.
//   - snapshot: the live registers and the places of all activations when an instance of
//     a watched statement begins.
//
// A Tracer belongs to a program and to what of its runs is wanted. It records runs of the
// concrete machine, and paths that symbolic execution follows: a Recorder hears of either
// by events of a vm.Tracer. Events of which nothing can be learnt are left out beforehand
// (plan.go); runs that execute no change are not recorded at all (Tracer.Scout).
package execution
