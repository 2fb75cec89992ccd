// close_range(2) and pipe2(2) are GNU extensions.
#define _GNU_SOURCE
#include "CSpawn.h"
#include "without_network.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

char *const *holdfast_environment(void) { return environ; }

// Sends the guard the number of a group that it must end, or the negative number of a group that it must forget. A
// write of less than PIPE_BUF bytes is atomic (pipe(7)).

static bool tell(int guard, pid_t message) {
    ssize_t count;
    do count = write(guard, &message, sizeof message);
    while (count < 0 && errno == EINTR);
    return count == (ssize_t)sizeof message;
}

static void pause_for(int milliseconds) {
    struct timespec time = {.tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000L};
    while (nanosleep(&time, &time) < 0 && errno == EINTR) continue;
}

enum { most_groups = 1024 };

struct groups {
    pid_t items[most_groups];
    size_t count;
};

static void note(struct groups *groups, pid_t message) {
    if (message > 0) {
        if (groups->count < most_groups) groups->items[groups->count++] = message;
        return;
    }
    for (size_t i = 0; i < groups->count; i++)
        if (groups->items[i] == -message) groups->items[i--] = groups->items[--groups->count];
}

// Sends the signal (0: none) to every group, and drops groups that do not exist any more.
static void send_all(struct groups *groups, int signal) {
    for (size_t i = 0; i < groups->count; i++)
        if (kill(-groups->items[i], signal) < 0 && errno == ESRCH) groups->items[i--] = groups->items[--groups->count];
}

_Noreturn static void guard(int reader, int patience) {
    struct groups groups = {.count = 0};
    pid_t message;
    ssize_t count;
    while ((count = read(reader, &message, sizeof message)) != 0) {
        if (count == (ssize_t)sizeof message) note(&groups, message);
        else if (count > 0 || errno != EINTR) break;
    }
    send_all(&groups, SIGTERM);
    // The kernel does not report the end of processes that are not children of this one, so the guard polls.
    enum { step = 50 };
    for (int waited = 0; groups.count > 0 && waited < patience; waited += step) {
        pause_for(step);
        send_all(&groups, 0);
    }
    send_all(&groups, SIGKILL);
    _exit(0);
}

int holdfast_guard_start(int patience, pid_t *process) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) < 0) return -1;
    pid_t child = fork();
    if (child < 0) {
        int code = errno;
        close(ends[0]);
        close(ends[1]);
        errno = code;
        return -1;
    }
    if (child == 0) {
        // Only calls that are safe after fork(2) in a program with threads (signal-safety(7)).
        sigset_t all;
        sigfillset(&all);
        sigprocmask(SIG_SETMASK, &all, NULL);
        // The guard must not get the terminal's signals to the launcher's group, nor keep the launcher's outputs
        // open.
        setpgid(0, 0);
        prctl(PR_SET_NAME, "holdfast-guard");
        if (dup2(ends[0], 0) < 0 || close_range(1, ~0u, 0) < 0) _exit(1);
        guard(0, patience);
    }
    close(ends[0]);
    *process = child;
    return ends[1];
}

// None of the program's descriptors may be a socket of a network.
static int keep_from_network(void) {
    for (int descriptor = 0; descriptor < 3; descriptor++) {
        int family = AF_UNIX;
        socklen_t size = sizeof family;
        if (getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &family, &size) < 0 && errno != ENOTSOCK) return -1;
        if (family != AF_UNIX) {
            errno = EAFNOSUPPORT;
            return -1;
        }
    }
    return holdfast_close_network();
}

// Runs in the child; returns only after a failure.
static enum holdfast_step become(const struct holdfast_command *command) {
    if (setpgid(0, 0) < 0) return HOLDFAST_STEP_PREPARE;
    // Before the program can start anything. If the guard were informed later, a launcher that is killed in between
    // would leave the program behind.
    if (!tell(command->guard, getpid())) return HOLDFAST_STEP_GUARD;
    int input = command->input >= 0 ? command->input : open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (input < 0 || dup2(input, 0) < 0 || dup2(command->output, 1) < 0 || dup2(command->errors, 2) < 0)
        return HOLDFAST_STEP_PREPARE;
    if (close_range(3, ~0u, CLOSE_RANGE_CLOEXEC) < 0) return HOLDFAST_STEP_PREPARE;
    if (command->mask >= 0) umask((mode_t)command->mask);
    // Ignored and blocked signals stay so over execve(2). The actions of SIGKILL, SIGSTOP and two signals of the C
    // library cannot be set.
    for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    if (sigprocmask(SIG_SETMASK, &none, NULL) < 0) return HOLDFAST_STEP_PREPARE;
    if (command->folder && chdir(command->folder) < 0) return HOLDFAST_STEP_FOLDER;
    if (command->without_network && keep_from_network() < 0) return HOLDFAST_STEP_NETWORK;
    execve(command->path, command->arguments, command->environment);
    return HOLDFAST_STEP_EXECUTE;
}

pid_t holdfast_spawn_command(const struct holdfast_command *command, enum holdfast_step *step) {
    struct { int code; enum holdfast_step step; } problem = {.step = HOLDFAST_STEP_PREPARE};
    *step = HOLDFAST_STEP_PREPARE;
    int failure[2];
    if (pipe2(failure, O_CLOEXEC) < 0) return -1;
    pid_t child = fork();
    if (child == 0) {
        problem.step = become(command);
        problem.code = errno;
        ssize_t ignored = write(failure[1], &problem, sizeof problem);
        (void)ignored;
        _exit(127);
    }
    problem.code = child < 0 ? errno : 0;
    close(failure[1]);
    if (child > 0) {
        // The read ends without a byte when execve(2) closes the other end.
        ssize_t count;
        do count = read(failure[0], &problem, sizeof problem);
        while (count < 0 && errno == EINTR);
        if (count > 0) {
            while (waitpid(child, NULL, 0) < 0 && errno == EINTR) continue;
            tell(command->guard, -child);
            child = -1;
        }
    }
    close(failure[0]);
    *step = problem.step;
    if (child < 0) errno = problem.code;
    return child;
}

pid_t holdfast_spawn(const char *path, char *const arguments[], char *const environment[], int output, int guard) {
    struct holdfast_command command = {
        .path = path, .arguments = arguments, .environment = environment,
        .input = -1, .output = output, .errors = output, .mask = -1, .guard = guard,
    };
    enum holdfast_step step;
    return holdfast_spawn_command(&command, &step);
}

int holdfast_input_open(const void *bytes, size_t count) {
    // MFD_NOEXEC_SEAL (memfd_create(2)): kernels before 6.3 do not have the flag, later ones may require it.
    enum { no_program = 0x0008 };
    int descriptor = memfd_create("holdfast-input", MFD_CLOEXEC | no_program);
    if (descriptor < 0 && errno == EINVAL) descriptor = memfd_create("holdfast-input", MFD_CLOEXEC);
    if (descriptor < 0) return -1;
    size_t written = 0;
    while (written < count) {
        ssize_t more = write(descriptor, (const char *)bytes + written, count - written);
        if (more >= 0) {
            written += (size_t)more;
        } else if (errno != EINTR) {
            break;
        }
    }
    if (written == count && lseek(descriptor, 0, SEEK_SET) == 0) return descriptor;
    int code = errno;
    close(descriptor);
    errno = code;
    return -1;
}

int holdfast_process_open(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

static void note_ending(const siginfo_t *info, struct holdfast_ending *ending) {
    bool exited = info->si_code == CLD_EXITED;
    ending->process = info->si_pid;
    ending->exit_code = exited ? info->si_status : -1;
    ending->signal = exited ? 0 : info->si_status;
}

bool holdfast_process_ended(pid_t process, struct holdfast_ending *ending) {
    siginfo_t info = {0};
    if (waitid(P_PID, (id_t)process, &info, WEXITED | WNOHANG | WNOWAIT) < 0 || info.si_pid == 0) return false;
    note_ending(&info, ending);
    return true;
}

void holdfast_process_take(pid_t process, int guard) {
    while (waitpid(process, NULL, 0) < 0 && errno == EINTR) continue;
    tell(guard, -process);
}

bool holdfast_child_ended(int guard, struct holdfast_ending *ending) {
    siginfo_t info = {0};
    if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) < 0 || info.si_pid == 0) return false;
    kill(-info.si_pid, SIGKILL);
    note_ending(&info, ending);
    holdfast_process_take(info.si_pid, guard);
    return true;
}
