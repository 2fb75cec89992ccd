# shellcheck shell=bash disable=SC2034
# Sourced by the scripts beside it: where things lie, and the one way to fail.

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
project=$(cd "$here/../.." && pwd)

# Kernels and root images are the same for every checkout; HOLDFAST_APPLIANCE lets several share one folder.
appliance=${HOLDFAST_APPLIANCE:-$project/.build/appliance}
# Debian's packages come from where this machine's own do.
mirror=${HOLDFAST_DEBIAN_MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 2>/dev/null |
    grep -v security | head -n 1)}
mirror=${mirror%/}
keyring=${HOLDFAST_DEBIAN_KEYRING:-/usr/share/keyrings/debian-archive-keyring.gpg}

fail() {
    echo "${0##*/}: $*" >&2
    exit 1
}

# need COMMAND SET: COMMAND must be installed; SET is the set of deploy/install-build-dependencies that brings it.
need() {
    # debootstrap and mke2fs live in /usr/sbin, which is not in every user's PATH.
    PATH=$PATH:/usr/sbin:/sbin command -v "$1" >/dev/null ||
        fail "$1 is missing: run deploy/install-build-dependencies $2"
}

# digest FILE…: one short hash over the files' contents and standard input's.
digest() {
    cat -- "$@" - | sha256sum | cut -c 1-16
}

# with_lock NAME COMMAND…: one builder of NAME at a time; the others wait, and then find it built.
with_lock() {
    local name=$1
    shift
    mkdir -p "$appliance"
    (
        flock 9
        # The lock must not outlive us in a child that forgot to exit.
        "$@" 9>&-
    ) 9>"$appliance/.$name.lock"
}

[ -n "$mirror" ] || fail "apt names no Debian mirror; give one as HOLDFAST_DEBIAN_MIRROR"
