/* Mappings as far as plain memory can stand in for them. */
#include <rift/file.h>
#include <rift/vfs.h>
#include <rift/intrinsics.h>
#include <errno.h>
#include <sys/mman.h>

void *mmap(void *at, size_t n, int prot, int flags, int fd, off_t off)
{
	struct ofile *o = 0;
	if (!n || flags & MAP_FIXED || !(flags & MAP_ANONYMOUS) && flags & MAP_SHARED && prot & PROT_WRITE) {
		errno = n ? ENODEV : EINVAL;
		return MAP_FAILED;
	}
	if (!(flags & MAP_ANONYMOUS) && (!(o = __libc_fd(fd)) || o->kind != K_FILE)) {
		errno = o ? ENODEV : EBADF;
		return MAP_FAILED;
	}
	size_t pages = (n + 4095) & ~(size_t)4095;
	char *p = __rift_alloc(pages);
	if (!p) {
		errno = ENOMEM;
		return MAP_FAILED;
	}
	__rift_fill(p, 0, pages);
	if (o && off < (long)o->ino->size) {
		size_t have = o->ino->size - off;
		__rift_copy(p, o->ino->data + off, have < n ? have : n);
	}
	return p;
}

int munmap(void *p, size_t n)
{
	if (__rift_size(p) == ((n + 4095) & ~(size_t)4095))
		__rift_free(p);
	return 0;
}

int mprotect(void *p, size_t n, int prot)
{
	return 0;
}

int msync(void *p, size_t n, int flags)
{
	return 0;
}

int madvise(void *p, size_t n, int advice)
{
	return 0;
}

void *mremap(void *old, size_t size, size_t n, int flags, ...)
{
	size_t pages = (n + 4095) & ~(size_t)4095;
	char *p = flags & MREMAP_MAYMOVE ? __rift_alloc(pages) : 0;
	if (!p) {
		errno = ENOMEM;
		return MAP_FAILED;
	}
	size_t have = __rift_size(old);
	__rift_fill(p, 0, pages);
	__rift_copy(p, old, have < pages ? have : pages);
	__rift_free(old);
	return p;
}
