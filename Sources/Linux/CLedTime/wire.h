/* What boardsim and the library that it preloads into programs (Sources/Preload) say to each other.
 *
 * BOARDSIM_LEAD is the path of a Unix socket (SOCK_SEQPACKET); the page below is a file next to it,
 * with the suffix `.time`, that both map. boardsim alone writes `now`. A thread that waits takes a
 * slot and writes its deadline there; boardsim reads the slots only while every thread of every
 * member sleeps. Over the socket go records, each with one descriptor at most.
 */
#ifndef BOARDSIM_LED_WIRE_H
#define BOARDSIM_LED_WIRE_H

#include <stdint.h>

#define LED_VERSION 2
#define LED_SLOTS 4096
/* Nanoseconds. What the clocks say when virtual time is zero: 2026-01-01T00:00:00Z, and 1000 s since
 * the machine was started (programs compare that clock with zero). */
#define LED_EPOCH (1767225600LL * 1000000000LL)
#define LED_MONOTONIC (1000LL * 1000000000LL)
#define LED_NEVER INT64_MAX

/* What happens to a slot at its time. */
enum led_kind {
    LED_THREAD = 1, /* a thread sleeps on `word` */
    LED_BELL = 2,   /* a thread waits for descriptors, and for its eventfd */
    LED_TIMER = 3,  /* the expirations are added to an eventfd */
    LED_SIGNAL = 4, /* the process or one of its threads gets a signal */
};

/* What `word` says. */
enum led_word { LED_WAITS = 0, LED_EXPIRED = 1, LED_WOKEN = 2 };

struct led_slot {
    int32_t pid; /* its owner; 0: the slot is free */
    int32_t tid; /* the thread; 0: of the whole process */
    int32_t kind;
    uint32_t word;
    int64_t due;    /* virtual nanoseconds, or LED_NEVER */
    int64_t period; /* of timers; 0: once */
    uint64_t order; /* among slots with the same deadline: the first to have been set */
    uint64_t object; /* what the thread waits for besides: an address in its memory; 0: nothing */
    uint32_t about;  /* what `object` is; for the library alone */
    uint32_t bits;   /* of a futex; for the library alone */
    int32_t signal;
    int32_t target; /* the thread that gets the signal; 0: the process */
    uint64_t value; /* of the signal */
};

struct led_page {
    uint32_t version;
    uint32_t bell;       /* counts threads that are about to wait */
    uint32_t is_waiting; /* whether boardsim sleeps on `bell` */
    uint32_t used;       /* slots from here on have never been taken */
    int64_t now;         /* virtual nanoseconds */
    uint64_t order;      /* of the last slot that was set */
    uint32_t waiters;    /* how many threads wait for an `object` */
    uint32_t is_shared;  /* whether a program has made locks that processes share */
    uint32_t is_held;    /* whether boardsim writes: who waits for descriptors gets all of it at once */
    struct led_slot slots[LED_SLOTS];
};

/* A process has loaded the library, or a slot has an eventfd, which comes with the record. */
struct led_record {
    int32_t pid;
    int32_t slot; /* -1: the process has loaded the library */
};

#endif
