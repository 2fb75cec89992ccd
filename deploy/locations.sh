# shellcheck shell=bash disable=SC2034
# Sourced by install, uninstall and place: where things lie. `make install` uses the folders of the administrator, and a
# package those of the distribution.

# What is in systemd's folder, by its path in this one.
units=(
    holdfast.target holdfast.service holdfast-key.service holdfast-safe.service holdfast.socket holdfast-host.socket
    holdfast-gateway.socket holdfast-gateway.service
    extensions/holdfast-extension@.socket extensions/holdfast-extension@.service
)
# What holdfast.target starts. The panel knows the extension `actions` without being told.
wanted=(holdfast.service holdfast-gateway.service holdfast-extension@actions.socket)
rules=(gpio leds display)

# locations OPTION…: sets layout, prefix, sysconfdir, unitdir, destdir and programs, and what follows from them.
locations() {
    layout=local prefix='' sysconfdir=/etc unitdir='' destdir='' programs=''
    while [ $# -gt 0 ]; do
        case $1 in
            --layout | --prefix | --sysconfdir | --unitdir | --destdir | --programs)
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
    case $layout in
        local)
            prefix=${prefix:-/usr/local}
            unitdir=${unitdir:-/etc/systemd/system}
            usersdir=$sysconfdir/sysusers.d filesdir=$sysconfdir/tmpfiles.d rulesdir=$sysconfdir/udev/rules.d
            ;;
        package)
            prefix=${prefix:-/usr}
            unitdir=${unitdir:-$prefix/lib/systemd/system}
            usersdir=$prefix/lib/sysusers.d filesdir=$prefix/lib/tmpfiles.d rulesdir=$prefix/lib/udev/rules.d
            ;;
        *)
            echo "${0##*/}: the layout is 'local' or 'package', not '$layout'" >&2
            exit 2
            ;;
    esac
    # Extensions are the administrator's, also on a machine that has Holdfast from a package.
    extensions=$prefix/lib/holdfast/extensions
    [ "$prefix" != /usr ] || extensions=/usr/local/lib/holdfast/extensions
    # People edit it, and polkit has no other folder for that.
    polkit=/etc/polkit-1/rules.d/60-holdfast-actions.rules
    # Where `activate` takes the real-time policy from the unit, if the kernel refuses it.
    ordinary_priority=/etc/systemd/system/holdfast.service.d/50-ordinary-priority.conf
}
