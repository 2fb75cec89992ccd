// Tries a process's ways to a network, for tests. NetworkProbe CALL… tries each call and writes "CALL: done", or the
// name of the error. `child` tries the following calls in another program.
// NetworkProbe refusing PROGRAM ARGUMENT… executes a program on which the kernel permits no filter.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define X32_CALL 0x40000000

// For AddressSanitizer (sanitizer/asan_interface.h): looking for leaks is tracing, which a process without network may not.
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "detect_leaks=0"; }

static int pair(int family) {
    int ends[2];
    return socketpair(family, SOCK_STREAM, 0, ends);
}

// The call of i386, whose numbers are others (arch/x86/entry/syscalls/syscall_32.tbl): 359 is socket.
static long call_of_i386(void) {
#ifdef __x86_64__
    long result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(359L), "b"(AF_INET), "c"(SOCK_STREAM), "d"(0) : "memory");
    return result;
#else
    return 0;
#endif
}

static long try(const char *call) {
    if (strcmp(call, "inet") == 0) return socket(AF_INET, SOCK_STREAM, 0);
    if (strcmp(call, "inet-datagrams") == 0) return socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (strcmp(call, "inet6") == 0) return socket(AF_INET6, SOCK_STREAM, 0);
    if (strcmp(call, "netlink") == 0) return socket(AF_NETLINK, SOCK_RAW, 0);
    // The kernel looks at the lower half alone.
    if (strcmp(call, "wide") == 0) return syscall(SYS_socket, (long)(0x100000000ULL + AF_INET), SOCK_STREAM, 0);
    if (strcmp(call, "pair-inet") == 0) return pair(AF_INET);
    if (strcmp(call, "unix") == 0) return socket(AF_UNIX, SOCK_STREAM, 0);
    if (strcmp(call, "pair-unix") == 0) return pair(AF_UNIX);
    if (strcmp(call, "io_uring") == 0) return syscall(SYS_io_uring_setup, 1, NULL);
    if (strcmp(call, "pidfd_getfd") == 0) return syscall(SYS_pidfd_getfd, -1, 0, 0);
    if (strcmp(call, "ptrace") == 0) return ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    if (strcmp(call, "process_vm_writev") == 0) return syscall(SYS_process_vm_writev, getpid(), NULL, 0, NULL, 0, 0);
    if (strcmp(call, "x32") == 0) return syscall(X32_CALL + SYS_getpid);
    if (strcmp(call, "i386") == 0) return call_of_i386();
    fprintf(stderr, "there is no call '%s'\n", call);
    exit(64);
}

static void tell_descriptors(void) {
    DIR *folder = opendir("/proc/self/fd");
    struct dirent *entry;
    int count = 0;
    // Without the folder's own, and its two dots.
    while (folder && (entry = readdir(folder))) count += entry->d_name[0] != '.' && atoi(entry->d_name) != dirfd(folder);
    printf("descriptors: %d\n", count);
}

static int start(char *arguments[]) {
    pid_t child = fork();
    if (child == 0) {
        execv("/proc/self/exe", arguments);
        _exit(127);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

static int refuse(char *arguments[]) {
    struct sock_filter instructions[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_prctl, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PR_SET_SECCOMP, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {.len = sizeof instructions / sizeof *instructions, .filter = instructions};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) < 0) return 1;
    execv(arguments[0], arguments);
    return 127;
}

int main(int count, char *arguments[]) {
    if (count > 2 && strcmp(arguments[1], "refusing") == 0) return refuse(arguments + 2);
    for (int i = 1; i < count; i++) {
        fflush(stdout);
        if (strcmp(arguments[i], "child") == 0) return start(arguments + i);
        if (strcmp(arguments[i], "descriptors") == 0) {
            tell_descriptors();
            continue;
        }
        long result = try(arguments[i]);
        printf("%s: %s\n", arguments[i], result < 0 ? strerrorname_np(errno) : "done");
    }
    return 0;
}
