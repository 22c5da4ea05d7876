package builtin

// Declarations declares the builtins that the parser does not know itself,
// where calls need the right type of result.
const Declarations = `
#undef __builtin_huge_vall
void __builtin_va_start();
void __builtin_va_end();
void *__builtin_va_arg_impl();
void *__builtin_return_address(unsigned);
void *__builtin_extract_return_addr(void *);
void *__builtin_frame_address(unsigned);
void *__builtin_alloca_with_align(unsigned long, unsigned long);
void *__builtin_memmove(void *, const void *, unsigned long);
void *__builtin_mempcpy(void *, const void *, unsigned long);
void *__builtin_assume_aligned();
char *__builtin_stpcpy(char *, const char *);
char *__builtin_strdup(const char *);
char *__builtin_strndup(const char *, unsigned long);
char *__builtin_index(const char *, int);
char *__builtin_rindex(const char *, int);
double __builtin_nans(const char *);
float __builtin_nansf(const char *);
long double __builtin_huge_vall(void);
long double __builtin_nansl(const char *);
long double __builtin_cosl(long double);
double __builtin_round(double);
double __builtin_trunc(double);
double __builtin_rint(double);
double __builtin_nearbyint(double);
double __builtin_fmin(double, double);
double __builtin_fmax(double, double);
double __builtin_fma(double, double, double);
double __builtin_exp2(double);
double __builtin_log2(double);
double __builtin_cbrt(double);
double __builtin_hypot(double, double);
float __builtin_roundf(float);
float __builtin_truncf(float);
float __builtin_fminf(float, float);
float __builtin_fmaxf(float, float);
double __builtin_scalbn(double, int);
long __builtin_lround(double);
long __builtin_lrint(double);
void __builtin_trap(void);
_Complex float __builtin_conjf(_Complex float);
_Complex double __builtin_conj(_Complex double);
_Complex long double __builtin_conjl(_Complex long double);
float __builtin_crealf(_Complex float);
double __builtin_creal(_Complex double);
long double __builtin_creall(_Complex long double);
float __builtin_cimagf(_Complex float);
double __builtin_cimag(_Complex double);
long double __builtin_cimagl(_Complex long double);
void __builtin__Exit(int);
void __builtin__exit(int);
int __builtin_popcountl(unsigned long);
int __builtin_memcmp_eq(const void *, const void *, unsigned long);
int __builtin_strcasecmp(const char *, const char *);
int __builtin_strncasecmp(const char *, const char *, unsigned long);
long __builtin_expect_with_probability(long, long, double);
unsigned long __builtin_dynamic_object_size(const void *, int);
int __builtin_setjmp(void **);
void __builtin_longjmp(void **, int);
`
