// The concurrency runtime's calls into libdispatch, for threads that run a virtual-time world.
//
// Like the clocks, these definitions come before the library's own, and pass on what does not concern a world. They are
// weak for programs that libdispatch is linked into: there the library's own definitions take their place.
#include "CVirtualTime.h"
#include <dlfcn.h>

#define WEAK __attribute__((weak))

typedef void (*work)(void *);

// Defined in Swift; whether the world took it.
extern bool vt_world_enqueue(void *owner, work function, void *context, bool on_main, int64_t delay);
extern bool vt_world_adopt(work function, void *context, bool on_main);

extern char _dispatch_main_q;
extern void *dispatch_get_context(void *);

#define REAL(name, result, ...)                                                                                        \
    static result (*_Atomic found)(__VA_ARGS__);                                                                       \
    result (*real)(__VA_ARGS__) = atomic_load_explicit(&found, memory_order_relaxed);                                  \
    if (!real) {                                                                                                       \
        real = (result(*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name);                                                        \
        atomic_store_explicit(&found, real, memory_order_relaxed);                                                     \
    }

static bool catches(void) { return vt_chosen_back_end() == VT_DISPATCH; }

// Whether an address lies in the concurrency runtime: it hands over its own functions, and it makes the calls
// that return there.
static bool is_of_runtime(void *address) {
    static _Thread_local void *yes, *no;
    if (address == yes) return true;
    if (address == no) return false;
    Dl_info given, runtime;
    bool is = dladdr(address, &given) && dladdr(dlsym(RTLD_DEFAULT, "swift_job_run"), &runtime)
        && given.dli_fbase == runtime.dli_fbase;
    *(is ? &yes : &no) = address;
    return is;
}

static bool is_main(void *queue) { return queue == (void *)&_dispatch_main_q; }

// Nanoseconds from a world's now to a time of libdispatch, whose top bits name the clock: 0 uptime, 10 time since
// boot, 11 wall time, negated.
static int64_t delay_until(vt_world *world, uint64_t time) {
    if (time == 0) return 0;
    if (time == ~0ull) return INT64_MAX; // Forever.
    int64_t monotonic = world->monotonic_start + world->now, delay;
    if (!(time >> 63)) delay = (int64_t)time - monotonic;
    else if (time >> 62 == 2) delay = (int64_t)(time & ~(1ull << 63)) - monotonic;
    else delay = -(int64_t)time - (world->wall_start + world->now);
    return delay < 0 ? 0 : delay;
}

WEAK void dispatch_async_f(void *queue, void *context, work function) {
    REAL(dispatch_async_f, void, void *, void *, work);
    if (catches() && is_of_runtime((void *)function)) {
        vt_world *world = vt_current();
        if (world ? vt_world_enqueue(world->owner, function, context, is_main(queue), -1)
                  : vt_world_adopt(function, context, is_main(queue)))
            return;
    }
    real(queue, context, function);
}

WEAK void dispatch_after_f(uint64_t when, void *queue, void *context, work function) {
    REAL(dispatch_after_f, void, uint64_t, void *, void *, work);
    vt_world *world = vt_current();
    if (world && catches() && is_of_runtime((void *)function)) {
        vt_world_enqueue(world->owner, function, context, is_main(queue), delay_until(world, when));
        return;
    }
    if (world) world->has_real_timer = true;
    real(when, queue, context, function);
}

// `DispatchQueue.asyncAfter`, whose deadline was computed from virtual time: it would come in days or never.
WEAK void dispatch_after(uint64_t when, void *queue, void *block) {
    REAL(dispatch_after, void, uint64_t, void *, void *);
    vt_world *world = vt_current();
    if (world) world->has_real_timer = true;
    real(when, queue, block);
}

// A sleep with a tolerance is a timer source: its timer is set, then its handler, then it is activated.
static _Thread_local struct {
    void *source;
    int64_t delay;
    work function;
} sleeper;

WEAK void dispatch_source_set_timer(void *source, uint64_t start, uint64_t interval, uint64_t leeway) {
    REAL(dispatch_source_set_timer, void, void *, uint64_t, uint64_t, uint64_t);
    vt_world *world = vt_current();
    if (world && catches() && is_of_runtime(__builtin_return_address(0))) {
        sleeper.source = source;
        sleeper.delay = delay_until(world, start);
        sleeper.function = NULL;
        start = ~0ull; // Never, in real time.
    } else if (world) {
        world->has_real_timer = true; // A `DispatchSourceTimer`.
    }
    real(source, start, interval, leeway);
}

WEAK void dispatch_source_set_event_handler_f(void *source, work function) {
    REAL(dispatch_source_set_event_handler_f, void, void *, work);
    if (vt_current() && sleeper.source == source) sleeper.function = function;
    real(source, function);
}

WEAK void dispatch_activate(void *source) {
    REAL(dispatch_activate, void, void *);
    real(source);
    vt_world *world = vt_current();
    if (world && sleeper.source == source && sleeper.function) {
        vt_world_enqueue(world->owner, sleeper.function, dispatch_get_context(source), false, sleeper.delay);
        sleeper.source = NULL;
    }
}
