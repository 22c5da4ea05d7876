#ifndef _NET_ETHERNET_H
#define _NET_ETHERNET_H
#include <sys/types.h>
#include <stdint.h>
#define ETH_ALEN 6
#define ETHER_ADDR_LEN 6
#define ETHER_HDR_LEN 14
#define ETHERMTU 1500
#define ETHERTYPE_IP 0x0800
#define ETHERTYPE_ARP 0x0806
#define ETHERTYPE_VLAN 0x8100
#define ETHERTYPE_IPV6 0x86dd
struct ether_addr {
	uint8_t ether_addr_octet[6];
} __attribute__((__packed__));
struct ether_header {
	uint8_t ether_dhost[6];
	uint8_t ether_shost[6];
	uint16_t ether_type;
} __attribute__((__packed__));
#endif
