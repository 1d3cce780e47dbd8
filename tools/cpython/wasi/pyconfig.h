/* The browser, by WASI: 32 bits, one thread, and no more of a system than clocks, random bytes and standard streams. It is a Unix
 * in all that is not named here. */
#ifndef NAVPY_WASI_PYCONFIG_H
#define NAVPY_WASI_PYCONFIG_H
#include "../pyconfig.h"

#undef ALIGNOF_LONG
#undef ALIGNOF_SIZE_T
#undef SIZEOF_LONG
#undef SIZEOF_PTHREAD_T
#undef SIZEOF_SIZE_T
#undef SIZEOF_UINTPTR_T
#undef WITH_DOC_STRINGS     /* nobody reads them there */
#undef SIZEOF_VOID_P
#define ALIGNOF_LONG 4
#define ALIGNOF_SIZE_T 4
#define SIZEOF_LONG 4
#define SIZEOF_PTHREAD_T 4
#define SIZEOF_SIZE_T 4
#define SIZEOF_UINTPTR_T 4
#define SIZEOF_VOID_P 4

#define _WASI_EMULATED_GETPID 1
#define _WASI_EMULATED_PROCESS_CLOCKS 1
#define _WASI_EMULATED_SIGNAL 1
#define HAVE_GETENTROPY 1

#undef HAVE_CLOCK_NANOSLEEP
#undef HAVE_COMPUTED_GOTOS              /* WebAssembly has no indirect jump */
#undef HAVE_DECL_TZNAME
#undef HAVE_DUP
#undef HAVE_GETRANDOM
#undef HAVE_GETRANDOM_SYSCALL
#undef HAVE_LINUX_RANDOM_H
#undef HAVE_MMAP
#undef HAVE_PTHREAD_CONDATTR_SETCLOCK
#undef HAVE_PTHREAD_GETCPUCLOCKID
#undef HAVE_SEM_TIMEDWAIT
#undef HAVE_SIGACTION
#undef HAVE_SYS_MMAN_H
#undef HAVE_SYS_RANDOM_H
#undef HAVE_SYS_SYSCALL_H
#undef HAVE_SYS_SYSMACROS_H
#undef HAVE_WORKING_TZSET
#undef POSIX_SEMAPHORES_USABLE
#undef PTHREAD_SYSTEM_SCHED_SUPPORTED
#undef WITH_PYMALLOC                    /* its arenas are mapped memory */

#ifndef __cplusplus
_Noreturn void abort(void);
#define pthread_exit(value) abort()     /* no thread was ever started */
#define tzset() ((void)0)
#endif
#endif
