/* What the C++ runtime leaves to a shared library, and what this one does without. */
#include <stddef.h>

#ifdef __linux__
/* gcc's crtbeginS.o does this in every shared library; zig links none. Without it the destructors of static objects would
 * run at the process's end, when the engine has unloaded them. */
extern void *__dso_handle;
extern void __cxa_finalize(void *);

__attribute__((destructor))
static void finalize(void) {
    __cxa_finalize(&__dso_handle);
}
#endif

/* C++ calls it for the text about an exception that nobody catches: the type's name is good enough as it is. */
char *__cxa_demangle(const char *name, char *out, size_t *length, int *status) {
    (void)name, (void)out, (void)length;
    *status = -1;
    return NULL;
}
