// Pages that the program has read from its own files.
#define _GNU_SOURCE
#include "CEventLoop.h"

#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

static int release(struct dl_phdr_info *object, size_t size, void *page) {
    (void)size;
    const uintptr_t mask = *(const uintptr_t *)page - 1;
    for (int index = 0; index < object->dlpi_phnum; index++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[index];
        // A segment that is not writable has the content of its file: the linker's relocations are in segments that
        // were once writable.
        if (segment->p_type != PT_LOAD || segment->p_flags & PF_W) continue;
        const uintptr_t begin = (object->dlpi_addr + segment->p_vaddr) & ~mask;
        const uintptr_t end = object->dlpi_addr + segment->p_vaddr + segment->p_memsz;
        // The vDSO belongs to the kernel, which refuses the call.
        madvise((void *)begin, end - begin, MADV_DONTNEED);
    }
    return 0;
}

void holdfast_release_code(void) {
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    dl_iterate_phdr(release, &page);
}
