package papers

import (
	"embed"
	"fmt"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"
)

//go:embed published/*.toml
var publishedFiles embed.FS

// published is what a paper says: the values by table, row and column.
type published struct {
	source string
	values map[[3]string]printed
}

// printed is a value as a paper has it.
type printed struct {
	raw         any
	text, place string
}

// readPublished reads the values of a paper. They are part of rift, so that an
// error in them is one in rift.
func readPublished(paper string) *published {
	data, err := publishedFiles.ReadFile("published/" + paper + ".toml")
	if err != nil {
		panic(fmt.Sprintf("papers: %v", err))
	}
	p, err := parsePublished(string(data))
	if err != nil {
		panic(fmt.Sprintf("papers: %s: %v", paper, err))
	}
	return p
}

func parsePublished(text string) (*published, error) {
	var file struct {
		Source string
		Row    []struct {
			Table, Row, Place string
			Values            map[string]any
		}
	}
	meta, err := toml.Decode(text, &file)
	if err != nil {
		return nil, err
	}
	if keys := meta.Undecoded(); len(keys) > 0 {
		return nil, fmt.Errorf("unknown key %s", keys[0])
	}
	p := &published{source: file.Source, values: map[[3]string]printed{}}
	for _, r := range file.Row {
		if r.Table == "" || r.Row == "" || r.Place == "" {
			return nil, fmt.Errorf("row %q of table %q: table, row and place must be given", r.Row, r.Table)
		}
		for column, v := range r.Values {
			key := [3]string{r.Table, r.Row, column}
			if _, twice := p.values[key]; twice {
				return nil, fmt.Errorf("%s: given twice", strings.Join(key[:], "/"))
			}
			value, err := parsePrinted(v)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", strings.Join(key[:], "/"), err)
			}
			value.place = r.Place
			p.values[key] = value
		}
	}
	return p, nil
}

// parsePrinted reads a value as it is printed: "41.1%" and "every 4th" are
// shares, "7 of 11" is one too and keeps its text, "about 10" is a number; other
// texts stay texts.
func parsePrinted(v any) (printed, error) {
	switch v := v.(type) {
	case int64:
		return printed{raw: v, text: strconv.FormatInt(v, 10)}, nil
	case string:
		return parseText(v)
	}
	return printed{}, fmt.Errorf("a %T is no value", v)
}

func parseText(s string) (printed, error) {
	p := printed{raw: s, text: s}
	var a, b int
	switch {
	case strings.HasSuffix(s, "%"):
		x, err := strconv.ParseFloat(strings.TrimSuffix(s, "%"), 64)
		if err != nil {
			return p, err
		}
		p.raw, p.text = x/100, strings.TrimSuffix(s, "%")
	case strings.HasPrefix(s, "every "):
		n, err := strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(s, "every "), "th"))
		if err != nil || n < 1 {
			return p, fmt.Errorf("%q: must be every n-th", s)
		}
		p.raw = 1 / float64(n)
	case strings.HasPrefix(s, "about "):
		x, err := strconv.ParseFloat(strings.TrimPrefix(s, "about "), 64)
		if err != nil {
			return p, err
		}
		p.raw = x
	case isFraction(s, &a, &b):
		p.raw = float64(a) / float64(b)
	}
	return p, nil
}

func isFraction(s string, a, b *int) bool {
	n, err := fmt.Sscanf(s, "%d of %d", a, b)
	return n == 2 && err == nil && *b > 0
}
