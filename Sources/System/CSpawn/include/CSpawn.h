// Child processes for a launcher. Each leads its own process group, and none outlives the launcher.
//
// The package swift-subprocess has no guard for the children of a killed launcher, and keeps threads and an epoll of its own
// beside the loop.
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

// The environment of this process, which Swift cannot access without the risk of a data race; null after the last
// variable.
char *const *holdfast_environment(void);

// Starts the guard: a process that ends the remaining groups after the launcher has ended in any way. The guard sends
// SIGTERM, and SIGKILL `patience` ms later. Returns the descriptor for the functions below, which the launcher keeps
// open while it lives; -1 with errno on failure.
int holdfast_guard_start(int patience, pid_t *process);

// Runs the program at `path` as the leader of its own process group, which the guard knows before the program starts.
// The program's input is empty, and both its outputs are `output`. It inherits no other descriptor, and no blocked or
// ignored signal. Returns its process, or -1 with the errno of the failed call, also of execve(2).
pid_t holdfast_spawn(const char *path, char *const arguments[], char *const environment[], int output, int guard);

// The program to run, with its arguments and conditions.
struct holdfast_command {
    const char *path;
    char *const *arguments;
    char *const *environment;
    const char *folder;  // the working directory; null: this process's
    int input;           // -1: an empty input
    int output;
    int errors;
    int mask;  // the rights that new files do not get (umask(2)); -1: this process's
    int guard;
    // Whether the program, and all programs that it starts, can create only UNIX sockets (seccomp(2)), and gain no
    // privileges from set-user-ID programs (PR_SET_NO_NEW_PRIVS, prctl(2)). A server behind a UNIX socket may still
    // have a network.
    bool without_network;
};

// The step that failed when a program could not be started.
enum holdfast_step {
    HOLDFAST_STEP_PREPARE,
    HOLDFAST_STEP_GUARD,  // the guard is gone
    HOLDFAST_STEP_FOLDER,
    HOLDFAST_STEP_NETWORK,  // the network cannot be restricted
    HOLDFAST_STEP_EXECUTE,
};

// Like holdfast_spawn, which is this function with one output and defaults for the rest. Sets `step` on failure.
pid_t holdfast_spawn_command(const struct holdfast_command *command, enum holdfast_step *step);

// A descriptor, closed on exec, from which a program can read the bytes. They are in memory, so that no process must
// write them meanwhile. -1 with errno on failure.
int holdfast_input_open(const void *bytes, size_t count);

// A descriptor, closed on exec, that becomes readable when a child has ended (pidfd_open(2)).
int holdfast_process_open(pid_t process);

// How a child has ended, if it has. The child is not reaped, so its group keeps its number.
bool holdfast_process_ended(pid_t process, struct holdfast_ending *ending);

// Reaps a child that has ended, and makes the guard forget its group, whose other processes keep running.
void holdfast_process_take(pid_t process, int guard);

// Reaps a child that has ended, if there is one. The rest of its group is killed first, while the unreaped leader
// still keeps the group's number from being reused. Then the guard forgets the group.
bool holdfast_child_ended(int guard, struct holdfast_ending *ending);
