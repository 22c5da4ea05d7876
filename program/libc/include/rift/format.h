/* The engines behind the printf and scanf families. */
#ifndef _RIFT_FORMAT_H
#define _RIFT_FORMAT_H
#include <stdarg.h>
#include <rift/file.h>

/* Where formatted text goes. */
struct __libc_out {
	void (*put)(struct __libc_out *, const char *, unsigned long);
	FILE *file;         /* put_file */
	char *buf;          /* put_mem: next free byte */
	unsigned long room; /* put_mem: bytes free */
	unsigned long total; /* bytes produced, whether stored or not */
	int failed;
};

/* Floating conversion: how printf saw the directive. */
struct __libc_spec {
	int minus, plus, space, hash, zero;
	int width, prec; /* prec -1: none given */
	int conv;
};

void __libc_put_file(struct __libc_out *, const char *, unsigned long);
void __libc_put_mem(struct __libc_out *, const char *, unsigned long);
void __libc_pad(struct __libc_out *, int, long);
unsigned long __libc_print_address(unsigned long);
unsigned long __libc_read_address(unsigned long);
int __libc_format(struct __libc_out *, const char *, va_list);
void __libc_format_float(struct __libc_out *, const struct __libc_spec *, const long double *, int);
int __libc_vfprintf(FILE *, const char *, va_list);
int __libc_vsnprintf(char *, unsigned long, const char *, va_list);

/* Where scanf reads from: get returns the next byte or -1, back undoes one get
   that returned a byte. */
struct __libc_in {
	int (*get)(struct __libc_in *);
	void (*back)(struct __libc_in *, int);
	FILE *file;
	const char *text;
};

int __libc_scan(struct __libc_in *, const char *, va_list);
#endif
