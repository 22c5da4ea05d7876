// Floating arithmetic is concretised: the path is marked.
// model: {"entry":"f","params":[{"name":"d"}]}
// paths: 1
// concretised: yes
int f(double d) { return d * 2 > 3 ? 1 : 0; }
int main(void) { return f(1); }
