#pragma once
extern char const *program_name;
void set_program_name(char const *);
