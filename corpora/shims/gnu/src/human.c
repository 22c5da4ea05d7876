/* Sizes for people. */
#include <config.h>
#include "human.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "argmatch.h"

static char const units[] = "\0KMGTPEZY";

/* n * from / to, in units of to, rounded as opts say; with human_autoscale in
   the largest unit that leaves a number below the base, with one digit of
   fraction below ten. Arithmetic is in long double, exact for what files have. */
char *human_readable(uintmax_t n, char *buf, int opts, uintmax_t from, uintmax_t to)
{
	int rounding = opts & (human_ceiling | human_round_to_nearest | human_floor);
	unsigned base = opts & human_base_1024 ? 1024 : 1000;
	long double value = (long double)n * from / to;
	int power = 0;
	char *p = buf;
	if (opts & human_autoscale)
		while (value >= base && power < 8) {
			value /= base;
			power++;
		}
	bool tenths = opts & human_autoscale && power > 0 && value < 10;
	long double scaled = tenths ? value * 10 : value;
	uintmax_t whole = scaled;
	long double rest = scaled - whole;
	if (rounding == human_ceiling ? rest > 0 : rounding == human_round_to_nearest && (rest > 0.5L || rest == 0.5L && whole & 1))
		whole++;
	if (tenths && whole >= 100) {
		whole /= 10;
		tenths = false;
	}
	if (opts & human_autoscale && power > 0 && !tenths && whole >= base && power < 8) {
		whole = 10;
		power++;
		tenths = true;
	} else if (opts & human_autoscale && power == 0 && whole >= base) {
		whole = 10;
		power = 1;
		tenths = true;
	}
	if (tenths && !(whole % 10 == 0 && opts & human_suppress_point_zero))
		p += sprintf(p, "%ju.%ju", whole / 10, whole % 10);
	else
		p += sprintf(p, "%ju", tenths ? whole / 10 : whole);
	if (opts & human_SI) {
		if (!(opts & human_autoscale)) {
			uintmax_t unit = 1;
			for (power = 0; unit < to && power < 8; power++)
				unit *= base;
		}
		if ((power || opts & human_B) && opts & human_space_before_unit)
			*p++ = ' ';
		if (power)
			*p++ = !(opts & human_base_1024) && power == 1 ? 'k' : units[power];
		if (opts & human_B) {
			if (opts & human_base_1024 && power)
				*p++ = 'i';
			*p++ = 'B';
		}
	}
	*p = '\0';
	return buf;
}

/* Sets the options for a block size as users write it: "human-readable", "si",
   or a number with a unit; "'" before it groups digits. */
enum strtol_error human_options(char const *spec, int *opts, uintmax_t *size)
{
	enum strtol_error err = LONGINT_OK;
	int o = 0;
	if (!spec)
		spec = getenv("BLOCK_SIZE");
	if (!spec)
		spec = getenv("BLOCKSIZE");
	*size = getenv("POSIXLY_CORRECT") ? 512 : DEFAULT_BLOCK_SIZE;
	if (spec) {
		if (*spec == '\'') {
			o |= human_group_digits;
			spec++;
		}
		if (*spec && strncmp("human-readable", spec, strlen(spec)) == 0) {
			o |= human_autoscale | human_SI | human_base_1024;
			*size = 1;
		} else if (*spec && strcmp("si", spec) == 0) {
			o |= human_autoscale | human_SI;
			*size = 1;
		} else {
			char *end;
			err = xstrtoumax(spec, &end, 0, size, "eEgGkKmMpPtTyYzZ0");
			if (err == LONGINT_OK && (*spec < '0' || *spec > '9')) {
				o |= human_SI;
				if (end[-1] == 'B')
					o |= human_B;
				if (end[-1] != 'B' || end[-2] == 'i')
					o |= human_base_1024;
			}
			if (err == LONGINT_OK && *size == 0)
				err = LONGINT_INVALID;
		}
	}
	*opts = o;
	return err;
}
