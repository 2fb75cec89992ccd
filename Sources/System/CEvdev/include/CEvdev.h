// Keyboards of the kernel's input layer, through libevdev, which synchronises after lost events.
//
// A function that fails returns NULL or -1 and sets errno. ENODEV always means that the device is gone.
#pragma once

#include <linux/input-event-codes.h>
#include <stdbool.h>
#include <stdint.h>

// An open device file.
struct holdfast_evdev;

struct holdfast_evdev_event {
    // ns on CLOCK_MONOTONIC.
    int64_t time;
    // The type: EV_KEY, EV_SYN …
    uint16_t type;
    uint16_t code;
    int32_t value;
    // Whether the event only reports the difference after lost events.
    bool is_synchronisation;
};

// ENOTTY: the file is no device of the input layer.
struct holdfast_evdev *holdfast_evdev_open(const char *path);
void holdfast_evdev_close(struct holdfast_evdev *device);

// Grabs the device (EVIOCGRAB), so that no other program and no console gets its keys. EBUSY: another process has
// done so.
int holdfast_evdev_grab(struct holdfast_evdev *device);

// A descriptor that is readable while events are queued. The device owns it.
int holdfast_evdev_descriptor(const struct holdfast_evdev *device);
bool holdfast_evdev_has_key(const struct holdfast_evdev *device, uint16_t code);
// Whether the key is down, as of the latest event read.
bool holdfast_evdev_is_down(const struct holdfast_evdev *device, uint16_t code);

// Reads the next event. Returns 1, or 0 where there is none.
int holdfast_evdev_next(struct holdfast_evdev *device, struct holdfast_evdev_event *event);

// The number of the device at the path; 0 where there is none.
uint64_t holdfast_evdev_number_at(const char *path);
// The number of the open device.
uint64_t holdfast_evdev_number(const struct holdfast_evdev *device);
