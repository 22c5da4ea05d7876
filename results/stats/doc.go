// Package stats has the statistics by which randomised techniques are compared.
// All functions are pure; those that draw at random take a seed. Where gonum
// has a distribution it is used.
//
// Terms: a *p-value* is two-sided unless said otherwise. An observation is
// *censored* at t if the event had not happened by t and watching ended.
package stats
