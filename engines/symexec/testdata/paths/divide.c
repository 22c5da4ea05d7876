// Division by zero and the overflow of the quotient are paths of their own.
// model: {"entry":"f","params":[{"name":"a"},{"name":"b"}]}
// paths: 3
// faults: 2
int f(int a, int b) { return a / b; }
int main(void) { return f(4, 2); }
