#include "CSystemd.h"

// The fields with the position in the code would name this file in every entry.
#define SD_JOURNAL_SUPPRESS_LOCATION
#include <systemd/sd-journal.h>

int holdfast_journal_send(int priority, const char *kind, const char *message) {
    return sd_journal_send("MESSAGE=%s", message, "PRIORITY=%i", priority, "KIND=%s", kind, NULL);
}
