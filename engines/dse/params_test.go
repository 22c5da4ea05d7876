package dse

import "testing"

func TestValidate(t *testing.T) {
	tests := []struct {
		name   string
		change func(*Params)
		ok     bool
	}{
		{"defaults", func(*Params) {}, true},
		{"explore", func(p *Params) { p.Explore = "nwe" }, false},
		{"search", func(p *Params) { p.Search = "deepest" }, false},
		{"merge", func(p *Params) { p.Merge = "maybe" }, false},
		{"negative", func(p *Params) { p.MaxStates = -1 }, false},
	}
	for _, tt := range tests {
		p := defaults()
		tt.change(&p)
		if err := p.Validate(); (err == nil) != tt.ok {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}
