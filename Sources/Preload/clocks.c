/* The clocks. Those of processor time stay real. */
#include "led.h"
#include <sys/time.h>
#include <sys/timeb.h>
#include <sys/times.h>
#include <unistd.h>

int led_is_virtual(clockid_t clock)
{
    return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_RAW
        || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_MONOTONIC_COARSE || clock == CLOCK_BOOTTIME
        || clock == CLOCK_REALTIME_ALARM || clock == CLOCK_BOOTTIME_ALARM || clock == CLOCK_TAI;
}

int64_t led_offset(clockid_t clock)
{
    return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_REALTIME_ALARM
            || clock == CLOCK_TAI
        ? LED_EPOCH
        : LED_MONOTONIC;
}

int64_t led_absolute(const struct timespec *time)
{
    int64_t value = led_span(time);
    if (value == LED_NEVER)
        return value;
    /* Half-way between the clocks: the year 1998, and 28 years after the machine was started. */
    return value - (value >= LED_EPOCH / 2 ? LED_EPOCH : LED_MONOTONIC);
}

static int64_t day(void) { return led_now() + LED_EPOCH; }

LED_EXPORT int clock_gettime(clockid_t clock, struct timespec *time)
{
    if (!led_is_virtual(clock) || !led_on())
        return (int)led_result(LED_CALL(SYS_clock_gettime, clock, time, 0, 0, 0, 0));
    *time = led_timespec(led_now() + led_offset(clock));
    return 0;
}

LED_EXPORT int gettimeofday(struct timeval *restrict time, void *restrict zone)
{
    if (!led_on())
        return (int)led_result(LED_CALL(SYS_gettimeofday, time, zone, 0, 0, 0, 0));
    time->tv_sec = day() / LED_SECOND;
    time->tv_usec = day() % LED_SECOND / 1000;
    if (zone)
        *(struct timezone *)zone = (struct timezone){0, 0};
    return 0;
}

LED_EXPORT time_t time(time_t *result)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (result)
        *result = now.tv_sec;
    return now.tv_sec;
}

LED_EXPORT int timespec_get(struct timespec *time, int base)
{
    if (base != TIME_UTC)
        return 0;
    clock_gettime(CLOCK_REALTIME, time);
    return base;
}

LED_EXPORT int ftime(struct timeb *result)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    *result = (struct timeb){.time = now.tv_sec, .millitm = (unsigned short)(now.tv_nsec / 1000000)};
    return 0;
}

LED_EXPORT clock_t times(struct tms *result)
{
    long real = LED_CALL(SYS_times, result, 0, 0, 0, 0, 0);
    if (!led_on() || (real < 0 && real > -4096))
        return (clock_t)led_result(real);
    return (clock_t)((led_now() + LED_MONOTONIC) / (LED_SECOND / sysconf(_SC_CLK_TCK)));
}
