#!/bin/sh
# Installs the official metawear SDK into a Python environment: `sdk.sh VENV`, or with the compiler and
# the tools of one into a folder for any Python: `sdk.sh VENV FOLDER`.
#
# It compiles its C++ core, once for every version of Python; the wheel is kept in
# ~/.cache/boardsim. What it asks for to reach a radio (warble) is left out: the tests have
# a warble of their own in its place.
set -eu

version=1.0.8
python=$1/bin/python
tag=$("$python" -c 'import platform, sys; print(f"{sys.implementation.cache_tag}-{platform.machine()}")')
cache=${XDG_CACHE_HOME:-$HOME/.cache}/boardsim/metawear-$version-$tag

# Stages that run side by side compile and install it one after the other.
mkdir -p "$(dirname "$cache")"
exec 9>"$cache.lock"
flock 9
if ! ls "$cache"/*.whl >/dev/null 2>&1; then
    echo "compiling the metawear SDK $version, about a minute; kept in $cache"
    mkdir -p "$cache.part"
    # Its sources are older than the compiler's warnings.
    CXX="g++ -Wno-error=maybe-uninitialized" MAKEFLAGS="-j$(nproc)" \
        "$python" -m pip wheel --quiet --disable-pip-version-check --no-deps \
        --no-build-isolation --wheel-dir "$cache.part" "metawear==$version"
    rm -rf "$cache"
    mv "$cache.part" "$cache"
fi
if [ $# -gt 1 ]; then
    # It has no part that was compiled for one version of Python.
    "$python" -m zipfile -e "$cache"/*.whl "$2"
else
    "$python" -m pip install --quiet --disable-pip-version-check --no-deps "$cache"/*.whl
fi
