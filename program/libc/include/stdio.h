#ifndef _STDIO_H
#define _STDIO_H
#include <features.h>
#include <stddef.h>
#include <stdarg.h>
typedef struct _IO_FILE FILE;
typedef struct _IO_FILE __FILE;
typedef struct {
	long __pos;
} fpos_t;
typedef fpos_t fpos64_t;
typedef long off_t;
typedef long off64_t;
typedef long ssize_t;
#define EOF (-1)
#define BUFSIZ 8192
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define FILENAME_MAX 4096
#define FOPEN_MAX 16
#define TMP_MAX 238328
#define L_tmpnam 20
#define L_ctermid 9
#define P_tmpdir "/tmp"
extern FILE *stdin, *stdout, *stderr;
#define stdin stdin
#define stdout stdout
#define stderr stderr
int printf(const char *, ...);
int fprintf(FILE *, const char *, ...);
int sprintf(char *, const char *, ...);
int snprintf(char *, size_t, const char *, ...);
int dprintf(int, const char *, ...);
int asprintf(char **, const char *, ...);
int vprintf(const char *, va_list);
int vfprintf(FILE *, const char *, va_list);
int vsprintf(char *, const char *, va_list);
int vsnprintf(char *, size_t, const char *, va_list);
int vdprintf(int, const char *, va_list);
int vasprintf(char **, const char *, va_list);
int scanf(const char *, ...);
int fscanf(FILE *, const char *, ...);
int sscanf(const char *, const char *, ...);
int vscanf(const char *, va_list);
int vfscanf(FILE *, const char *, va_list);
int vsscanf(const char *, const char *, va_list);
int getc(FILE *);
int getchar(void);
int fgetc(FILE *);
int getc_unlocked(FILE *);
int getchar_unlocked(void);
int fgetc_unlocked(FILE *);
int ungetc(int, FILE *);
int getw(FILE *);
char *fgets(char *, int, FILE *);
char *fgets_unlocked(char *, int, FILE *);
char *gets(char *);
char *gets_s(char *, size_t);
ssize_t getline(char **, size_t *, FILE *);
ssize_t getdelim(char **, size_t *, int, FILE *);
ssize_t __getdelim(char **, size_t *, int, FILE *);
int putc(int, FILE *);
int putchar(int);
int fputc(int, FILE *);
int putc_unlocked(int, FILE *);
int putchar_unlocked(int);
int fputc_unlocked(int, FILE *);
int putw(int, FILE *);
int puts(const char *);
int fputs(const char *, FILE *);
int fputs_unlocked(const char *, FILE *);
size_t fread(void *, size_t, size_t, FILE *);
size_t fwrite(const void *, size_t, size_t, FILE *);
size_t fread_unlocked(void *, size_t, size_t, FILE *);
size_t fwrite_unlocked(const void *, size_t, size_t, FILE *);
FILE *fopen(const char *, const char *);
FILE *fopen64(const char *, const char *);
FILE *fdopen(int, const char *);
FILE *freopen(const char *, const char *, FILE *);
FILE *fmemopen(void *, size_t, const char *);
FILE *open_memstream(char **, size_t *);
int fclose(FILE *);
int fcloseall(void);
int fflush(FILE *);
int fflush_unlocked(FILE *);
int fseek(FILE *, long, int);
int fseeko(FILE *, off_t, int);
int fseeko64(FILE *, off_t, int);
long ftell(FILE *);
off_t ftello(FILE *);
off_t ftello64(FILE *);
void rewind(FILE *);
int fgetpos(FILE *, fpos_t *);
int fsetpos(FILE *, const fpos_t *);
int feof(FILE *);
int ferror(FILE *);
void clearerr(FILE *);
int feof_unlocked(FILE *);
int ferror_unlocked(FILE *);
void clearerr_unlocked(FILE *);
int fileno(FILE *);
int fileno_unlocked(FILE *);
int setvbuf(FILE *, char *, int, size_t);
void setbuf(FILE *, char *);
void setbuffer(FILE *, char *, size_t);
void setlinebuf(FILE *);
void flockfile(FILE *);
int ftrylockfile(FILE *);
void funlockfile(FILE *);
int remove(const char *);
int rename(const char *, const char *);
int renameat(int, const char *, int, const char *);
FILE *tmpfile(void);
char *tmpnam(char *);
char *tempnam(const char *, const char *);
void perror(const char *);
FILE *popen(const char *, const char *);
int pclose(FILE *);
char *ctermid(char *);
#endif
