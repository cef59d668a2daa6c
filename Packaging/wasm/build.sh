#!/usr/bin/env bash
# Compiles the firmware, without operating system, to WebAssembly: `build.sh OUT.wasm [SWIFT FILE …]`.
#
# The files are compiled with those of this folder, which export the module's interface. What lies in the folder of OUT is kept: a target
# is read again if it, or one before it, has changed, and OUT is left as it is if nothing has; other files need another OUT. Needs, besides
# Swift, the Debian packages wasi-libc (malloc, memcpy, strtod), libclang-rt-19-dev-wasm32 and binaryen.
set -euo pipefail
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
root=$here/../..
out=$(mkdir -p -- "$(dirname -- "$1")" && cd -- "$(dirname -- "$1")" && pwd)
name=$(basename -- "$1" .wasm)
shift
tools=$(dirname -- "$(readlink -f -- "$(command -v swiftc)")")
embedded=$tools/../lib/swift/embedded/wasm32-unknown-none-wasm
libraries=("$embedded/libswiftUnicodeDataTables.a" /usr/lib/wasm32-wasi/lib{c,m}.a
    /usr/lib/llvm-19/lib/clang/19/lib/wasi/libclang_rt.builtins-wasm32.a)
for file in "${libraries[@]}"; do
    [ -e "$file" ] || { echo "build.sh: $file is missing; see its first lines" >&2; exit 3; }
done

# Each after those that it uses: `Package.swift` has the arrows. `VirtualTime` needs an operating system, and the dissector a resource.
targets=(Base/{Simulation,Wire,JSON,MetaWearTables,Motion} Air/{Bluetooth,Peripheral,Pairing,VirtualRadio,Central}
    Devices/{Device,MetaWearBoard,TrikiCap})
# Without randomised addresses: the compiler orders a few instructions by them.
compile=(setarch -R swiftc -target wasm32-unknown-none-wasm -Osize -wmo -swift-version 6 -package-name boardsim -warnings-as-errors
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature MemberImportVisibility
    -enable-upcoming-feature NonisolatedNonsendingByDefault -enable-experimental-feature Lifetimes
    -enable-experimental-feature Embedded -enable-experimental-feature Extern -parse-as-library -I "$out")
# Sorted: in another order, the compiler finds fault with imports of different visibility.
files() { find "$1" -name '*.swift' ! -path '*/Wireshark/*' | LC_ALL=C sort; }

# Only what exports functions is compiled to machine code, with all that it reaches of the targets.
isNew=
for target in "${targets[@]}"; do
    module=$out/$(basename -- "$target").swiftmodule
    if [ -z "$isNew" ] && [ "$module" -nt "$0" ] && [ -z "$(find "$root/Sources/$target" -newer "$module" -print -quit)" ]; then
        continue
    fi
    isNew=1
    mapfile -t sources < <(files "$root/Sources/$target")
    "${compile[@]}" -module-name "$(basename -- "$target")" -emit-module -emit-module-path "$module" "${sources[@]}" || {
        rm -f "$module"
        exit 1
    }
done
shared=("$root/Sources/Scenarios/Declaration/Suggestion.swift")
if [ -z "$isNew" ] && [ "$out/$name.wasm" -nt "$0" ] && [ -z "$(find "$here" "${shared[@]}" "$@" -newer "$out/$name.wasm" -print -quit)" ]; then
    exit
fi
"${compile[@]}" -module-name BoardModule -c -o "$out/$name.o" "$here"/*.swift "${shared[@]}" "$@"
"$tools/clang" --target=wasm32-unknown-none-wasm -O2 -Wall -Werror -c "$here/runtime.c" -o "$out/runtime.o"
# A function's address is its place in a table, and the compiler takes addresses below 4096 for none: an optional structure with a closure
# in it would be nil.
"$tools/wasm-ld" --no-entry --strip-all --gc-sections --stack-first -z stack-size=1048576 --table-base=4096 -o "$out/$name.linked" \
    "$out/$name.o" "$out/runtime.o" "${libraries[@]}"
wasm-opt -Oz --strip-debug --strip-producers --enable-bulk-memory --enable-sign-ext --enable-nontrapping-float-to-int \
    --enable-mutable-globals --enable-multivalue --enable-reference-types "$out/$name.linked" -o "$out/$name.new"
mv "$out/$name.new" "$out/$name.wasm"
