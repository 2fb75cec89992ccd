#include "CEventLoop.h"

#include <errno.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

static int watch_open(const char *folder, uint32_t mask) {
    int descriptor = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    if (descriptor < 0) return -1;
    if (inotify_add_watch(descriptor, folder, mask) < 0) {
        int error = errno;
        close(descriptor);
        errno = error;
        return -1;
    }
    return descriptor;
}

int holdfast_folder_watch_open(const char *folder) {
    return watch_open(folder, IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ONLYDIR);
}

int holdfast_device_node_watch_open(const char *folder) {
    // IN_ATTRIB: udev gives a new device file to its group only after the kernel has created it. Not IN_MODIFY: in
    // /dev, programs write to devices all the time.
    uint32_t entries = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB;
    return watch_open(folder, entries | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR);
}

int holdfast_content_watch_open(const char *folder) {
    uint32_t entries = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_MODIFY | IN_ATTRIB;
    return watch_open(folder, entries | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR);
}

enum holdfast_folder_change holdfast_folder_watch_read(int descriptor, const char *name) {
    char buffer[4096] __attribute__((aligned(__alignof__(struct inotify_event))));
    enum holdfast_folder_change change = HOLDFAST_FOLDER_SAME;
    ssize_t length = read(descriptor, buffer, sizeof buffer);
    const struct inotify_event *event;
    for (ssize_t at = 0; at < length; at += (ssize_t)(sizeof *event + event->len)) {
        event = (const struct inotify_event *)&buffer[at];
        if (event->mask & IN_Q_OVERFLOW) {
            change = HOLDFAST_FOLDER_UNKNOWN;
        } else if (event->len > 0 && strcmp(event->name, name) == 0) {
            bool came = event->mask & (IN_CREATE | IN_MOVED_TO);
            change = came ? HOLDFAST_FOLDER_CAME : HOLDFAST_FOLDER_WENT;
        }
    }
    return change;
}

enum holdfast_content_change holdfast_content_watch_read(int descriptor, const char *name) {
    char buffer[4096] __attribute__((aligned(__alignof__(struct inotify_event))));
    enum holdfast_content_change change = HOLDFAST_CONTENT_SAME;
    ssize_t length = read(descriptor, buffer, sizeof buffer);
    const struct inotify_event *event;
    for (ssize_t at = 0; at < length; at += (ssize_t)(sizeof *event + event->len)) {
        event = (const struct inotify_event *)&buffer[at];
        if (event->mask & (IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED | IN_UNMOUNT)) {
            change = HOLDFAST_CONTENT_GONE;
        } else if (change == HOLDFAST_CONTENT_SAME &&
                   (event->mask & IN_Q_OVERFLOW || (event->len > 0 && strcmp(event->name, name) == 0))) {
            change = HOLDFAST_CONTENT_CHANGED;
        }
    }
    return change;
}
