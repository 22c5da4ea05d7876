// A count that may be too large.
// model: {"entry":"f","params":[{"name":"n","int":{"min":0,"max":40}}]}
// paths: 2
// faults: 1
unsigned f(int n) { return 1u << n; }
int main(void) { return f(0); }
