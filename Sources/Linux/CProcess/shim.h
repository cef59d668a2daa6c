#include <sys/prctl.h>

// Swift cannot call functions with a variable number of arguments.
static inline int boardsim_adopt_orphans(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }
static inline int boardsim_end_with_parent(int signal) {
    return prctl(PR_SET_PDEATHSIG, signal, 0, 0, 0);
}
