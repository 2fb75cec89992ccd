// libsystemd, as far as Swift can call it: sd_notify(3), sd_watchdog_enabled(3).
#pragma once

#include <systemd/sd-daemon.h>
