// The clock functions of libc, for threads that run a virtual-time world.
//
// This object is linked into the program, so its definitions come before libc's for every shared library of the
// process. On all other threads they only pass the call on.
#include "CVirtualTime.h"
#include <dlfcn.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

_Thread_local vt_world *vt_current_world = NULL;

typedef int (*clock_gettime_function)(clockid_t, struct timespec *);
static clock_gettime_function real_clock_gettime;

static int read_real(clockid_t clock, struct timespec *time) {
    clock_gettime_function function = real_clock_gettime;
    return function ? function(clock, time) : (int)syscall(SYS_clock_gettime, clock, time);
}

// A loop that reads the clock until a time comes, and never suspends, would not end. Its clocks go forward,
// farther with each reading, until it does; then the world ends with an error.
static void count_read(vt_world *world) {
    if (++world->clock_reads < world->most_clock_reads) return;
    world->is_polling_clock = true;
    uint64_t more = world->clock_reads - world->most_clock_reads;
    int64_t step = 1000000ll << (more < 20 ? more : 20); // 1 ms to 17 minutes.
    world->monotonic_start += step;
    world->wall_start += step;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    vt_world *world = vt_current_world;
    if (__builtin_expect(world == NULL, 1)) return read_real(clock, time);
    int64_t now;
    switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE:
    case CLOCK_TAI:
        count_read(world);
        now = world->wall_start + world->now;
        break;
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_RAW:
    case CLOCK_MONOTONIC_COARSE:
    case CLOCK_BOOTTIME:
        count_read(world);
        now = world->monotonic_start + world->now;
        break;
    default: // Processor time is real.
        return read_real(clock, time);
    }
    time->tv_sec = now / 1000000000;
    time->tv_nsec = now % 1000000000;
    if (time->tv_nsec < 0) { // Before 1970.
        time->tv_sec -= 1;
        time->tv_nsec += 1000000000;
    }
    return 0;
}

int gettimeofday(struct timeval *restrict result, void *restrict zone) {
    (void)zone;
    struct timespec now;
    if (clock_gettime(CLOCK_REALTIME, &now)) return -1;
    result->tv_sec = now.tv_sec;
    result->tv_usec = now.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *result) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (result) *result = now.tv_sec;
    return now.tv_sec;
}

bool vt_owns_clocks(void) { return dlsym(RTLD_DEFAULT, "clock_gettime") == (void *)clock_gettime; }

__attribute__((constructor)) static void find_clock(void) {
    real_clock_gettime = (clock_gettime_function)dlsym(RTLD_NEXT, "clock_gettime");
}
