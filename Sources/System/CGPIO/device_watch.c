#include "CGPIO.h"

#include <errno.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

int holdfast_device_watch_open(const char *folder) {
    int descriptor = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    if (descriptor < 0) return -1;
    // IN_ATTRIB: udev gives a new device file to its group only after the kernel has created it.
    uint32_t mask = IN_CREATE | IN_DELETE | IN_ATTRIB | IN_MOVED_FROM | IN_MOVED_TO | IN_ONLYDIR;
    if (inotify_add_watch(descriptor, folder, mask) < 0) {
        int error = errno;
        close(descriptor);
        errno = error;
        return -1;
    }
    return descriptor;
}

int holdfast_device_watch_read(int descriptor, const char *prefix) {
    char buffer[4096] __attribute__((aligned(__alignof__(struct inotify_event))));
    size_t prefix_length = strlen(prefix);
    int concerned = 0;
    while (true) {
        ssize_t length = read(descriptor, buffer, sizeof buffer);
        if (length < 0 && errno == EINTR) continue;
        if (length < 0 && errno != EAGAIN) return -1;
        if (length <= 0) return concerned;
        const struct inotify_event *event;
        for (ssize_t at = 0; at < length; at += (ssize_t)(sizeof *event + event->len)) {
            event = (const struct inotify_event *)&buffer[at];
            bool is_named = event->len > 0 && strncmp(event->name, prefix, prefix_length) == 0;
            if (is_named || (event->mask & IN_Q_OVERFLOW)) concerned = 1;
        }
    }
}
