package experiments

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines"
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
// of the defaults, or nil, and the copy.
func (p Params) check(defaults any) (filled any, bad *corpora.TOMLError) {
	if defaults == nil {
		bad := p.decode(&struct{}{})
		if bad != nil {
			bad.Msg += ": this engine has no parameters"
		}
		return nil, bad
	}
	v := reflect.New(reflect.TypeOf(defaults).Elem())
	v.Elem().Set(reflect.ValueOf(defaults).Elem())
	if bad := p.decode(v.Interface()); bad != nil {
		return nil, bad
	}
	if err := engines.DecodeParams(p, v.Interface()); err != nil {
		return nil, &corpora.TOMLError{Key: "mode", Msg: err.Error()}
	}
	if val, ok := v.Interface().(engines.Validator); ok {
		if err := val.Validate(); err != nil {
			key := ""
			for _, k := range p.keys() { // the one that the message names
				if strings.HasPrefix(err.Error(), k+" ") {
					key = k
				}
			}
			return nil, &corpora.TOMLError{Key: key, Msg: err.Error()}
		}
	}
	return v.Interface(), nil
}

// keys returns the names of the parameters that are given, sorted.
func (p Params) keys() []string {
	var table map[string]any
	if err := toml.Unmarshal([]byte(p), &table); err != nil {
		return nil // reported where they are decoded
	}
	return slices.Sorted(maps.Keys(table))
}
