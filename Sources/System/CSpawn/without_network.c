#include "without_network.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

// The numbers of system calls depend on the architecture, and a kernel may offer several architectures to one process
// (seccomp(2), "Caveats"). The filter must therefore refuse all calls of the others.
#if defined(__x86_64__) && !defined(__ILP32__)
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#elif defined(__arm__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define OWN_ARCHITECTURE AUDIT_ARCH_ARM
#endif

#ifdef OWN_ARCHITECTURE

#define LOAD(member) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, member))
#define RETURN(value) BPF_STMT(BPF_RET | BPF_K, (value))
#define FAIL(code) RETURN(SECCOMP_RET_ERRNO | ((code) & SECCOMP_RET_DATA))
// Continues with the next instruction if the value is equal, else with the one after it.
#define IF_EQUAL(value) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, 1)
#define IF_AT_LEAST(value) BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, (value), 0, 1)
#define UNLESS_EQUAL(value) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 1, 0)

// x32 has the architecture of x86-64, with its own numbers from this one on (arch/x86/include/uapi/asm/unistd.h).
#define FIRST_X32_CALL 0x40000000

// The conditions use the fields of `struct seccomp_data` (include/uapi/linux/seccomp.h): the number of the call, the
// architecture, and arguments of 64 bits each. The socket's family is an int in the lower half of the first argument.
static const struct sock_filter instructions[] = {
    LOAD(arch),
    UNLESS_EQUAL(OWN_ARCHITECTURE),
    // A program of another architecture could not even exit if its calls just failed.
    RETURN(SECCOMP_RET_KILL_PROCESS),
    LOAD(nr),
#ifdef __x86_64__
    IF_AT_LEAST(FIRST_X32_CALL),
    RETURN(SECCOMP_RET_KILL_PROCESS),
#endif
    // A ring can create sockets (IORING_OP_SOCKET, io_uring_enter(2)) that no filter checks.
    IF_EQUAL(SYS_io_uring_setup),
    FAIL(ENOSYS),
    // These calls can take or use a socket of another process of the same user.
    IF_EQUAL(SYS_pidfd_getfd),
    FAIL(EPERM),
    IF_EQUAL(SYS_ptrace),
    FAIL(EPERM),
    IF_EQUAL(SYS_process_vm_writev),
    FAIL(EPERM),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 2, 0),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socketpair, 1, 0),
    RETURN(SECCOMP_RET_ALLOW),
    LOAD(args[0]),
    UNLESS_EQUAL(AF_UNIX),
    // The error of socket(2) for a family that the kernel lacks, which programs can handle.
    FAIL(EAFNOSUPPORT),
    RETURN(SECCOMP_RET_ALLOW),
};

int holdfast_close_network(void) {
    const struct sock_fprog program = {
        .len = sizeof instructions / sizeof *instructions,
        // The kernel copies the filter (kernel/seccomp.c, seccomp_prepare_filter). The type is not const, since other
        // calls use it too.
        .filter = (struct sock_filter *)instructions,
    };
    // Without it, only a privileged process may set a filter, since set-user-ID programs must not run under a filter
    // of others.
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return -1;
    // The same as seccomp(2), which systemd's @system-service does not allow.
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

#else

int holdfast_close_network(void) {
    errno = ENOSYS;
    return -1;
}

#endif
