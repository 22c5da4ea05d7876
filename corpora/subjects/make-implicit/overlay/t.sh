#!/bin/sh
# "make -r bad" must make T and T.out.
MAKE=$PWD/make
d=$(mktemp -d) && cd "$d" || exit 125
trap 'rm -rf "$d"' EXIT
printf '%%.out: %%\n\ttouch $@\n\n%%: %%.in\n\ttouch $@\n\n.PHONY: good bad\n\ngood: T T.out\n\nbad: T.out T\n' > Makefile
: > T.in
timeout 5 "$MAKE" -r bad >/dev/null 2>&1 && test -e T && test -e T.out
