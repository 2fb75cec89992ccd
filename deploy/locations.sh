# shellcheck shell=bash disable=SC2034
# Sourced by install and uninstall: where things lie.

# locations OPTION…: sets prefix, sysconfdir, unitdir, destdir and program.
locations() {
    prefix=/usr/local sysconfdir=/etc unitdir=/etc/systemd/system destdir='' program=''
    while [ $# -gt 0 ]; do
        case $1 in
            --prefix | --sysconfdir | --unitdir | --destdir | --program)
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
}
