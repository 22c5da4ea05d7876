// Package dominance computes dominators, post-dominators, control dependence and
// strongly connected components of directed graphs.
//
// A graph is the number n of its nodes, which are 0 to n-1, and a function that
// returns the successors (or the predecessors) of one. Node a dominates node b if
// every way from the root to b passes a, and post-dominates it if every way from b
// to the exit passes a. Node w is control dependent on node u if u decides whether
// control comes to w.
package dominance
