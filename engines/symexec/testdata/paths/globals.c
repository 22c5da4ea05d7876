// A global that varies.
// model: {"entry":"f","params":[{"name":"x","int":{"min":0,"max":9}}],"globals":[{"name":"limit"}]}
// paths: 2
int limit = 3;
int f(int x) { return x < limit ? 1 : 0; }
int main(void) { return f(1); }
