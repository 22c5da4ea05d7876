/* Text and binary are the same here. */
#pragma once
#include <fcntl.h>
#include <stdio.h>
#define set_binary_mode(fd, mode) ((void)(fd), (mode))
#define xset_binary_mode(fd, mode) ((void)(fd), (void)(mode))
#define xsetmode(fd, mode) xset_binary_mode(fd, mode)
#define SET_BINARY(fd) ((void)(fd))
