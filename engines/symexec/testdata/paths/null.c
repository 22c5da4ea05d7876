// A pointer that is null on one side.
// model: {"entry":"f","params":[{"name":"c","int":{"min":0,"max":1}}]}
// paths: 2
// faults: 1
static int x = 3;
static int *ps[2] = {&x, 0};
int f(int c) { return *ps[c]; }
int main(void) { return f(0); }
