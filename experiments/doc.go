// Package experiments turns an experiment file into records: TOML becomes an
// immutable plan, the plan's tasks run in worker processes under limits, and
// what they find lies in a result folder that any later run continues.
//
// Terms this package owns:
//
//   - Experiment: a TOML file (docs/experiment.md): subjects, engines, seeds,
//     a budget.
//   - Plan: the ordered tasks of an experiment with their seeds, fixed by a
//     hash. Any process may run any slice of a plan (a shard).
//   - Task: one engine on one version pair with one seed.
//   - Worker: a process of this binary that runs tasks, by default one only. What
//     happens to a worker (a crash, a hang, exhausted memory) is the outcome
//     of its task.
//   - Attempt: one execution of a task. A task whose attempt left no End
//     record is run again by the next run on the folder.
package experiments
