package experiments

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/riftlab/rift/program"
)

// Params are an engine's parameters as TOML text: a table of an experiment
// file, written with sorted keys. It implements engines.Params.
type Params string

// newParams writes a table as text.
func newParams(table map[string]any) Params {
	if len(table) == 0 {
		return ""
	}
	text, err := toml.Marshal(table)
	if err != nil {
		panic("experiments: newParams: " + err.Error()) // it was read from TOML
	}
	return Params(text)
}

// Decode implements engines.Params.
func (p Params) Decode(into any) error {
	_, err := p.decode(into)
	return err
}

// check reports whether the parameters fit a copy of the defaults. If they do
// not, bad is the dotted key that is wrong.
func (p Params) check(defaults any) (bad string, err error) {
	if defaults == nil {
		var table map[string]any
		md, err := toml.Decode(string(p), &table)
		if err != nil || len(md.Keys()) == 0 {
			return "", err
		}
		key := slices.MinFunc(md.Keys(), func(a, b toml.Key) int { return strings.Compare(a.String(), b.String()) })
		return key.String(), fmt.Errorf("unknown key %q: this engine has no parameters", key)
	}
	v := reflect.New(reflect.TypeOf(defaults).Elem())
	v.Elem().Set(reflect.ValueOf(defaults).Elem())
	return p.decode(v.Interface())
}

func (p Params) decode(into any) (bad string, err error) {
	md, err := toml.Decode(string(p), into)
	if err != nil {
		var pe *program.Error
		err = tomlError("params", []byte(p), md, err)
		if errors.As(err, &pe) {
			key, msg, _ := strings.Cut(strings.TrimPrefix(pe.Msg, "key "), ": ")
			return strings.Trim(key, `"`), fmt.Errorf("parameter %s: %s", key, msg)
		}
		return "", err
	}
	if unknown := md.Undecoded(); len(unknown) > 0 {
		key := unknown[0]
		return key.String(), errors.New(unknownKey(key[len(key)-1], fieldsAt(reflect.TypeOf(into), key[:len(key)-1])))
	}
	return "", nil
}
