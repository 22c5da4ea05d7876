/* Integer conversions: all flags, widths, precisions and lengths. */
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const char *flags[] = {"", "-", "+", " ", "#", "0", "-0", "+0", " 0", "#0", "-#", "+-", "+ ", "-+ #0", "'"};
static const char *widths[] = {"", "1", "7", "23"};
static const char *precs[] = {"", ".", ".0", ".3", ".12", ".30"};
static const char convs[] = "diouxX";

int main(void)
{
	static const int ints[] = {0, 1, -1, 8, 255, 123456, INT_MAX, INT_MIN};
	static const long longs[] = {0, -1, 4294967296L, LONG_MAX, LONG_MIN, -123456789012L};
	char fmt[64], out[128];
	unsigned long n = 0;
	for (unsigned f = 0; f < sizeof flags / sizeof *flags; f++)
		for (unsigned w = 0; w < 4; w++)
			for (unsigned p = 0; p < 6; p++)
				for (unsigned c = 0; c < 6; c++) {
					strcpy(fmt, "%");
					strcat(strcat(strcat(fmt, flags[f]), widths[w]), precs[p]);
					size_t at = strlen(fmt);
					fmt[at] = convs[c];
					fmt[at + 1] = 0;
					printf("%s:", fmt);
					for (unsigned i = 0; i < sizeof ints / sizeof *ints; i += 1 + (f + w + p) % 3) {
						int k = sprintf(out, fmt, ints[i]);
						printf("[%s]%d", out, k);
						n += k;
					}
					fmt[at] = 'l';
					fmt[at + 1] = convs[c];
					fmt[at + 2] = 0;
					long v = longs[n % 6];
					printf("<");
					printf(fmt, v);
					printf(">\n");
				}
	static const char *lens[] = {"hh", "h", "", "l", "ll", "j", "z", "t", "q", "L"};
	for (unsigned l = 0; l < 10; l++)
		for (unsigned c = 0; c < 6; c++)
			for (unsigned i = 0; i < 6; i++) {
				sprintf(fmt, "%%#%s%c|", lens[l], convs[c]);
				if (l < 3)
					printf(fmt, (int)longs[i] + 70000);
				else
					printf(fmt, longs[i]);
			}
	printf("\n%lu\n", n);
	printf("%*d|%-*d|%*d|%.*d|%.*d|%*.*d\n", 5, 42, 5, 42, -5, 42, 4, 42, -4, 42, 9, 4, -42);
	return 0;
}
