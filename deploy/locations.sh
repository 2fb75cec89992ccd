# shellcheck shell=bash disable=SC2034
# Sourced by install, uninstall and their likes for extensions: where things lie, and the users they need.

# What is in systemd's folder, by its path in this one.
units=(
    holdfast.service holdfast.socket holdfast-host.socket holdfast-gateway.service
    extensions/holdfast-extension@.socket extensions/holdfast-extension@.service
)

# locations OPTION…: sets prefix, sysconfdir, unitdir, destdir, program, actions and gateway.
locations() {
    prefix=/usr/local sysconfdir=/etc unitdir=/etc/systemd/system destdir='' program='' actions='' gateway=''
    while [ $# -gt 0 ]; do
        case $1 in
            --prefix | --sysconfdir | --unitdir | --destdir | --program | --actions | --gateway)
                [ $# -ge 2 ] || { echo "${0##*/}: $1 needs a value" >&2; exit 2; }
                printf -v "${1#--}" %s "$2"
                shift 2
                ;;
            *)
                echo "${0##*/}: unknown option '$1'" >&2
                exit 2
                ;;
        esac
    done
    # Where install takes the real-time policy from the unit, if the kernel refuses it.
    ordinary_priority=$destdir$unitdir/holdfast.service.d/50-ordinary-priority.conf
}

# extension_name NAME: NAME, if an extension can be called so. Its user is holdfast-NAME, and users have 32 letters.
extension_name() {
    if ! [[ $1 =~ ^[a-z][a-z0-9_-]{0,21}$ ]]; then
        echo "${0##*/}: an extension's name is of a-z, 0-9, - and _, begins with a letter, and has at most 22 of them" >&2
        exit 2
    fi
    echo "$1"
}

# rules_of NAME: where polkit looks for what the extension NAME may do; it reads no other folder of the machine's own.
rules_of() { echo "$destdir/etc/polkit-1/rules.d/60-holdfast-$1.rules"; }

# add_group NAME, add_user NAME: a group; a user of a group of the same name who cannot log in. They may be there already.
add_group() { getent group "$1" >/dev/null || groupadd --system "$1"; }
add_user() {
    add_group "$1"
    getent passwd "$1" >/dev/null ||
        useradd --system --gid "$1" --home-dir / --no-create-home --shell /usr/sbin/nologin "$1"
}

# remove_group NAME, remove_user NAME: where they are there, whoever else is a member of the group.
remove_group() { ! getent group "$1" >/dev/null || groupdel "$1"; }
remove_user() {
    # userdel keeps a group that has members.
    ! getent group "$1" >/dev/null || gpasswd --members '' "$1"
    ! getent passwd "$1" >/dev/null || userdel "$1"
    remove_group "$1"
}
