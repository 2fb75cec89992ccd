/* The minimal honest program: C on libgpiod 1.6, which blocks for the button's edges and sets the light. The comparison
 * shows the cost of a panel's further work (debounce, gestures, a lock). */
#include <gpiod.h>
#include <stdio.h>

static int failed(const char *what)
{
    perror(what);
    return 1;
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: reference BUTTON LIGHT, names of lines\n");
        return 2;
    }
    struct gpiod_line *button = gpiod_line_find(argv[1]);
    struct gpiod_line *light = gpiod_line_find(argv[2]);
    if (!button || !light)
        return failed("find the lines");
    if (gpiod_line_request_output(light, "reference", 0))
        return failed("request the light");
    /* The button is requested last: from then on the kernel keeps its edges until they are read. */
    int flags = GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW | GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_UP;
    if (gpiod_line_request_both_edges_events_flags(button, "reference", flags))
        return failed("request the button");
    for (;;) {
        struct gpiod_line_event event;
        if (gpiod_line_event_read(button, &event))
            return failed("read an edge");
        if (gpiod_line_set_value(light, event.event_type == GPIOD_LINE_EVENT_RISING_EDGE))
            return failed("set the light");
    }
}
