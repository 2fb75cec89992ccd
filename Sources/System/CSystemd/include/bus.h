// libsystemd's D-Bus, as far as Swift can call it, and messages of text in place of its variadic functions.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <systemd/sd-bus.h>

// A connection, which is made as sd_bus_process is called: to the bus at `address`, or, where that is null, to the
// user's or the system's. Returns a negative errno where there can be none.
int holdfast_bus_open(sd_bus **bus, const char *address, bool user);

// Calls a method with arguments of text; `handler` is given the reply, an error, or none within `limit` µs.
int holdfast_bus_call(
    sd_bus *bus, sd_bus_slot **slot, const char *destination, const char *path, const char *interface,
    const char *member, const char *const *arguments, size_t count, sd_bus_message_handler_t handler, void *owner,
    unsigned long long limit);

// The first argument that is text of a message; within a variant too; null where it is none.
const char *holdfast_bus_text(sd_bus_message *message);

// What PropertiesChanged says of a property of text: its value in `text`, or null where it does not say it. Returns
// whether it has changed.
bool holdfast_bus_changed(sd_bus_message *message, const char *property, const char **text);

// The error that a reply is, null where it is none.
const char *holdfast_bus_error_name(sd_bus_message *message);
const char *holdfast_bus_error_text(sd_bus_message *message);

// The arguments of systemd's JobRemoved: id, job, unit, result. False where they are others.
bool holdfast_bus_job_removed(sd_bus_message *message, const char **job, const char **result);

// The path of the object that systemd has for a unit; to be freed by the caller.
char *holdfast_bus_unit_path(const char *unit);
