#define _GNU_SOURCE 1
#define HAVE_STRUCT_STAT_ST_BLKSIZE 1
#define HAVE_SYS_WAIT_H 1
#define HAVE_STRCASECMP 1
#define HAVE_STRCHR 1
#define HAVE_LOCALE_H 1
#define HAVE_SETLOCALE 1
#define HAVE_UNISTD_H 1
#define HAVE_FCNTL_H 1
#define HAVE_STDLIB_H 1
#define HAVE_STRING_H 1
#define HAVE_STDBOOL_H 1
#define HAVE_LIMITS_H 1
#define HAVE_INTTYPES_H 1
#define HAVE_STDINT_H 1
#define HAVE_STDDEF_H 1
#define STDC_HEADERS 1
#define HAVE_TIME_H 1
#define HAVE_DIRENT_H 1
#define HAVE_WORKING_FORK 1
#define HAVE_FORK 1
#define HAVE_DUP2 1
#define HAVE_SIGPROCMASK 1
#define HAVE_SIGACTION 1
#define HAVE_STRUCT_STAT_ST_MTIM_TV_NSEC 1
#define ST_MTIM_NSEC tv_nsec
#define HAVE_ST_RDEV 1
#define D_INO_IN_DIRENT 1
#define PACKAGE "diffutils"
#define PACKAGE_NAME "GNU diffutils"
#define PACKAGE_BUGREPORT "nobody"
#define VERSION "test"
#define DEFAULT_EDITOR_PROGRAM "ed"
#define PR_PROGRAM "/usr/bin/pr"
#define _GL_ATTRIBUTE_PURE
#define _UNUSED_PARAMETER_ __attribute__ ((__unused__))
#define PACKAGE_VERSION "test"
#define O_BINARY 0
#define setmode(f, m) (m)
