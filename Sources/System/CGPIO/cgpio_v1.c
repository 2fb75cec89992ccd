// libgpiod 1.x.
#include "CGPIO.h"

#include <gpiod.h>

#ifdef GPIOD_LINE_BULK_MAX_LINES

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

// Every line is a kernel request of its own. For edges the first ABI has no other way. For outputs, the library's
// gpiod_line_set_value on a line of a shared handle would also write the handle's other lines (core.c,
// gpiod_line_set_value_bulk). A handle's flags are also the same for all of its lines.
struct holdfast_gpio_request {
    int epoll;       // joins the inputs' descriptors where there are several; else -1
    int descriptor;  // readable while events are queued: `epoll`, or the only input's; -1 for outputs
    size_t count;
    struct gpiod_line *lines[];
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
    copy_text(info->name, gpiod_chip_name(library_chip(chip)));
    copy_text(info->label, gpiod_chip_label(library_chip(chip)));
    info->line_count = gpiod_chip_num_lines(library_chip(chip));
    return 0;
}

static enum holdfast_gpio_bias bias_of(struct gpiod_line *line) {
    switch (gpiod_line_bias(line)) {
    case GPIOD_LINE_BIAS_DISABLE: return HOLDFAST_GPIO_BIAS_DISABLED;
    case GPIOD_LINE_BIAS_PULL_UP: return HOLDFAST_GPIO_BIAS_PULL_UP;
    case GPIOD_LINE_BIAS_PULL_DOWN: return HOLDFAST_GPIO_BIAS_PULL_DOWN;
    default: return HOLDFAST_GPIO_BIAS_AS_IS;
    }
}

int holdfast_gpio_chip_get_line_info(struct holdfast_gpio_chip *chip, uint32_t offset,
                                     struct holdfast_gpio_line_info *info) {
    struct gpiod_line *line = gpiod_chip_get_line(library_chip(chip), offset);
    if (!line) return -1;
    copy_text(info->name, gpiod_line_name(line));
    copy_text(info->consumer, gpiod_line_consumer(line));
    info->is_used = gpiod_line_is_used(line);
    info->is_output = gpiod_line_direction(line) == GPIOD_LINE_DIRECTION_OUTPUT;
    info->bias = bias_of(line);
    return 0;
}

static struct holdfast_gpio_request *make_request(size_t count) {
    if (count == 0 || count > HOLDFAST_GPIO_LINES_MAX) {
        errno = EINVAL;
        return NULL;
    }
    struct holdfast_gpio_request *request = calloc(1, sizeof *request + count * sizeof request->lines[0]);
    if (request) request->epoll = request->descriptor = -1;
    return request;
}

static struct holdfast_gpio_request *give_up(struct holdfast_gpio_request *request) {
    int error = errno;
    holdfast_gpio_request_release(request);
    errno = error;
    return NULL;
}

// Requests one line and records it in `request`.
static int add_line(struct holdfast_gpio_request *request, struct holdfast_gpio_chip *chip, uint32_t offset,
                    const struct gpiod_line_request_config *config, bool is_active) {
    struct gpiod_line *line = gpiod_chip_get_line(library_chip(chip), offset);
    if (!line || gpiod_line_request(line, config, is_active) < 0) return -1;
    request->lines[request->count++] = line;
    return 0;
}

static int line_flags(bool is_active_low, enum holdfast_gpio_bias bias) {
    int flags = is_active_low ? GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW : 0;
    switch (bias) {
    case HOLDFAST_GPIO_BIAS_AS_IS: return flags;
    case HOLDFAST_GPIO_BIAS_DISABLED: return flags | GPIOD_LINE_REQUEST_FLAG_BIAS_DISABLE;
    case HOLDFAST_GPIO_BIAS_PULL_UP: return flags | GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_UP;
    case HOLDFAST_GPIO_BIAS_PULL_DOWN: return flags | GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_DOWN;
    }
    return flags;
}

static int join_line(struct holdfast_gpio_request *request, uint32_t index) {
    int descriptor = gpiod_line_event_get_fd(request->lines[index]);
    if (descriptor < 0) return -1;
    // The library leaves the descriptor blocking.
    int flags = fcntl(descriptor, F_GETFL);
    if (flags < 0 || fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) < 0) return -1;
    if (request->epoll < 0) {
        // A single line, such as a button's, needs no epoll, which would cost a wakeup within the kernel and a call
        // for each edge.
        request->descriptor = descriptor;
        return 0;
    }
    struct epoll_event event = {.events = EPOLLIN, .data = {.u32 = index}};
    return epoll_ctl(request->epoll, EPOLL_CTL_ADD, descriptor, &event);
}

struct holdfast_gpio_request *holdfast_gpio_request_inputs(struct holdfast_gpio_chip *chip,
                                                           const struct holdfast_gpio_input *lines, size_t count,
                                                           const char *consumer) {
    struct holdfast_gpio_request *request = make_request(count);
    if (!request) return NULL;
    if (count > 1) {
        request->epoll = request->descriptor = epoll_create1(EPOLL_CLOEXEC);
        if (request->epoll < 0) return give_up(request);
    }
    for (uint32_t i = 0; i < count; i++) {
        struct gpiod_line_request_config config = {
            .consumer = consumer,
            .request_type = GPIOD_LINE_REQUEST_EVENT_BOTH_EDGES,
            .flags = line_flags(lines[i].is_active_low, lines[i].bias),
        };
        if (add_line(request, chip, lines[i].offset, &config, false) < 0) return give_up(request);
        if (join_line(request, i) < 0) return give_up(request);
    }
    return request;
}

struct holdfast_gpio_request *holdfast_gpio_request_outputs(struct holdfast_gpio_chip *chip,
                                                            const struct holdfast_gpio_output *lines, size_t count,
                                                            const char *consumer) {
    struct holdfast_gpio_request *request = make_request(count);
    if (!request) return NULL;
    for (size_t i = 0; i < count; i++) {
        struct gpiod_line_request_config config = {
            .consumer = consumer,
            .request_type = GPIOD_LINE_REQUEST_DIRECTION_OUTPUT,
            .flags = line_flags(lines[i].is_active_low, lines[i].bias) |
                     (lines[i].is_open_drain ? GPIOD_LINE_REQUEST_FLAG_OPEN_DRAIN : 0),
        };
        if (add_line(request, chip, lines[i].offset, &config, lines[i].is_active) < 0) return give_up(request);
    }
    return request;
}

void holdfast_gpio_request_release(struct holdfast_gpio_request *request) {
    if (request->epoll >= 0) close(request->epoll);
    for (size_t i = 0; i < request->count; i++) gpiod_line_release(request->lines[i]);
    free(request);
}

int holdfast_gpio_request_descriptor(const struct holdfast_gpio_request *request) { return request->descriptor; }

// Reads the queued events of one line, at most `room`; returns 0 where there are none.
static int take_events(struct holdfast_gpio_request *request, uint32_t line, struct holdfast_gpio_event *events,
                       size_t room) {
    enum { kernel_queue = 16 };  // DECLARE_KFIFO(events, struct gpioevent_data, 16) in drivers/gpio/gpiolib-cdev.c
    struct gpiod_line_event taken[kernel_queue];
    int count = gpiod_line_event_read_multiple(request->lines[line], taken, room < kernel_queue ? room : kernel_queue);
    if (count < 0) return errno == EAGAIN || errno == EINTR ? 0 : -1;
    for (int i = 0; i < count; i++) {
        events[i] = (struct holdfast_gpio_event){
            .time = taken[i].ts.tv_sec * 1000000000LL + taken[i].ts.tv_nsec,
            .line = line,
            // The kernel has already applied the polarity to the level (lineevent_irq_thread).
            .is_active = taken[i].event_type == GPIOD_LINE_EVENT_RISING_EDGE,
        };
    }
    return count;
}

int holdfast_gpio_request_read_events(struct holdfast_gpio_request *request, struct holdfast_gpio_event *events,
                                      size_t capacity) {
    if (request->epoll < 0) return request->descriptor < 0 ? 0 : take_events(request, 0, events, capacity);
    struct epoll_event ready[HOLDFAST_GPIO_LINES_MAX];
    int ready_count = epoll_wait(request->epoll, ready, HOLDFAST_GPIO_LINES_MAX, 0);
    if (ready_count < 0) return errno == EINTR ? 0 : -1;
    size_t count = 0;
    for (int i = 0; i < ready_count && count < capacity; i++) {
        int taken = take_events(request, ready[i].data.u32, events + count, capacity - count);
        // The events of the other lines are delivered first; a lasting error occurs again at the next call.
        if (taken < 0) return count > 0 ? (int)count : -1;
        count += (size_t)taken;
    }
    return (int)count;
}

int holdfast_gpio_request_get_levels(struct holdfast_gpio_request *request, bool *levels) {
    for (size_t i = 0; i < request->count; i++) {
        int value = gpiod_line_get_value(request->lines[i]);
        if (value < 0) return -1;
        levels[i] = value != 0;
    }
    return 0;
}

int holdfast_gpio_request_set(struct holdfast_gpio_request *request, size_t line, bool is_active) {
    if (line >= request->count) {
        errno = EINVAL;
        return -1;
    }
    return gpiod_line_set_value(request->lines[line], is_active);
}

int holdfast_gpio_request_set_levels(struct holdfast_gpio_request *request, const bool *levels) {
    for (size_t i = 0; i < request->count; i++)
        if (gpiod_line_set_value(request->lines[i], levels[i]) < 0) return -1;
    return 0;
}

const char *holdfast_gpio_library_version(void) { return gpiod_version_string(); }

#endif
