// What runs after this has no network: it can make UNIX sockets, and no others.
#pragma once

// Keeps this process, and all that it becomes or starts, from making sockets of other families than AF_UNIX. It cannot be
// undone. Allocates nothing: it may be called between fork(2) and execve(2). Returns -1 with errno where the kernel
// refuses, or where there is no such filter for this processor (ENOSYS); the network is open then.
int holdfast_close_network(void);
