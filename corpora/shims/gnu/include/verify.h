#pragma once
#define verify_true(x) (!!sizeof(struct { unsigned int verified : (x) ? 1 : -1; }))
#define verify_expr(x, e) (verify_true(x) ? (e) : (e))
#define verify(x) _Static_assert(x, #x)
#define assume(x) ((void)0)
