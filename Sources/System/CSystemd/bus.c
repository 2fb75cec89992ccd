#include "bus.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>

int holdfast_bus_open(sd_bus **bus, const char *address, bool user) {
    if (!address) return user ? sd_bus_open_user(bus) : sd_bus_open_system(bus);
    int code = sd_bus_new(bus);
    if (code < 0) return code;
    code = sd_bus_set_address(*bus, address);
    if (code >= 0) code = sd_bus_set_bus_client(*bus, true);
    if (code >= 0) code = sd_bus_start(*bus);
    if (code < 0) *bus = sd_bus_unref(*bus);
    return code;
}

int holdfast_bus_call(
    sd_bus *bus, sd_bus_slot **slot, const char *destination, const char *path, const char *interface,
    const char *member, const char *const *arguments, size_t count, sd_bus_message_handler_t handler, void *owner,
    unsigned long long limit) {
    sd_bus_message *message = NULL;
    int code = sd_bus_message_new_method_call(bus, &message, destination, path, interface, member);
    for (size_t i = 0; code >= 0 && i < count; i++)
        code = sd_bus_message_append_basic(message, SD_BUS_TYPE_STRING, arguments[i]);
    if (code >= 0) code = sd_bus_call_async(bus, slot, message, handler, owner, limit);
    sd_bus_message_unref(message);
    return code;
}

const char *holdfast_bus_text(sd_bus_message *message) {
    char type;
    const char *contents, *text = NULL;
    if (sd_bus_message_peek_type(message, &type, &contents) <= 0) return NULL;
    if (type == SD_BUS_TYPE_VARIANT) {
        if (sd_bus_message_enter_container(message, type, contents) < 0) return NULL;
        if (sd_bus_message_peek_type(message, &type, &contents) <= 0) return NULL;
    }
    if (type != SD_BUS_TYPE_STRING && type != SD_BUS_TYPE_OBJECT_PATH) return NULL;
    return sd_bus_message_read_basic(message, type, &text) < 0 ? NULL : text;
}

// Reads an array of names and variants. Returns whether it has `property`, and the property's text.
static bool find_value(sd_bus_message *message, const char *property, const char **text) {
    bool found = false;
    if (sd_bus_message_enter_container(message, SD_BUS_TYPE_ARRAY, "{sv}") < 0) return false;
    while (sd_bus_message_enter_container(message, SD_BUS_TYPE_DICT_ENTRY, "sv") > 0) {
        const char *name;
        if (sd_bus_message_read_basic(message, SD_BUS_TYPE_STRING, &name) < 0) return found;
        if (strcmp(name, property) == 0) {
            char type;
            const char *contents;
            found = true;
            if (sd_bus_message_peek_type(message, &type, &contents) > 0 && strcmp(contents, "s") == 0 &&
                sd_bus_message_enter_container(message, SD_BUS_TYPE_VARIANT, contents) > 0) {
                if (sd_bus_message_read_basic(message, SD_BUS_TYPE_STRING, text) < 0) *text = NULL;
                if (sd_bus_message_exit_container(message) < 0) return found;
            } else if (sd_bus_message_skip(message, "v") < 0) {
                return found;
            }
        } else if (sd_bus_message_skip(message, "v") < 0) {
            return found;
        }
        if (sd_bus_message_exit_container(message) < 0) return found;
    }
    sd_bus_message_exit_container(message);
    return found;
}

bool holdfast_bus_changed(sd_bus_message *message, const char *property, const char **text) {
    const char *name;
    *text = NULL;
    if (sd_bus_message_read_basic(message, SD_BUS_TYPE_STRING, &name) < 0) return false;
    if (find_value(message, property, text)) return true;
    if (sd_bus_message_enter_container(message, SD_BUS_TYPE_ARRAY, "s") < 0) return false;
    while (sd_bus_message_read_basic(message, SD_BUS_TYPE_STRING, &name) > 0)
        if (strcmp(name, property) == 0) return true;
    return false;
}

const char *holdfast_bus_error_name(sd_bus_message *message) {
    const sd_bus_error *error = sd_bus_message_get_error(message);
    return error ? error->name : NULL;
}

const char *holdfast_bus_error_text(sd_bus_message *message) {
    const sd_bus_error *error = sd_bus_message_get_error(message);
    return error ? error->message : NULL;
}

bool holdfast_bus_job_removed(sd_bus_message *message, const char **job, const char **result) {
    uint32_t number;
    const char *unit;
    return sd_bus_message_has_signature(message, "uoss") > 0 &&
           sd_bus_message_read_basic(message, SD_BUS_TYPE_UINT32, &number) > 0 &&
           sd_bus_message_read_basic(message, SD_BUS_TYPE_OBJECT_PATH, job) > 0 &&
           sd_bus_message_read_basic(message, SD_BUS_TYPE_STRING, &unit) > 0 &&
           sd_bus_message_read_basic(message, SD_BUS_TYPE_STRING, result) > 0;
}

char *holdfast_bus_unit_path(const char *unit) {
    char *path = NULL;
    return sd_bus_path_encode("/org/freedesktop/systemd1/unit", unit, &path) < 0 ? NULL : path;
}
