/* Waits in every way that the C library and the kernel have, and checks what its clocks say afterwards: virtual minutes, and exactly
 * those. Prints `ok WHAT` or `FAILED WHAT: …` for each. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timeb.h>
#include <sys/timerfd.h>
#include <sys/times.h>
#include <sys/wait.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#define S 1000000000LL
#define MS 1000000LL
extern char **environ;

static int64_t clock_of(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec * S + time.tv_nsec;
}
static int64_t now(void) { return clock_of(CLOCK_MONOTONIC); }
static struct timespec spec(int64_t time) { return (struct timespec){time / S, time % S}; }
static struct timespec in(clockid_t clock, int64_t span) { return spec(clock_of(clock) + span); }

static void verdict(const char *what, int holds, int64_t took, int64_t wanted, int result)
{
    if (holds && took == wanted)
        printf("ok %s\n", what);
    else
        printf("FAILED %s: took %lld ns instead of %lld, result %d (%s)\n", what, (long long)took,
               (long long)wanted, result, strerror(errno));
    fflush(stdout);
}
/* `CHECK("what", nanoseconds, expression, wanted)` */
#define CHECK(what, span, expression, wanted)                                                          \
    do {                                                                                               \
        int64_t began = now();                                                                         \
        errno = 0;                                                                                     \
        int got_ = (int)(expression);                                                                \
        verdict(what, got_ == (wanted), now() - began, span, got_);                                \
    } while (0)
#define FAILS(what, span, expression, number)                                                          \
    do {                                                                                               \
        int64_t began = now();                                                                         \
        errno = 0;                                                                                     \
        int got_ = (int)(expression);                                                                \
        verdict(what, got_ == -1 && errno == (number), now() - began, span, got_);                 \
    } while (0)

static void clocks(void)
{
    struct timeval day;
    struct timespec c11;
    struct timeb old;
    struct tms used;
    gettimeofday(&day, NULL);
    timespec_get(&c11, TIME_UTC);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    ftime(&old);
#pragma GCC diagnostic pop
    CHECK("the day begins in 2026", 0, time(NULL) - 1767225600, 0);
    CHECK("gettimeofday", 0, day.tv_sec == 1767225600 && day.tv_usec == 0, 1);
    CHECK("timespec_get", 0, c11.tv_sec == 1767225600 && c11.tv_nsec == 0, 1);
    CHECK("ftime", 0, old.time == 1767225600, 1);
    CHECK("the machine was started 1000 s ago", 0, now() == 1000 * S, 1);
    CHECK("times", 0, times(&used) == 1000 * sysconf(_SC_CLK_TCK), 1);
    CHECK("the clocks of the boot and of the hardware", 0,
          clock_of(CLOCK_BOOTTIME) == 1000 * S && clock_of(CLOCK_MONOTONIC_RAW) == 1000 * S
              && clock_of(CLOCK_MONOTONIC_COARSE) == 1000 * S, 1);
    CHECK("processor time is real", 0, clock_of(CLOCK_PROCESS_CPUTIME_ID) < 100 * S, 1);
    struct timespec raw;
    CHECK("syscall(SYS_clock_gettime)", 0, syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &raw) == 0 && raw.tv_sec == 1000, 1);
}

static void sleeps(void)
{
    struct timespec span = {60, 5}, until = in(CLOCK_MONOTONIC, 90 * S), day = in(CLOCK_REALTIME, 30 * S);
    CHECK("sleep", 600 * S, sleep(600), 0);
    CHECK("usleep", 500 * MS, usleep(500000), 0);
    CHECK("nanosleep", 60 * S + 5, nanosleep(&span, NULL), 0);
    CHECK("clock_nanosleep", 60 * S + 5, clock_nanosleep(CLOCK_MONOTONIC, 0, &span, NULL), 0);
    CHECK("clock_nanosleep to a time that has passed", 0, clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL), 0);
    until = in(CLOCK_MONOTONIC, 90 * S);
    CHECK("clock_nanosleep to a time", 90 * S, clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL), 0);
    day = in(CLOCK_REALTIME, 30 * S);
    CHECK("clock_nanosleep to a time of the day", 30 * S, clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &day, NULL), 0);
    CHECK("thrd_sleep", 60 * S + 5, thrd_sleep(&span, NULL), 0);
    CHECK("syscall(SYS_nanosleep)", 60 * S + 5, syscall(SYS_nanosleep, &span, NULL), 0);
}

static void descriptors(void)
{
    int ends[2], set = epoll_create1(0);
    struct timespec span = {120, 7};
    struct timeval limit = {60, 3};
    struct epoll_event event = {.events = EPOLLIN};
    fd_set reads;
    if (pipe(ends))
        exit(2);
    struct pollfd one = {ends[0], POLLIN, 0};
    epoll_ctl(set, EPOLL_CTL_ADD, ends[0], &event);
    CHECK("poll", 90 * S, poll(&one, 1, 90000), 0);
    CHECK("poll that does not wait", 0, poll(&one, 1, 0), 0);
    CHECK("ppoll", 120 * S + 7, ppoll(&one, 1, &span, NULL), 0);
    CHECK("poll of nothing", 1 * MS, poll(NULL, 0, 1), 0);
    FD_ZERO(&reads);
    FD_SET(ends[0], &reads);
    CHECK("select", 60 * S + 3000, select(ends[0] + 1, &reads, NULL, NULL, &limit), 0);
    CHECK("select says that nothing is left", 0, limit.tv_sec == 0 && limit.tv_usec == 0, 1);
    FD_SET(ends[0], &reads);
    CHECK("pselect", 120 * S + 7, pselect(ends[0] + 1, &reads, NULL, NULL, &span, NULL), 0);
    CHECK("epoll_wait", 70 * S, epoll_wait(set, &event, 1, 70000), 0);
    CHECK("epoll_pwait", 70 * S, epoll_pwait(set, &event, 1, 70000, NULL), 0);
    CHECK("epoll_pwait2", 120 * S + 7, epoll_pwait2(set, &event, 1, &span, NULL), 0);
    if (write(ends[1], "x", 1) != 1)
        exit(2);
    CHECK("poll of what is ready", 0, poll(&one, 1, 90000), 1);
    CHECK("epoll_wait for what is ready", 0, epoll_wait(set, &event, 1, 90000), 1);
    CHECK("descriptors of the library are not closed", 0, (closefrom(10), poll(&one, 1, 0)), 1);
    char byte;
    if (read(ends[0], &byte, 1) != 1)
        exit(2);
    CHECK("poll after closefrom", 90 * S, poll(&one, 1, 90000), 0);
    close(ends[0]);
    close(ends[1]);
    close(set);
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t semaphore;
static uint32_t word;
static volatile int is_set;

static void *after_a_minute(void *job)
{
    sleep(60);
    pthread_mutex_lock(&mutex);
    is_set = 1;
    switch ((intptr_t)job) {
    case 0: pthread_cond_signal(&condition); break;
    case 1: pthread_cond_broadcast(&condition); break;
    case 2: sem_post(&semaphore); break;
    case 3:
        __atomic_store_n(&word, 1, __ATOMIC_SEQ_CST);
        syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
        break;
    default: break;
    }
    pthread_mutex_unlock(&mutex);
    return NULL;
}

static void *hold_for_a_minute(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&mutex);
    pthread_rwlock_wrlock(&rwlock);
    sem_post(&semaphore);
    sleep(60);
    pthread_rwlock_unlock(&rwlock);
    pthread_mutex_unlock(&mutex);
    return NULL;
}

static int timed_wait(const struct timespec *until)
{
    int result = 0;
    pthread_mutex_lock(&mutex);
    while (!is_set && result == 0)
        result = pthread_cond_timedwait(&condition, &mutex, until);
    is_set = 0;
    pthread_mutex_unlock(&mutex);
    return result;
}

static void *cancelled(void *unused)
{
    (void)unused;
    sleep(86400);
    return NULL;
}

static void threads(void)
{
    pthread_t thread;
    struct timespec until = in(CLOCK_REALTIME, 300 * S);
    pthread_condattr_t attributes;
    sem_init(&semaphore, 0, 0);
    CHECK("pthread_cond_timedwait", 300 * S, timed_wait(&until), ETIMEDOUT);
    CHECK("pthread_cond_timedwait to a time that has passed", 0, timed_wait(&until), ETIMEDOUT);
    for (intptr_t job = 0; job < 2; job++) {
        pthread_create(&thread, NULL, after_a_minute, (void *)job);
        until = in(CLOCK_REALTIME, 300 * S);
        CHECK(job ? "a condition is broadcast" : "a condition is signalled", 60 * S, timed_wait(&until), 0);
        pthread_join(thread, NULL);
    }
    pthread_create(&thread, NULL, after_a_minute, (void *)0);
    pthread_mutex_lock(&mutex);
    CHECK("pthread_cond_wait", 60 * S, pthread_cond_wait(&condition, &mutex), 0);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    is_set = 0;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&condition, &attributes);
    until = in(CLOCK_MONOTONIC, 200 * S);
    CHECK("a condition with the other clock", 200 * S, timed_wait(&until), ETIMEDOUT);
    until = in(CLOCK_MONOTONIC, 10 * S);
    pthread_mutex_lock(&mutex);
    CHECK("pthread_cond_clockwait", 10 * S, pthread_cond_clockwait(&condition, &mutex, CLOCK_MONOTONIC, &until), ETIMEDOUT);
    pthread_mutex_unlock(&mutex);

    until = in(CLOCK_REALTIME, 45 * S);
    FAILS("sem_timedwait", 45 * S, sem_timedwait(&semaphore, &until), ETIMEDOUT);
    until = in(CLOCK_MONOTONIC, 45 * S);
    FAILS("sem_clockwait", 45 * S, sem_clockwait(&semaphore, CLOCK_MONOTONIC, &until), ETIMEDOUT);
    pthread_create(&thread, NULL, after_a_minute, (void *)2);
    until = in(CLOCK_REALTIME, 300 * S);
    CHECK("a semaphore is posted", 60 * S, sem_timedwait(&semaphore, &until), 0);
    pthread_join(thread, NULL);

    pthread_create(&thread, NULL, hold_for_a_minute, NULL);
    sem_wait(&semaphore);
    until = in(CLOCK_REALTIME, 20 * S);
    CHECK("pthread_mutex_timedlock", 20 * S, pthread_mutex_timedlock(&mutex, &until), ETIMEDOUT);
    until = in(CLOCK_REALTIME, 10 * S);
    CHECK("pthread_rwlock_timedrdlock", 10 * S, pthread_rwlock_timedrdlock(&rwlock, &until), ETIMEDOUT);
    CHECK("pthread_rwlock_timedwrlock", 0, pthread_rwlock_timedwrlock(&rwlock, &until), ETIMEDOUT);
    until = in(CLOCK_REALTIME, 300 * S);
    CHECK("a mutex is unlocked", 30 * S, pthread_mutex_timedlock(&mutex, &until), 0);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    is_set = 0;

    pthread_create(&thread, NULL, after_a_minute, (void *)9);
    until = in(CLOCK_REALTIME, 20 * S);
    CHECK("pthread_timedjoin_np", 20 * S, pthread_timedjoin_np(thread, NULL, &until), ETIMEDOUT);
    until = in(CLOCK_REALTIME, 300 * S);
    CHECK("a thread is joined", 40 * S, pthread_timedjoin_np(thread, NULL, &until), 0);

    struct timespec span = {33, 3};
    word = 0;
    FAILS("a futex", 33 * S + 3, syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, &span, NULL, 0), ETIMEDOUT);
    FAILS("a futex that has changed", 0, syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 1, &span, NULL, 0), EAGAIN);
    until = in(CLOCK_MONOTONIC, 44 * S);
    FAILS("a futex and a time", 44 * S,
          syscall(SYS_futex, &word, FUTEX_WAIT_BITSET_PRIVATE, 0, &until, NULL, FUTEX_BITSET_MATCH_ANY), ETIMEDOUT);
    until = in(CLOCK_REALTIME, 44 * S);
    FAILS("a futex and a time of the day", 44 * S,
          syscall(SYS_futex, &word, FUTEX_WAIT_BITSET_PRIVATE | FUTEX_CLOCK_REALTIME, 0, &until, NULL, FUTEX_BITSET_MATCH_ANY),
          ETIMEDOUT);
    pthread_create(&thread, NULL, after_a_minute, (void *)3);
    span.tv_sec = 300;
    CHECK("a futex is woken", 60 * S, syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, &span, NULL, 0), 0);
    pthread_join(thread, NULL);

    mtx_t plain;
    cnd_t event;
    mtx_init(&plain, mtx_timed);
    cnd_init(&event);
    mtx_lock(&plain);
    until = in(CLOCK_REALTIME, 15 * S);
    CHECK("cnd_timedwait", 15 * S, cnd_timedwait(&event, &plain, &until), thrd_timedout);
    until = in(CLOCK_REALTIME, 15 * S);
    CHECK("mtx_timedlock", 15 * S, mtx_timedlock(&plain, &until), thrd_timedout);
    mtx_unlock(&plain);

    void *result;
    pthread_create(&thread, NULL, cancelled, NULL);
    usleep(1000);
    pthread_cancel(thread);
    CHECK("a sleeping thread is cancelled", 0, (pthread_join(thread, &result), result == PTHREAD_CANCELED), 1);
}

static volatile int signals_seen;
static void on_signal(int number) { (void)number; signals_seen++; }
static sem_t called;
static void on_timer(union sigval value) { if (value.sival_int == 5) sem_post(&called); }

static void timers(void)
{
    struct itimerspec every = {{20, 0}, {60, 0}}, left;
    struct itimerval alarm_value = {{0, 0}, {50, 0}};
    uint64_t count = 0;
    int timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
    struct pollfd one = {timer, POLLIN, 0};
    timerfd_settime(timer, 0, &every, NULL);
    CHECK("a timerfd is read", 60 * S, read(timer, &count, sizeof count), (int)sizeof count);
    CHECK("it counts", 0, count, 1);
    timerfd_gettime(timer, &left);
    CHECK("timerfd_gettime", 0, left.it_value.tv_sec == 20 && left.it_interval.tv_sec == 20, 1);
    CHECK("a timerfd is polled", 20 * S, poll(&one, 1, -1), 1);
    sleep(50);
    CHECK("expirations are counted", 0, (read(timer, &count, sizeof count), count), 3);
    every = (struct itimerspec){{0, 0}, in(CLOCK_MONOTONIC, 5 * S)};
    timerfd_settime(timer, TFD_TIMER_ABSTIME, &every, NULL);
    CHECK("a timerfd and a time", 5 * S, poll(&one, 1, 90000), 1);
    timerfd_settime(timer, TFD_TIMER_ABSTIME, &every, NULL);
    CHECK("a timerfd and a time that has passed", 0, poll(&one, 1, 90000), 1);
    every = (struct itimerspec){{0, 0}, {0, 0}};
    timerfd_settime(timer, 0, &every, NULL);
    CHECK("a timerfd is stopped", 90 * S, poll(&one, 1, 90000), 0);
    close(timer);

    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    sigaction(SIGALRM, &action, NULL);
    sigaction(SIGUSR1, &action, NULL);
    alarm(30);
    CHECK("an alarm ends a sleep, and the rest is told", 30 * S, sleep(100), 70);
    setitimer(ITIMER_REAL, &alarm_value, NULL);
    FAILS("setitimer", 50 * S, poll(NULL, 0, -1), EINTR);
    alarm(10);
    CHECK("an alarm is cancelled", 0, alarm(0), 10);
    CHECK("and does not come", 20 * S, sleep(20), 0);

    timer_t id;
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1};
    every = (struct itimerspec){{7, 0}, {7, 0}};
    timer_create(CLOCK_MONOTONIC, &event, &id);
    timer_settime(id, 0, &every, NULL);
    signals_seen = 0;
    for (int turn = 0; turn < 3; turn++)
        poll(NULL, 0, 100000);
    CHECK("a timer sends signals", 0, signals_seen, 3);
    timer_gettime(id, &left);
    CHECK("timer_gettime", 0, left.it_value.tv_sec, 7);
    timer_delete(id);
    CHECK("a deleted timer sends none", 30 * S, sleep(30), 0);

    sigset_t set;
    siginfo_t info;
    struct timespec span = {25, 0};
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, NULL);
    FAILS("sigtimedwait", 25 * S, sigtimedwait(&set, &info, &span), EAGAIN);
    event.sigev_value.sival_int = 4711;
    timer_create(CLOCK_REALTIME, &event, &id);
    every = (struct itimerspec){{0, 0}, {11, 0}};
    timer_settime(id, 0, &every, NULL);
    CHECK("sigtimedwait for a timer", 11 * S, sigtimedwait(&set, &info, &span), SIGUSR1);
    CHECK("its value", 0, info.si_value.sival_int, 4711);
    timer_delete(id);

    sem_init(&called, 0, 0);
    event = (struct sigevent){.sigev_notify = SIGEV_THREAD, .sigev_notify_function = on_timer, .sigev_value.sival_int = 5};
    timer_create(CLOCK_MONOTONIC, &event, &id);
    every = (struct itimerspec){{8, 0}, {8, 0}};
    timer_settime(id, 0, &every, NULL);
    CHECK("a timer calls a function", 24 * S, sem_wait(&called) + sem_wait(&called) + sem_wait(&called), 0);
    timer_delete(id);
}

static void sockets(void)
{
    int ends[2];
    struct timeval limit = {40, 0}, told = {0, 0};
    socklen_t size = sizeof told;
    char bytes[65536] = {0};
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    getsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &told, &size);
    CHECK("SO_RCVTIMEO is kept", 0, told.tv_sec, 40);
    FAILS("SO_RCVTIMEO and recv", 40 * S, recv(ends[0], bytes, 1, 0), EAGAIN);
    FAILS("SO_RCVTIMEO and read", 40 * S, read(ends[0], bytes, 1), EAGAIN);
    FAILS("SO_RCVTIMEO and MSG_DONTWAIT", 0, recv(ends[0], bytes, 1, MSG_DONTWAIT), EAGAIN);
    setsockopt(ends[1], SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    while (send(ends[1], bytes, sizeof bytes, MSG_DONTWAIT) > 0)
        ;
    FAILS("SO_SNDTIMEO and send", 40 * S, send(ends[1], bytes, 1, 0), EAGAIN);
    CHECK("what is there is received", 0, recv(ends[0], bytes, 1, 0), 1);
    close(ends[0]);
    close(ends[1]);
}

/* Several processes. */
static int run(char **words)
{
    pid_t child;
    int status;
    if (posix_spawnp(&child, words[0], NULL, NULL, words, environ))
        return -1;
    waitpid(child, &status, 0);
    return WEXITSTATUS(status);
}

static void processes(void)
{
    int there[2], back[2], status;
    char byte = 'x';
    if (pipe(there) || pipe(back))
        exit(2);
    pid_t child = fork();
    if (child == 0) {
        struct timespec span = {30, 0};
        for (int turn = 0; turn < 3; turn++)
            if (read(there[0], &byte, 1) != 1 || nanosleep(&span, NULL) || write(back[1], &byte, 1) != 1)
                _exit(1);
        sleep(15);
        _exit((int)(now() / S % 100));
    }
    int64_t start = now();
    for (int turn = 0; turn < 3; turn++)
        if (write(there[1], &byte, 1) != 1 || read(back[0], &byte, 1) != 1)
            exit(2);
    CHECK("processes hand work to each other", 0, now() - start == 90 * S, 1);
    CHECK("a child is waited for", 15 * S, waitpid(child, &status, 0), child);
    CHECK("with the same clock", 0, WEXITSTATUS(status), (int)(now() / S % 100));
    char *words[] = {"sh", "-c", "sleep 20; sleep 22 & wait; exit 7", NULL};
    CHECK("posix_spawn", 42 * S, run(words), 7);
    CHECK("system", 12 * S, WEXITSTATUS(system("sleep 12; exit 3")), 3);
    FILE *pipe_file = popen("sleep 9; date +%s", "r");
    long seconds = 0;
    CHECK("popen", 9 * S, fscanf(pipe_file, "%ld", &seconds), 1);
    CHECK("and its clock", 0, seconds == time(NULL), 1);
    pclose(pipe_file);
    if ((child = vfork()) == 0) {
        execlp("sleep", "sleep", "13", NULL);
        _exit(1);
    }
    CHECK("vfork", 13 * S, waitpid(child, &status, 0), child);
    /* A semaphore that two processes share. */
    sem_t *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    sem_init(shared, 1, 0);
    if ((child = fork()) == 0) {
        sleep(17);
        sem_post(shared);
        _exit(0);
    }
    struct timespec until = in(CLOCK_REALTIME, 100 * S);
    CHECK("a shared semaphore", 17 * S, sem_timedwait(shared, &until), 0);
    waitpid(child, &status, 0);
    /* One that is killed is not waited for. */
    if ((child = fork()) == 0) {
        sleep(1000000);
        _exit(0);
    }
    sleep(5);
    kill(child, SIGKILL);
    CHECK("a killed child", 0, waitpid(child, &status, 0), child);
    CHECK("and time goes on", 5 * S, sleep(5), 0);
    /* An alarm goes on in the program that exec starts. */
    if ((child = fork()) == 0) {
        alarm(19);
        execlp("sleep", "sleep", "1000", NULL);
        _exit(1);
    }
    CHECK("an alarm and exec", 19 * S, (waitpid(child, &status, 0), WTERMSIG(status)), SIGALRM);
}

int main(void)
{
    clocks();
    sleeps();
    descriptors();
    threads();
    timers();
    sockets();
    processes();
    printf("virtual seconds: %lld\n", (long long)(now() / S - 1000));
    return 0;
}
