// Function pointers from a table.
// model: {"entry":"f","params":[{"name":"i","int":{"min":0,"max":2}},{"name":"x"}]}
// paths: 4
static int inc(int x) { return x + 1; }
static int twice(int x) { return x * 2; }
static int even(int x) { if (x & 1) return 0; return 1; }
static int (*const table[])(int) = {inc, twice, even};
int f(int i, int x) { return table[i](x); }
int main(void) { return f(0, 0); }
