/* There are no translations. */
#pragma once
#define gettext(text) ((char const *)(text))
#define dgettext(domain, text) ((char const *)(text))
#define ngettext(one, many, n) ((n) == 1 ? (char const *)(one) : (char const *)(many))
#define gettext_noop(text) text
#define pgettext(context, text) gettext(text)
