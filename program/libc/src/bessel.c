/* Bessel functions of integer order. Up to 25 by Miller's backward recurrence
   and, for the second kind, Neumann's series over its terms; beyond by Hankel's
   asymptotic expansion, whose terms there fall below the last digit.
   Source: Abramowitz and Stegun, Handbook of Mathematical Functions, 9.1.27,
   9.1.46, 9.1.87-88, 9.2.5-10 and 9.12. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#define EULER 0.57721566490153286061

/* Fills j[0..n] with J0(x)..Jn(x), 0 < x. */
static void miller(double x, int n, double *j)
{
	int top = (n > (int)x ? n : (int)x) + 40 + (int)sqrt(40.0 * (n + x));
	double above = 0, here = 1e-250, sum = 0;
	for (int k = 0; k <= n; k++)
		j[k] = 0;
	for (int k = top; k > 0; k--) {
		double below = 2 * k / x * here - above;
		above = here;
		here = below;
		if (k - 1 <= n)
			j[k - 1] = here;
		if ((k - 1) % 2 == 0)
			sum += k == 1 ? here : 2 * here;
		if (fabs(here) > 1e200) {
			here *= 1e-250;
			above *= 1e-250;
			sum *= 1e-250;
			for (int i = k - 1; i <= n; i++)
				j[i] *= 1e-250;
		}
	}
	for (int k = 0; k <= n; k++)
		j[k] /= sum;
}

/* Jn(x) and Yn(x), n 0 or 1, for x > 25. */
static void hankel(int n, double x, double *j, double *y)
{
	double mu = 4.0 * n * n, p = 1, q = 0, term = 1;
	for (int k = 1; k < 60; k++) {
		double next = term * (mu - (2.0 * k - 1) * (2.0 * k - 1)) / (k * 8 * x);
		if (fabs(next) > fabs(term) || fabs(next) < 1e-18)
			break;
		term = next;
		if (k % 2)
			q += k % 4 == 1 ? term : -term;
		else
			p += k % 4 == 0 ? term : -term;
	}
	double s = sin(x), c = cos(x), r = sqrt(1 / (M_PI * x));
	/* x - pi/4 and x - 3 pi/4 by the addition theorem, which loses nothing */
	double cos_chi = n ? s - c : c + s, sin_chi = n ? -s - c : s - c;
	*j = r * (p * cos_chi - q * sin_chi);
	*y = r * (p * sin_chi + q * cos_chi);
}

/* The function of the first kind, 0 <= n, 0 <= x. */
static double first(int n, double x)
{
	double a, b, none, *j;
	if (x != x)
		return x;
	if (x == 0)
		return n == 0;
	if (x - x != 0)
		return 0;
	if (x > 25 && n < x) {
		hankel(0, x, &a, &none);
		if (n == 0)
			return a;
		hankel(1, x, &b, &none);
		for (int k = 1; k < n; k++) {
			double c = 2 * k / x * b - a;
			a = b;
			b = c;
		}
		return b;
	}
	j = malloc((n + 1) * sizeof *j);
	miller(x, n, j);
	a = j[n];
	free(j);
	return a;
}

/* Y0(x) and Y1(x) for x > 0; the latter's series is minus the derivative of
   the former's. */
static void second(double x, double *y0, double *y1)
{
	double j[90], none, log_half = log(x / 2) + EULER, sum0 = 0, sum1 = 0;
	if (x > 25) {
		hankel(0, x, &none, y0);
		hankel(1, x, &none, y1);
		return;
	}
	miller(x, 89, j);
	for (int k = 44; k > 0; k--) {
		double sign = k % 2 ? -1 : 1;
		sum0 += sign * j[2 * k] / k;
		sum1 += sign * (j[2 * k - 1] - j[2 * k + 1]) / k;
	}
	*y0 = M_2_PI * log_half * j[0] - 4 / M_PI * sum0;
	*y1 = -M_2_PI / x * j[0] + M_2_PI * log_half * j[1] + M_2_PI * sum1;
}

double jn(int n, double x)
{
	int negative = 0;
	if (n < 0) {
		n = -n;
		negative = n % 2;
	}
	if (x < 0) {
		x = -x;
		negative ^= n % 2;
	}
	return negative ? -first(n, x) : first(n, x);
}

double j0(double x)
{
	return jn(0, x);
}

double j1(double x)
{
	return jn(1, x);
}

double yn(int n, double x)
{
	double a, b, sign = 1;
	if (n < 0) {
		n = -n;
		sign = n % 2 ? -1 : 1;
	}
	if (x != x)
		return x;
	if (x <= 0) {
		errno = x < 0 ? EDOM : ERANGE;
		return x < 0 ? NAN : -sign * HUGE_VAL;
	}
	if (x - x != 0)
		return 0;
	second(x, &a, &b);
	if (n == 0)
		return a;
	for (int k = 1; k < n && b - b == 0; k++) {
		double c = 2 * k / x * b - a;
		a = b;
		b = c;
	}
	return sign * b;
}

double y0(double x)
{
	return yn(0, x);
}

double y1(double x)
{
	return yn(1, x);
}
