#include <malloc.h>
#include <sys/syscall.h>
#include <unistd.h>

// The cores of this process, as a mask of eight bytes: glibc hides its own calls from Swift.
static inline long boardsim_cores(unsigned long *mask) {
    return syscall(SYS_sched_getaffinity, 0, sizeof *mask, mask);
}
static inline long boardsim_set_cores(unsigned long mask) {
    return syscall(SYS_sched_setaffinity, 0, sizeof mask, &mask);
}
