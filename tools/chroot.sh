# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# Clean Debian systems in folders, to build and test packages in. Sourced by tools/release and its
# parts; needs root.
#
#     chroot_make system.tar buildd gcc,meson     a new system with these packages, from Debian's archive
#     chroot_unpack system.tar folder             unpacks a disposable copy
#     chroot_run folder alone COMMAND...          "alone": no network except its own loopback;
# "online": with network
#     chroot_boot folder COMMAND...               the same, alone, in that system booted with its
# own systemd

# Debian's name for the release: bookworm (12) or trixie (13).
CHROOT_SUITE=${CHROOT_SUITE:-bookworm}

# The first mirror of Debian's own archive in this machine's apt, for any release.
chroot_mirror() {
    # shellcheck disable=SC2016
    apt-get indextargets --format '$(ORIGIN) $(CODENAME) $(SITE)' 'Created-By: Packages' |
        awk '$1 == "Debian" && $2 !~ /-/ { print $3; exit }'
}

# chroot_make TAR VARIANT PACKAGES [MMDEBSTRAP-OPTION...]
chroot_make() {
    local tar=$1 variant=$2 packages=$3
    shift 3
    mmdebstrap --quiet --variant="$variant" ${packages:+--include="$packages"} "$@" "$CHROOT_SUITE" "$tar" "$(chroot_mirror)"
}

chroot_unpack() {
    rm -rf "$2"
    mkdir -p "$2"
    tar -C "$2" -xf "$1" --numeric-owner
    # Use this machine's name resolution.
    cp -L /etc/resolv.conf /etc/hosts "$2/etc/"
}

# Runs with its own processes, mounts and environment. All its processes end with it.
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

# Prints the command's output and returns its status, or 1 if the system doesn't boot.
chroot_boot() {
    local folder=$1 output=$1/booted.output status=$1/booted.status word command=
    shift
    for word in "$@"; do command="$command '$word'"; done
    rm -f "$output" "$status"
    cat >"$folder/booted" <<SCRIPT
#!/bin/sh
export HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive
$command >/booted.output 2>&1 </dev/null
echo \$? >/booted.status
SCRIPT
    chmod 755 "$folder/booted"
    mkdir -p "$folder/etc/systemd/system/multi-user.target.wants"
    printf '%s\n' '[Service]' ExecStart=/booted 'ExecStopPost=/bin/systemctl poweroff --no-block' \
        >"$folder/etc/systemd/system/booted.service"
    ln -sf ../booted.service "$folder/etc/systemd/system/multi-user.target.wants/"
    # This machine may run without systemd, so nothing is registered with it.
    timeout --kill-after=10 600 systemd-nspawn --quiet --directory="$folder" --boot --register=no --keep-unit \
        --private-network --timezone=off --resolv-conf=off --console=pipe </dev/null >"$folder/booted.console" 2>&1 || true
    [ ! -e "$output" ] || cat "$output"
    [ -e "$status" ] || tail -n 40 "$folder/booted.console" >&2
    return "$(cat "$status" 2>/dev/null || echo 1)"
}
