// Keyboards of the kernel's input layer, by libevdev, which keeps track of what is lost.
//
// A function that fails returns NULL or -1 and sets errno. ENODEV always means that the device is gone.
#pragma once

#include <linux/input-event-codes.h>
#include <stdbool.h>
#include <stdint.h>

// A device file, open.
struct holdfast_evdev;

struct holdfast_evdev_event {
    // ns on CLOCK_MONOTONIC.
    int64_t time;
    // EV_KEY, EV_SYN …
    uint16_t type;
    uint16_t code;
    int32_t value;
    // Not what happened, but the difference that lost events have made.
    bool is_synchronisation;
};

// ENOTTY: the file is no device of the input layer.
struct holdfast_evdev *holdfast_evdev_open(const char *path);
void holdfast_evdev_close(struct holdfast_evdev *device);

// Has the device to itself: nobody else, the console among them, is told of its keys (EVIOCGRAB). EBUSY: somebody has.
int holdfast_evdev_grab(struct holdfast_evdev *device);

// Readable while events are queued; stays the device's.
int holdfast_evdev_descriptor(const struct holdfast_evdev *device);
bool holdfast_evdev_has_key(const struct holdfast_evdev *device, uint16_t code);
// Whether the key is down, as of the latest event that was taken.
bool holdfast_evdev_is_down(const struct holdfast_evdev *device, uint16_t code);

// Takes the next event: 1, or 0 where there is none.
int holdfast_evdev_next(struct holdfast_evdev *device, struct holdfast_evdev_event *event);

// Which device lies at the path: its number, or 0 where there is none.
uint64_t holdfast_evdev_number_at(const char *path);
// The number of the open one.
uint64_t holdfast_evdev_number(const struct holdfast_evdev *device);
