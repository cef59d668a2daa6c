#!/usr/bin/env bash
# Follows the steps of .devcontainer/Dockerfile on a bare Debian, with this machine's Swift in place of the image's, and builds and runs
# the program there as its first user does.
#
# Prints `ok …` or `FAILED …` for each check and at the end `done`. Exit status 3: this machine cannot make such a system.
set -uo pipefail
cd "$(dirname -- "${BASH_SOURCE[0]}")/../.." || exit 3
source Tests/Packages/bare-system.sh

file=.devcontainer/Dockerfile
suite=$(sed -n 's/^FROM swift:.*-//p' "$file")
version=$(sed -n 's/^FROM swift:\([0-9.]*\)-.*/\1/p' "$file")
toolchain=$(dirname "$(dirname "$(dirname "$(readlink -f "$(command -v swift)")")")")
check() { if "${@:2}"; then echo "ok $1"; else echo "FAILED $1"; fi; }

check "the image has this machine's Swift, $version" grep -qF "version $version " <(swift --version 2>/dev/null)
root=$(unpacked "$suite" container) || lacks "no system $suite could be made"
# The image of Swift has its libraries, a compiler's start files and Git.
mkdir -p "$root$toolchain"
mount --bind "$toolchain" "$root$toolchain"
inside "$root" sh -c 'apt-get -qq update && apt-get -qq install -y --no-install-recommends binutils-gold g++ libc6-dev libcurl4-openssl-dev \
    libedit-dev libncurses-dev libsqlite3-dev libxml2-dev libpython3-dev tzdata' >/dev/null 2>&1 || lacks "no packages for $suite could be fetched"
# A step is RUN and what its lines continue.
sed -e ':more' -e '/\\$/{N;s/\\\n//;t more' -e '}' "$file" | sed -n 's/^RUN //p' >"$work/steps"
while IFS= read -r step; do
    check "$(cut -c1-60 <<<"$step")…" inside "$root" sh -c "$step" >"$work/step" 2>&1
    grep -E '^(ok|FAILED) ' "$work/step" || { tail -n 5 "$work/step" && echo "FAILED a step of the container"; }
done <"$work/steps"
git clone --quiet . "$root/boardsim"
# Nothing is left to install.
inside "$root" PATH="$toolchain/usr/bin:/usr/sbin:/usr/bin:/sbin:/bin" sh -c \
    'cd /boardsim && ./boardsim run Scenarios/wrist.yaml' >"$work/run" 2>&1
status=$?
check "the program is built and runs the first scenario" test "$status" = 0
[[ $status = 0 ]] || tail -n 20 "$work/run"
check "the container had every package that the build needs" sh -c "! grep -q 'installing' '$work/run'"
umount "$root$toolchain"
echo done
