/* observer PULL VALUE PRESSES DOWN_MS GAP_MS DEADLINE_MS: presses a button of gpio-sim and watches a light.
 *
 * PULL and VALUE are the sysfs attributes of the button's and the light's line; the button is active low, the light
 * active high. For each press one line is printed: the nanoseconds from pulling down to the light's being on, and from
 * pulling up to its being off; "-" if that did not happen by the deadline. The program spins on VALUE and needs its own
 * processor. */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* The number of reads of the light between two reads of the clock. An emulated machine's clock may be a device (HPET).
 * QEMU reads its registers under a lock that the other processor needs to wake up, so that constant reading would delay
 * the measured program. */
#define LOOKS_PER_CLOCK 256

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

static void sleep_until(int64_t instant)
{
    struct timespec time = {instant / 1000000000, instant % 1000000000};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL) == EINTR)
        continue;
}

static void fail(const char *what)
{
    perror(what);
    exit(1);
}

static int open_attribute(const char *path, int flags)
{
    int descriptor = open(path, flags | O_CLOEXEC);
    if (descriptor < 0)
        fail(path);
    return descriptor;
}

static int level(int value)
{
    char text;
    if (pread(value, &text, 1, 0) != 1)
        fail("read the light's value");
    return text == '1';
}

/* Sets the pull, and returns the nanoseconds until the light's level is `expected`, or -1. */
static int64_t answer(int pull, const char *direction, int value, int expected, int64_t begin, int64_t deadline)
{
    if (pwrite(pull, direction, strlen(direction), 0) < 0)
        fail("pull the button");
    for (unsigned looks = 1; level(value) != expected; looks++)
        if (looks % LOOKS_PER_CLOCK == 0 && now() - begin > deadline)
            return -1;
    return now() - begin;
}

static void print(int64_t latency, char end)
{
    if (latency < 0)
        printf("-%c", end);
    else
        printf("%lld%c", (long long)latency, end);
}

int main(int argc, char **argv)
{
    if (argc != 7) {
        fprintf(stderr, "usage: observer PULL VALUE PRESSES DOWN_MS GAP_MS DEADLINE_MS\n");
        return 2;
    }
    int pull = open_attribute(argv[1], O_WRONLY);
    int value = open_attribute(argv[2], O_RDONLY);
    long presses = atol(argv[3]);
    int64_t down = atol(argv[4]) * INT64_C(1000000);
    int64_t gap = atol(argv[5]) * INT64_C(1000000);
    int64_t deadline = atol(argv[6]) * INT64_C(1000000);

    for (long press = 0; press < presses; press++) {
        int64_t begin = now();
        print(answer(pull, "pull-down", value, 1, begin, deadline), ' ');
        sleep_until(begin + down);
        begin = now();
        print(answer(pull, "pull-up", value, 0, begin, deadline), '\n');
        sleep_until(begin + gap);
    }
    return 0;
}
