#!/bin/sh
# The steps of the action, which also run by hand and in tests:
#
#   run.sh install   installs rift unless there is a command rift
#   run.sh diff      compares, writes the reports and the summary, and fails as told
#
# Inputs are the variables RIFT_...; action.yml says what they mean.
set -eu
set -f # words of inputs are no patterns

say() { printf '%s\n' "rift action: $*" >&2; }

install_rift() {
	if command -v rift >/dev/null 2>&1; then
		return
	fi
	go install "github.com/riftlab/rift/cmd/rift@${RIFT_VERSION:-latest}"
	bin=$(go env GOBIN)
	[ -n "$bin" ] || bin=$(go env GOPATH)/bin
	printf '%s\n' "$bin" >>"$GITHUB_PATH"
}

# before prints the revision that the change is to be compared with.
before() {
	if [ -n "${RIFT_OLD:-}" ]; then
		printf '%s\n' "$RIFT_OLD"
	elif [ -n "${GITHUB_BASE_REF:-}" ]; then
		base=$(git rev-parse --verify -q "origin/$GITHUB_BASE_REF^{commit}" || git rev-parse --verify -q "$GITHUB_BASE_REF^{commit}") || {
			say "there is no $GITHUB_BASE_REF here: check out with fetch-depth: 0, or give old"
			return 1
		}
		git merge-base "$base" "$1" || {
			say "$GITHUB_BASE_REF and $1 have no revision in common here: check out with fetch-depth: 0, or give old"
			return 1
		}
	else
		git rev-parse --verify -q "$1~1^{commit}" || {
			say "there is no revision before $1 here: check out with fetch-depth: 2, or give old"
			return 1
		}
	fi
}

output() {
	if [ -n "${GITHUB_OUTPUT:-}" ]; then
		printf '%s\n' "$1=$2" >>"$GITHUB_OUTPUT"
	fi
}

compare() {
	fail=${RIFT_FAIL_ON:-differs}
	case $fail in
	differs | open | never) ;;
	*)
		say "fail-on: $fail: write differs, open or never"
		exit 2
		;;
	esac
	new=${RIFT_NEW:-HEAD}
	old=$(before "$new") || exit 2
	dir=${RIFT_OUTPUT:-rift-diff}
	mkdir -p "$dir"
	rm -f "$dir/comment.md"
	status=0
	# shellcheck disable=SC2086 # files and flags are lists of words
	rift diff --repo . --cpu "${RIFT_CPU:-5m}" ${RIFT_BUILD_DIR:+--build-dir "$RIFT_BUILD_DIR"} \
		--sarif "$dir/findings.sarif" --junit "$dir/tests.xml" --html "$dir/report.html" --markdown "$dir/comment.md" \
		${RIFT_FLAGS:-} "$old" "$new" ${RIFT_FILES:-} || status=$?
	if [ -n "${GITHUB_STEP_SUMMARY:-}" ] && [ -f "$dir/comment.md" ]; then
		cat "$dir/comment.md" >>"$GITHUB_STEP_SUMMARY"
	fi
	case $status in
	0) answer=equal ;;
	1) answer=differs ;;
	3 | 4) answer=open ;; # 4: C that rift does not support
	*)
		say "rift diff failed with status $status"
		exit "$status"
		;;
	esac
	output answer "$answer"
	output sarif "$dir/findings.sarif"
	output markdown "$dir/comment.md"
	case $fail-$answer in
	differs-differs | open-differs | open-open) exit "$status" ;;
	esac
}

case ${1:-} in
install) install_rift ;;
diff) compare ;;
*)
	say "usage: run.sh install|diff"
	exit 2
	;;
esac
