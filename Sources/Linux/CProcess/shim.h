#include <sys/prctl.h>
#include <unistd.h>

// Swift cannot call functions with a variable number of arguments.
static inline int boardsim_adopt_orphans(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }
static inline int boardsim_end_with_parent(int signal) {
    return prctl(PR_SET_PDEATHSIG, signal, 0, 0, 0);
}

// Swift hides fork(), because what other threads have locked stays locked in the copy.
static inline pid_t boardsim_copy_process(void) { return fork(); }
