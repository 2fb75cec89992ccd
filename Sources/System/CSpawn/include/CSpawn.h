// Child processes for a launcher: each the leader of a process group of its own, none of which outlives the launcher.
#pragma once

#include <stdbool.h>
#include <stddef.h>
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

// What is run, and with what.
struct holdfast_command {
    const char *path;
    char *const *arguments;
    char *const *environment;
    const char *folder;  // where it begins; null: where this process is
    int input;           // -1: it has none, and reads the end at once
    int output;
    int errors;
    int mask;  // what files that it makes are not open to (umask(2)); -1: as this process's
    int guard;
    // Whether it can make no sockets but UNIX ones, neither it nor what it starts (seccomp(2)), and gain no privileges of
    // a set-user-ID program (PR_SET_NO_NEW_PRIVS, prctl(2)). UNIX sockets remain: who serves one may have a network.
    bool without_network;
};

// What failed when a program could not be started.
enum holdfast_step {
    HOLDFAST_STEP_PREPARE,
    HOLDFAST_STEP_GUARD,  // the guard is gone
    HOLDFAST_STEP_FOLDER,
    HOLDFAST_STEP_NETWORK,  // the network cannot be kept from it
    HOLDFAST_STEP_EXECUTE,
};

// As holdfast_spawn, which is this with one output and nothing else; `step` is set where it fails.
pid_t holdfast_spawn_command(const struct holdfast_command *command, enum holdfast_step *step);

// A descriptor, closed on exec, from which a program can read the bytes: memory, which nobody has to write to meanwhile. -1
// with errno where there can be none.
int holdfast_input_open(const void *bytes, size_t count);

// A descriptor, closed on exec, that becomes readable when a child has ended (pidfd_open(2)).
int holdfast_process_open(pid_t process);

// How a child has ended, if it has; it is not taken, and its group keeps its number.
bool holdfast_process_ended(pid_t process, struct holdfast_ending *ending);

// Takes a child that has ended, and has the guard forget its group, of which nothing else is ended.
void holdfast_process_take(pid_t process, int guard);

// Takes a child that has ended, if there is one. What is left of its group is killed first, while the ended leader still
// keeps the group's number from being given to others; then the guard forgets the group.
bool holdfast_child_ended(int guard, struct holdfast_ending *ending);
