#ifndef _COMPLEX_H
#define _COMPLEX_H
#define complex _Complex
#define _Complex_I 1.0fi
#define I _Complex_I
#define CMPLX(x, y) ((double complex)((double)(x) + 1.0i * (double)(y)))
double creal(double complex);
double cimag(double complex);
double cabs(double complex);
double carg(double complex);
double complex conj(double complex);
double complex cproj(double complex);
double complex cexp(double complex);
double complex clog(double complex);
double complex cpow(double complex, double complex);
double complex csqrt(double complex);
float crealf(float complex);
float cimagf(float complex);
float cabsf(float complex);
float cargf(float complex);
float complex conjf(float complex);
long double creall(long double complex);
long double cimagl(long double complex);
#endif
