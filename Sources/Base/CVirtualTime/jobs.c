// Jobs of the concurrency runtime, threads, and the choice of the back end.
#include "CVirtualTime.h"
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SWIFT_CALL __attribute__((swiftcall))

// The runtime's own functions.
extern SWIFT_CALL void swift_job_run(void *job, void *identity, uintptr_t implementation);
extern SWIFT_CALL uint64_t swift_task_getJobTaskId(void *job);
// Defined in Swift; false if this version of the compiler has no custom executors.
extern bool vt_install_executors(void);

void vt_run_job(void *job) { swift_job_run(job, NULL, 0); }
uint64_t vt_task_of(void *job) { return swift_task_getJobTaskId(job); }

void vt_warn(const char *text) { fputs(text, stderr); }

struct start {
    void (*function)(void *);
    void *argument;
};

static void *run(void *pointer) {
    struct start start = *(struct start *)pointer;
    free(pointer);
    start.function(start.argument);
    return NULL;
}

int vt_start_thread(size_t stack, void (*function)(void *), void *argument) {
    struct start *start = malloc(sizeof *start);
    if (!start) return ENOMEM;
    *start = (struct start){function, argument};
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, stack);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    int error = pthread_create(&thread, &attributes, run, start);
    pthread_attr_destroy(&attributes);
    if (error) free(start);
    return error;
}

// Written once, before the program's own code runs.
static vt_back_end back_end = VT_NONE;
static const char *variable;

vt_back_end vt_chosen_back_end(void) { return back_end; }
const char *vt_back_end_variable(void) { return variable; }

// Before the first task of the process: the runtime takes its executors once.
__attribute__((constructor)) static void choose(void) {
    const char *text = getenv("VIRTUAL_TIME_BACKEND");
    variable = text ? strdup(text) : NULL;
    if (text && strcmp(text, "dispatch") == 0) back_end = VT_DISPATCH;
    else if (!text || !*text || strcmp(text, "executors") == 0)
        back_end = vt_install_executors() ? VT_EXECUTORS : VT_DISPATCH;
}
