# shellcheck shell=bash disable=SC2034
# Sourced by update and back: the two systems of the card.
#
#   config.txt: os_prefix=a/  ─▶ the firmware starts a/vmlinuz, with the partition 2 as its system
#               os_prefix=b/  ─▶ the firmware starts b/vmlinuz, with the partition 4

boot=/boot/firmware
notes=/run/holdfast-card

fail() {
    echo "holdfast system: $*" >&2
    exit 1
}

[ "$(id -u)" = 0 ] || fail "root alone changes the system: use sudo"
[ -d "$notes" ] || fail "this machine's system is not Holdfast's card; it has its own tools, such as apt"
exec 9>"$notes/lock"
flock --nonblock 9 || fail "another change of the system is under way"

disk=$(cat "$notes/disk")
case $(findmnt --noheadings --output SOURCE /) in
    "${disk}p2") own=a other=b partition=${disk}p4 ;;
    "${disk}p4") own=b other=a partition=${disk}p2 ;;
    *) fail "the system runs from no partition of the card" ;;
esac

writable() { mount -o remount,rw "$boot" || fail "$boot cannot be written: holdfast-report.txt may have the reason"; }
readable() { mount -o remount,ro "$boot" || true; }

# selected: the system that the firmware starts next.
selected() { sed -n 's|^os_prefix=\([ab]\)/.*|\1|p' "$boot/config.txt" | head -n 1; }

# try_next a|b: has the firmware start this system three times at most, until it is ready. Then the start goes back to the other.
try_next() {
    mkdir -p /data/card
    echo 0 >/data/card/trial.new
    sync /data/card/trial.new
    mv /data/card/trial.new "/data/card/trial-$1"
    sync /data/card
    start_next "$1"
}

# start_next a|b: has the firmware start this system from now on. One byte changes, in place: a power cut leaves either system.
start_next() {
    local place
    place=$(grep --byte-offset --only-matching --max-count=1 '^os_prefix=[ab]/' "$boot/config.txt") ||
        fail "$boot/config.txt has no line os_prefix=a/ any more: write it again, as the first line"
    printf %s "$1" | dd of="$boot/config.txt" bs=1 "seek=$((${place%%:*} + 10))" conv=notrunc,fsync status=none
}
