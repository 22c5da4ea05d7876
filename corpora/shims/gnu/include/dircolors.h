/* The built-in database of dircolors, as short as it can be. */
#pragma once
static char const G_line[] = "TERM xterm*";
