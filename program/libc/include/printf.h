#ifndef _PRINTF_H
#define _PRINTF_H
#include <stdio.h>
#include <wchar.h>
#include <stdarg.h>
struct printf_info {
	int prec;
	int width;
	wchar_t spec;
	unsigned int is_long_double : 1;
	unsigned int is_short : 1;
	unsigned int is_long : 1;
	unsigned int alt : 1;
	unsigned int space : 1;
	unsigned int left : 1;
	unsigned int showsign : 1;
	unsigned int group : 1;
	unsigned int extra : 1;
	unsigned int is_char : 1;
	unsigned int wide : 1;
	unsigned int i18n : 1;
	unsigned int is_binary128 : 1;
	unsigned int __pad : 3;
	unsigned short user;
	wchar_t pad;
};
typedef int printf_function(FILE *, const struct printf_info *, const void *const *);
typedef int printf_arginfo_size_function(const struct printf_info *, size_t, int *, int *);
typedef int printf_arginfo_function(const struct printf_info *, size_t, int *);
#define PA_INT 0
#define PA_CHAR 1
#define PA_WCHAR 2
#define PA_STRING 3
#define PA_WSTRING 4
#define PA_POINTER 5
#define PA_FLOAT 6
#define PA_DOUBLE 7
#define PA_LAST 8
#define PA_FLAG_MASK 0xff00
#define PA_FLAG_LONG_LONG 0x100
#define PA_FLAG_LONG_DOUBLE 0x100
#define PA_FLAG_LONG 0x200
#define PA_FLAG_SHORT 0x400
#define PA_FLAG_PTR 0x800

int register_printf_specifier(int, printf_function, printf_arginfo_size_function);
int register_printf_function(int, printf_function, printf_arginfo_function);
size_t parse_printf_format(const char *, size_t, int *);
#endif
