#include <stdio.h>
#include <wchar.h>
#include <stddef.h>
int main() {
  const wchar_t *w = L"h\u00e9llo\x41";
  for (int i = 0; w[i]; i++) printf("%x ", (unsigned)w[i]);
  char s[] = "a\0b\x7f\377" "cd";
  for (unsigned i = 0; i < sizeof s; i++) printf("%d ", s[i]);
  printf("%zu %zu %zu\n", sizeof s, sizeof "abc", sizeof L"abc");
  printf("%d %d %d %d\n", 'a', '\n', '\xff', 5);
  printf("%s\n", __func__); wchar_t arr[10] = L"xyz"; printf("%d %d\n", arr[2], arr[5]);
  char big[5] = "hello"; printf("%.5s\n", big); printf("%c%c\n", "abc"[1], 2["xyz"]);
  return 0;
}
