package experiments

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/BurntSushi/toml"
	"github.com/riftlab/rift/corpora"
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
	if err := p.decode(into); err != nil {
		return fmt.Errorf("params: %s", err.Msg)
	}
	return nil
}

func (p Params) decode(into any) *corpora.TOMLError {
	var bad *corpora.TOMLError
	errors.As(corpora.DecodeTOML("params", []byte(p), into), &bad)
	return bad
}

// check returns what is wrong with the parameters when they are to fill a copy
// of the defaults, or nil.
func (p Params) check(defaults any) *corpora.TOMLError {
	if defaults == nil {
		bad := p.decode(&struct{}{})
		if bad != nil {
			bad.Msg += ": this engine has no parameters"
		}
		return bad
	}
	v := reflect.New(reflect.TypeOf(defaults).Elem())
	v.Elem().Set(reflect.ValueOf(defaults).Elem())
	return p.decode(v.Interface())
}
