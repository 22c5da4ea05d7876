// A pattern with a star against a word of up to three letters. The number of
// paths is that of different traces of basic blocks over all 40 words.
// model: {"args":[{"string":{"size":3,"alphabet":"abc"}}]}
// paths: 9
static int match(const char *p, const char *s)
{
	for (; *p; p++, s++) {
		if (*p == '*') {
			do
				if (match(p + 1, s))
					return 1;
			while (*s++);
			return 0;
		}
		if (!*s || *p != '?' && *p != *s)
			return 0;
	}
	return !*s;
}
int main(int argc, char **argv) { return match("a*b", argv[1]); }
