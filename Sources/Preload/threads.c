/* Locks, conditions, semaphores and joins with a time limit. A thread that waits for one sleeps in its
 * slot; who signals, unlocks or posts looks for such threads, besides what it does to the C library's
 * own. While no thread waits like this, that is one comparison. */
#include "led.h"
#include <semaphore.h>
#include <stdlib.h>
#include <threads.h>

/* Whether a lock with a time limit was ever waited for. The C library unlocks a condition's mutex by
 * itself; from then on conditions are waited for here, where the unlocking is noticed. */
static int has_timed_locks;

/* Sleeps for an object; the thread can be cancelled meanwhile. */
static int sleep_for(struct led_slot *slot, int64_t due)
{
    int result, type;
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &type);
    do
        result = led_sleep(slot, due);
    while (result == -EINTR);
    pthread_setcanceltype(type, NULL);
    return result;
}

/* --- conditions */
struct waiting {
    struct led_slot *slot;
    pthread_mutex_t *mutex;
};

static void lock_again(void *argument)
{
    struct waiting *waiting = argument;
    led_give(waiting->slot);
    pthread_mutex_lock(waiting->mutex);
}

static int wait_condition(pthread_cond_t *condition, pthread_mutex_t *mutex, int64_t due)
{
    struct waiting waiting = {led_take(LED_CONDITION, condition, ~0U), mutex};
    int error = pthread_mutex_unlock(mutex), result;
    if (error) {
        led_give(waiting.slot);
        return error;
    }
    pthread_cleanup_push(lock_again, &waiting);
    pthread_testcancel();
    if (due <= led_now())
        result = waiting.slot->word == LED_WOKEN ? LED_WOKEN : LED_EXPIRED;
    else
        result = sleep_for(waiting.slot, due);
    pthread_cleanup_pop(1);
    return result == LED_WOKEN ? 0 : ETIMEDOUT;
}

LED_EXPORT int pthread_cond_timedwait(
    pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex, const struct timespec *restrict time)
{
    LED_REAL(pthread_cond_timedwait);
    if (!led_on())
        return real(condition, mutex, time);
    if (time->tv_nsec < 0 || time->tv_nsec >= LED_SECOND)
        return EINVAL;
    return wait_condition(condition, mutex, led_absolute(time));
}

LED_EXPORT int pthread_cond_clockwait(
    pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex, clockid_t clock,
    const struct timespec *restrict time)
{
    if (!led_on()) {
        static int (*real)(pthread_cond_t *, pthread_mutex_t *, clockid_t, const struct timespec *);
        if (!real)
            real = (int (*)(pthread_cond_t *, pthread_mutex_t *, clockid_t, const struct timespec *))dlsym(
                RTLD_NEXT, "pthread_cond_clockwait");
        return real(condition, mutex, clock, time);
    }
    return pthread_cond_timedwait(condition, mutex, time);
}

LED_EXPORT int pthread_cond_wait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex)
{
    LED_REAL(pthread_cond_wait);
    if (!led_on() || !has_timed_locks)
        return real(condition, mutex);
    return wait_condition(condition, mutex, LED_NEVER);
}

LED_EXPORT int pthread_cond_signal(pthread_cond_t *condition)
{
    LED_REAL(pthread_cond_signal);
    if (led_has_waiters() && led_wake(LED_CONDITION, condition, 1, ~0U) != 0)
        return 0;
    return real(condition);
}

LED_EXPORT int pthread_cond_broadcast(pthread_cond_t *condition)
{
    LED_REAL(pthread_cond_broadcast);
    if (led_has_waiters())
        led_wake(LED_CONDITION, condition, INT32_MAX, ~0U);
    return real(condition);
}

LED_EXPORT int pthread_condattr_setpshared(pthread_condattr_t *attributes, int shared)
{
    LED_REAL(pthread_condattr_setpshared);
    if (led_on() && shared == PTHREAD_PROCESS_SHARED)
        led_page->is_shared = 1;
    return real(attributes, shared);
}

LED_EXPORT int pthread_mutexattr_setpshared(pthread_mutexattr_t *attributes, int shared)
{
    LED_REAL(pthread_mutexattr_setpshared);
    if (led_on() && shared == PTHREAD_PROCESS_SHARED)
        led_page->is_shared = 1;
    return real(attributes, shared);
}

/* --- locks */
typedef int (*attempt)(void *lock);

/* Tries until it works or the deadline has come. */
static int wait_lock(enum led_about about, void *lock, attempt try, int64_t due)
{
    int result = try(lock);
    has_timed_locks |= result == EBUSY;
    while (result == EBUSY && led_now() < due) {
        struct led_slot *slot = led_take(about, lock, ~0U);
        result = try(lock);
        if (result == EBUSY) {
            while (led_sleep(slot, due) == -EINTR)
                continue;
            result = try(lock);
        }
        led_give(slot);
    }
    return result == EBUSY ? ETIMEDOUT : result;
}

static int try_mutex(void *lock) { return pthread_mutex_trylock(lock); }
static int try_read(void *lock) { return pthread_rwlock_tryrdlock(lock); }
static int try_write(void *lock) { return pthread_rwlock_trywrlock(lock); }

LED_EXPORT int pthread_mutex_timedlock(pthread_mutex_t *restrict mutex, const struct timespec *restrict time)
{
    LED_REAL(pthread_mutex_timedlock);
    return led_on() ? wait_lock(LED_MUTEX, mutex, try_mutex, led_absolute(time)) : real(mutex, time);
}

LED_EXPORT int pthread_mutex_clocklock(
    pthread_mutex_t *restrict mutex, clockid_t clock, const struct timespec *restrict time)
{
    LED_REAL(pthread_mutex_clocklock);
    return led_on() ? wait_lock(LED_MUTEX, mutex, try_mutex, led_absolute(time)) : real(mutex, clock, time);
}

LED_EXPORT int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    LED_REAL(pthread_mutex_unlock);
    int result = real(mutex);
    if (led_has_waiters() && result == 0)
        led_wake(LED_MUTEX, mutex, 1, ~0U);
    return result;
}

LED_EXPORT int pthread_rwlock_timedrdlock(pthread_rwlock_t *restrict lock, const struct timespec *restrict time)
{
    LED_REAL(pthread_rwlock_timedrdlock);
    return led_on() ? wait_lock(LED_RWLOCK, lock, try_read, led_absolute(time)) : real(lock, time);
}

LED_EXPORT int pthread_rwlock_timedwrlock(pthread_rwlock_t *restrict lock, const struct timespec *restrict time)
{
    LED_REAL(pthread_rwlock_timedwrlock);
    return led_on() ? wait_lock(LED_RWLOCK, lock, try_write, led_absolute(time)) : real(lock, time);
}

LED_EXPORT int pthread_rwlock_clockrdlock(
    pthread_rwlock_t *restrict lock, clockid_t clock, const struct timespec *restrict time)
{
    LED_REAL(pthread_rwlock_clockrdlock);
    return led_on() ? wait_lock(LED_RWLOCK, lock, try_read, led_absolute(time)) : real(lock, clock, time);
}

LED_EXPORT int pthread_rwlock_clockwrlock(
    pthread_rwlock_t *restrict lock, clockid_t clock, const struct timespec *restrict time)
{
    LED_REAL(pthread_rwlock_clockwrlock);
    return led_on() ? wait_lock(LED_RWLOCK, lock, try_write, led_absolute(time)) : real(lock, clock, time);
}

LED_EXPORT int pthread_rwlock_unlock(pthread_rwlock_t *lock)
{
    LED_REAL(pthread_rwlock_unlock);
    int result = real(lock);
    if (led_has_waiters() && result == 0)
        led_wake(LED_RWLOCK, lock, INT32_MAX, ~0U);
    return result;
}

/* --- semaphores */
LED_EXPORT int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict time)
{
    LED_REAL(sem_timedwait);
    if (!led_on())
        return real(semaphore, time);
    pthread_testcancel();
    for (;;) {
        if (sem_trywait(semaphore) == 0)
            return 0;
        if (errno != EAGAIN)
            return -1;
        if (time->tv_nsec < 0 || time->tv_nsec >= LED_SECOND) {
            errno = EINVAL;
            return -1;
        }
        if (led_now() >= led_absolute(time)) {
            errno = ETIMEDOUT;
            return -1;
        }
        struct led_slot *slot = led_take(LED_SEMAPHORE, semaphore, ~0U);
        int result = LED_WOKEN, type;
        /* A post in between has not seen the slot. */
        if (sem_trywait(semaphore) == 0) {
            led_give(slot);
            return 0;
        }
        pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &type);
        result = led_sleep(slot, led_absolute(time));
        pthread_setcanceltype(type, NULL);
        led_give(slot);
        if (result == -EINTR) {
            errno = EINTR;
            return -1;
        }
    }
}

LED_EXPORT int sem_clockwait(sem_t *restrict semaphore, clockid_t clock, const struct timespec *restrict time)
{
    LED_REAL(sem_clockwait);
    return led_on() ? sem_timedwait(semaphore, time) : real(semaphore, clock, time);
}

LED_EXPORT int sem_post(sem_t *semaphore)
{
    LED_REAL(sem_post);
    int result = real(semaphore);
    if (led_has_waiters() && result == 0)
        led_wake(LED_SEMAPHORE, semaphore, 1, ~0U);
    return result;
}

/* --- joins */
struct beginning {
    void *(*start)(void *);
    void *argument;
};

static void *start(void *argument)
{
    struct beginning beginning = *(struct beginning *)argument;
    free(argument);
    led_watch_thread();
    return beginning.start(beginning.argument);
}

LED_EXPORT int pthread_create(
    pthread_t *restrict thread, const pthread_attr_t *restrict attributes, void *(*routine)(void *),
    void *restrict argument)
{
    LED_REAL(pthread_create);
    struct beginning *beginning = led_on() ? malloc(sizeof *beginning) : NULL;
    if (!beginning)
        return real(thread, attributes, routine, argument);
    *beginning = (struct beginning){routine, argument};
    int result = real(thread, attributes, start, beginning);
    if (result != 0)
        free(beginning);
    return result;
}

LED_EXPORT int pthread_timedjoin_np(pthread_t thread, void **result, const struct timespec *time)
{
    LED_REAL(pthread_timedjoin_np);
    if (!led_on() || !time)
        return real(thread, result, time);
    int64_t due = led_absolute(time);
    int error = pthread_tryjoin_np(thread, result);
    while (error == EBUSY && led_now() < due) {
        struct led_slot *slot = led_take(LED_JOIN, (void *)thread, ~0U);
        error = pthread_tryjoin_np(thread, result);
        if (error == EBUSY) {
            int word = sleep_for(slot, due);
            /* What ends does so at once. */
            error = word == LED_WOKEN ? pthread_join(thread, result) : pthread_tryjoin_np(thread, result);
        }
        led_give(slot);
    }
    return error == EBUSY ? ETIMEDOUT : error;
}

LED_EXPORT int pthread_clockjoin_np(pthread_t thread, void **result, clockid_t clock, const struct timespec *time)
{
    LED_REAL(pthread_clockjoin_np);
    return led_on() ? pthread_timedjoin_np(thread, result, time) : real(thread, result, clock, time);
}

/* --- C11, whose types are those of POSIX in the C library */
static int of_c11(int error) { return error == 0 ? thrd_success : error == ETIMEDOUT ? thrd_timedout : thrd_error; }

LED_EXPORT int cnd_timedwait(cnd_t *restrict condition, mtx_t *restrict mutex, const struct timespec *restrict time)
{
    return of_c11(pthread_cond_timedwait((pthread_cond_t *)condition, (pthread_mutex_t *)mutex, time));
}
LED_EXPORT int cnd_wait(cnd_t *condition, mtx_t *mutex)
{
    return of_c11(pthread_cond_wait((pthread_cond_t *)condition, (pthread_mutex_t *)mutex));
}
LED_EXPORT int cnd_signal(cnd_t *condition) { return of_c11(pthread_cond_signal((pthread_cond_t *)condition)); }
LED_EXPORT int cnd_broadcast(cnd_t *condition) { return of_c11(pthread_cond_broadcast((pthread_cond_t *)condition)); }
LED_EXPORT int mtx_timedlock(mtx_t *restrict mutex, const struct timespec *restrict time)
{
    return of_c11(pthread_mutex_timedlock((pthread_mutex_t *)mutex, time));
}
LED_EXPORT int mtx_unlock(mtx_t *mutex) { return of_c11(pthread_mutex_unlock((pthread_mutex_t *)mutex)); }
