package conformance

// coreutil is a tool with ten ordinary uses of it.
type coreutil struct {
	name string
	runs []toolRun
}

type toolRun struct {
	args  []string
	stdin string
}

const (
	text  = "one two three\nfour\n\n  five\tsix\nseven eight nine ten\n"
	lines = "b\na\na\nc\nc\nc\nA\n"
	cells = "a:b:c\nd:e:f\nnone\n"
)

func on(stdin string, args ...string) toolRun { return toolRun{args, stdin} }

var coreutilsTools = []coreutil{
	{"echo", []toolRun{on(""), on("", "hello"), on("", "a", "b", "c"), on("", "-n", "x"), on("", "-e", `a\tb\n`), on("", "-E", `a\tb`), on("", "-e", `\x41\0101\c`, "no"), on("", "--"), on("", "-ne", "a"), on("", "--help", "x")}},
	{"cat", []toolRun{on(text), on(text, "-"), on(text, "-n"), on(text, "-b"), on(text, "-s"), on(text, "-E"), on(text, "-T"), on("\x01\x80\xff\n", "-v"), on(text, "-A"), on("", "nofile")}},
	{"cut", []toolRun{on(text, "-b1-3"), on(cells, "-d:", "-f2"), on(cells, "-d:", "-f1,3", "--output-delimiter=-"), on(cells, "-s", "-d:", "-f3"), on(text, "-c2-"), on(text, "-f1"), on(cells, "--complement", "-d:", "-f2"), on(text), on(text, "-b0"), on(text, "-b3-1")}},
	{"seq", []toolRun{on("", "3"), on("", "2", "5"), on("", "1", "2", "9"), on("", "-w", "8", "11"), on("", "-s,", "4"), on("", "0", ".1", ".5"), on("", "-f", "%g", "3"), on("", "5", "-1", "1"), on("", "x"), on("")}},
	{"expr", []toolRun{on("", "1", "+", "2"), on("", "7", "%", "4"), on("", "abc", ":", `a\(.\)`), on("", "length", "hello"), on("", "substr", "hello", "2", "3"), on("", "index", "hello", "l"), on("", "1", "<", "2"), on("", "a", "=", "b"), on("", "1", "/", "0"), on("")}},
	{"tr", []toolRun{on(text, "a-z", "A-Z"), on(text, "-d", "aeiou"), on(text, "-s", "e"), on(text, "-c", "a-z\\n", "_"), on(text, "-cd", "[:alpha:]"), on(text, "[:lower:]", "[:upper:]"), on(text, "abc", "x"), on(text, "-t", "abc", "x"), on(text, "a"), on(text, "-ds", "a", "e")}},
	{"wc", []toolRun{on(text), on(text, "-l"), on(text, "-w"), on(text, "-c"), on(text, "-m"), on(text, "-L"), on("", "-lw"), on(text, "-"), on("no newline"), on("", "nofile")}},
	{"head", []toolRun{on(text), on(text, "-n2"), on(text, "-c5"), on(text, "-n", "-2"), on(text, "-c", "-4"), on(text, "-3"), on(text, "-v"), on(text, "-q", "-n1"), on(text, "-n", "x"), on("", "nofile")}},
	{"basename", []toolRun{on("", "/usr/bin/cut"), on("", "dir/"), on("", "file.c", ".c"), on("", "-s", ".c", "a.c", "b.c"), on("", "-a", "x/y", "z"), on("", "/"), on("", "//"), on("", "-z", "a/b"), on(""), on("", "a", "b", "c")}},
	{"dirname", []toolRun{on("", "/usr/bin/cut"), on("", "dir/"), on("", "file"), on("", "/"), on("", "a/b", "c/d"), on("", "-z", "a/b"), on("", "a//b"), on("", "//x"), on(""), on("", "a/b/")}},
	{"printf", []toolRun{on("", "hello\\n"), on("", "%s %d\\n", "a", "3"), on("", "%05.2f|", "3.14159"), on("", "%x %o\\n", "255", "8"), on("", "%s\\n", "a", "b"), on("", "%b", "a\\tb\\n"), on("", "%c%c", "xy", "z"), on("", "%d", "abc"), on("", "%q\\n", "a b"), on("")}},
	{"test", []toolRun{on("", "a", "=", "a"), on("", "a", "!=", "a"), on("", "1", "-lt", "2"), on("", "-n", ""), on("", "-z", ""), on("", "!", "x"), on("", "(", "x", ")"), on("", "1", "-eq", "x"), on("", "-e", "nofile"), on("", "a", "-a", "")}},
	{"factor", []toolRun{on("", "12"), on("", "97"), on("", "1"), on("", "0"), on("", "2", "3", "4"), on("15 21\n"), on("", "1000003"), on("", "18446744073709551615"), on("", "x"), on("100\n")}},
	{"base64", []toolRun{on("hello"), on("aGVsbG8=", "-d"), on("aGVsbG8", "-d"), on("a*GVsbG8=", "-di"), on("hello world, hello world", "-w10"), on("hello", "-w0"), on(""), on("ab"), on("abc"), on("!", "-d")}},
	{"sum", []toolRun{on(text), on(text, "-r"), on(text, "-s"), on("a"), on(""), on("", "-s"), on(text, "-"), on("\xff\xff\xff"), on(text, "--sysv"), on("", "nofile")}},
	{"nl", []toolRun{on(text), on(text, "-ba"), on(text, "-bt"), on(text, "-bn"), on(text, "-v10", "-i5"), on(text, "-w3", "-s:"), on(text, "-nln"), on(text, "-nrz"), on(text, "-bpe"), on("a\n\\:\\:\nb\n")}},
	{"uniq", []toolRun{on(lines), on(lines, "-c"), on(lines, "-d"), on(lines, "-u"), on(lines, "-i"), on(lines, "-D"), on("a 1\nb 1\n", "-f1"), on("xa\nya\n", "-s1"), on("ab1\nab2\n", "-w2"), on(lines, "--group")}},
	{"fold", []toolRun{on(text), on(text, "-w5"), on(text, "-w5", "-s"), on(text, "-b", "-w4"), on("a\tb\n", "-w4"), on(text, "-8"), on("", "-w3"), on("abcdef", "-w3"), on(text, "-w0"), on("ab\bcd\n", "-w2")}},
	{"expand", []toolRun{on("a\tb\n"), on("a\tb\tc\n", "-t4"), on("\ta\tb\n", "-i"), on("a\tb\tc\n", "-t", "2,6"), on("a\bb\tc\n"), on(text), on("\t\t\n", "-t1"), on("a\tb\n", "-t", "x"), on("", "-t0"), on("a\tb\n", "--tabs=3")}},
	{"paste", []toolRun{on(lines, "-"), on(lines, "-", "-"), on(lines, "-s"), on(lines, "-s", "-d,"), on(lines, "-d", ":-", "-", "-", "-"), on("a\nb", "-"), on("", "-"), on(lines, "-d", "\\n", "-", "-"), on(lines, "-z", "-"), on(lines, "-d", "\\", "-")}},
}
