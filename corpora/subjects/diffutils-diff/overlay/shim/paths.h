#define LOCALEDIR "/"
