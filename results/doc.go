// Package results keeps what experiments found: the store of records, written
// by workers and read back in one canonical order. It knows no engine by name.
//
// Terms: a *folder* is the results of one experiment: plan.json, records/ and
// measures/ with one *segment* (a file of JSON lines) per process. An *attempt*
// is one run of a task, from its Start record to its End; its records lie
// together in one segment. Folders merge by copying their segments into one.
//
// Below: stats has the statistics, analysis the tables and curves of a folder,
// papers the tables in the layout of the papers, table one model of tables and
// its formats, chart the plots, digraph drawings of graphs and figure the graphs
// that are drawn, explanation what is shown of one failure, sarif the format for
// tools, and report makes tables, plots and report.html of a folder.
package results
