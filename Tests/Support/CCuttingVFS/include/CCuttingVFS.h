#ifndef HOLDFAST_CCUTTINGVFS_H
#define HOLDFAST_CCUTTINGVFS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A disk in memory whose power can be cut, for SQLite and for a file beside its database. Each write, truncation, sync
 * and removal is a boundary at which the cut may come; after the cut every call fails. A seed decides for each sector
 * of 512 bytes whether an unsynced write is on the disk, missing, or partly there. A sector keeps the bytes outside the
 * write, as SQLite assumes (SQLITE_IOCAP_POWERSAFE_OVERWRITE).
 *
 * Only one thread at a time may use a disk.
 */
struct cutting_disk;

/* Makes an empty disk, which is the VFS `name` in SQLite; NULL without memory. Close all files before destroying it. */
struct cutting_disk *cutting_disk_create(const char *name);
void cutting_disk_destroy(struct cutting_disk *disk);

/* Sets the cut at the boundary after `count` more boundaries; UINT64_MAX means never. */
void cutting_disk_cut_after(struct cutting_disk *disk, uint64_t count);
bool cutting_disk_is_cut(const struct cutting_disk *disk);
/* The number of boundaries so far. */
uint64_t cutting_disk_boundaries(const struct cutting_disk *disk);

/* Drops unsynced writes as `seed` decides, and restores the power; no file may be open. */
void cutting_disk_restart(struct cutting_disk *disk, uint64_t seed);

/* While the disk is full, writes fail with SQLITE_FULL, and those of `cutting_disk_write` with ENOSPC. */
void cutting_disk_set_full(struct cutting_disk *disk, bool is_full);

/* Access to a file without SQLite; the latter two return 0 or an errno. The size of a missing file is -1. */
int64_t cutting_disk_size(const struct cutting_disk *disk, const char *name);
size_t cutting_disk_read(const struct cutting_disk *disk, const char *name, uint8_t *bytes, size_t count);
int cutting_disk_write(
    struct cutting_disk *disk, const char *name, const uint8_t *bytes, size_t count, int64_t offset);
int cutting_disk_sync(struct cutting_disk *disk, const char *name);

/* Makes an empty file that survives a cut. */
int cutting_disk_make(struct cutting_disk *disk, const char *name);

#endif
