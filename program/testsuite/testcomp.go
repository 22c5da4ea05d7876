package testsuite

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/riftlab/rift/program"
)

// The test format of the Test-Comp competitions: gitlab.com/sosy-lab/
// test-comp/test-format, DTDs test-metadata-1.1 and testcase-1.1. The inputs of
// a test case are the values that the program asks for, in this order.
//
// The format knows no arguments, standard input or files. They come before the
// values, as inputs of types that no function asks for ("char*"), and a
// function's arguments by their names. How threads take turns is left out: no function
// of the program asks for it.

// suiteFolder is where the suite is in a folder of tests.
const suiteFolder = "testcomp"

const (
	metadataType = `<!DOCTYPE test-metadata PUBLIC "+//IDN sosy-lab.org//DTD test-format test-metadata 1.1//EN" "https://sosy-lab.org/test-format/test-metadata-1.1.dtd">`
	testcaseType = `<!DOCTYPE testcase PUBLIC "+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN" "https://sosy-lab.org/test-format/testcase-1.1.dtd">`
)

func metadata(s *Subject) []byte {
	var buf bytes.Buffer
	fmt.Fprintf(&buf, "%s%s\n<test-metadata>\n", xml.Header, metadataType)
	for _, e := range []struct{ name, text string }{
		{"sourcecodelang", "C"},
		{"producer", s.Producer},
		{"specification", "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )"},
		{"programfile", strings.Join(s.Sources, " ")},
		{"programhash", s.Hash},
		{"entryfunction", "main"},
		{"architecture", "64bit"},
		{"creationtime", s.Created.UTC().Format(time.RFC3339)},
	} {
		fmt.Fprintf(&buf, "  <%s>%s</%s>\n", e.name, escapeXML(e.text), e.name)
	}
	buf.WriteString("</test-metadata>\n")
	return buf.Bytes()
}

func escapeXML(s string) string {
	var buf bytes.Buffer
	xml.EscapeText(&buf, []byte(s)) //nolint:errcheck // a buffer takes everything
	return buf.String()
}

func testcase(s *Subject, t *Test) ([]byte, bool) {
	var buf bytes.Buffer
	attribute := ""
	if t.Failed() {
		attribute = ` coversError="true"`
	}
	fmt.Fprintf(&buf, "%s%s\n<testcase%s>\n", xml.Header, testcaseType, attribute)
	input := func(variable, typ, text string) {
		fmt.Fprintf(&buf, "  <input variable=\"%s\" type=\"%s\">%s</input>\n", escapeXML(variable), escapeXML(typ), escapeXML(text))
	}
	for i, a := range t.Input.Args {
		input(fmt.Sprintf("argv[%d]", i+1), "char*", quoteC(a))
	}
	if len(t.Input.Stdin) > 0 {
		input("stdin", "char*", quoteC(t.Input.Stdin))
	}
	for _, f := range t.Input.Files {
		input("file "+f.Name, "char*", quoteC(f.Data))
	}
	for _, v := range program.WithoutSchedule(t.Input.Values) {
		for _, e := range elements(v) {
			input(e.variable, e.typ, e.text)
		}
	}
	buf.WriteString("</testcase>\n")
	return buf.Bytes(), true
}

type element struct{ variable, typ, text string }

// nondetTypes are the C types of the values that __VERIFIER_nondet_NAME gives.
var nondetTypes = map[string]string{
	"bool": "_Bool", "char": "char", "schar": "signed char", "uchar": "unsigned char", "short": "short",
	"ushort": "unsigned short", "int": "int", "uint": "unsigned int", "unsigned": "unsigned int", "long": "long",
	"ulong": "unsigned long", "longlong": "long long", "ulonglong": "unsigned long long", "float": "float", "double": "double",
	"size_t": "size_t", "pointer": "void*", "int8": "int8_t", "int16": "int16_t", "int32": "int32_t", "int64": "int64_t",
	"uint8": "uint8_t", "uint16": "uint16_t", "uint32": "uint32_t", "uint64": "uint64_t",
}

// elements gives a value as the inputs that it is: one, or one for each byte of
// memory.
func elements(v program.Value) []element {
	n := len(v.Data)
	if n != 1 && n != 2 && n != 4 && n != 8 {
		var list []element
		for i, b := range v.Data {
			list = append(list, element{fmt.Sprintf("%s[%d]", v.Name, i), "unsigned char", strconv.Itoa(int(b))})
		}
		return list
	}
	typ, ok := nondetTypes[v.Name]
	if !ok {
		typ = map[int]string{1: "signed char", 2: "short", 4: "int", 8: "long"}[n]
	}
	return []element{{v.Name, typ, numberText(typ, v.Data)}}
}

// numberText writes a number as a C constant without a suffix.
func numberText(typ string, data []byte) string {
	u := uint64(0)
	for i, c := range data {
		u |= uint64(c) << (8 * i)
	}
	switch typ {
	case "float":
		return floatText(float64(math.Float32frombits(uint32(u))), 32)
	case "double":
		return floatText(math.Float64frombits(u), 64)
	case "_Bool":
		return strconv.FormatUint(u&1, 10)
	case "size_t", "void*":
		return strconv.FormatUint(u, 10)
	}
	if strings.HasPrefix(typ, "u") {
		return strconv.FormatUint(u, 10)
	}
	shift := 64 - 8*len(data)
	return strconv.FormatInt(int64(u<<shift)>>shift, 10)
}

func floatText(f float64, bits int) string {
	switch {
	case math.IsNaN(f):
		return "NAN"
	case math.IsInf(f, 0):
		if f < 0 {
			return "-INFINITY"
		}
		return "INFINITY"
	}
	return strconv.FormatFloat(f, 'x', -1, bits)
}

// quoteC returns bytes as a C string constant.
func quoteC(b []byte) string {
	var sb strings.Builder
	sb.WriteByte('"')
	for _, c := range b {
		switch {
		case c == '"' || c == '\\' || c == '?': // ? begins trigraphs
			sb.WriteByte('\\')
			sb.WriteByte(c)
		case c == '\n':
			sb.WriteString(`\n`)
		case c < ' ' || c > '~':
			fmt.Fprintf(&sb, `\%03o`, c)
		default:
			sb.WriteByte(c)
		}
	}
	sb.WriteByte('"')
	return sb.String()
}
