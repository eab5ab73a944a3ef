# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034
# The Debian packages that the project needs, and their installation. Sourced by ./run and ./test.
#
# need_packages "NAME:why" ... installs missing packages as root or through sudo. Otherwise it
# prints the command to run and ends with status 1.
#
# CLANG and WASM_LD are the clang and the linker that everything uses. CCACHE is "ccache " where it is installed.

# Any clang from 14 upwards works, with its lld: the newest installed pair. A machine without one
# gets 19, which Debian 12 and 13 both have.
CLANG_OLDEST=14
CLANG_USUAL=19

is_installed() {
    dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q 'ok installed'
}

clang_version() {
    for version in $(dpkg-query -W -f '${Package}\n' 'clang-[0-9]*' 2>/dev/null |
        sed -n 's/^clang-\([0-9]*\)$/\1/p' | sort -rn) $CLANG_USUAL; do
        [ "$version" -ge $CLANG_OLDEST ] || continue
        is_installed "clang-$version" && is_installed "lld-$version" && break
    done
    echo "$version"
}

if command -v dpkg-query >/dev/null; then
    CLANG_VERSION=$(clang_version)
    CLANG=clang-$CLANG_VERSION
    WASM_LD=wasm-ld-$CLANG_VERSION
else
    CLANG_VERSION=$CLANG_USUAL
    CLANG=clang
    WASM_LD=wasm-ld
fi

CCACHE=
if command -v ccache >/dev/null; then CCACHE='ccache '; fi

BUILD_PACKAGES='
    gcc:to compile
    libc6-dev:to compile
    meson:to build
    ninja-build:to build
    pkg-config:to find libraries
    gettext:to compile translations
    libjson-c-dev:JSON output
'
SERVER_PACKAGES='
    libhttp-parser-dev:the server
    libwslay-dev:the server
    libuv1-dev:the server
    libhiredis-dev:news between servers
    libcurl4-openssl-dev:notifications to browsers
    libsqlite3-dev:the store of the server
    libpq-dev:the store of several servers
    liblmdb-dev:the explorer of openings
    libssl-dev:TLS of bots
    libsodium-dev:passwords and sessions of the server
    libutf8proc-dev:names of people
    libcairo2-dev:pictures of games
    libfreetype-dev:words on pictures of games
    fonts-dejavu-core:words on pictures of games
    libpwquality-dev:passwords that are too easy to guess
    cracklib-runtime:passwords that are too easy to guess
'
PAGE_PACKAGES="
    clang-$CLANG_VERSION:to compile WebAssembly
    lld-$CLANG_VERSION:to link WebAssembly
    nodejs:to build the page
    npm:to build the page
"
RUN_PACKAGES="$BUILD_PACKAGES $SERVER_PACKAGES $PAGE_PACKAGES"
TEST_PACKAGES="$RUN_PACKAGES
    abigail-tools:to compare the library with its last release
    libclang-rt-$CLANG_VERSION-dev:fuzzing and sanitizers with clang
    clang-format-19:to check the formatting
    libcmocka-dev:unit tests
    chromium:to test notifications
    chromium-headless-shell:to test the page
    openssl:certificates for tests
    postgresql:the store of several servers
    redis-server:news between servers
    haproxy:the balancer before several servers
    nginx:the example behind nginx
    lowdown:manual pages
    mandoc:to check manual pages
    zsh:to check its completions
    fish:to check its completions
    systemd:to check its units
    ccache:to compile each file once
    python3-cffi:the Python package
    python3-numpy:the Python package
    python3-pip:the Python package
    python3-setuptools:the Python package
    python3-venv:the Python package
    python3-wheel:the Python package
    shellcheck:to check shell scripts
    python3:to run the tests
"
CLUSTER_PACKAGES='
    python3:tools/cluster
    postgresql:the store of several servers
    redis-server:news between servers
    haproxy:the balancer before several servers
'
FUZZ_PACKAGES="$BUILD_PACKAGES $SERVER_PACKAGES
    clang-$CLANG_VERSION:fuzzing
    libclang-rt-$CLANG_VERSION-dev:fuzzing
"
BENCH_PACKAGES="$BUILD_PACKAGES
    valgrind:to count instructions
"
COVERAGE_PACKAGES="$BUILD_PACKAGES
    gcovr:to report coverage
    libcmocka-dev:unit tests
"

has_package() {
    # A node from another source works too, and often includes npm.
    case $1 in
    nodejs) command -v node >/dev/null && return ;;
    npm) command -v npm >/dev/null && return ;;
    esac
    is_installed "$1"
}

# Reads lines "name:why", prints the names of missing packages, and the reasons on standard error.
missing_packages() {
    while IFS=: read -r name why; do
        name=$(echo "$name" | tr -d ' ')
        [ -n "$name" ] || continue
        has_package "$name" && continue
        echo "$name"
        echo "missing: $name ($why)" >&2
    done
}

# On a system without apt: what the build needs, and the versions that are there. A missing library doesn't
# end the script, because Debian's names are not those of other systems: docs/install.md has theirs.
list_libraries() {
    echo "not a Debian machine; found:" >&2
    for tool in cc meson ninja pkg-config msgfmt node npm "$CLANG" "$WASM_LD"; do
        found=$(command -v "$tool" >/dev/null && { "$tool" --version 2>/dev/null || echo yes; } | sed -n 1p)
        printf '  %-14s %s\n' "$tool" "${found:-MISSING}" >&2
    done
    for library in json-c libuv sqlite3 libpq libsodium hiredis libcurl lmdb openssl libutf8proc freetype2 cairo \
        pwquality; do
        found=
        ! command -v pkg-config >/dev/null || found=$(pkg-config --modversion "$library" 2>/dev/null || true)
        printf '  %-14s %s\n' "$library" "${found:-MISSING (or without a .pc file)}" >&2
    done
    for header in http_parser.h wslay/wslay.h lmdb.h; do
        found=MISSING
        echo "#include <$header>" | cc -E - >/dev/null 2>&1 && found=yes
        printf '  %-14s %s\n' "$header" "$found" >&2
    done
    echo "docs/install.md names the packages for Fedora, Arch, Alpine and macOS" >&2
}

# need_packages LIST
need_packages() {
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        list_libraries
        return 0
    fi
    packages=$(echo "$1" | missing_packages | tr '\n' ' ')
    [ -n "$packages" ] || return 0
    packages=${packages% }
    as_root=
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null || ! sudo -v; then
            echo "these packages cannot be installed from here; please run:" >&2
            echo "su -c 'apt-get update && apt-get install --no-install-recommends -y $packages'" >&2
            exit 1
        fi
        as_root=sudo
    fi
    echo "installing: $packages" >&2
    # shellcheck disable=SC2086
    if ! $as_root apt-get update -q >&2 ||
        ! $as_root env DEBIAN_FRONTEND=noninteractive \
            apt-get install -q -y --no-install-recommends $packages >&2; then
        echo "installing failed; please run:" >&2
        echo "apt-get update && apt-get install --no-install-recommends -y $packages" >&2
        exit 1
    fi
}

# configure FOLDER OPTION...: sets up a build folder, or updates its options. A folder left by an
# older version of the project may have other options; then it is set up again.
configure() {
    folder=$1
    shift
    if [ -f "$folder/build.ninja" ]; then
        meson configure "$folder" "$@" && return
        rm -rf "$folder"
    fi
    meson setup "$folder" "$@"
}
