#!/bin/sh
# The last line of both files has no newline, and diff must say so. Any other
# failure is not the one in question.
D=$PWD/diff
d=$(mktemp -d) && cd "$d" || exit 125
trap 'rm -rf "$d"' EXIT
printf '\n1' > a; printf '\n0\n\n1' > b
timeout 5 "$D" -U1 a b > out
[ $? = 1 ] || exit 125
tail -n +3 out > got
printf '@@ -1,2 +1,4 @@\n \n+0\n+\n 1\n' > bad
cp bad want && echo '\ No newline at end of file' >> want || exit 125
cmp -s got want && exit 0
cmp -s got bad && exit 1
exit 125
