/* What CPython's sources ask of a system, for the ones that navpy's library is built for: 64 bits, little-endian, with
 * the libraries of today. CPython's own configure would find these facts by trying; what is not named here is not used. */
#ifndef Py_PYCONFIG_H
#define Py_PYCONFIG_H

#define DOUBLE_IS_LITTLE_ENDIAN_IEEE754 1
#define PY_SUPPORT_TIER 0
#define WITH_FREELISTS 1
#define WITH_PYMALLOC 1
#define _PYTHONFRAMEWORK ""
#ifndef Py_BUILD_CORE           /* the texts of what is built in: nobody reads them in a game */
#define WITH_DOC_STRINGS 1
#endif

#if (defined(_WIN32) || defined(__APPLE__)) && !defined(Py_LIMITED_API)

/* Nothing of Python is exported. On Linux the linker's list of exports sees to that, and the package's modules need theirs.
 * This takes the place of CPython's exports.h. */
#define Py_EXPORTS_H
#define Py_IMPORTED_SYMBOL
#define Py_EXPORTED_SYMBOL
#define Py_LOCAL_SYMBOL

#endif

#ifdef _WIN32

/* CPython's own file for Windows is written for Microsoft's compiler: first what it leaves open for others. */
#ifdef Py_LIMITED_API           /* the package, in a Python of others */
#define Py_ENABLE_SHARED 1
#else
#define Py_NO_ENABLE_SHARED 1
#endif

#define MS_WIN64 1
#define Py_WINVER 0x0A00                /* Windows 10 */
#define Py_NTDDI 0x0A000000
#define WINVER Py_WINVER
#undef _WIN32_WINNT
#define _WIN32_WINNT Py_WINVER
#define _W64
#include <basetsd.h>
#include <process.h>                    /* getpid */
#include <sys/types.h>                  /* pid_t */
typedef long long Py_ssize_t;
#define HAVE_PY_SSIZE_T 1
#define PY_SSIZE_T_MAX LLONG_MAX
#define HAVE_INTPTR_T 1
#define HAVE_UINTPTR_T 1
#define VPATH ""
#ifdef _M_ARM64
#define PYD_PLATFORM_TAG "win_arm64"
#else
#define PYD_PLATFORM_TAG "win_amd64"
#endif
#define MS_DLL_ID "3.11"
#include "../PC/pyconfig.h"             /* found from CPython's folder Include */
#undef HAVE_DYNAMIC_LOADING
#ifndef COMPILER
#define COMPILER "[Clang]"
#endif

#else

#define ALIGNOF_LONG 8
#define ALIGNOF_MAX_ALIGN_T 16
#define ALIGNOF_SIZE_T 8
#define SIZEOF_DOUBLE 8
#define SIZEOF_FLOAT 4
#define SIZEOF_INT 4
#define SIZEOF_LONG 8
#define SIZEOF_LONG_LONG 8
#define SIZEOF_OFF_T 8
#define SIZEOF_PID_T 4
#define SIZEOF_PTHREAD_T 8
#define SIZEOF_SHORT 2
#define SIZEOF_SIZE_T 8
#define SIZEOF_TIME_T 8
#define SIZEOF_UINTPTR_T 8
#define SIZEOF_VOID_P 8
#define SIZEOF_WCHAR_T 4
#define SIZEOF__BOOL 1

#define HAVE_BUILTIN_ATOMIC 1
#define HAVE_COMPUTED_GOTOS 1
#define HAVE_GCC_UINT128_T 1
#define HAVE_LONG_DOUBLE 1
#define HAVE_SSIZE_T 1
#define HAVE_STD_ATOMIC 1

#define STDC_HEADERS 1
#define HAVE_STDARG_PROTOTYPES 1
#define HAVE_ERRNO_H 1
#define HAVE_FCNTL_H 1
#define HAVE_INTTYPES_H 1
#define HAVE_LANGINFO_H 1
#define HAVE_PTHREAD_H 1
#define HAVE_SIGNAL_H 1
#define HAVE_STDINT_H 1
#define HAVE_SYS_MMAN_H 1
#define HAVE_SYS_PARAM_H 1
#define HAVE_SYS_RANDOM_H 1
#define HAVE_SYS_SELECT_H 1
#define HAVE_SYS_STAT_H 1
#define HAVE_SYS_TIME_H 1
#define HAVE_SYS_TYPES_H 1
#define HAVE_UNISTD_H 1
#define HAVE_WCHAR_H 1
#define TIME_WITH_SYS_TIME 1

#define HAVE_ACOSH 1
#define HAVE_ASINH 1
#define HAVE_ATANH 1
#define HAVE_CLOCK 1
#define HAVE_CLOCK_GETRES 1
#define HAVE_CLOCK_GETTIME 1
#define HAVE_DECL_TZNAME 0
#define HAVE_DUP 1
#define HAVE_ERF 1
#define HAVE_ERFC 1
#define HAVE_EXPM1 1
#define HAVE_FSYNC 1
#define HAVE_FTRUNCATE 1
#define HAVE_GETPID 1
#define HAVE_GETTIMEOFDAY 1
#define HAVE_LOG1P 1
#define HAVE_LOG2 1
#define HAVE_MBRTOWC 1
#define HAVE_MKTIME 1
#define HAVE_MMAP 1
#define HAVE_NANOSLEEP 1
#define HAVE_SETLOCALE 1
#define HAVE_SIGACTION 1
#define HAVE_SNPRINTF 1
#define HAVE_STRFTIME 1
#define HAVE_STRUCT_TM_TM_ZONE 1
#define HAVE_TIMEGM 1
#define HAVE_TM_ZONE 1
#define HAVE_WCSCOLL 1
#define HAVE_WCSXFRM 1
#define HAVE_WMEMCMP 1
#define HAVE_WORKING_TZSET 1

#ifdef __APPLE__

#define SIZEOF_FPOS_T 8
#define SIZEOF_PTHREAD_KEY_T 8
#ifdef __aarch64__
#define SIZEOF_LONG_DOUBLE 8
#else
#define SIZEOF_LONG_DOUBLE 16
#endif
#define HAVE_BROKEN_SEM_GETVALUE 1
#define HAVE_GETENTROPY 1
#define HAVE_STAT_TV_NSEC2 1

#else

#define _GNU_SOURCE 1
#define _LARGEFILE_SOURCE 1
#define _FILE_OFFSET_BITS 64
#define SIZEOF_FPOS_T 16
#define SIZEOF_LONG_DOUBLE 16
#define SIZEOF_PTHREAD_KEY_T 4
#define HAVE_CLOCK_NANOSLEEP 1
#define HAVE_GETRANDOM 1
#define HAVE_GETRANDOM_SYSCALL 1
#define HAVE_LINUX_RANDOM_H 1
#define HAVE_MEMRCHR 1
#define HAVE_PTHREAD_CONDATTR_SETCLOCK 1
#define HAVE_PTHREAD_GETCPUCLOCKID 1
#define HAVE_SEM_TIMEDWAIT 1
#define HAVE_STAT_TV_NSEC 1
#define HAVE_SYS_SYSCALL_H 1
#define HAVE_SYS_SYSMACROS_H 1
#define POSIX_SEMAPHORES_USABLE 1
#define PTHREAD_SYSTEM_SCHED_SUPPORTED 1

#endif
#endif
#endif
