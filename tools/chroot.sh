# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# Clean Debian systems in folders, to build and try packages in. Sourced by tools/release and its parts; needs root.
#
#     chroot_make system.tar buildd gcc,meson     a new system with these packages, from Debian's archive
#     chroot_unpack system.tar folder             one to use up
#     chroot_run folder alone COMMAND...          "alone": without network but for its own loopback; "online": with it

CHROOT_SUITE=bookworm

# chroot_make TAR VARIANT PACKAGES [MMDEBSTRAP-OPTION...]
chroot_make() {
    local tar=$1 variant=$2 packages=$3
    shift 3
    mmdebstrap --quiet --variant="$variant" ${packages:+--include="$packages"} "$@" "$CHROOT_SUITE" "$tar"
}

chroot_unpack() {
    rm -rf "$2"
    mkdir -p "$2"
    tar -C "$2" -xf "$1" --numeric-owner
    # Names are looked up as on this machine.
    cp -L /etc/resolv.conf /etc/hosts "$2/etc/"
}

# Its own processes, mounts and environment; whatever it started is gone when it ends.
chroot_run() {
    local folder=$1 network=
    [ "$2" = online ] || network="unshare --net"
    shift 2
    # shellcheck disable=SC2016
    $network sh -c '
        [ -z "$1" ] || ip link set lo up
        folder=$2
        shift 2
        exec unshare --mount --pid --fork --kill-child --mount-proc="$folder/proc" chroot "$folder" \
            env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
            ${SOURCE_DATE_EPOCH:+SOURCE_DATE_EPOCH="$SOURCE_DATE_EPOCH"} "$@"
    ' sh "$network" "$folder" "$@"
}
