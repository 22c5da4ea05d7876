/* Texts and names of the error numbers, as glibc words them. Each list is one
   string, whose parts are in order and empty where there is no such number:
   that compiles much faster than a table of pointers. */
#include <rift/file.h>
#include <string.h>

#define LAST 133

static const char texts[] =
	"Success\0"
	"Operation not permitted\0"
	"No such file or directory\0"
	"No such process\0"
	"Interrupted system call\0"
	"Input/output error\0"
	"No such device or address\0"
	"Argument list too long\0"
	"Exec format error\0"
	"Bad file descriptor\0"
	"No child processes\0"
	"Resource temporarily unavailable\0"
	"Cannot allocate memory\0"
	"Permission denied\0"
	"Bad address\0"
	"Block device required\0"
	"Device or resource busy\0"
	"File exists\0"
	"Invalid cross-device link\0"
	"No such device\0"
	"Not a directory\0"
	"Is a directory\0"
	"Invalid argument\0"
	"Too many open files in system\0"
	"Too many open files\0"
	"Inappropriate ioctl for device\0"
	"Text file busy\0"
	"File too large\0"
	"No space left on device\0"
	"Illegal seek\0"
	"Read-only file system\0"
	"Too many links\0"
	"Broken pipe\0"
	"Numerical argument out of domain\0"
	"Numerical result out of range\0"
	"Resource deadlock avoided\0"
	"File name too long\0"
	"No locks available\0"
	"Function not implemented\0"
	"Directory not empty\0"
	"Too many levels of symbolic links\0"
	"\0"
	"No message of desired type\0"
	"Identifier removed\0"
	"Channel number out of range\0"
	"Level 2 not synchronized\0"
	"Level 3 halted\0"
	"Level 3 reset\0"
	"Link number out of range\0"
	"Protocol driver not attached\0"
	"No CSI structure available\0"
	"Level 2 halted\0"
	"Invalid exchange\0"
	"Invalid request descriptor\0"
	"Exchange full\0"
	"No anode\0"
	"Invalid request code\0"
	"Invalid slot\0"
	"\0"
	"Bad font file format\0"
	"Device not a stream\0"
	"No data available\0"
	"Timer expired\0"
	"Out of streams resources\0"
	"Machine is not on the network\0"
	"Package not installed\0"
	"Object is remote\0"
	"Link has been severed\0"
	"Advertise error\0"
	"Srmount error\0"
	"Communication error on send\0"
	"Protocol error\0"
	"Multihop attempted\0"
	"RFS specific error\0"
	"Bad message\0"
	"Value too large for defined data type\0"
	"Name not unique on network\0"
	"File descriptor in bad state\0"
	"Remote address changed\0"
	"Can not access a needed shared library\0"
	"Accessing a corrupted shared library\0"
	".lib section in a.out corrupted\0"
	"Attempting to link in too many shared libraries\0"
	"Cannot exec a shared library directly\0"
	"Invalid or incomplete multibyte or wide character\0"
	"Interrupted system call should be restarted\0"
	"Streams pipe error\0"
	"Too many users\0"
	"Socket operation on non-socket\0"
	"Destination address required\0"
	"Message too long\0"
	"Protocol wrong type for socket\0"
	"Protocol not available\0"
	"Protocol not supported\0"
	"Socket type not supported\0"
	"Operation not supported\0"
	"Protocol family not supported\0"
	"Address family not supported by protocol\0"
	"Address already in use\0"
	"Cannot assign requested address\0"
	"Network is down\0"
	"Network is unreachable\0"
	"Network dropped connection on reset\0"
	"Software caused connection abort\0"
	"Connection reset by peer\0"
	"No buffer space available\0"
	"Transport endpoint is already connected\0"
	"Transport endpoint is not connected\0"
	"Cannot send after transport endpoint shutdown\0"
	"Too many references: cannot splice\0"
	"Connection timed out\0"
	"Connection refused\0"
	"Host is down\0"
	"No route to host\0"
	"Operation already in progress\0"
	"Operation now in progress\0"
	"Stale file handle\0"
	"Structure needs cleaning\0"
	"Not a XENIX named type file\0"
	"No XENIX semaphores available\0"
	"Is a named type file\0"
	"Remote I/O error\0"
	"Disk quota exceeded\0"
	"No medium found\0"
	"Wrong medium type\0"
	"Operation canceled\0"
	"Required key not available\0"
	"Key has expired\0"
	"Key has been revoked\0"
	"Key was rejected by service\0"
	"Owner died\0"
	"State not recoverable\0"
	"Operation not possible due to RF-kill\0"
	"Memory page has hardware error\0";

static const char names[] =
	"0\0"
	"EPERM\0"
	"ENOENT\0"
	"ESRCH\0"
	"EINTR\0"
	"EIO\0"
	"ENXIO\0"
	"E2BIG\0"
	"ENOEXEC\0"
	"EBADF\0"
	"ECHILD\0"
	"EAGAIN\0"
	"ENOMEM\0"
	"EACCES\0"
	"EFAULT\0"
	"ENOTBLK\0"
	"EBUSY\0"
	"EEXIST\0"
	"EXDEV\0"
	"ENODEV\0"
	"ENOTDIR\0"
	"EISDIR\0"
	"EINVAL\0"
	"ENFILE\0"
	"EMFILE\0"
	"ENOTTY\0"
	"ETXTBSY\0"
	"EFBIG\0"
	"ENOSPC\0"
	"ESPIPE\0"
	"EROFS\0"
	"EMLINK\0"
	"EPIPE\0"
	"EDOM\0"
	"ERANGE\0"
	"EDEADLK\0"
	"ENAMETOOLONG\0"
	"ENOLCK\0"
	"ENOSYS\0"
	"ENOTEMPTY\0"
	"ELOOP\0"
	"\0"
	"ENOMSG\0"
	"EIDRM\0"
	"ECHRNG\0"
	"EL2NSYNC\0"
	"EL3HLT\0"
	"EL3RST\0"
	"ELNRNG\0"
	"EUNATCH\0"
	"ENOCSI\0"
	"EL2HLT\0"
	"EBADE\0"
	"EBADR\0"
	"EXFULL\0"
	"ENOANO\0"
	"EBADRQC\0"
	"EBADSLT\0"
	"\0"
	"EBFONT\0"
	"ENOSTR\0"
	"ENODATA\0"
	"ETIME\0"
	"ENOSR\0"
	"ENONET\0"
	"ENOPKG\0"
	"EREMOTE\0"
	"ENOLINK\0"
	"EADV\0"
	"ESRMNT\0"
	"ECOMM\0"
	"EPROTO\0"
	"EMULTIHOP\0"
	"EDOTDOT\0"
	"EBADMSG\0"
	"EOVERFLOW\0"
	"ENOTUNIQ\0"
	"EBADFD\0"
	"EREMCHG\0"
	"ELIBACC\0"
	"ELIBBAD\0"
	"ELIBSCN\0"
	"ELIBMAX\0"
	"ELIBEXEC\0"
	"EILSEQ\0"
	"ERESTART\0"
	"ESTRPIPE\0"
	"EUSERS\0"
	"ENOTSOCK\0"
	"EDESTADDRREQ\0"
	"EMSGSIZE\0"
	"EPROTOTYPE\0"
	"ENOPROTOOPT\0"
	"EPROTONOSUPPORT\0"
	"ESOCKTNOSUPPORT\0"
	"EOPNOTSUPP\0"
	"EPFNOSUPPORT\0"
	"EAFNOSUPPORT\0"
	"EADDRINUSE\0"
	"EADDRNOTAVAIL\0"
	"ENETDOWN\0"
	"ENETUNREACH\0"
	"ENETRESET\0"
	"ECONNABORTED\0"
	"ECONNRESET\0"
	"ENOBUFS\0"
	"EISCONN\0"
	"ENOTCONN\0"
	"ESHUTDOWN\0"
	"ETOOMANYREFS\0"
	"ETIMEDOUT\0"
	"ECONNREFUSED\0"
	"EHOSTDOWN\0"
	"EHOSTUNREACH\0"
	"EALREADY\0"
	"EINPROGRESS\0"
	"ESTALE\0"
	"EUCLEAN\0"
	"ENOTNAM\0"
	"ENAVAIL\0"
	"EISNAM\0"
	"EREMOTEIO\0"
	"EDQUOT\0"
	"ENOMEDIUM\0"
	"EMEDIUMTYPE\0"
	"ECANCELED\0"
	"ENOKEY\0"
	"EKEYEXPIRED\0"
	"EKEYREVOKED\0"
	"EKEYREJECTED\0"
	"EOWNERDEAD\0"
	"ENOTRECOVERABLE\0"
	"ERFKILL\0"
	"EHWPOISON\0";

static char buf[32];

static const char *part(const char *list, int i)
{
	if (i < 0 || i > LAST)
		return 0;
	for (; i; i--)
		list += strlen(list) + 1;
	return *list ? list : 0;
}

const char *__libc_strerror(int err)
{
	const char *known = part(texts, err);
	if (known)
		return known;
	char digits[12], *to = buf;
	const char *s = "Unknown error ";
	int n = 0;
	unsigned v = err < 0 ? -(unsigned)err : (unsigned)err;
	while (*s)
		*to++ = *s++;
	if (err < 0)
		*to++ = '-';
	do
		digits[n++] = '0' + v % 10;
	while (v /= 10);
	while (n)
		*to++ = digits[--n];
	*to = 0;
	return buf;
}

char *strerror(int err)
{
	return (char *)__libc_strerror(err);
}

/* The GNU variant, which need not use the buffer. */
char *strerror_r(int err, char *out, size_t size)
{
	return (char *)__libc_strerror(err);
}

int __xpg_strerror_r(int err, char *out, size_t size)
{
	const char *s = __libc_strerror(err);
	size_t n = strlen(s), keep = n < size ? n : size ? size - 1 : 0;
	if (size) {
		memcpy(out, s, keep);
		out[keep] = 0;
	}
	if (s == buf)
		return 22;
	return keep < n ? 34 : 0;
}

const char *strerrorname_np(int err)
{
	return part(names, err);
}

const char *strerrordesc_np(int err)
{
	return part(texts, err);
}
