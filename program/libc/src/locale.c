/* Only the C locale exists. */
#include <langinfo.h>
#include <libintl.h>
#include <limits.h>
#include <locale.h>
#include <string.h>

static struct lconv c_locale = {
	.decimal_point = ".", .thousands_sep = "", .grouping = "", .int_curr_symbol = "", .currency_symbol = "",
	.mon_decimal_point = "", .mon_thousands_sep = "", .mon_grouping = "", .positive_sign = "", .negative_sign = "",
	.int_frac_digits = CHAR_MAX, .frac_digits = CHAR_MAX, .p_cs_precedes = CHAR_MAX, .p_sep_by_space = CHAR_MAX,
	.n_cs_precedes = CHAR_MAX, .n_sep_by_space = CHAR_MAX, .p_sign_posn = CHAR_MAX, .n_sign_posn = CHAR_MAX,
	.int_p_cs_precedes = CHAR_MAX, .int_p_sep_by_space = CHAR_MAX, .int_n_cs_precedes = CHAR_MAX,
	.int_n_sep_by_space = CHAR_MAX, .int_p_sign_posn = CHAR_MAX, .int_n_sign_posn = CHAR_MAX,
};

char *setlocale(int category, const char *name)
{
	if (category < LC_CTYPE || category > LC_IDENTIFICATION)
		return 0;
	return !name || !*name || !strcmp(name, "C") || !strcmp(name, "POSIX") ? "C" : 0;
}

struct lconv *localeconv(void)
{
	return &c_locale;
}

locale_t newlocale(int mask, const char *name, locale_t base)
{
	return setlocale(LC_ALL, name) ? (locale_t)&c_locale : 0;
}

locale_t duplocale(locale_t l)
{
	return l;
}

locale_t uselocale(locale_t l)
{
	return LC_GLOBAL_LOCALE;
}

void freelocale(locale_t l)
{
}

static const char *const days[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char *const short_days[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
static const char *const months[] = {"January", "February", "March", "April", "May", "June", "July",
                                     "August", "September", "October", "November", "December"};
static const char *const short_months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

char *nl_langinfo(nl_item item)
{
	if (item >= ABDAY_1 && item <= ABDAY_7)
		return (char *)short_days[item - ABDAY_1];
	if (item >= DAY_1 && item <= DAY_7)
		return (char *)days[item - DAY_1];
	if (item >= ABMON_1 && item <= ABMON_12)
		return (char *)short_months[item - ABMON_1];
	if (item >= MON_1 && item <= MON_12)
		return (char *)months[item - MON_1];
	switch (item) {
	case CODESET:
		return "ANSI_X3.4-1968";
	case RADIXCHAR:
		return ".";
	case AM_STR:
		return "AM";
	case PM_STR:
		return "PM";
	case D_T_FMT:
		return "%a %b %e %H:%M:%S %Y";
	case D_FMT:
		return "%m/%d/%y";
	case T_FMT:
		return "%H:%M:%S";
	case T_FMT_AMPM:
		return "%I:%M:%S %p";
	case YESEXPR:
		return "^[yY]";
	case NOEXPR:
		return "^[nN]";
	case CRNCYSTR:
		return "-";
	}
	return "";
}

char *gettext(const char *s)
{
	return (char *)s;
}

char *dgettext(const char *domain, const char *s)
{
	return (char *)s;
}

char *dcgettext(const char *domain, const char *s, int category)
{
	return (char *)s;
}

char *ngettext(const char *one, const char *many, unsigned long n)
{
	return (char *)(n == 1 ? one : many);
}

char *dngettext(const char *domain, const char *one, const char *many, unsigned long n)
{
	return (char *)(n == 1 ? one : many);
}

char *textdomain(const char *domain)
{
	return (char *)(domain ? domain : "messages");
}

char *bindtextdomain(const char *domain, const char *dir)
{
	return (char *)(dir ? dir : "/usr/share/locale");
}

char *bind_textdomain_codeset(const char *domain, const char *codeset)
{
	return (char *)codeset;
}
