#!/bin/sh
# SPDX-License-Identifier: MIT
# tools/setup.sh on a machine without any packages: dpkg-query, apt-get, sudo and id are stubs that
# log their arguments. Nothing is installed.
# shellcheck disable=SC2016
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
stubs=$(mktemp -d)
trap 'rm -rf "$stubs"' EXIT

stub() {
    printf '#!/bin/sh\n%s\n' "$2" >"$stubs/$1"
    chmod +x "$stubs/$1"
}
for tool in sh tr cat echo grep env sed sort; do ln -s "$(command -v $tool)" "$stubs/$tool"; done
stub dpkg-query 'case $4 in
*\**) printf "%s\n" $INSTALLED ;;
*) case " $INSTALLED " in *" $4 "*) echo "install ok installed" ;; *) exit 1 ;; esac ;;
esac'
stub apt-get 'echo "apt-get $*" >>"$ASKED"; [ "${FAIL:-}" != "$1" ]'
stub id 'echo "${USER_ID:-0}"'
export INSTALLED='' ASKED="$stubs/asked"

# need LIST: the output of need_packages, and whether it continues.
need() {
    : >"$ASKED"
    PATH=$stubs sh -c '. "$0/tools/setup.sh"; need_packages "$1"; echo "and goes on"' "$root" "$1" 2>&1 || true
}

expect() {
    case $2 in
    *"$3"*) ;;
    *) printf 'FAILED: %s\nexpected: %s\nbut: %s\n' "$1" "$3" "$2" >&2 && exit 1 ;;
    esac
}

list='
    one:a reason
    two:another
'
said=$(need "$list")
expect "a reason for each" "$said" 'missing: one (a reason)'
expect "it goes on" "$said" 'and goes on'
expect "root installs" "$(cat "$ASKED")" 'apt-get update -q
apt-get install -q -y --no-install-recommends one two'

said=$(INSTALLED='one two' need "$list")
[ "$said" = 'and goes on' ] || expect "nothing to do" "$said" 'and goes on'
[ ! -s "$ASKED" ] || expect "nothing asked" "$(cat "$ASKED")" nothing

said=$(FAIL=install need "$list")
expect "a failure names the line to run" "$said" 'apt-get update && apt-get install --no-install-recommends -y one two'
case $said in *'goes on'*) echo "FAILED: went on" >&2 && exit 1 ;; esac

said=$(USER_ID=1000 need "$list")
expect "without sudo too" "$said" "su -c 'apt-get update && apt-get install --no-install-recommends -y one two'"
stub sudo '[ "$1" = -v ] || exec "$@"'
said=$(USER_ID=1000 need "$list")
expect "with sudo" "$(cat "$ASKED")" 'install -q -y --no-install-recommends one two'
expect "and on" "$said" 'and goes on'

# The packages for ./run, on an empty machine and on one whose node isn't Debian's.
run_packages=$(PATH=$stubs sh -c '. "$0/tools/setup.sh"; echo "$RUN_PACKAGES"' "$root")
need "$run_packages" >/dev/null
for package in gcc meson libjson-c-dev libhttp-parser-dev libwslay-dev libuv1-dev clang-19 lld-19 nodejs npm; do
    expect "$package is installed" "$(cat "$ASKED") " " $package "
done
stub node ''
stub npm ''
need "$run_packages" >/dev/null
case $(cat "$ASKED") in *nodejs* | *npm*) echo "FAILED: a second node" >&2 && exit 1 ;; esac

# The newest installed pair of clang and lld, from 14 upwards; otherwise 19.
# compiler INSTALLED EXPECTED
compiler() {
    expect "the compiler with '$1'" "$(INSTALLED=$1 PATH=$stubs sh -euc '. "$0/tools/setup.sh"; echo "$CLANG $WASM_LD"' "$root"):" "$2:"
}
compiler '' 'clang-19 wasm-ld-19'
compiler 'clang-14 lld-14' 'clang-14 wasm-ld-14'
compiler 'clang-9 clang-14 clang-16 clang-format-19 lld-9 lld-14 lld-16' 'clang-16 wasm-ld-16'
compiler 'clang-13 lld-13 clang-14' 'clang-19 wasm-ld-19'
packages=$(INSTALLED='clang-14 lld-14' PATH=$stubs sh -c '. "$0/tools/setup.sh"; echo "$TEST_PACKAGES"' "$root")
expect "the runtime is of the same version" "$packages" ' libclang-rt-14-dev:'
INSTALLED='clang-14 lld-14' need "$packages" >/dev/null
case $(cat "$ASKED") in *clang-19* | *lld-19*) echo "FAILED: a second clang" >&2 && exit 1 ;; esac
echo "setup: ok"
