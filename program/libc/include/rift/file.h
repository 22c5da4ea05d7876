/* Streams from the inside, and the hooks that tie the layers together without
   making small programs carry the large ones. */
#ifndef _RIFT_FILE_H
#define _RIFT_FILE_H
#include <stddef.h>

/* Bits that glibc gives another meaning are avoided; the end, failures and
   nothing else are looked at by programs. */
#define F_READ 1u     /* may be read */
#define F_WRITE 2u    /* may be written */
#define F_APPEND 4u   /* every write goes to the end */
#define F_HEAP 8u     /* the stream itself is on the heap */
#define F_ATEOF 16u   /* end of file was met; as in glibc */
#define F_FAILED 32u  /* an operation failed; as in glibc */
#define F_LINE 64u    /* line buffered */
#define F_NOBUF 128u  /* unbuffered */
#define F_WRITING 512u /* the buffer holds output */

/* Room before the buffer for characters pushed back. */
#define F_PUSHBACK 16

struct _IO_FILE;

struct __libc_ops {
	long (*read)(struct _IO_FILE *, void *, unsigned long);
	long (*write)(struct _IO_FILE *, const void *, unsigned long);
	long (*seek)(struct _IO_FILE *, long, int);
	int (*close)(struct _IO_FILE *);
};

/* A stream is idle, reading (rp..rend are the unread bytes) or writing
   (start..wp are the unwritten bytes, wp..wend is free). wp == wend unless
   characters may simply be stored.

   Members lie where glibc has those of the same use, as portability libraries
   that were configured for it look at them: they take rp..rend for what is
   left to read unless wp > start. */
struct _IO_FILE {
	unsigned int flags;
	unsigned char *rp, *rend;
	void *read_base;
	unsigned char *start, *wp, *wend;
	unsigned char *buf; /* F_PUSHBACK + cap bytes, or null */
	void *buffer_end, *save_base, *backup_base, *save_end, *markers;
	struct _IO_FILE *next; /* in the list of open streams */
	int fd;
	int wide; /* orientation */
	const struct __libc_ops *ops;
	void *cookie;
	unsigned long cap;
	long offset; /* programs may write it, nobody reads it */
	long spare[8];
};
typedef struct _IO_FILE FILE;

extern FILE *__libc_streams;
extern FILE __libc_stdin, __libc_stdout, __libc_stderr;

int __libc_fill(FILE *);
int __libc_flush(FILE *);
int __libc_get_slow(FILE *);
int __libc_put_slow(FILE *, int);
unsigned long __libc_fwrite(const void *, unsigned long, FILE *);
unsigned long __libc_fread(void *, unsigned long, FILE *);
int __libc_ungetc(int, FILE *);
long __libc_fseek(FILE *, long, int);
long __libc_ftell(FILE *);
int __libc_fclose(FILE *);
FILE *__libc_fnew(const struct __libc_ops *, unsigned int);
int __libc_fmode(const char *, unsigned int *);
int __libc_fprintf(FILE *, const char *, ...);
int __libc_put_number(FILE *, unsigned long, int conv, int width, int flags);
int __libc_put_text(FILE *, const char *);

/* Macros, because calls are what single characters cost most. */
#define __libc_getc(stream) \
	(__extension__({ \
		FILE *f_ = (stream); \
		f_->rp < f_->rend ? (int)*f_->rp++ : __libc_get_slow(f_); \
	}))
#define __libc_putc(c, stream) \
	(__extension__({ \
		FILE *f_ = (stream); \
		int c_ = (unsigned char)(c); \
		f_->wp < f_->wend ? (int)(*f_->wp++ = (unsigned char)c_) : __libc_put_slow(f_, c_); \
	}))

/* Hooks; null until the layer that sets them is in use. */
extern long (*__libc_read_hook)(int, void *, unsigned long);
extern long (*__libc_write_hook)(int, const void *, unsigned long);
extern long (*__libc_seek_hook)(int, long, int);
extern int (*__libc_close_hook)(int);
extern int (*__libc_output_hook)(int); /* whether a descriptor is standard output or error */
extern void (*__libc_atexit_hook)(int);
extern void (*__libc_stdio_hook)(void);
extern void (*__libc_files_hook)(void);

/* The end of the run, without atexit functions and without flushing. */
void __libc_exit_now(int) __attribute__((__noreturn__));
void __libc_signal_now(int) __attribute__((__noreturn__));
void __libc_exit(int) __attribute__((__noreturn__));

/* Descriptors and files; see vfs.c. */
int __libc_open(const char *, int, unsigned int);
int __libc_close(int);
long __libc_read(int, void *, unsigned long);
long __libc_write(int, const void *, unsigned long);
long __libc_lseek(int, long, int);
int __libc_remove(const char *, int);
void __libc_doze(long, long); /* sleeps */
long __libc_seconds(void); /* the time */
const char *__libc_strerror(int);
const char *__libc_getenv(const char *);
char *__libc_progname(int);
#endif
