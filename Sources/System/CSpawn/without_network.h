// Removes the network from a process: it can then create UNIX sockets, and no others. A network namespace would need
// privileges, or user namespaces, which the units deny.
#pragma once

// Prevents this process, and all programs that it executes or starts, from creating sockets of families other than
// AF_UNIX. This cannot be undone. The function allocates no memory: it may be called between fork(2) and execve(2).
// Returns -1 with errno where the kernel refuses, or where there is no filter for this processor (ENOSYS); the
// network is then not restricted.
int holdfast_close_network(void);
