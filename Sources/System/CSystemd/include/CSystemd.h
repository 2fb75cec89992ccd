// libsystemd for Swift: sd_notify(3), sd_watchdog_enabled(3), and replacements for its variadic functions.
#pragma once

#include "bus.h"

#include <systemd/sd-daemon.h>

// Writes an entry of the journal with the fields MESSAGE=, PRIORITY= and KIND= (sd_journal_send(3)). Returns a
// negative errno on failure.
int holdfast_journal_send(int priority, const char *kind, const char *message);
