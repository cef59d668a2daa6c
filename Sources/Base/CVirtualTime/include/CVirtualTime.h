// The C side of VirtualTime: which world the calling thread runs, the clocks, and the jobs of the concurrency runtime.
#pragma once
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The part of a virtual-time world that C functions need.
typedef struct vt_world {
    int64_t now;               // virtual nanoseconds
    int64_t monotonic_start;   // what the monotonic clocks read at virtual zero, in nanoseconds
    int64_t wall_start;        // what the wall clock reads at virtual zero, in nanoseconds since 1970
    void *owner;               // the Swift object `World`, not retained
    uint64_t clock_reads;      // since the current job began
    uint64_t most_clock_reads; // in one job
    _Atomic int32_t inbox;     // how many things other threads have posted
    bool is_polling_clock;     // a job has read the clock more often than that
    bool has_real_timer;       // a job asked libdispatch for a timer
} vt_world;

// The world that the calling thread runs; NULL on every other thread.
extern _Thread_local vt_world *vt_current_world;

static inline vt_world *vt_current(void) { return vt_current_world; }

// Makes the calling thread run a world, or none; returns the one before.
static inline vt_world *vt_swap(vt_world *world) {
    vt_world *before = vt_current_world;
    vt_current_world = world;
    return before;
}

static inline bool vt_inbox_is_empty(vt_world *world) {
    return atomic_load_explicit(&world->inbox, memory_order_acquire) == 0;
}
static inline void vt_inbox_post(vt_world *world) {
    atomic_fetch_add_explicit(&world->inbox, 1, memory_order_acq_rel);
}
static inline void vt_inbox_clear(vt_world *world) {
    atomic_store_explicit(&world->inbox, 0, memory_order_release);
}

// How jobs are caught.
typedef enum vt_back_end {
    VT_NONE,      // not at all: VIRTUAL_TIME_BACKEND has another value than these
    VT_EXECUTORS, // by executors that the process installs
    VT_DISPATCH,  // by definitions that come before those of libdispatch
} vt_back_end;

// The back end of this process, chosen when it started.
vt_back_end vt_chosen_back_end(void);

// The value of VIRTUAL_TIME_BACKEND when the process started; NULL without one.
const char *vt_back_end_variable(void);

// Runs a job as the platform's global executor does.
void vt_run_job(void *job);
// The number of the task that a job belongs to; 0 if it is no task's.
uint64_t vt_task_of(void *job);

// Whether the whole process reads its clocks through this library.
bool vt_owns_clocks(void);

// Writes to standard error.
void vt_warn(const char *text);

// Starts a detached thread with a stack of so many bytes; 0, or an errno.
int vt_start_thread(size_t stack, void (*function)(void *), void *argument);
