#!/usr/bin/env bash
# A Slurm of one node in a folder of its own, with its own munge, for as long as a command runs:
#
#   Tests/Slurm/cluster.sh COMMAND…
#
# Ends with the command's status, or with 3 and a line `slurm: why` where this machine cannot run one.
set -uo pipefail
PATH=$PATH:/usr/sbin:/sbin

folder=$(mktemp -d)
chmod 711 "$folder" # munged wants a way to its socket for everybody.
mkdir -m 755 "$folder/state" "$folder/spool"
daemons=()

finish() {
    local status=$?
    [[ ${#daemons[@]} = 0 ]] || kill "${daemons[@]}" 2>/dev/null
    for daemon in "${daemons[@]}"; do
        for _ in {1..50}; do
            kill -0 "$daemon" 2>/dev/null || break
            sleep 0.1
        done
        kill -9 "$daemon" 2>/dev/null
    done
    rm -rf "$folder"
    exit "$status"
}
trap finish EXIT
trap 'exit 130' INT TERM

cannot() {
    echo "slurm: $*" >&2
    tail -n 5 "$folder"/*.log 2>/dev/null >&2
    exit 3
}

for program in munged slurmctld slurmd sbatch; do
    command -v "$program" >/dev/null || cannot "$program is missing; apt-get install slurm-wlm munge"
done

# Starts a daemon in the foreground of its own log: `daemon NAME COMMAND…`.
daemon() {
    "${@:2}" >"$folder/$1.log" 2>&1 &
    daemons+=("$!")
}

# Waits for what a daemon brings about: `wait_for WHAT COMMAND…`.
wait_for() {
    for _ in {1..200}; do
        "${@:2}" >/dev/null 2>&1 && return
        kill -0 "${daemons[-1]}" 2>/dev/null || cannot "$1 did not come: its daemon ended"
        sleep 0.1
    done
    cannot "$1 did not come within 20 s"
}

head -c 1024 /dev/urandom >"$folder/munge.key"
chmod 400 "$folder/munge.key"
daemon munged munged --foreground --force --num-threads=1 --key-file="$folder/munge.key" \
    --socket="$folder/munge" --pid-file="$folder/munge.pid" --log-file="$folder/munge.log" \
    --seed-file="$folder/munge.seed"
wait_for "munge's socket" test -S "$folder/munge"

# Two ports that nobody listens at, and this node as slurmd itself sees it.
read -r controller node_port <<<"$(python3 -c '
import socket
ends = [socket.create_server(("127.0.0.1", 0)) for _ in range(2)]
print(*(end.getsockname()[1] for end in ends))')"
node=${HOSTNAME%%.*}
memory=$(awk '/^MemTotal/ { print int($2 / 1024) }' /proc/meminfo)
cat >"$folder/slurm.conf" <<END
ClusterName=test
SlurmctldHost=$node(127.0.0.1)
SlurmctldPort=$controller
SlurmdPort=$node_port
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$folder/munge
CredType=cred/munge
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=sched_interval=2,batch_sched_delay=0
ReturnToService=2
MpiDefault=none
MailProg=/bin/true
NodeName=$node NodeAddr=127.0.0.1 CPUs=$(nproc) RealMemory=$memory State=UNKNOWN
PartitionName=all Nodes=$node Default=YES MaxTime=INFINITE State=UP
END
export SLURM_CONF=$folder/slurm.conf
daemon slurmctld slurmctld -D -c -f "$SLURM_CONF"
wait_for "the controller of Slurm" scontrol ping
daemon slurmd slurmd -D -f "$SLURM_CONF" -N "$node"
node_is_up() { [[ $(sinfo -h -o %t) = idle ]]; }
wait_for "the node of Slurm" node_is_up

"$@"
