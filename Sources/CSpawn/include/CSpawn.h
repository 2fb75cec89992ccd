// Child processes for a launcher: each the leader of a process group of its own, none of which outlives the launcher.
#pragma once

#include <stdbool.h>
#include <sys/types.h>

// How a child ended: by `exit_code`, or, where that is -1, by the signal `signal`.
struct holdfast_ending {
    pid_t process;
    int exit_code;
    int signal;
};

// The environment of this process, which Swift cannot name without a data race to fear; null after the last variable.
char *const *holdfast_environment(void);

// Starts the guard: a process that, once the launcher is gone however it ended, ends the groups that are left, first by
// SIGTERM, those that stay by SIGKILL `patience` ms later. Returns the descriptor to give to the functions below, which
// the launcher keeps open while it lives; -1 with errno where there can be none.
int holdfast_guard_start(int patience, pid_t *process);

// Runs the program at `path` as the leader of a process group of its own, known to the guard before it begins. Its input
// is empty, both its outputs are `output`; it inherits no other descriptor, no blocked or ignored signal. Returns its
// process, or -1 with the errno of what failed, also of execve(2).
pid_t holdfast_spawn(const char *path, char *const arguments[], char *const environment[], int output, int guard);

// Takes a child that has ended, if there is one. What is left of its group is killed first, while the ended leader still
// keeps the group's number from being given to others; then the guard forgets the group.
bool holdfast_child_ended(int guard, struct holdfast_ending *ending);
