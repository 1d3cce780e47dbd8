/* Python/pystate.c without its second copy of the runtime's first state, 0.4 MB, from which Python starts again in the same
 * process: that copy is made when the library is loaded. */
#include <Python.h>
#include "internal/pycore_runtime_init.h"

#undef _PyRuntimeState_INIT
#define _PyRuntimeState_INIT {NULL}
#define initial (*first_state)          /* its definition becomes that of a pointer to const */
#include "Python/pystate.c"

static _PyRuntimeState copy_of_first_state;

__attribute__((constructor))
static void keep_first_state(void) {
    memcpy(&copy_of_first_state, &_PyRuntime, sizeof _PyRuntime);
    first_state = &copy_of_first_state;
}
