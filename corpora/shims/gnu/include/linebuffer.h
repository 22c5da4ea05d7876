#pragma once
#include <stdio.h>
struct linebuffer {
	size_t size; /* allocated */
	size_t length;
	char *buffer;
};
void initbuffer(struct linebuffer *);
struct linebuffer *readlinebuffer(struct linebuffer *, FILE *);
struct linebuffer *readlinebuffer_delim(struct linebuffer *, FILE *, char);
void freebuffer(struct linebuffer *);
