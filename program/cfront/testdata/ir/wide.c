/* long double and __int128 are computed in memory. */
long double scale(long double x, int n) { return x * n + 0.5L; }
int wide(unsigned __int128 a, long b) { return (a << 3) + b > 100; }
double narrow(long double x) { return x; }
