# The commands of everyday work. CI runs .ci/run.

GO ?= go
BIN ?= bin/rift
# csmith programs that fuzz-c compares with gcc, and the first seed.
N ?= 5000
SEED ?= 1000

.PHONY: build test check bench golden fuzz-c fuzz-smt fuzz conformance quick figures clean

build:
	$(GO) build -o $(BIN) ./cmd/rift

test:
	$(GO) test ./...

# Everything that needs no running: format, vet, unused code, the rules of the layout.
check:
	@unformatted=$$(gofmt -l .); \
	if [ -n "$$unformatted" ]; then echo "not gofmt-clean:"; echo "$$unformatted"; exit 1; fi
	$(GO) vet ./...
	$(GO) mod tidy -diff
	$(GO) run github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0 run ./...
	@unused=$$($(GO) run golang.org/x/tools/cmd/deadcode@v0.48.0 -test ./...); \
	if [ -n "$$unused" ]; then echo "nothing calls these, delete them:"; echo "$$unused"; exit 1; fi
	$(GO) test .

# Benchmarks of every package, the machine against gcc -O0, the SAT backends
# against minisat and cadical, the solver against z3, cvc5 and boolector, rift diff on the corpus of pairs. Long.
bench:
	$(GO) test -run '^$$' -bench . -benchtime 1x -timeout 0 ./...
	$(GO) run ./bitvec/internal/bench
	RIFT_PAIRS=all $(GO) test -run TestCorpusOfPairs -timeout 0 -v ./difference

# Rewrite golden files from what the program does now; look at the difference.
golden:
	@for p in $$(git grep -l 'flag.Bool("update"' -- '*_test.go' | xargs -n1 dirname | sort -u); do \
		$(GO) test ./$$p -update || exit 1; \
	done
	git status --short

# Compare the machine with gcc on N random programs of csmith.
fuzz-c:
	cd conformance && RIFT_CSMITH=$(N) RIFT_CSMITH_SEED=$(SEED) $(GO) test -run Csmith -timeout 0 -v .

# Compare the solver with z3, cvc5 and boolector on FORMULAS random formulas.
FORMULAS ?= 100000
fuzz-smt:
	RIFT_RANDOM=$(FORMULAS) $(GO) test -run TestAgainstOtherSolvers -timeout 0 -v ./bitvec/smtlib

# Native fuzzing of every reader of foreign text, FUZZTIME each; TARGETS chooses some.
FUZZTIME ?= 10m
TARGETS ?=
fuzz:
	.ci/fuzz $(FUZZTIME) $(TARGETS)

# The execute tests of gcc's torture suite and tcc's tests2.
conformance:
	cd conformance && $(GO) test -v -timeout 30m .

quick: build
	$(BIN) run quick

# What README.md says under "Two commands", to be measured on an idle machine.
figures: build
	@dir=$$(mktemp -d) && echo "rift run quick:" && bash -c 'time $(BIN) run quick -o '$$dir'/out >/dev/null' && rm -r $$dir
	@echo "go test ./...:" && bash -c 'time $(GO) test -count=1 ./... >/dev/null'

clean:
	rm -rf bin results-quick
