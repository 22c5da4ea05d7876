#ifndef _ENDIAN_H
#define _ENDIAN_H
#define LITTLE_ENDIAN 1234
#define BIG_ENDIAN 4321
#define PDP_ENDIAN 3412
#define BYTE_ORDER LITTLE_ENDIAN
#define __LITTLE_ENDIAN LITTLE_ENDIAN
#define __BIG_ENDIAN BIG_ENDIAN
#define __PDP_ENDIAN PDP_ENDIAN
#ifndef __BYTE_ORDER
#define __BYTE_ORDER BYTE_ORDER
#endif
#define htobe16(x) __builtin_bswap16(x)
#define be16toh(x) __builtin_bswap16(x)
#define htobe32(x) __builtin_bswap32(x)
#define be32toh(x) __builtin_bswap32(x)
#define htobe64(x) __builtin_bswap64(x)
#define be64toh(x) __builtin_bswap64(x)
#define htole16(x) ((unsigned short)(x))
#define le16toh(x) ((unsigned short)(x))
#define htole32(x) ((unsigned int)(x))
#define le32toh(x) ((unsigned int)(x))
#define htole64(x) ((unsigned long)(x))
#define le64toh(x) ((unsigned long)(x))
#endif
