/* timerfd, timers that send signals or call functions, and alarms. boardsim sees their deadlines in
 * slots, and lets them expire. */
#include "led.h"
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <unistd.h>

/* Deadline and period as a timer's; -1 and errno if they are none. */
static int set_timer(struct led_slot *slot, const struct itimerspec *value, int is_absolute, clockid_t clock)
{
    if (!led_is_time(&value->it_value) || !led_is_time(&value->it_interval)) {
        errno = EINVAL;
        return -1;
    }
    int64_t span = led_span(&value->it_value), due = LED_NEVER;
    if (span != 0)
        due = !is_absolute ? led_after(span) : span == LED_NEVER ? span : span - led_offset(clock);
    slot->period = led_span(&value->it_interval);
    led_set_due(slot, due);
    led_ring();
    return 0;
}

static struct itimerspec get_timer(const struct led_slot *slot)
{
    struct itimerspec result = {{0, 0}, {0, 0}};
    if (slot->due == LED_NEVER)
        return result;
    int64_t left = slot->due - led_now();
    result.it_value = led_timespec(left > 0 ? left : 1);
    result.it_interval = led_timespec(slot->period);
    return result;
}

static pid_t this_process(void) { return (pid_t)LED_CALL(SYS_getpid, 0, 0, 0, 0, 0, 0); }

/* --- timerfd: an eventfd, which is read in the same way. Expirations are added to it. */
#define MOST_FILES 65536
struct file_timer {
    uint16_t slot; /* and one more; 0: not a timer */
    uint8_t clock;
};
static struct file_timer file_timers[MOST_FILES];

static struct led_slot *file_timer(int descriptor)
{
    if (descriptor < 0 || descriptor >= MOST_FILES || file_timers[descriptor].slot == 0)
        return NULL;
    return &led_page->slots[file_timers[descriptor].slot - 1];
}

LED_EXPORT int timerfd_create(int clock, int flags)
{
    if (!led_is_virtual(clock) || !led_on())
        return (int)led_result(LED_CALL(SYS_timerfd_create, clock, flags, 0, 0, 0, 0));
    if (flags & ~(TFD_CLOEXEC | TFD_NONBLOCK)) {
        errno = EINVAL;
        return -1;
    }
    int descriptor = (int)LED_CALL(SYS_eventfd2, 0, flags, 0, 0, 0, 0);
    if (descriptor < 0)
        return (int)led_result(descriptor);
    if (descriptor >= MOST_FILES) {
        LED_CALL(SYS_close, descriptor, 0, 0, 0, 0, 0);
        errno = EMFILE;
        return -1;
    }
    struct led_slot *slot = led_new_slot();
    slot->kind = LED_TIMER;
    led_send(slot, descriptor);
    file_timers[descriptor] = (struct file_timer){(uint16_t)(slot - led_page->slots + 1), (uint8_t)clock};
    return descriptor;
}

/* What has expired before is forgotten. */
static void forget_expirations(int descriptor)
{
    struct pollfd one = {descriptor, POLLIN, 0};
    struct timespec none = {0, 0};
    uint64_t count;
    if (LED_CALL(SYS_ppoll, &one, 1, &none, 0, 8, 0) == 1)
        LED_CALL(SYS_read, descriptor, &count, sizeof count, 0, 0, 0);
}

LED_EXPORT int timerfd_settime(int descriptor, int flags, const struct itimerspec *value, struct itimerspec *old)
{
    struct led_slot *slot = led_on() ? file_timer(descriptor) : NULL;
    if (!slot)
        return (int)led_result(LED_CALL(SYS_timerfd_settime, descriptor, flags, value, old, 0, 0));
    struct itimerspec before = get_timer(slot);
    slot->due = LED_NEVER;
    forget_expirations(descriptor);
    if (set_timer(slot, value, flags & TFD_TIMER_ABSTIME, file_timers[descriptor].clock) != 0)
        return -1;
    if (slot->due <= led_now()) {
        /* A time that has passed: readable at once. */
        uint64_t count = 1;
        if (slot->period > 0)
            count += (uint64_t)((led_now() - slot->due) / slot->period);
        slot->due = slot->period > 0 ? slot->due + (int64_t)count * slot->period : LED_NEVER;
        LED_CALL(SYS_write, descriptor, &count, sizeof count, 0, 0, 0);
    }
    if (old)
        *old = before;
    return 0;
}

LED_EXPORT int timerfd_gettime(int descriptor, struct itimerspec *value)
{
    struct led_slot *slot = led_on() ? file_timer(descriptor) : NULL;
    if (!slot)
        return (int)led_result(LED_CALL(SYS_timerfd_gettime, descriptor, value, 0, 0, 0, 0));
    *value = get_timer(slot);
    return 0;
}

void led_timer_closes(int descriptor)
{
    struct led_slot *slot = file_timer(descriptor);
    if (!slot)
        return;
    file_timers[descriptor].slot = 0;
    /* The child of a fork closes its copy only. */
    if (slot->pid == this_process())
        led_free_slot(slot);
}

/* --- timers of a process */
#define MOST_TIMERS 256
struct timer {
    struct led_slot *slot; /* NULL: free */
    pid_t owner;
    clockid_t clock;
    int is_thread;
    void (*function)(union sigval);
    union sigval value;
    struct led_slot *sleeper; /* of SIGEV_THREAD: what its thread sleeps on */
    int has_ended;
};
static struct timer timers[MOST_TIMERS];
static pthread_mutex_t timers_lock = PTHREAD_MUTEX_INITIALIZER;
/* Not to be taken for one of the C library's: those are small numbers or addresses. */
#define TIMER_MARK 0x1ed000000000

static struct timer *timer_of(timer_t id)
{
    uintptr_t number = (uintptr_t)id - TIMER_MARK;
    if (number >= MOST_TIMERS || !timers[number].slot || timers[number].owner != this_process())
        return NULL;
    return &timers[number];
}

/* Calls a timer's function whenever its eventfd has counted. */
static void *call_function(void *argument)
{
    struct timer *timer = argument;
    struct led_slot *slot = timer->slot;
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, NULL);
    for (;;) {
        uint64_t count;
        long size = LED_CALL(SYS_read, slot->target, &count, sizeof count, 0, 0, 0);
        if (size == -EINTR)
            continue;
        if (size != sizeof count || timer->has_ended)
            break;
        timer->function(timer->value);
    }
    int descriptor = slot->target;
    led_free_slot(slot);
    LED_CALL(SYS_close, descriptor, 0, 0, 0, 0, 0);
    timer->slot = NULL;
    return NULL;
}

LED_EXPORT int timer_create(clockid_t clock, struct sigevent *event, timer_t *id)
{
    LED_REAL(timer_create);
    if (!led_is_virtual(clock) || !led_on())
        return real(clock, event, id);
    pthread_mutex_lock(&timers_lock);
    struct timer *timer = timers;
    while (timer < timers + MOST_TIMERS && timer->slot && timer->owner == this_process())
        timer++;
    if (timer == timers + MOST_TIMERS) {
        pthread_mutex_unlock(&timers_lock);
        errno = EAGAIN;
        return -1;
    }
    *timer = (struct timer){.slot = led_new_slot(), .owner = this_process(), .clock = clock};
    pthread_mutex_unlock(&timers_lock);
    struct led_slot *slot = timer->slot;
    *id = (timer_t)(TIMER_MARK + (uintptr_t)(timer - timers));
    slot->kind = LED_SIGNAL;
    slot->signal = event ? event->sigev_signo : SIGALRM;
    slot->value = event ? (uint64_t)(uintptr_t)event->sigev_value.sival_ptr : (uint64_t)(uintptr_t)*id;
    if (!event || event->sigev_notify == SIGEV_SIGNAL)
        return 0;
    if (event->sigev_notify == SIGEV_THREAD_ID) {
        slot->target = event->_sigev_un._tid;
        return 0;
    }
    if (event->sigev_notify == SIGEV_NONE) {
        slot->signal = 0;
        return 0;
    }
    timer->is_thread = 1;
    timer->function = event->sigev_notify_function;
    timer->value = event->sigev_value;
    slot->kind = LED_TIMER;
    slot->target = led_keep((int)LED_CALL(SYS_eventfd2, 0, EFD_CLOEXEC, 0, 0, 0, 0));
    led_send(slot, slot->target);
    pthread_t thread;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    int error = pthread_create(&thread, &attributes, call_function, timer);
    pthread_attr_destroy(&attributes);
    if (error != 0) {
        led_free_slot(slot);
        timer->slot = NULL;
        errno = EAGAIN;
        return -1;
    }
    return 0;
}

LED_EXPORT int timer_settime(timer_t id, int flags, const struct itimerspec *value, struct itimerspec *old)
{
    LED_REAL(timer_settime);
    struct timer *timer = led_on() ? timer_of(id) : NULL;
    if (!timer)
        return real(id, flags, value, old);
    struct itimerspec before = get_timer(timer->slot);
    if (set_timer(timer->slot, value, flags & TIMER_ABSTIME, timer->clock) != 0)
        return -1;
    if (old)
        *old = before;
    return 0;
}

LED_EXPORT int timer_gettime(timer_t id, struct itimerspec *value)
{
    LED_REAL(timer_gettime);
    struct timer *timer = led_on() ? timer_of(id) : NULL;
    if (!timer)
        return real(id, value);
    *value = get_timer(timer->slot);
    return 0;
}

LED_EXPORT int timer_getoverrun(timer_t id)
{
    LED_REAL(timer_getoverrun);
    /* Time moves to each expiration, so none is missed. */
    return led_on() && timer_of(id) ? 0 : real(id);
}

LED_EXPORT int timer_delete(timer_t id)
{
    LED_REAL(timer_delete);
    struct timer *timer = led_on() ? timer_of(id) : NULL;
    if (!timer)
        return real(id);
    timer->slot->due = LED_NEVER;
    if (timer->is_thread) {
        uint64_t one = 1;
        timer->has_ended = 1;
        LED_CALL(SYS_write, timer->slot->target, &one, sizeof one, 0, 0, 0);
    } else {
        led_free_slot(timer->slot);
        timer->slot = NULL;
    }
    return 0;
}

/* --- alarms: one a process, kept by exec and not by fork */
static struct led_slot *alarm_slot(void)
{
    static struct led_slot *slot;
    pid_t pid = this_process();
    if (slot && slot->pid == pid)
        return slot;
    slot = NULL;
    for (uint32_t index = 0; index < led_page->used; index++)
        if (led_page->slots[index].pid == pid && led_page->slots[index].about == LED_ITIMER)
            slot = &led_page->slots[index];
    if (!slot) {
        slot = led_new_slot();
        slot->about = LED_ITIMER;
    }
    slot->kind = LED_SIGNAL;
    slot->signal = SIGALRM;
    slot->target = 0;
    return slot;
}

static struct itimerval of_alarm(const struct led_slot *slot)
{
    struct itimerspec value = get_timer(slot);
    struct itimerval result = {
        {value.it_interval.tv_sec, value.it_interval.tv_nsec / 1000},
        {value.it_value.tv_sec, (value.it_value.tv_nsec + 999) / 1000}};
    if (result.it_value.tv_usec == 1000000)
        result.it_value = (struct timeval){result.it_value.tv_sec + 1, 0};
    return result;
}

LED_EXPORT int setitimer(__itimer_which_t which, const struct itimerval *restrict value, struct itimerval *restrict old)
{
    if (which != ITIMER_REAL || !led_on())
        return (int)led_result(LED_CALL(SYS_setitimer, which, value, old, 0, 0, 0));
    struct led_slot *slot = alarm_slot();
    struct itimerval before = of_alarm(slot);
    struct itimerspec wanted = {{0, 0}, {0, 0}};
    if (value) {
        if (value->it_value.tv_usec < 0 || value->it_value.tv_usec > 999999 || value->it_interval.tv_usec < 0
            || value->it_interval.tv_usec > 999999) {
            errno = EINVAL;
            return -1;
        }
        wanted.it_value = (struct timespec){value->it_value.tv_sec, value->it_value.tv_usec * 1000};
        wanted.it_interval = (struct timespec){value->it_interval.tv_sec, value->it_interval.tv_usec * 1000};
    }
    if (set_timer(slot, &wanted, 0, CLOCK_MONOTONIC) != 0)
        return -1;
    if (old)
        *old = before;
    return 0;
}

LED_EXPORT int getitimer(__itimer_which_t which, struct itimerval *value)
{
    if (which != ITIMER_REAL || !led_on())
        return (int)led_result(LED_CALL(SYS_getitimer, which, value, 0, 0, 0, 0));
    *value = of_alarm(alarm_slot());
    return 0;
}

LED_EXPORT unsigned alarm(unsigned seconds)
{
    struct itimerval value = {{0, 0}, {seconds, 0}}, old;
    if (setitimer(ITIMER_REAL, &value, &old) != 0)
        return 0;
    return (unsigned)(old.it_value.tv_sec + (old.it_value.tv_usec >= 500000 || (old.it_value.tv_sec == 0 && old.it_value.tv_usec > 0)));
}

LED_EXPORT useconds_t ualarm(useconds_t time, useconds_t interval)
{
    struct itimerval value = {{interval / 1000000, interval % 1000000}, {time / 1000000, time % 1000000}}, old;
    if (setitimer(ITIMER_REAL, &value, &old) != 0)
        return 0;
    return (useconds_t)(old.it_value.tv_sec * 1000000 + old.it_value.tv_usec);
}
