package engines

import (
	"encoding"
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// Modal is the parameter that says whether an engine does what its paper says, or what we have found to be
// better. Engines with extensions embed it in their parameters. A field of these that is
// an extension, or sets one, has two more tags: published, the value with which the engine
// does as the paper says, and why, the reason for the other one. In the mode "published"
// such parameters have that value unless they are given.
type Modal struct {
	Mode string `toml:"mode" doc:"\"rift\", or \"published\", which switches off what is not in the paper: then all parameters that \"rift engines NAME\" lists as extensions have other defaults"`
}

// The modes.
const (
	ModeRift      = "rift"
	ModePublished = "published"
)

func (m *Modal) mode() string { return m.Mode }

// Extension is a parameter by which an engine does something else than its paper says.
type Extension struct {
	Param     string `json:"param"`
	Published string `json:"published"` // its value in the mode "published", as TOML
	Why       string `json:"why"`
}

// Extensions returns those of an engine, by its parameters, a pointer to a struct; nil if
// there are none. The order is that of the fields.
func Extensions(params any) []Extension {
	var list []Extension
	eachExtension(params, func(f reflect.StructField, v reflect.Value) {
		name, _, _ := strings.Cut(f.Tag.Get("toml"), ",")
		text := f.Tag.Get("published")
		if v.Kind() == reflect.String {
			text = strconv.Quote(text)
		}
		list = append(list, Extension{name, text, f.Tag.Get("why")})
	})
	return list
}

func eachExtension(params any, f func(reflect.StructField, reflect.Value)) {
	if params == nil {
		return
	}
	v := reflect.ValueOf(params).Elem()
	for _, field := range reflect.VisibleFields(v.Type()) {
		if _, ok := field.Tag.Lookup("published"); ok {
			f(field, v.FieldByIndex(field.Index))
		}
	}
}

// DecodeParams fills the parameters that into points to, which start from an engine's
// defaults, by their mode.
func DecodeParams(p Params, into any) error {
	if err := p.Decode(into); err != nil {
		return err
	}
	m, ok := into.(interface{ mode() string })
	if !ok {
		return nil
	}
	switch m.mode() {
	case ModeRift:
		return nil
	case ModePublished:
	default:
		return fmt.Errorf("mode is %q: must be %q or %q", m.mode(), ModeRift, ModePublished)
	}
	var bad error
	eachExtension(into, func(f reflect.StructField, v reflect.Value) {
		if err := set(v, f.Tag.Get("published")); err != nil {
			bad = fmt.Errorf("%s: published: %w", f.Name, err)
		}
	})
	if bad != nil {
		return bad
	}
	return p.Decode(into) // what is given wins
}

// set gives a field a value.
func set(v reflect.Value, text string) error {
	if u, ok := v.Addr().Interface().(encoding.TextUnmarshaler); ok {
		return u.UnmarshalText([]byte(text))
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(text)
	case reflect.Bool:
		b, err := strconv.ParseBool(text)
		v.SetBool(b)
		return err
	case reflect.Int, reflect.Int64:
		n, err := strconv.ParseInt(text, 10, 64)
		v.SetInt(n)
		return err
	case reflect.Float64:
		x, err := strconv.ParseFloat(text, 64)
		v.SetFloat(x)
		return err
	default:
		return fmt.Errorf("a %s cannot be set", v.Type())
	}
	return nil
}
