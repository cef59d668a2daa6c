#!/bin/sh
# Judges with as many tasks as wished, waits for the merged report, and ends with its status:
#
#   docs/examples/slurm/submit.sh 1-8
#
# REPORTS is a folder that all nodes see, CONFORMANCE holds options for `boardsim conformance`, and
# BOARDSIM names the program; all three are optional.
set -eu
here=$(dirname -- "$0")
array=${1:-1-8}
REPORTS=${REPORTS:-$PWD/conformance-reports}
export REPORTS
mkdir -p "$REPORTS"
# Builds the program here and once, before all tasks would do so at the same time.
"${BOARDSIM:-./boardsim}" --version
PARTS=$(sbatch --parsable --array="$array" "$here/conformance.sbatch")
export PARTS
echo "job array $PARTS; its reports go to $REPORTS/$PARTS"
# afterany: what failed is to be reported too.
exec sbatch --wait --dependency="afterany:$PARTS" "$here/merge.sbatch"
