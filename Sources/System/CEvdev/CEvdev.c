#include "CEvdev.h"

#include <errno.h>
#include <fcntl.h>
// The whole path, since pkg-config's flags for libevdev would also name the folder of the system's libraries, before
// the folder of the chosen libgpiod.
#include <libevdev-1.0/libevdev/libevdev.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

struct holdfast_evdev {
    struct libevdev *library;
    int descriptor;
    bool is_synchronising;
};

// The library returns negative error numbers.
static int fail(int result) {
    errno = -result;
    return -1;
}

struct holdfast_evdev *holdfast_evdev_open(const char *path) {
    // Never opens another kind of file: opening a FIFO would wait for ever, and reading a terminal would take its
    // input.
    struct stat status;
    if (stat(path, &status) < 0) return NULL;
    if (!S_ISCHR(status.st_mode)) {
        errno = ENOTTY;
        return NULL;
    }
    int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (descriptor < 0) return NULL;
    struct holdfast_evdev *device = calloc(1, sizeof *device);
    int result = device ? libevdev_new_from_fd(descriptor, &device->library) : -ENOMEM;
    // Since Linux 3.4. Events queued before this call use another clock, and are dropped.
    if (result == 0) result = libevdev_set_clock_id(device->library, CLOCK_MONOTONIC);
    if (result < 0) {
        close(descriptor);
        if (device) libevdev_free(device->library);
        free(device);
        // Other devices return EINVAL for unknown ioctls.
        fail(result == -EINVAL ? -ENOTTY : result);
        return NULL;
    }
    device->descriptor = descriptor;
    return device;
}

void holdfast_evdev_close(struct holdfast_evdev *device) {
    libevdev_free(device->library);
    // This ends the grab as well.
    close(device->descriptor);
    free(device);
}

int holdfast_evdev_grab(struct holdfast_evdev *device) {
    int result = libevdev_grab(device->library, LIBEVDEV_GRAB);
    return result < 0 ? fail(result) : 0;
}

int holdfast_evdev_descriptor(const struct holdfast_evdev *device) { return device->descriptor; }

bool holdfast_evdev_has_key(const struct holdfast_evdev *device, uint16_t code) {
    return libevdev_has_event_code(device->library, EV_KEY, code);
}

bool holdfast_evdev_is_down(const struct holdfast_evdev *device, uint16_t code) {
    return libevdev_get_event_value(device->library, EV_KEY, code) != 0;
}

int holdfast_evdev_next(struct holdfast_evdev *device, struct holdfast_evdev_event *event) {
    struct input_event found;
    while (true) {
        unsigned int flag = device->is_synchronising ? LIBEVDEV_READ_FLAG_SYNC : LIBEVDEV_READ_FLAG_NORMAL;
        int result = libevdev_next_event(device->library, flag, &found);
        if (result == -EAGAIN && device->is_synchronising) {
            device->is_synchronising = false;
            continue;
        }
        if (result == -EAGAIN || result == -EINTR) return 0;
        if (result < 0) return fail(result);
        *event = (struct holdfast_evdev_event){
            .time = found.input_event_sec * 1000000000LL + found.input_event_usec * 1000LL,
            .type = found.type,
            .code = found.code,
            .value = found.value,
            .is_synchronisation = device->is_synchronising,
        };
        // The event is SYN_DROPPED itself; the next events are the difference.
        if (result == LIBEVDEV_READ_STATUS_SYNC) device->is_synchronising = true;
        return 1;
    }
}

uint64_t holdfast_evdev_number_at(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISCHR(status.st_mode) ? status.st_rdev : 0;
}

uint64_t holdfast_evdev_number(const struct holdfast_evdev *device) {
    struct stat status;
    return fstat(device->descriptor, &status) == 0 ? status.st_rdev : 0;
}
