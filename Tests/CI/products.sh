#!/usr/bin/env bash
# A Swift package of somebody else gets products of this repository by its path and by its URL: a build with
# settings that a dependency may not have (`unsafeFlags`) would be refused there.
#
# Prints `ok …` or `FAILED …` for each way, and `done`.
set -uo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A repository with what is committed here and what has changed since, tagged as a release.
git clone -q --no-hardlinks "$root" "$work/boardsim.git" 2>"$work/log" || cat "$work/log"
git -C "$root" ls-files -z --cached --others --exclude-standard | (cd "$root" && xargs -0 -I{} sh -c '[ ! -f "$1" ] || printf "%s\0" "$1"' - {}) \
    | tar -C "$root" --null -T - -cf - | tar -C "$work/boardsim.git" -xf -
git -C "$work/boardsim.git" -c user.name=t -c user.email=t@localhost commit -qam "As it is now"
git -C "$work/boardsim.git" tag 0.1.0

for way in path url; do
    folder=$work/$way
    mkdir -p "$folder/Sources/App"
    if [[ $way = path ]]; then
        dependency='name: "boardsim", path: "'$work/boardsim.git'"'
    else
        dependency='url: "file://'$work/boardsim.git'", from: "0.1.0"'
    fi
    cat >"$folder/Package.swift" <<END
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "App",
    dependencies: [.package($dependency)],
    targets: [
        .executableTarget(
            name: "App",
            dependencies: [
                .product(name: "Simulation", package: "boardsim")
            ])
    ])
END
    cat >"$folder/Sources/App/App.swift" <<'END'
import Simulation

@main struct App {
    static func main() {
        let simulation = Simulation(seed: 1)
        simulation.run(for: .seconds(7))
        print(simulation.now == .zero + .seconds(7) ? "seven seconds" : "another time")
    }
}
END
    if [[ $(swift run --package-path "$folder" App 2>"$work/log") = "seven seconds" ]]; then
        echo "ok a package that names this one by its $way"
    else
        grep -E 'error' "$work/log" | head -n 5
        echo "FAILED a package that names this one by its $way"
    fi
done
echo done
