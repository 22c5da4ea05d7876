/* What a configure script would find out about the systems that rift imitates
   and runs on: 64-bit Linux with glibc. */
#pragma once
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif

#include <stdbool.h>
#if __STDC_VERSION__ < 202311L
#ifndef nullptr
#define nullptr ((void *)0)
#endif
#ifndef static_assert
#define static_assert _Static_assert
#endif
#endif

#define PACKAGE "coreutils"
#define PACKAGE_NAME "GNU coreutils"
#define GNU_PACKAGE "GNU coreutils"
#define PACKAGE_VERSION "0.0"
#define VERSION "0.0"
#define PACKAGE_BUGREPORT "bug-coreutils@gnu.org"
#define PACKAGE_URL "https://www.gnu.org/software/coreutils/"
#define PACKAGE_STRING "GNU coreutils 0.0"
#define PACKAGE_PACKAGER_VERSION ""

#define ENABLE_NLS 0
#define STDC_HEADERS 1
#define TIME_WITH_SYS_TIME 1
#define RETSIGTYPE void
#define MAJOR_IN_SYSMACROS 1
#define D_INO_IN_DIRENT 1
#define DEFAULT_POSIX2_VERSION 200809
#define HOST_OPERATING_SYSTEM "GNU/Linux"
#define FILESYSTEM_ACCEPTS_DRIVE_LETTER_PREFIX 0
#define FILE_SYSTEM_BACKSLASH_IS_FILE_NAME_SEPARATOR 0
#define DOUBLE_SLASH_IS_DISTINCT_ROOT 0
#define MOUNTED_GETMNTENT1 1
#define PRI_MACROS_BROKEN 0
#define USE_ACL 0
#define USE_UNLOCKED_IO 0
#define HAVE_FIFO_PIPES 1
#define LINK_FOLLOWS_SYMLINKS 0
#define O_BINARY 0
#define O_TEXT 0
#define O_SEARCH O_RDONLY
#define HAVE_C99_STRTOLD 1
#define HAVE_LONG_DOUBLE 1
#define HAVE_LONG_LONG 1
#define HAVE_UNSIGNED_LONG_LONG 1
#define HAVE_LONG_LONG_INT 1
#define HAVE_UNSIGNED_LONG_LONG_INT 1

#define HAVE_DIRENT_H 1
#define HAVE_FCNTL_H 1
#define HAVE_INTTYPES_H 1
#define HAVE_LANGINFO_CODESET 1
#define HAVE_NL_LANGINFO 1
#define HAVE_LIMITS_H 1
#define HAVE_LOCALE_H 1
#define HAVE_STDINT_H 1
#define HAVE_STDLIB_H 1
#define HAVE_STRING_H 1
#define HAVE_STRINGS_H 1
#define HAVE_SYS_IOCTL_H 1
#define HAVE_SYS_PARAM_H 1
#define HAVE_SYS_RESOURCE_H 1
#define HAVE_SYS_STAT_H 1
#define HAVE_SYS_TIME_H 1
#define HAVE_SYS_WAIT_H 1
#define HAVE_TERMIOS_H 1
#define HAVE_UNISTD_H 1
#define HAVE_UTIME_H 1
#define HAVE_WCHAR_H 1
#define HAVE_WCTYPE_H 1

#define HAVE_STRUCT_DIRENT_D_TYPE 1
#define HAVE_STRUCT_STAT_ST_BLKSIZE 1
#define HAVE_STRUCT_STAT_ST_BLOCKS 1
#define HAVE_STRUCT_STAT_ST_ATIM_TV_NSEC 1
#define HAVE_STRUCT_TIMESPEC 1
#define HAVE_STRUCT_UTIMBUF 1
#define HAVE_ST_BLOCKS 1
#define HAVE_TM_GMTOFF 1
#define HAVE_TM_ZONE 1
#define HAVE_TZNAME 1
#define TYPEOF_STRUCT_STAT_ST_ATIM_IS_STRUCT_TIMESPEC 1

#define HAVE_ALLOCA 1
#define HAVE_ALLOCA_H 1
#define HAVE_BTOWC 1
#define HAVE_CHSIZE 0
#define HAVE_DIRFD 1
#define HAVE_ENDGRENT 1
#define HAVE_ENDPWENT 1
#define HAVE_FCHDIR 1
#define HAVE_FCHMOD 1
#define HAVE_FCHOWN 1
#define HAVE_FDATASYNC 1
#define HAVE_FSEEKO 1
#define HAVE_FTRUNCATE 1
#define HAVE_GETHOSTNAME 1
#define HAVE_GETPAGESIZE 1
#define HAVE_GETTIMEOFDAY 1
#define HAVE_ISASCII 1
#define HAVE_ISWPRINT 1
#define HAVE_LCHOWN 1
#define HAVE_MBRTOWC 1
#define HAVE_MBSINIT 1
#define HAVE_MEMCPY 1
#define HAVE_MEMPCPY 1
#define HAVE_MEMRCHR 1
#define HAVE_MKFIFO 1
#define HAVE_SETLOCALE 1
#define HAVE_STPCPY 1
#define HAVE_STRCOLL 1
#define HAVE_STRDUP 1
#define HAVE_STRNDUP 1
#define HAVE_STRSIGNAL 1
#define HAVE_STRTOLD 1
#define HAVE_SYNC 1
#define HAVE_SETGROUPS 1
#define HAVE_VPRINTF 1
#define HAVE_WCWIDTH 1
#define HAVE_WORKING_O_NOFOLLOW 1

#define HAVE_DECL_FREE 1
#define HAVE_DECL_GETC_UNLOCKED 1
#define HAVE_DECL_GETENV 1
#define HAVE_DECL_GETEUID 1
#define HAVE_DECL_GETGRGID 1
#define HAVE_DECL_GETLOGIN 1
#define HAVE_DECL_GETPWUID 1
#define HAVE_DECL_GETUID 1
#define HAVE_DECL_GETUTENT 1
#define HAVE_DECL_LSEEK 1
#define HAVE_DECL_MALLOC 1
#define HAVE_DECL_MEMCHR 1
#define HAVE_DECL_MEMRCHR 1
#define HAVE_DECL_NANOSLEEP 1
#define HAVE_DECL_REALLOC 1
#define HAVE_DECL_STPCPY 1
#define HAVE_DECL_STRNDUP 1
#define HAVE_DECL_STRSTR 1
#define HAVE_DECL_STRTOIMAX 1
#define HAVE_DECL_STRTOLL 1
#define HAVE_DECL_STRTOUL 1
#define HAVE_DECL_STRTOULL 1
#define HAVE_DECL_STRTOUMAX 1
#define HAVE_DECL_TTYNAME 1
#define HAVE_DECL_WCWIDTH 1

#define _GL_ATTRIBUTE_CONST __attribute__((__const__))
#define _GL_ATTRIBUTE_PURE __attribute__((__pure__))
#define _GL_ATTRIBUTE_MALLOC __attribute__((__malloc__))
#define _GL_UNUSED __attribute__((__unused__))
#define _GL_UNUSED_PARAMETER _GL_UNUSED
#define _UNUSED_PARAMETER_ _GL_UNUSED
#define _GL_ATTRIBUTE_NORETURN __attribute__((__noreturn__))
#define _GL_ATTRIBUTE_FORMAT(spec) __attribute__((__format__ spec))
#define _GL_ATTRIBUTE_FORMAT_PRINTF(format, first) __attribute__((__format__(__printf__, format, first)))
#define _GL_ATTRIBUTE_ALLOC_SIZE(args) __attribute__((__alloc_size__ args))
#define _GL_ATTRIBUTE_ALWAYS_INLINE __attribute__((__always_inline__))
#define _GL_ATTRIBUTE_COLD __attribute__((__cold__))
#define _GL_ATTRIBUTE_DEALLOC(f, i)
#define _GL_ATTRIBUTE_DEALLOC_FREE
#define _GL_ATTRIBUTE_DEPRECATED __attribute__((__deprecated__))
#define _GL_ATTRIBUTE_FALLTHROUGH ((void)0)
#define _GL_ATTRIBUTE_LEAF __attribute__((__leaf__))
#define _GL_ATTRIBUTE_MAYBE_UNUSED _GL_UNUSED
#define _GL_ATTRIBUTE_MAY_ALIAS __attribute__((__may_alias__))
#define _GL_ATTRIBUTE_NODISCARD __attribute__((__warn_unused_result__))
#define _GL_ATTRIBUTE_NOINLINE __attribute__((__noinline__))
#define _GL_ATTRIBUTE_NONNULL(args)
#define _GL_ATTRIBUTE_NONSTRING
#define _GL_ATTRIBUTE_NOTHROW
#define _GL_ATTRIBUTE_PACKED __attribute__((__packed__))
#define _GL_ATTRIBUTE_REPRODUCIBLE
#define _GL_ATTRIBUTE_RETURNS_NONNULL
#define _GL_ATTRIBUTE_SENTINEL(pos)
#define _GL_ATTRIBUTE_UNSEQUENCED
#define _GL_ATTRIBUTE_UNUSED _GL_UNUSED
#define _GL_INLINE_HEADER_BEGIN
#define _GL_INLINE_HEADER_END
#define _GL_INLINE static inline
#define _GL_EXTERN_INLINE static inline

#include "time_rz.h"
