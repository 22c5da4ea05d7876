#ifndef _GSHADOW_H
#define _GSHADOW_H
struct sgrp {
	char *sg_namp;
	char *sg_passwd;
	char **sg_adm;
	char **sg_mem;
};
void setsgent(void);
void endsgent(void);
struct sgrp *getsgent(void);
struct sgrp *getsgnam(const char *);
#endif
