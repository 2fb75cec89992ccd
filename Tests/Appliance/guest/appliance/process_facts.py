"""The kernel's information about a process: proc(5), and the processor clock."""

import pathlib
import time


def _tasks(process):
    return pathlib.Path(f"/proc/{process}/task").iterdir()


def threads(process):
    return sum(1 for _ in _tasks(process))


def processor_nanoseconds(process):
    """Time on a processor so far, of all threads that are or were, by the scheduler's own clock: what
    clock_getcpuclockid(3) gives, by the arithmetic of the kernel's include/linux/posix-timers.h."""
    return time.clock_gettime_ns(~process << 3 | 2)


def wakeups_by_thread(process):
    """The number of voluntary sleeps of each thread, by identifier and name. Each sleep means one wakeup."""
    found = {}
    for task in _tasks(process):
        lines = (task / "status").read_text().splitlines()
        switches = next(line for line in lines if line.startswith("voluntary_ctxt_switches:"))
        found[f"{task.name} {(task / 'comm').read_text().strip()}"] = int(switches.split()[1])
    return found


def wakeups(process):
    """The number of voluntary sleeps of all of its threads together."""
    return sum(wakeups_by_thread(process).values())


def memory(process):
    """Resident and private memory in KiB: pages it maps, and pages of its own that it has written to. Pages of the
    program's file that nobody else happens to map are not counted as private: the kernel can drop and share them."""
    sizes = {}
    for line in pathlib.Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()[1:]:
        key, value = line.split(":")
        sizes[key] = int(value.split()[0])
    return sizes["Rss"], sizes["Private_Dirty"]
