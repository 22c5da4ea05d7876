/* Names for what compilers can be told of declarations. */
#pragma once
#define ATTRIBUTE_ALLOC_SIZE(args) __attribute__((__alloc_size__ args))
#define ATTRIBUTE_ALWAYS_INLINE __attribute__((__always_inline__))
#define ATTRIBUTE_ARTIFICIAL
#define ATTRIBUTE_COLD __attribute__((__cold__))
#define ATTRIBUTE_CONST __attribute__((__const__))
#define ATTRIBUTE_DEALLOC(f, i)
#define ATTRIBUTE_DEALLOC_FREE
#define ATTRIBUTE_DEPRECATED __attribute__((__deprecated__))
#define ATTRIBUTE_ERROR(msg)
#define ATTRIBUTE_EXTERNALLY_VISIBLE
#define ATTRIBUTE_FORMAT(spec) __attribute__((__format__ spec))
#define ATTRIBUTE_LEAF __attribute__((__leaf__))
#define ATTRIBUTE_MALLOC __attribute__((__malloc__))
#define ATTRIBUTE_MAY_ALIAS __attribute__((__may_alias__))
#define ATTRIBUTE_NODISCARD __attribute__((__warn_unused_result__))
#define ATTRIBUTE_NOINLINE __attribute__((__noinline__))
#define ATTRIBUTE_NONNULL(args) __attribute__((__nonnull__ args))
#define ATTRIBUTE_NONSTRING
#define ATTRIBUTE_NOTHROW
#define ATTRIBUTE_PACKED __attribute__((__packed__))
#define ATTRIBUTE_PURE __attribute__((__pure__))
#define ATTRIBUTE_REPRODUCIBLE
#define ATTRIBUTE_RETURNS_NONNULL
#define ATTRIBUTE_SENTINEL(pos) __attribute__((__sentinel__ pos))
#define ATTRIBUTE_UNSEQUENCED
#define ATTRIBUTE_WARNING(msg)
#define MAYBE_UNUSED __attribute__((__unused__))
#define NODISCARD ATTRIBUTE_NODISCARD
#define DEPRECATED ATTRIBUTE_DEPRECATED
#ifndef FALLTHROUGH
#define FALLTHROUGH ((void)0)
#endif
