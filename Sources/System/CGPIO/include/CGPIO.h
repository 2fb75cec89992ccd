// A common interface to the kernel's GPIO chips for both generations of libgpiod: 1.6, which uses the kernel's first
// GPIO ABI, and 2.x, which uses the second. `GPIOD_LINE_BULK_MAX_LINES`, which only 1.x defines, selects the code at
// compile time.
//
// A function that fails returns NULL or -1 and sets errno. ENODEV always means that the chip is gone.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    // The size of a chip's or line's name, label or consumer, in bytes with the terminating NUL (GPIO_MAX_NAME_SIZE).
    HOLDFAST_GPIO_TEXT_SIZE = 32,
    // The most lines of one request (GPIO_V2_LINES_MAX).
    HOLDFAST_GPIO_LINES_MAX = 64,
};

// A chip's open device file.
struct holdfast_gpio_chip;

// Lines held by this process.
struct holdfast_gpio_request;

struct holdfast_gpio_chip_info {
    char name[HOLDFAST_GPIO_TEXT_SIZE];
    char label[HOLDFAST_GPIO_TEXT_SIZE];
    uint32_t line_count;
};

enum holdfast_gpio_bias {
    HOLDFAST_GPIO_BIAS_AS_IS,
    HOLDFAST_GPIO_BIAS_DISABLED,
    HOLDFAST_GPIO_BIAS_PULL_UP,
    HOLDFAST_GPIO_BIAS_PULL_DOWN,
};

// An empty text means that there is none.
struct holdfast_gpio_line_info {
    char name[HOLDFAST_GPIO_TEXT_SIZE];
    char consumer[HOLDFAST_GPIO_TEXT_SIZE];
    bool is_used;
    bool is_output;
    // The bias of the line's request; AS_IS where the request has none, or there is no request.
    enum holdfast_gpio_bias bias;
};

struct holdfast_gpio_input {
    uint32_t offset;
    bool is_active_low;
    enum holdfast_gpio_bias bias;
};

struct holdfast_gpio_output {
    uint32_t offset;
    bool is_active_low;
    bool is_active;
    // Whether the line drives the low level alone, and floats otherwise.
    bool is_open_drain;
    // The resistor for the time while the line floats.
    enum holdfast_gpio_bias bias;
};

struct holdfast_gpio_event {
    // The time in ns on CLOCK_MONOTONIC, from the interrupt (both ABIs since Linux 5.7).
    int64_t time;
    // The index of the line in the request.
    uint32_t line;
    // The number of the line's event, from 1; 0 where the ABI has no such numbers.
    uint32_t sequence;
    // Whether the line is active after the edge, with its polarity applied.
    bool is_active;
};

// ENOTTY: the file is not a GPIO chip.
struct holdfast_gpio_chip *holdfast_gpio_chip_open(const char *path);
void holdfast_gpio_chip_close(struct holdfast_gpio_chip *chip);
int holdfast_gpio_chip_get_info(struct holdfast_gpio_chip *chip, struct holdfast_gpio_chip_info *info);
int holdfast_gpio_chip_get_line_info(struct holdfast_gpio_chip *chip, uint32_t offset,
                                     struct holdfast_gpio_line_info *info);

// Requests lines of one chip, all or none. EBUSY: another consumer has one of them. The chip must stay open until the
// request is released. A bias that the chip's driver cannot set stays unchanged, and the kernel does not report that.
struct holdfast_gpio_request *holdfast_gpio_request_inputs(struct holdfast_gpio_chip *chip,
                                                           const struct holdfast_gpio_input *lines, size_t count,
                                                           const char *consumer);
// Each line gets its initial state at the request itself.
struct holdfast_gpio_request *holdfast_gpio_request_outputs(struct holdfast_gpio_chip *chip,
                                                            const struct holdfast_gpio_output *lines, size_t count,
                                                            const char *consumer);
void holdfast_gpio_request_release(struct holdfast_gpio_request *request);

// A descriptor that is readable while edges of inputs are queued. The request owns it.
int holdfast_gpio_request_descriptor(const struct holdfast_gpio_request *request);
// Reads at most `capacity` queued edges, oldest first for each line. Returns their number, 0 where there are none. A
// capacity of 16 for each line is enough for all queued edges.
int holdfast_gpio_request_read_events(struct holdfast_gpio_request *request, struct holdfast_gpio_event *events,
                                      size_t capacity);
// One level for each line, in the order of the request.
int holdfast_gpio_request_get_levels(struct holdfast_gpio_request *request, bool *levels);
// Drives one line and leaves the others as they are.
int holdfast_gpio_request_set(struct holdfast_gpio_request *request, size_t line, bool is_active);
// Drives all lines, one level for each in the order of the request. Without such a call in the ABI, one after the
// other.
int holdfast_gpio_request_set_levels(struct holdfast_gpio_request *request, const bool *levels);

// The library's version, a static text.
const char *holdfast_gpio_library_version(void);

// Watches a folder of device files (inotify). The descriptor is readable when one may have come, gone, or changed its
// mode.
int holdfast_device_watch_open(const char *folder);
// Reads all queued changes. Returns 1 if one concerns a file with this prefix, or if changes were lost; else 0.
int holdfast_device_watch_read(int descriptor, const char *prefix);
