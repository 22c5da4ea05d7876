// Products have terms: above, and not above or no number.
// model: {"entry":"f","params":[{"name":"d"}]}
// paths: 2
int f(double d) { return d * 2 > 3 ? 1 : 0; }
int main(void) { return f(1); }
