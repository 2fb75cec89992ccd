# shellcheck shell=bash disable=SC2034
# Shared by the scripts in this folder: paths, and a function for failures.

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
project=$(cd "$here/../.." && pwd)

# Kernels and root images are the same for every checkout, and HOLDFAST_APPLIANCE lets several checkouts share a folder.
appliance=${HOLDFAST_APPLIANCE:-$project/.build/appliance}
# Debian's packages come from this machine's own mirror. `awk` reads to the end and never fails: a pipe that did would end the script.
mirror=${HOLDFAST_DEBIAN_MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 2>/dev/null |
    awk '!/security/ && !found { print; found = 1 }')}
mirror=${mirror%/}
keyring=${HOLDFAST_DEBIAN_KEYRING:-/usr/share/keyrings/debian-archive-keyring.gpg}

fail() {
    echo "${0##*/}: $*" >&2
    exit 1
}

# need COMMAND SET: checks that COMMAND is installed; SET is the set of deploy/install-build-dependencies with it.
need() {
    # mke2fs lives in /usr/sbin, which is not in every user's PATH.
    PATH=$PATH:/usr/sbin:/sbin command -v "$1" >/dev/null ||
        fail "$1 is missing: run deploy/install-build-dependencies $2"
}

# A machine whose apt has read no list yet knows no mirror.
need_mirror() {
    [ -n "$mirror" ] || fail "apt names no Debian mirror; run apt-get update, or give one as HOLDFAST_DEBIAN_MIRROR"
}

# digest FILE…: one short hash of the files' contents and of standard input.
digest() {
    cat -- "$@" - | sha256sum | cut -c 1-16
}

# with_lock NAME COMMAND…: permits one builder of NAME at a time; the others wait, and then find the result.
with_lock() {
    local name=$1
    shift
    mkdir -p "$appliance"
    (
        flock 9
        # A child that outlives this script must not hold the lock.
        "$@" 9>&-
    ) 9>"$appliance/.$name.lock"
}
