// An index one beyond the end.
// model: {"entry":"f","params":[{"name":"i","int":{"min":0,"max":4}}]}
// paths: 2
// faults: 1
static int a[4] = {1, 2, 3, 4};
int f(int i) { return a[i]; }
int main(void) { return f(0); }
