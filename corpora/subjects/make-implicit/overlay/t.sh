#!/bin/sh
# "make -r bad" must make T and T.out, and not say that it knows no way to make T.out.
# Any other failure is not the one in question.
MAKE=$PWD/make
d=$(mktemp -d) && cd "$d" || exit 125
trap 'rm -rf "$d"' EXIT
printf '%%.out: %%\n\ttouch $@\n\n%%: %%.in\n\ttouch $@\n\n.PHONY: good bad\n\ngood: T T.out\n\nbad: T.out T\n' > Makefile
: > T.in
timeout 5 "$MAKE" -r bad >said 2>&1
case $? in
0) test -e T && test -e T.out && exit 0 ;;
2) grep -q "No rule to make target .T.out'" said && exit 1 ;;
esac
exit 125
