package inputs

import (
	"math/rand/v2"
	"testing"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
)

// Places are taken by the weights of bytes, in the text that they are for.
func TestWeigh(t *testing.T) {
	p, err := cfront.Compile(t.Context(), &program.Version{Name: "v", Files: []program.SourceFile{{Name: "v.c", Text: text}}}, cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	of := &program.Input{Args: []program.Bytes{program.Bytes("abcdefgh")}, Stdin: program.Bytes("0123456789"), Files: []program.File{{Name: "f", Data: program.Bytes("xyz")}}}
	model := &program.InputModel{Args: []program.ArgModel{{String: &program.ContentModel{Size: 20}}}, Stdin: &program.ContentModel{Size: 20}, Files: []program.FileModel{{Name: "f", Content: &program.ContentModel{Size: 20}}}}
	for _, slot := range Slots(of) {
		m, err := New(rand.New(rand.NewPCG(1, 2)), p, p, model)
		if err != nil {
			t.Fatal(err)
		}
		before := slot.Text(of)
		weights := make([]byte, len(before))
		weights[2] = 5
		m.Weigh(func(s Slot) []byte {
			if s == slot {
				return weights
			}
			return nil
		})
		kept, others := 0, 0
		for range 400 {
			in := m.Changed(of)
			after := slot.Text(in)
			if len(after) < len(before) || string(after) == string(before) {
				continue
			}
			if string(after[:2]) == string(before[:2]) {
				kept++
			} else {
				others++
			}
			m.Learn(false)
		}
		if kept < 3*others || kept == 0 {
			t.Errorf("slot %d: %d changes behind the place, %d before", slot, kept, others)
		}
	}
	if Slot(1).Text(of) != nil || FileSlot(1).Text(of) != nil || string(FileSlot(0).Text(of)) != "xyz" {
		t.Error("texts of slots")
	}
}
