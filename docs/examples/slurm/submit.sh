#!/bin/sh
# Judges with as many tasks as wished, waits for the merged report, and ends with its status:
#
#   docs/examples/slurm/submit.sh 1-8 --filter MW/HAP
#
# What follows the array are options of `boardsim conformance`. REPORTS is a folder that all nodes see,
# and BOARDSIM names the program, by default `boardsim` on the PATH; both are optional.
set -eu
here=$(dirname -- "$0")
array=${1:-1-8}
[ $# = 0 ] || shift
REPORTS=${REPORTS:-$PWD/conformance-reports}
export REPORTS
mkdir -p "$REPORTS"
# In a checkout this builds the program, once, before all tasks would do so at the same time.
"${BOARDSIM:-boardsim}" --version
PARTS=$(sbatch --parsable --array="$array" "$here/conformance.sbatch" "$@")
export PARTS
echo "job array $PARTS; its reports go to $REPORTS/$PARTS"
# afterany: what failed is to be reported too.
exec sbatch --wait --dependency="afterany:$PARTS" "$here/merge.sbatch"
