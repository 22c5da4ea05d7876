/* Addresses as text and back. */
#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

int main(void)
{
	static const char *const old[] = {"127.0.0.1", "1.2", "1.2.3", "0x7f.1", "010.8.9.255", "4294967295", "4294967296", "1.2.3.256",
	                                  "256.1", "1.2.70000", "1.2.65535", "1.", "", "x", "1.2.3.4 x", "1.2.3.4x", "1.2.3.4.5", "0x", "08.1"};
	for (unsigned i = 0; i < sizeof old / sizeof *old; i++) {
		struct in_addr a = {0};
		int ok = inet_aton(old[i], &a);
		printf("%s: %d %08x %08x\n", old[i], ok, ok ? a.s_addr : 0, inet_addr(old[i]));
	}
	static const char *const six[] = {"::", "::1", "1::", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8", "1:0:0:2:0:0:0:3", "0:0:1::",
	                                  "::ffff:1.2.3.4", "::1.2.3.4", "fe80::1", "1:2:3:4:5:6:1.2.3.4", "FFFF::abcd", "1::2::3", ":1", "1:", "12345::", "1:2:3:4:5:6:7:8:9",
	                                  "::1.2.3", "::1.2.3.4.5", "1:2:3:4:5:6:7:1.2.3.4", "g::", "", ":", ":::", "0:0:0:0:0:1:0:0", "1:0:2:0:3:0:4:0", "::1:2", "::0:1", "::ffff:0:0", "::255.255.0.1"};
	for (unsigned i = 0; i < sizeof six / sizeof *six; i++) {
		struct in6_addr a;
		char text[INET6_ADDRSTRLEN] = "-";
		int ok = inet_pton(AF_INET6, six[i], &a);
		if (ok == 1)
			inet_ntop(AF_INET6, &a, text, sizeof text);
		printf("%s: %d %s\n", six[i], ok, text);
	}
	static const char *const four[] = {"1.2.3.4", "01.2.3.4", "0.0.0.0", "255.255.255.255", "1.2.3", "1.2.3.4 ", "1.2.3.300", "1..2.3", "a"};
	for (unsigned i = 0; i < sizeof four / sizeof *four; i++) {
		struct in_addr a;
		char text[16] = "-";
		int ok = inet_pton(AF_INET, four[i], &a);
		if (ok == 1)
			inet_ntop(AF_INET, &a, text, sizeof text);
		printf("%s: %d %s %s\n", four[i], ok, text, ok == 1 ? inet_ntoa(a) : "");
	}
	char few[4];
	struct in_addr a = inet_makeaddr(127, 1), b = inet_makeaddr(0xc0a8, 7);
	printf("%d %d\n", inet_ntop(AF_INET, &a, few, sizeof few) == 0, errno == ENOSPC);
	printf("%d %d\n", inet_pton(99, "1", &a), errno == EAFNOSUPPORT);
	printf("%s %x %x\n", inet_ntoa(b), inet_netof(b), inet_lnaof(b));
	printf("%d %d\n", IN6_IS_ADDR_LOOPBACK(&in6addr_loopback), IN6_IS_ADDR_UNSPECIFIED(&in6addr_any));
	printf("%zu %zu %zu %zu %zu %zu\n", sizeof(struct sockaddr_in), sizeof(struct sockaddr_in6), sizeof(struct sockaddr_storage),
	       sizeof(struct sockaddr_un), sizeof(struct tcphdr), sizeof(struct addrinfo));
	printf("%x %x\n", htonl(0x01020304), ntohs(0x0102));
	return 0;
}
