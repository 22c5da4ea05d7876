/* Addresses of the internet as text. */
#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

const struct in6_addr in6addr_any = IN6ADDR_ANY_INIT;
const struct in6_addr in6addr_loopback = IN6ADDR_LOOPBACK_INIT;

static int digit_of(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return 99;
}

static int blank(char c)
{
	return c == ' ' || c >= '\t' && c <= '\r';
}

/* One to four numbers, decimal, octal or hexadecimal; the last fills what the others
   leave. Returns how many there are, 0 if the text is none. */
static int parts(const char *s, unsigned long value[4])
{
	for (int n = 0; n < 4; n++) {
		int base = 10;
		if (digit_of(*s) > 9)
			return 0;
		if (*s == '0') {
			base = 8;
			if (s[1] == 'x' || s[1] == 'X') {
				base = 16;
				s += 2;
				if (digit_of(*s) > 15)
					return 0;
			}
		}
		unsigned long v = 0;
		for (; digit_of(*s) < base; s++) {
			v = v * base + digit_of(*s);
			if (v > 0xffffffff)
				return 0;
		}
		value[n] = v;
		if (*s == '.') {
			if (v > 255)
				return 0;
			s++;
			continue;
		}
		return *s == 0 || blank(*s) ? n + 1 : 0;
	}
	return 0;
}

int inet_aton(const char *s, struct in_addr *to)
{
	unsigned long value[4];
	int n = parts(s, value);
	if (n == 0 || value[n - 1] >> 8 * (5 - n))
		return 0;
	unsigned long all = value[n - 1];
	for (int i = 0; i < n - 1; i++)
		all |= value[i] << 8 * (3 - i);
	if (to)
		to->s_addr = htonl((uint32_t)all);
	return 1;
}

in_addr_t inet_addr(const char *s)
{
	struct in_addr a;
	return inet_aton(s, &a) ? a.s_addr : INADDR_NONE;
}

char *inet_ntoa(struct in_addr a)
{
	static char text[INET_ADDRSTRLEN];
	uint32_t n = ntohl(a.s_addr);
	snprintf(text, sizeof text, "%u.%u.%u.%u", n >> 24, n >> 16 & 255, n >> 8 & 255, n & 255);
	return text;
}

in_addr_t inet_netof(struct in_addr a)
{
	uint32_t n = ntohl(a.s_addr);
	return IN_CLASSA(n) ? n >> 24 : IN_CLASSB(n) ? n >> 16 : n >> 8;
}

in_addr_t inet_lnaof(struct in_addr a)
{
	uint32_t n = ntohl(a.s_addr);
	return IN_CLASSA(n) ? n & 0xffffff : IN_CLASSB(n) ? n & 0xffff : n & 0xff;
}

struct in_addr inet_makeaddr(in_addr_t net, in_addr_t host)
{
	uint32_t n = net < 128 ? net << 24 | (host & 0xffffff) : net < 65536 ? net << 16 | (host & 0xffff) : net << 8 | (host & 0xff);
	return (struct in_addr){htonl(n)};
}

/* Exactly four decimal numbers without leading zeros. */
static int pton4(const char *s, unsigned char to[4])
{
	for (int i = 0; i < 4; i++) {
		int v = 0, digits = 0;
		for (; digit_of(*s) <= 9; s++) {
			if (digits++ && v == 0)
				return 0;
			v = 10 * v + digit_of(*s);
			if (v > 255)
				return 0;
		}
		if (digits == 0 || *s++ != (i < 3 ? '.' : 0))
			return 0;
		to[i] = v;
	}
	return 1;
}

static int pton6(const char *s, unsigned char to[16])
{
	unsigned char all[16] = {0};
	int n = 0, gap = -1;
	if (*s == ':' && *++s != ':')
		return 0;
	while (*s) {
		if (*s == ':') {
			if (gap >= 0)
				return 0;
			gap = n;
			s++;
			continue;
		}
		const char *start = s;
		unsigned v = 0;
		int digits = 0;
		for (; digit_of(*s) < 16; s++, digits++)
			v = 16 * v + digit_of(*s);
		if (*s == '.') {
			if (n > 12 || !pton4(start, all + n))
				return 0;
			n += 4;
			break;
		}
		if (digits == 0 || digits > 4 || n > 14)
			return 0;
		all[n++] = v >> 8;
		all[n++] = v & 255;
		if (*s == ':' && s[1] == 0)
			return 0;
		if (*s == ':')
			s++;
		else if (*s)
			return 0;
	}
	if (gap >= 0) {
		if (n == 16)
			return 0;
		for (int i = 0; i < n - gap; i++) {
			all[15 - i] = all[n - 1 - i];
			all[n - 1 - i] = 0;
		}
		n = 16;
	}
	if (n != 16)
		return 0;
	memcpy(to, all, 16);
	return 1;
}

int inet_pton(int family, const char *s, void *to)
{
	unsigned char four[4];
	switch (family) {
	case AF_INET:
		if (!pton4(s, four))
			return 0;
		memcpy(to, four, 4);
		return 1;
	case AF_INET6:
		return pton6(s, to);
	}
	errno = EAFNOSUPPORT;
	return -1;
}

/* The longest run of at least two zeros, the first of those, is left out. */
static void ntop6(const unsigned char *a, char *text)
{
	int best = -1, length = 1;
	for (int i = 0; i < 8; i++) {
		int n = 0;
		while (i + n < 8 && a[2 * (i + n)] == 0 && a[2 * (i + n) + 1] == 0)
			n++;
		if (n > length) {
			best = i;
			length = n;
		}
		if (n)
			i += n - 1;
	}
	for (int i = 0; i < 8; i++) {
		if (i == best) {
			text += sprintf(text, i == 0 ? "::" : ":");
			i += length - 1;
			continue;
		}
		if (i == 6 && best == 0 && (length == 6 || length == 7 && a[15] != 1 || length == 5 && a[10] == 0xff && a[11] == 0xff)) {
			sprintf(text, "%d.%d.%d.%d", a[12], a[13], a[14], a[15]);
			return;
		}
		text += sprintf(text, i < 7 ? "%x:" : "%x", a[2 * i] << 8 | a[2 * i + 1]);
	}
}

const char *inet_ntop(int family, const void *from, char *to, socklen_t size)
{
	char text[INET6_ADDRSTRLEN];
	const unsigned char *a = from;
	switch (family) {
	case AF_INET:
		sprintf(text, "%d.%d.%d.%d", a[0], a[1], a[2], a[3]);
		break;
	case AF_INET6:
		ntop6(a, text);
		break;
	default:
		errno = EAFNOSUPPORT;
		return 0;
	}
	if (strlen(text) >= size) {
		errno = ENOSPC;
		return 0;
	}
	return strcpy(to, text);
}
