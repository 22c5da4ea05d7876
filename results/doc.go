// Package results keeps what experiments found and computes from it what a
// reader wants: the store of records (JSON lines in segments), statistics,
// tables, plots and the HTML report. It knows no engine by name.
package results
