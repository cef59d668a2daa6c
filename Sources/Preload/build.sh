#!/bin/sh
# Compiles the library that `boardsim run --speed led -- PROGRAM` preloads: `build.sh FILE [C COMPILER OPTION …]`.
#
# SwiftPM would link Swift's runtime to it, which would then be loaded into every program. Only the C library is needed, of the age
# of Debian 12 or newer.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
out=$1
shift
mkdir -p "$(dirname -- "$out")"
compiler=${CC-clang}
command -v "$compiler" >/dev/null || compiler=cc
# Programs that start meanwhile find either the old one or the new one.
"$compiler" -std=gnu11 -O2 -Wall -Wextra -Werror -fPIC -shared -fvisibility=hidden -fno-strict-aliasing -ftls-model=initial-exec \
    -U_FORTIFY_SOURCE -fno-builtin -Wl,-z,now -Wl,-z,nodelete -Wl,--build-id=none -Wl,-soname,libboardsim-led.so \
    "$@" -o "$out.new" "$here"/*.c
mv "$out.new" "$out"
