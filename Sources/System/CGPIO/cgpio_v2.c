// libgpiod 2.x.
#include "CGPIO.h"

#include <gpiod.h>

#ifndef GPIOD_LINE_BULK_MAX_LINES

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

struct holdfast_gpio_request {
    struct gpiod_line_request *lines;
    struct gpiod_edge_event_buffer *buffer;  // of inputs
    size_t count;
    unsigned int offsets[];
};

// The library's handle is the same object.
static struct gpiod_chip *library_chip(struct holdfast_gpio_chip *chip) { return (struct gpiod_chip *)chip; }

static void copy_text(char target[static HOLDFAST_GPIO_TEXT_SIZE], const char *text) {
    memset(target, 0, HOLDFAST_GPIO_TEXT_SIZE);
    if (text) memcpy(target, text, strnlen(text, HOLDFAST_GPIO_TEXT_SIZE - 1));
}

struct holdfast_gpio_chip *holdfast_gpio_chip_open(const char *path) {
    return (struct holdfast_gpio_chip *)gpiod_chip_open(path);
}

void holdfast_gpio_chip_close(struct holdfast_gpio_chip *chip) { gpiod_chip_close(library_chip(chip)); }

int holdfast_gpio_chip_get_info(struct holdfast_gpio_chip *chip, struct holdfast_gpio_chip_info *info) {
    struct gpiod_chip_info *found = gpiod_chip_get_info(library_chip(chip));
    if (!found) return -1;
    copy_text(info->name, gpiod_chip_info_get_name(found));
    copy_text(info->label, gpiod_chip_info_get_label(found));
    info->line_count = (uint32_t)gpiod_chip_info_get_num_lines(found);
    gpiod_chip_info_free(found);
    return 0;
}

static enum holdfast_gpio_bias bias_of(struct gpiod_line_info *line) {
    switch (gpiod_line_info_get_bias(line)) {
    case GPIOD_LINE_BIAS_DISABLED: return HOLDFAST_GPIO_BIAS_DISABLED;
    case GPIOD_LINE_BIAS_PULL_UP: return HOLDFAST_GPIO_BIAS_PULL_UP;
    case GPIOD_LINE_BIAS_PULL_DOWN: return HOLDFAST_GPIO_BIAS_PULL_DOWN;
    default: return HOLDFAST_GPIO_BIAS_AS_IS;
    }
}

int holdfast_gpio_chip_get_line_info(struct holdfast_gpio_chip *chip, uint32_t offset,
                                     struct holdfast_gpio_line_info *info) {
    struct gpiod_line_info *found = gpiod_chip_get_line_info(library_chip(chip), offset);
    if (!found) return -1;
    copy_text(info->name, gpiod_line_info_get_name(found));
    copy_text(info->consumer, gpiod_line_info_get_consumer(found));
    info->is_used = gpiod_line_info_is_used(found);
    info->is_output = gpiod_line_info_get_direction(found) == GPIOD_LINE_DIRECTION_OUTPUT;
    info->bias = bias_of(found);
    gpiod_line_info_free(found);
    return 0;
}

// A request under construction. `finish` frees all members that are not NULL.
struct draft {
    struct holdfast_gpio_request *request;
    struct gpiod_request_config *names;
    struct gpiod_line_config *config;
    struct gpiod_line_settings *settings;
};

static bool begin(struct draft *draft, size_t count, const char *consumer) {
    memset(draft, 0, sizeof *draft);
    if (count == 0 || count > HOLDFAST_GPIO_LINES_MAX) {
        errno = EINVAL;
        return false;
    }
    draft->request = calloc(1, sizeof *draft->request + count * sizeof draft->request->offsets[0]);
    draft->names = gpiod_request_config_new();
    draft->config = gpiod_line_config_new();
    draft->settings = gpiod_line_settings_new();
    if (!draft->request || !draft->names || !draft->config || !draft->settings) return false;
    gpiod_request_config_set_consumer(draft->names, consumer);
    return true;
}

// Adds a line with the present settings. If a line had two settings, the library would silently take the later one,
// and would also shift the order of the lines.
static bool add_line(struct draft *draft, uint32_t offset) {
    struct holdfast_gpio_request *request = draft->request;
    for (size_t i = 0; i < request->count; i++) {
        if (request->offsets[i] != offset) continue;
        errno = EBUSY;
        return false;
    }
    request->offsets[request->count++] = offset;
    return gpiod_line_config_add_line_settings(draft->config, &offset, 1, draft->settings) == 0;
}

// Frees the draft and returns its request, or NULL with errno unchanged after a failure.
static struct holdfast_gpio_request *finish(struct draft *draft, bool succeeded) {
    int error = errno;
    gpiod_line_settings_free(draft->settings);
    gpiod_line_config_free(draft->config);
    gpiod_request_config_free(draft->names);
    if (!succeeded && draft->request) {
        holdfast_gpio_request_release(draft->request);
        draft->request = NULL;
    }
    errno = error;
    return draft->request;
}

static bool request_lines(struct draft *draft, struct holdfast_gpio_chip *chip) {
    draft->request->lines = gpiod_chip_request_lines(library_chip(chip), draft->names, draft->config);
    return draft->request->lines != NULL;
}

static enum gpiod_line_bias library_bias(enum holdfast_gpio_bias bias) {
    switch (bias) {
    case HOLDFAST_GPIO_BIAS_AS_IS: return GPIOD_LINE_BIAS_AS_IS;
    case HOLDFAST_GPIO_BIAS_DISABLED: return GPIOD_LINE_BIAS_DISABLED;
    case HOLDFAST_GPIO_BIAS_PULL_UP: return GPIOD_LINE_BIAS_PULL_UP;
    case HOLDFAST_GPIO_BIAS_PULL_DOWN: return GPIOD_LINE_BIAS_PULL_DOWN;
    }
    return GPIOD_LINE_BIAS_AS_IS;
}

static bool set_input(struct gpiod_line_settings *settings, const struct holdfast_gpio_input *line) {
    gpiod_line_settings_set_active_low(settings, line->is_active_low);
    return gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_INPUT) == 0 &&
           gpiod_line_settings_set_edge_detection(settings, GPIOD_LINE_EDGE_BOTH) == 0 &&
           gpiod_line_settings_set_event_clock(settings, GPIOD_LINE_CLOCK_MONOTONIC) == 0 &&
           gpiod_line_settings_set_bias(settings, library_bias(line->bias)) == 0;
}

static bool set_output(struct gpiod_line_settings *settings, const struct holdfast_gpio_output *line) {
    gpiod_line_settings_set_active_low(settings, line->is_active_low);
    return gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_OUTPUT) == 0 &&
           gpiod_line_settings_set_drive(
               settings, line->is_open_drain ? GPIOD_LINE_DRIVE_OPEN_DRAIN : GPIOD_LINE_DRIVE_PUSH_PULL) == 0 &&
           gpiod_line_settings_set_bias(settings, library_bias(line->bias)) == 0 &&
           gpiod_line_settings_set_output_value(
               settings, line->is_active ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE) == 0;
}

static bool make_nonblocking(const struct holdfast_gpio_request *request) {
    int descriptor = gpiod_line_request_get_fd(request->lines);
    int flags = fcntl(descriptor, F_GETFL);
    return flags >= 0 && fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0;
}

static bool make_event_buffer(struct holdfast_gpio_request *request) {
    // The kernel queues 16 events for each line by default (linereq_create in drivers/gpio/gpiolib-cdev.c).
    request->buffer = gpiod_edge_event_buffer_new(request->count * 16);
    return request->buffer != NULL;
}

struct holdfast_gpio_request *holdfast_gpio_request_inputs(struct holdfast_gpio_chip *chip,
                                                           const struct holdfast_gpio_input *lines, size_t count,
                                                           const char *consumer) {
    struct draft draft;
    bool succeeded = begin(&draft, count, consumer);
    for (size_t i = 0; succeeded && i < count; i++)
        succeeded = set_input(draft.settings, &lines[i]) && add_line(&draft, lines[i].offset);
    succeeded = succeeded && make_event_buffer(draft.request) && request_lines(&draft, chip) &&
                make_nonblocking(draft.request);
    return finish(&draft, succeeded);
}

struct holdfast_gpio_request *holdfast_gpio_request_outputs(struct holdfast_gpio_chip *chip,
                                                            const struct holdfast_gpio_output *lines, size_t count,
                                                            const char *consumer) {
    struct draft draft;
    bool succeeded = begin(&draft, count, consumer);
    for (size_t i = 0; succeeded && i < count; i++)
        succeeded = set_output(draft.settings, &lines[i]) && add_line(&draft, lines[i].offset);
    succeeded = succeeded && request_lines(&draft, chip);
    return finish(&draft, succeeded);
}

void holdfast_gpio_request_release(struct holdfast_gpio_request *request) {
    gpiod_line_request_release(request->lines);
    gpiod_edge_event_buffer_free(request->buffer);
    free(request);
}

int holdfast_gpio_request_descriptor(const struct holdfast_gpio_request *request) {
    return request->buffer ? gpiod_line_request_get_fd(request->lines) : -1;
}

static uint32_t index_of(const struct holdfast_gpio_request *request, unsigned int offset) {
    uint32_t index = 0;
    while (index < request->count - 1 && request->offsets[index] != offset) index++;
    return index;
}

int holdfast_gpio_request_read_events(struct holdfast_gpio_request *request, struct holdfast_gpio_event *events,
                                      size_t capacity) {
    int count = gpiod_line_request_read_edge_events(request->lines, request->buffer, capacity);
    if (count < 0) return errno == EAGAIN || errno == EINTR ? 0 : -1;
    for (int i = 0; i < count; i++) {
        struct gpiod_edge_event *event = gpiod_edge_event_buffer_get_event(request->buffer, (unsigned long)i);
        events[i] = (struct holdfast_gpio_event){
            .time = (int64_t)gpiod_edge_event_get_timestamp_ns(event),
            .line = index_of(request, gpiod_edge_event_get_line_offset(event)),
            .sequence = (uint32_t)gpiod_edge_event_get_line_seqno(event),
            // The kernel has already applied the polarity to the level (edge_irq_thread).
            .is_active = gpiod_edge_event_get_event_type(event) == GPIOD_EDGE_EVENT_RISING_EDGE,
        };
    }
    return count;
}

int holdfast_gpio_request_get_levels(struct holdfast_gpio_request *request, bool *levels) {
    enum gpiod_line_value values[HOLDFAST_GPIO_LINES_MAX];
    if (gpiod_line_request_get_values(request->lines, values) < 0) return -1;
    for (size_t i = 0; i < request->count; i++) levels[i] = values[i] == GPIOD_LINE_VALUE_ACTIVE;
    return 0;
}

int holdfast_gpio_request_set(struct holdfast_gpio_request *request, size_t line, bool is_active) {
    if (line >= request->count) {
        errno = EINVAL;
        return -1;
    }
    return gpiod_line_request_set_value(request->lines, request->offsets[line],
                                        is_active ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE);
}

int holdfast_gpio_request_set_levels(struct holdfast_gpio_request *request, const bool *levels) {
    enum gpiod_line_value values[HOLDFAST_GPIO_LINES_MAX];
    for (size_t i = 0; i < request->count; i++)
        values[i] = levels[i] ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE;
    return gpiod_line_request_set_values(request->lines, values);
}

const char *holdfast_gpio_library_version(void) { return gpiod_api_version(); }

#endif
