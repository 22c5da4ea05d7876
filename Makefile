# The commands of everyday work. CI runs .ci/run.

GO ?= go
BIN ?= bin/rift
# csmith programs that fuzz-c compares with gcc, and the first seed.
N ?= 5000
SEED ?= 1000

.PHONY: build test check bench golden fuzz-c conformance quick clean

build:
	$(GO) build -o $(BIN) ./cmd/rift

test:
	$(GO) test ./...

# Everything that needs no running: format, vet, staticcheck, import direction.
check:
	@unformatted=$$(gofmt -l .); \
	if [ -n "$$unformatted" ]; then echo "not gofmt-clean:"; echo "$$unformatted"; exit 1; fi
	$(GO) vet ./...
	@if command -v staticcheck >/dev/null; then staticcheck ./...; \
	else echo "staticcheck is not installed: left out (go install honnef.co/go/tools/cmd/staticcheck@v0.8.2)"; fi
	$(GO) test -run 'Imports|Techniques' .

bench:
	$(GO) test -run '^$$' -bench . -benchtime 1x ./...

# Rewrite golden files from what the program does now; look at the difference.
golden:
	@for p in $$(git grep -l 'flag.Bool("update"' -- '*_test.go' | xargs -n1 dirname | sort -u); do \
		$(GO) test ./$$p -update || exit 1; \
	done
	git status --short

# Compare the machine with gcc on N random programs of csmith.
fuzz-c:
	cd conformance && RIFT_CSMITH=$(N) RIFT_CSMITH_SEED=$(SEED) $(GO) test -run Csmith -timeout 0 -v .

# The execute tests of gcc's torture suite and tcc's tests2.
conformance:
	cd conformance && $(GO) test -v -timeout 30m .

quick: build
	$(BIN) run quick

clean:
	rm -rf bin results-quick
