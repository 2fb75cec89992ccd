// libsystemd, as far as Swift can call it: sd_notify(3), sd_watchdog_enabled(3); and what is variadic there.
#pragma once

#include "bus.h"

#include <systemd/sd-daemon.h>

// An entry of the journal with the fields MESSAGE=, PRIORITY= and KIND= (sd_journal_send(3)); a negative errno where it
// cannot be written.
int holdfast_journal_send(int priority, const char *kind, const char *message);
