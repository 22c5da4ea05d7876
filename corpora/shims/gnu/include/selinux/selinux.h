/* A system without security contexts. */
#pragma once
#include <errno.h>
#include <sys/types.h>
typedef char *security_context_t;
typedef unsigned short security_class_t;
#define SECCLASS_FILE 6
static inline int rift_no_context(void)
{
	errno = ENOTSUP;
	return -1;
}
#define is_selinux_enabled() 0
#define getcon(context) ((void)(context), rift_no_context())
#define freecon(context) ((void)(context))
#define getfilecon(file, context) ((void)(file), (void)(context), rift_no_context())
#define lgetfilecon(file, context) getfilecon(file, context)
#define fgetfilecon(fd, context) ((void)(fd), (void)(context), rift_no_context())
#define setfilecon(file, context) ((void)(file), (void)(context), rift_no_context())
#define lsetfilecon(file, context) setfilecon(file, context)
#define fsetfilecon(fd, context) ((void)(fd), (void)(context), rift_no_context())
#define getfscreatecon(context) ((void)(context), rift_no_context())
#define setfscreatecon(context) ((void)(context), rift_no_context())
#define matchpathcon(path, mode, context) ((void)(path), (void)(mode), (void)(context), rift_no_context())
#define matchpathcon_init_prefix(path, prefix) ((void)0)
#define security_compute_create(from, to, class, context) ((void)(context), rift_no_context())
#define string_to_security_class(name) 0
