#ifndef _SYS_CDEFS_H
#define _SYS_CDEFS_H
#ifdef __cplusplus
#define __BEGIN_DECLS extern "C" {
#define __END_DECLS }
#else
#define __BEGIN_DECLS
#define __END_DECLS
#endif
#define __P(args) args
#define __PMT(args) args
#define __THROW
#define __NTH(fct) fct
#define __CONCAT(x, y) x##y
#define __STRING(x) #x
#define __ptr_t void *
#define __long_double_t long double
#define __wur
#define __nonnull(params)
#define __attribute_pure__
#define __attribute_const__
#define __attribute_malloc__
#define __attribute_deprecated__
#define __attribute_noinline__
#define __attribute_used__
#define __restrict_arr restrict
#endif
