// A service manager for tests: systemd's D-Bus interface for starting, stopping and watching units, on the bus of
// DBUS_SESSION_BUS_ADDRESS. A line of input changes a unit: "good.service active". The end of the input ends the
// program.
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <systemd/sd-bus.h>
#include <systemd/sd-event.h>
#include <unistd.h>

#define ROOT "/org/freedesktop/systemd1"
#define UNIT "org.freedesktop.systemd1.Unit"

struct unit {
    const char *name, *id, *load;
    char active[32];
};

static struct unit units[] = {
    {"good.service", "good.service", "loaded", "inactive"},
    {"other.service", "good.service", "loaded", "inactive"},
    {"failing.service", "failing.service", "loaded", "inactive"},
    {"slow.service", "slow.service", "loaded", "inactive"},
    {"denied.service", "denied.service", "loaded", "inactive"},
    {"early.service", "early.service", "loaded", "inactive"},
    {"masked.service", "masked.service", "masked", "inactive"},
    {"wrong.service", "wrong.service", "bad-setting", "inactive"},
    {"missing.service", "missing.service", "not-found", "inactive"},
};
enum { count = sizeof units / sizeof *units };

static struct unit *find(const char *name) {
    for (int i = 0; i < count; i++)
        if (strcmp(units[i].name, name) == 0) return &units[i];
    return NULL;
}

// Two names of one unit.
static struct unit *real(struct unit *unit) { return find(unit->id); }

static int get(
    sd_bus *bus, const char *path, const char *interface, const char *property, sd_bus_message *reply, void *data,
    sd_bus_error *error) {
    (void)bus, (void)path, (void)interface, (void)error;
    struct unit *unit = real(data);
    const char *text = unit->active;
    if (strcmp(property, "LoadState") == 0) text = unit->load;
    if (strcmp(property, "Id") == 0) text = unit->id;
    return sd_bus_message_append(reply, "s", text);
}

static const sd_bus_vtable unit_table[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_PROPERTY("LoadState", "s", get, 0, SD_BUS_VTABLE_PROPERTY_CONST),
    SD_BUS_PROPERTY("ActiveState", "s", get, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
    SD_BUS_PROPERTY("SubState", "s", get, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
    SD_BUS_PROPERTY("Id", "s", get, 0, SD_BUS_VTABLE_PROPERTY_CONST),
    SD_BUS_VTABLE_END,
};

static int find_object(
    sd_bus *bus, const char *path, const char *interface, void *data, void **found, sd_bus_error *error) {
    (void)bus, (void)interface, (void)data, (void)error;
    char *name = NULL;
    if (sd_bus_path_decode(path, ROOT "/unit", &name) <= 0) return 0;
    *found = find(name);
    free(name);
    return *found != NULL;
}

static void set(sd_bus *bus, struct unit *unit, const char *active) {
    unit = real(unit);
    snprintf(unit->active, sizeof unit->active, "%s", active);
    char *path = NULL;
    if (sd_bus_path_encode(ROOT "/unit", unit->id, &path) < 0) return;
    // Each change is signalled more than once, as systemd does.
    for (int i = 0; i < 3; i++)
        sd_bus_emit_properties_changed(bus, path, UNIT, "SubState", "ActiveState", NULL);
    free(path);
}

static void end_job(sd_bus *bus, unsigned id, const char *unit, const char *result) {
    char job[64];
    snprintf(job, sizeof job, ROOT "/job/%u", id);
    sd_bus_emit_signal(
        bus, ROOT, "org.freedesktop.systemd1.Manager", "JobRemoved", "uoss", (uint32_t)id, job, unit, result);
}

static int queue_job(sd_bus_message *call, void *data, sd_bus_error *error) {
    (void)data;
    static unsigned id = 0;
    const char *name, *mode;
    if (sd_bus_message_read(call, "ss", &name, &mode) < 0) return -EINVAL;
    struct unit *unit = find(name);
    if (!unit || strcmp(unit->load, "not-found") == 0)
        return sd_bus_error_setf(error, "org.freedesktop.systemd1.NoSuchUnit", "Unit %s not found.", name);
    if (strcmp(unit->load, "masked") == 0)
        return sd_bus_error_setf(error, "org.freedesktop.systemd1.UnitMasked", "Unit %s is masked.", name);
    if (strcmp(name, "denied.service") == 0)
        return sd_bus_error_setf(
            error, "org.freedesktop.DBus.Error.InteractiveAuthorizationRequired",
            "Interactive authentication required.");
    sd_bus *bus = sd_bus_message_get_bus(call);
    bool starts = strcmp(sd_bus_message_get_member(call), "StartUnit") == 0, fails = !strcmp(name, "failing.service");
    char job[64];
    snprintf(job, sizeof job, ROOT "/job/%u", ++id);
    // The signal may overtake the answer.
    if (strcmp(name, "early.service") == 0) end_job(bus, id, name, "done");
    int code = sd_bus_reply_method_return(call, "o", job);
    if (code < 0 || strcmp(name, "slow.service") == 0) return code;
    set(bus, unit, !starts ? "inactive" : fails ? "failed" : "active");
    if (strcmp(name, "early.service") != 0) end_job(bus, id, name, starts && fails ? "failed" : "done");
    return 1;
}

static int subscribe(sd_bus_message *call, void *data, sd_bus_error *error) {
    (void)data, (void)error;
    return sd_bus_reply_method_return(call, NULL);
}

static const sd_bus_vtable manager_table[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_METHOD("StartUnit", "ss", "o", queue_job, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("StopUnit", "ss", "o", queue_job, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("Subscribe", NULL, NULL, subscribe, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_SIGNAL("JobRemoved", "uoss", 0),
    SD_BUS_VTABLE_END,
};

static int take_line(sd_event_source *source, int descriptor, uint32_t events, void *data) {
    (void)events;
    char line[256], name[200], active[32];
    ssize_t length = read(descriptor, line, sizeof line - 1);
    if (length <= 0) return sd_event_exit(sd_event_source_get_event(source), 0);
    line[length] = '\0';
    if (sscanf(line, "%199s %31s", name, active) == 2 && find(name)) set(data, find(name), active);
    return 0;
}

int main(void) {
    sd_event *event = NULL;
    sd_bus *bus = NULL;
    int code = sd_event_default(&event);
    if (code >= 0) code = sd_bus_open_user(&bus);
    if (code >= 0) code = sd_bus_add_object_vtable(
        bus, NULL, ROOT, "org.freedesktop.systemd1.Manager", manager_table, NULL);
    if (code >= 0) code = sd_bus_add_fallback_vtable(bus, NULL, ROOT "/unit", UNIT, unit_table, find_object, NULL);
    if (code >= 0) code = sd_bus_attach_event(bus, event, 0);
    if (code >= 0) code = sd_event_add_io(event, NULL, STDIN_FILENO, 1 /* EPOLLIN */, take_line, bus);
    if (code >= 0) code = sd_bus_request_name(bus, "org.freedesktop.systemd1", 0);
    if (code >= 0) {
        puts("ready");
        fflush(stdout);
        code = sd_event_loop(event);
    }
    sd_bus_flush_close_unref(bus);
    sd_event_unref(event);
    if (code < 0) fprintf(stderr, "%s\n", strerror(-code));
    return code < 0;
}
