// Command bench compares this repository's bit-vector solver with z3, cvc5
// and boolector, each as a process of its own, on the families and streams of
// package gen, and prints tables. Times are CPU seconds of the process.
//
//	go run ./bitvec/internal/bench [-n 40] [-limit 20s] [-queries 600] [-only WORD] [-keep DIR]
//
// With -in it is itself a solver that reads a script on standard input, which
// is how it measures ours.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"time"

	"github.com/riftlab/rift/bitvec/smtlib"
)

func main() {
	in := flag.Bool("in", false, "be a solver on standard input")
	n := flag.Int("n", 40, "formulas in each family")
	limit := flag.Duration("limit", 20*time.Second, "CPU time for each formula")
	queries := flag.Int("queries", 600, "queries in each stream")
	only := flag.String("only", "", "run only what contains this word")
	keep := flag.String("keep", "", "write the scripts to this folder")
	verbose := flag.Bool("v", false, "print every time")
	flag.Parse()
	if *in {
		if _, err := smtlib.Execute(context.Background(), os.Stdin, os.Stdout, smtlib.Options{}); err != nil {
			os.Exit(1)
		}
		return
	}
	b := bench{limit: *limit, only: *only, keep: *keep, verbose: *verbose, solvers: installed()}
	if err := b.run(*n, *queries); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// solver is a program to compare.
type solver struct {
	name   string
	single []string // command for one script on standard input
	stream []string // command for a session; nil if it has none
	logic  string   // for arrays; "" is the right one
}

// installed returns our solver and those others that can be found.
func installed() []solver {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	all := []solver{
		{name: "rift", single: []string{self, "-in"}, stream: []string{self, "-in"}},
		{name: "z3", single: []string{"z3", "-in"}, stream: []string{"z3", "-in"}, logic: "ALL"},
		{name: "cvc5", single: []string{"cvc5", "--lang=smt2"}, stream: []string{"cvc5", "--lang=smt2", "--incremental"}, logic: "ALL"},
		{name: "boolector", single: []string{"boolector", "--smt2"}},
	}
	var found []solver
	for _, s := range all {
		if _, err := exec.LookPath(s.single[0]); err != nil {
			fmt.Fprintf(os.Stderr, "bench: %s is not installed\n", s.name)
			continue
		}
		found = append(found, s)
	}
	return found
}
