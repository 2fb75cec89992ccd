#ifndef HOLDFAST_CCUTTINGVFS_H
#define HOLDFAST_CCUTTINGVFS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A disk in memory whose power can be cut, for SQLite and for a file beside its database. Each write, truncation, sync
 * and removal is a boundary at which the cut may come; from then on every call fails. What was not synced is then, by a
 * seed and for each sector of 512 bytes, on the disk, not on it, or on it in part. A sector keeps the bytes that the
 * write did not touch, as SQLite presumes (SQLITE_IOCAP_POWERSAFE_OVERWRITE).
 *
 * A disk is used by one thread at a time.
 */
struct cutting_disk;

/* An empty disk, which SQLite knows as the VFS `name`; NULL without memory. All its files are closed at its end. */
struct cutting_disk *cutting_disk_create(const char *name);
void cutting_disk_destroy(struct cutting_disk *disk);

/* Lets the cut come at the boundary after `count` more; UINT64_MAX for never. */
void cutting_disk_cut_after(struct cutting_disk *disk, uint64_t count);
bool cutting_disk_is_cut(const struct cutting_disk *disk);
/* How many boundaries there have been. */
uint64_t cutting_disk_boundaries(const struct cutting_disk *disk);

/* Loses what the cut loses, and works again; no file may be open. */
void cutting_disk_restart(struct cutting_disk *disk, uint64_t seed);

/* Lets all writes fail with SQLITE_FULL, and those of `cutting_disk_write` with ENOSPC, or no longer. */
void cutting_disk_set_full(struct cutting_disk *disk, bool is_full);

/* A file without SQLite; the latter two return 0 or an errno. The size is -1 where there is no such file. */
int64_t cutting_disk_size(const struct cutting_disk *disk, const char *name);
size_t cutting_disk_read(const struct cutting_disk *disk, const char *name, uint8_t *bytes, size_t count);
int cutting_disk_write(
    struct cutting_disk *disk, const char *name, const uint8_t *bytes, size_t count, int64_t offset);
int cutting_disk_sync(struct cutting_disk *disk, const char *name);

/* Makes an empty file that is there after a cut. */
int cutting_disk_make(struct cutting_disk *disk, const char *name);

#endif
