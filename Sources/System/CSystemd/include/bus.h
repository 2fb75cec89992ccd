// libsystemd's D-Bus for Swift, with functions for messages of text in place of its variadic functions.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <systemd/sd-bus.h>

// Opens a connection, which is established during sd_bus_process: to the bus at `address`, or, where that is null, to
// the user's or the system's bus. Returns a negative errno on failure.
int holdfast_bus_open(sd_bus **bus, const char *address, bool user);

// Calls a method with arguments of text. `handler` gets the reply or an error; after `limit` µs, an error for the
// timeout.
int holdfast_bus_call(
    sd_bus *bus, sd_bus_slot **slot, const char *destination, const char *path, const char *interface,
    const char *member, const char *const *arguments, size_t count, sd_bus_message_handler_t handler, void *owner,
    unsigned long long limit);

// The first argument of a message, if it is a text or an object path, or a variant with one; else null.
const char *holdfast_bus_text(sd_bus_message *message);

// Reads the new value of a property of text from PropertiesChanged into `text`; null where the message has no value.
// Returns whether the property has changed.
bool holdfast_bus_changed(sd_bus_message *message, const char *property, const char **text);

// The name of the error in a reply; null for a reply without an error.
const char *holdfast_bus_error_name(sd_bus_message *message);
const char *holdfast_bus_error_text(sd_bus_message *message);

// Reads the arguments of systemd's JobRemoved: id, job, unit, result. Returns false for other arguments.
bool holdfast_bus_job_removed(sd_bus_message *message, const char **job, const char **result);

// The path of systemd's object for a unit. The caller frees it.
char *holdfast_bus_unit_path(const char *unit);
