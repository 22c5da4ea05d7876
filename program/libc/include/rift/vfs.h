/* The file system in the program's own memory. */
#ifndef _RIFT_VFS_H
#define _RIFT_VFS_H

#define HOME "/home/user"
#define NFDS 1024

/* A file or directory. Names under HOME are relative to it. */
struct inode {
	struct inode *next; /* in order of creation */
	char *name;         /* canonical; null once it has no name any more */
	const char *given;  /* as the machine knows it */
	unsigned char *data;
	unsigned long size, cap;
	unsigned int mode; /* type and permissions */
	int initial;       /* existed before the run */
	int changed;
	int number;
	long mtime, atime;
};

enum open_kind { K_IN, K_OUT, K_FILE, K_DIR, K_NULL, K_WATCH };

/* An open file; several descriptors may share it. */
struct ofile {
	enum open_kind kind;
	int refs;
	int flags; /* as given to open */
	int out;   /* K_OUT: descriptor of the machine */
	struct inode *ino;
	long pos;               /* K_WATCH: how many watches were made */
	unsigned long *watched; /* K_WATCH: by watch, the number of its file; 0 is none any more */
};

extern struct ofile *__libc_fds[NFDS];
extern struct inode *__libc_inodes;
extern char __libc_cwd[4096];
extern unsigned int __libc_umask;

void __libc_fd_init(void);
struct ofile *__libc_fd(int fd);
char *__libc_canonical(const char *path, char *out);
char *__libc_resolve(const char *path, int follow, char *out);
int __libc_slashed(const char *path);
struct inode *__libc_lookup(const char *path);
struct inode *__libc_entry(const char *path);
struct inode *__libc_given(const char *file, char *name);
int __libc_is_dir(const char *path);
int __libc_parent_exists(const char *path);
struct inode *__libc_new_inode(const char *path, unsigned int mode);
int __libc_resize(struct inode *, unsigned long);
int __libc_new_fd(struct ofile *, int);
#endif
