package flow

import "strings"

// libraryText lists library functions by their effects: names, a colon, and
// the effects in the notation explained at the type effects. Lines of the same
// effects share names. A function that is not listed is treated as its code
// allows (library.derive).
const libraryText = `
isalnum isalpha isascii isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit: pure
isalnum_l isalpha_l isblank_l iscntrl_l isdigit_l isgraph_l islower_l isprint_l ispunct_l isspace_l isupper_l isxdigit_l: pure
tolower toupper toascii tolower_l toupper_l: pure
iswalnum iswalpha iswblank iswcntrl iswctype iswdigit iswgraph iswlower iswprint iswpunct iswspace iswupper iswxdigit towlower towupper wcwidth: pure
abs labs llabs imaxabs div ldiv lldiv imaxdiv ffs ffsl ffsll htonl htons ntohl ntohs: pure
acos acosf acosh acoshf asin asinf asinh asinhf atan atan2 atan2f atanf atanh atanhf cbrt cbrtf ceil ceilf copysign copysignf cos cosf cosh coshf erf erff erfc erfcf exp exp2 exp2f expf expm1 expm1f fabs fabsf fdim fdimf floor floorf fma fmaf fmax fmaxf fmin fminf fmod fmodf hypot hypotf ilogb ilogbf ldexp ldexpf llrint llrintf llround llroundf log log10 log10f log1p log1pf log2 log2f logb logbf logf lrint lrintf lround lroundf nan nanf nearbyint nearbyintf nextafter nextafterf pow powf remainder remainderf rint rintf round roundf scalbln scalblnf scalbn scalbnf sin sinf sinh sinhf sqrt sqrtf tan tanf tanh tanhf trunc truncf exp10 pow10 drem finite finitef: pure
__isinf __isnan __finite __isinff __isnanf __finitef __fpclassify __fpclassifyf __signbit __signbitf isinf isnan isinff isnanf: pure
frexp frexpf lgamma_r: w1#4
modf: w1#8
modff: w1#4
sincos: w1#8 w2#8
sincosf: w1#4 w2#4
strlen strnlen wcslen wcsnlen: r0
strcmp strcoll strcasecmp strverscmp wcscmp strncmp strncasecmp strspn strcspn strcoll_l strcasecmp_l strncasecmp_l wcsncmp wcscasecmp wcscoll wcsspn wcscspn: r0 r1
memcmp bcmp: r0:2 r1:2
memchr memrchr rawmemchr: r0:2 ret~0
strchr strrchr index rindex strchrnul wcschr wcsrchr: r0 ret~0
strstr strpbrk strcasestr wcsstr wcspbrk: r0 r1 ret~0
memmem: r0:1 r2:3 ret~0
memcpy memmove __rift_copy: r1:2 w0:2 c0=1 ret=0
mempcpy __mempcpy: r1:2 w0:2 c0=1 ret~0
memccpy: r1:3 w0:3 c0=1 ret~0
bcopy: r0:2 w1:2 c1=0
memset __rift_fill: w0:2 ret=0
bzero explicit_bzero: w0:1
strcpy strncpy wcscpy wcsncpy: r1 w0 ret=0
stpcpy stpncpy __stpcpy: r1 w0 ret~0
strcat strncat wcscat: r0 r1 w0 ret=0
strlcpy strlcat: r0 r1 w0
strdup strndup __strdup wcsdup: r0 new fill e
strtok: r0 r1 w0 ret~0 @strtok @strtok~0 ret*@strtok m@strtok
strtok_r __strtok_r wcstok: r0 r1 r2* w0 w2* *2~0 ret~0 ret*2
strsep: r0* r1 w0* ret*0
strxfrm: r1 w0
strerror: pure ret=@strerror w@strerror
strsignal: ret=@strerror w@strerror
strerror_r __xpg_strerror_r: w1 ret~1
atoi atol atoll atof: r0
strtol strtoul strtoll strtoull strtoimax strtoumax strtod strtof strtoq strtouq __isoc23_strtol __isoc23_strtoll __isoc23_strtoul __isoc23_strtoull strtol_l strtoul_l strtoll_l strtoull_l strtod_l strtof_l: r0 w1#8 *1~0 E
strtold: r1 w0#16 w2#8 *2~0 E
qsort: r0:9 w0:9 cb3=0,0:2
qsort_r: r0:9 w0:9 cb3=0,0,4:2
bsearch: r1:9 r0 cb4=0,1:3 ret~1:3
malloc valloc pvalloc: new e
calloc: new fill e
memalign aligned_alloc: new e
realloc: r0:9 new c-1=0 e
reallocarray: r0:9 new c-1=0 e
posix_memalign: w0#8 *0=new
free cfree: pure
malloc_usable_size: pure
alloca: new
__rift_alloc: new
__rift_free __rift_size: pure
__rift_exit __rift_signal __rift_error __rift_trap: X o
__rift_arg __rift_env __rift_file_name: new
__rift_read: w0:1 in
__rift_write: r1:2 out
__rift_file: new fill r0 w1#8
__rift_file_out: r0 r1:2 o
__rift_clock: @clock
__rift_setjmp: w0
__rift_longjmp: r0 j
longjmp _longjmp siglongjmp: r0 j
__rift_ftoa: w0:1 r2#16
__rift_atof: r0 w1:2
__rift_math: pure
__rift_mathl: w1#16 r2#16 r3#16
__rift_nondet: @nondet
__rift_symbolic: w0:1 @nondet
__rift_observe: r0 r2 o
__rift_assume: x
printf: r0 rv1 f0 out e
vprintf: r0 r1* out e
puts: r0 out e
putchar putchar_unlocked: out e
perror: r0 r@errno err
getchar getchar_unlocked: in e
fprintf: s0 r1 rv2 f1 o e
vfprintf: s0 r1 r2* o e
fputs fputs_unlocked: r0 s1 o e
fputc putc fputc_unlocked putc_unlocked _IO_putc: s1 o e
__overflow: s0 o e
fwrite fwrite_unlocked: r0:9 s3 o e
fflush fflush_unlocked: s0 o e @__libc_stdout
fclose: s0 o e files
fgetc getc fgetc_unlocked getc_unlocked _IO_getc __uflow: s0 e
ungetc: s1
fgets fgets_unlocked: w0:1 s2 ret=0 e
gets: w0 in ret=0
fread fread_unlocked: w0:9 s3 e
getline: r0* w0* w1#8 s2 *0=new e
getdelim __getdelim: r0* w0* w1#8 s3 *0=new e
feof ferror feof_unlocked ferror_unlocked fileno fileno_unlocked __fpending __freadable __fwritable __freading __fwriting: s0
clearerr clearerr_unlocked rewind setbuf setlinebuf setvbuf setbuffer __fpurge: s0
fseek fseeko fseeko64: s0 o e
ftell ftello ftello64: s0 e
fopen fopen64: r0 r1 files new fill r@errno E
fdopen: r1 files new fill e
freopen: r0 r1 s2 files ret=2 r@errno E
tmpfile: files new fill e
sprintf: w0 r1 rv2 f1 e
vsprintf: w0 r1 r2* e
snprintf: w0:1 r2 rv3 f2 e
vsnprintf: w0:1 r2 r3* e
asprintf: w0#8 *0=new r1 rv2 f1 e
vasprintf: w0#8 *0=new r1 r2* e
scanf __isoc99_scanf: in r0 wv1 e
vscanf: in r0 w1* e
fscanf __isoc99_fscanf: s0 r1 wv2 e
vfscanf: s0 r1 w2* e
sscanf __isoc99_sscanf: r0 r1 wv2
vsscanf: r0 r1 w2*
open open64 creat: r0 files r@errno E
close: files e
read: w1:2 files in E
write: r1:2 files out E
lseek lseek64: files r@errno E
unlink remove rmdir: r0 files r@errno E o
rename: r0 r1 files r@errno E o
mkdir: r0 files r@errno E o
access euidaccess eaccess: r0 files r@errno E
stat lstat: r0 w1#144 files r@errno E
fstat: w1#144 files r@errno E
isatty ttyname: e
getenv secure_getenv: r0 r@environ ret=@environ ret*@environ
setenv: r0 r1 @environ
unsetenv: r0 @environ
putenv: r0 @environ @environ~0
exit quick_exit: X o out cb@atexit=
_exit _Exit: X o
abort: X o
__assert_fail __assert: X r0 r1 err o
__klee_assert_fail: X r0 r1 err o
__VERIFIER_error reach_error: X o
__VERIFIER_assume klee_assume: x
__VERIFIER_assert: x o
klee_report_error klee_abort klee_silent_exit: X o
klee_make_symbolic: w0:1 @nondet
klee_range klee_int klee_choose: @nondet
__VERIFIER_nondet_bool __VERIFIER_nondet_char __VERIFIER_nondet_double __VERIFIER_nondet_float __VERIFIER_nondet_int __VERIFIER_nondet_long __VERIFIER_nondet_longlong __VERIFIER_nondet_schar __VERIFIER_nondet_short __VERIFIER_nondet_size_t __VERIFIER_nondet_uchar __VERIFIER_nondet_uint __VERIFIER_nondet_ulong __VERIFIER_nondet_ulonglong __VERIFIER_nondet_unsigned __VERIFIER_nondet_ushort: @nondet
err: X o err rv1 r@errno out
verr: X o err r1 r2* r@errno out
errx: X o err rv1 out
verrx: X o err r1 r2* out
warn: o err rv0 r@errno
vwarn: o err r0 r1* r@errno
warnx: o err rv0
vwarnx: o err r0 r1*
error: x o err rv2 out @error_message_count cb@error_print_progname=
atexit: @atexit~0
on_exit: @atexit~0 @atexit~1
__errno_location: ret=@errno
__ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc: ret=@ctype
rand random lrand48 drand48 mrand48: @rand
srand srandom srand48: w@rand
rand_r: r0#4 w0#4
time: @clock w0#8
clock: @clock
gettimeofday: @clock w0#16
clock_gettime: @clock w1#16
getopt __posix_getopt: r1* r2 @optind @optarg @opterr @optopt err @getopt w1* @optarg~*1
getopt_long getopt_long_only: r1* r2 r3* w1* w4#4 w3* @optind @optarg @opterr @optopt err @getopt @optarg~*1
setlocale: r1 ret=@locale
bindtextdomain textdomain: r0 ret~0
gettext: r0 ret=0
dgettext dcgettext: r1 ret=1
ngettext: r0 r1 ret=0 ret=1
nl_langinfo: ret=@locale
localeconv: ret=@locale
bind_textdomain_codeset: pure ret~1
basename dirname __xpg_basename: r0 w0 ret~0 ret=@dirname
mbrtowc: w0 r1 r3 w3
mbtowc mbrlen mblen: w0 r1
wcrtomb: w0 w2
wctomb: w0
mbsinit: r0
__ctype_get_mb_cur_max: pure
btowc wctob: pure
mbstowcs wcstombs: w0 r1
sysconf getpagesize getpid getuid geteuid getgid getegid umask alarm sleep usleep nanosleep: e
`

// libraryTable returns the effects of the functions listed, by name.
func libraryTable() map[string]string {
	table := map[string]string{}
	for _, line := range strings.Split(strings.TrimSpace(libraryText), "\n") {
		names, text, _ := strings.Cut(line, ":")
		for _, n := range strings.Fields(names) {
			table[n] = strings.TrimSpace(text)
		}
	}
	return table
}
