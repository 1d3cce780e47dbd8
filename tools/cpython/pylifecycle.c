/* Python/pylifecycle.c. On Windows the standard handles of a game without a console are of many kinds, and Python does not
 * start where it cannot make a file of one: there it gets no sys.stdout. Errors go to the engine's log anyway. */
#include <Python.h>
#ifdef MS_WINDOWS
#include <windows.h>
#define GetFileType(handle) FILE_TYPE_UNKNOWN       /* what is_valid_fd() asks */
#endif
#include "Python/pylifecycle.c"
