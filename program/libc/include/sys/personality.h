#ifndef _SYS_PERSONALITY_H
#define _SYS_PERSONALITY_H
#define ADDR_NO_RANDOMIZE 0x0040000
#define READ_IMPLIES_EXEC 0x0400000
#define PER_LINUX 0
#define PER_LINUX32 8
int personality(unsigned long);
#endif
