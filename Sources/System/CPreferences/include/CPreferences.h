// The preferences of a program that has Foundation.
#pragma once

// Writes what `UserDefaults` has only in memory yet, for all suites. Without Foundation in the program, nothing. On
// Linux, Foundation writes preferences only when its owner calls `synchronize()`, which sources for iOS do not.
void holdfast_write_preferences(void);

// Has `UserDefaults` read again what another process of the program has written. Without Foundation, nothing.
void holdfast_read_preferences(void);
