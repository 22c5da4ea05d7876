#include <stdio.h>
int f(int n) { int days[12] = {31,28,31,30,31,30,31,31,30,31,30,31}; double d[10] = {1,2,3,4,5,6,7,8,n,10}; struct {char c; unsigned b:5; long l;} s[4] = {{1,2,3},{4,5,6},{7,8,-9}}; char m[3][3] = {"ab","cd"}; return days[n] + (int)d[8] + (int)d[9] + s[2].l + s[1].b + s[3].l + m[1][1] + m[2][0]; }
int g(int n) { int a[20] = { [3] = 1, 2, 3, 4, 5, 6, 7, 8, 9, [5] = 7, [0] = n }; int s = 0; for (int i = 0; i < 20; i++) s = s * 3 + a[i]; return s; }
int main(void) { for (int i = 0; i < 12; i++) printf("%d %d\n", f(i), g(i)); return 0; }
