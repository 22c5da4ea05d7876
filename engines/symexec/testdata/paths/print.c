// printf of a number: its text is put off. Without that one path for each number
// of digits, and the sign.
// model: {"entry":"f","params":[{"name":"x","int":{"min":-12,"max":123}}]}
// paths: 1
// plain: 5
#include <stdio.h>
void f(int x) { printf("<%d>\n", x); }
int main(void) { f(0); return 0; }
