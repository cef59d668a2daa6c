#!/usr/bin/env bash
# Every suite and test with "fuzz" in its name, in release with the address sanitizer and very many rounds; in the stage `unit` such a
# test runs a few thousand. What comes out is appended to a file: `fuzz.sh RESULTS`.
#
# What a host can send (HCI, L2CAP, ATT, SMP) gets twice as many: two million packets together. What a Triki cap can send gets four
# times as many, a million packets. The separate build takes five minutes, and so do the rounds.
set -uo pipefail
rounds=${FUZZ_ROUNDS:-250000}
hosts='(VirtualRadio|Bluetooth|Peripheral|Pairing)Tests\.'
caps='(VeltoKit|TrikiCap)Tests\.'
# Swift's crash reporter reads memory that the sanitizer guards, and the two never finish.
export SWIFT_BACKTRACE=enable=no
# Constants are never freed; the sanitizer does not see those that Swift keeps in tagged pointers.
export LSAN_OPTIONS=suppressions=$PWD/Tests/leaks.txt:print_suppressions=0
swift_tests() { python3 Tests/swift_tests.py "$results" -c release --sanitize=address --scratch-path .build-address "$@"; }
results=$1
FUZZ_ROUNDS=$((2 * rounds)) swift_tests --filter "$hosts.*(?i)fuzz"
FUZZ_ROUNDS=$((4 * rounds)) swift_tests --filter "$caps.*(?i)fuzz"
FUZZ_ROUNDS=$rounds swift_tests --filter '(?i)fuzz' --skip "$hosts|$caps"
