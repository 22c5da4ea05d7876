package present

import (
	"github.com/riftlab/rift/difference"
	"github.com/riftlab/rift/program"
)

// Kind is a kind of finding: a rule of SARIF.
type Kind struct {
	ID    string // "rift/..."
	Name  string // in CamelCase
	Level string // "error", "warning" or "note"
	Short string // a few words
	Full  string // a sentence or two
	Help  string // what to do, in Markdown
}

// The kinds.
var (
	outputDiffers = Kind{"rift/output-differs", "OutputDiffers", "warning",
		"The output differs",
		"On an input that is given, the two versions print, write or return something else. The change at the location is responsible: without it, the new version shows what the old one does.",
		"Run the input that the message gives on both versions. If the new output is the one that you want, keep the input as a test of it. If it is not, the change at the location is where to look."}
	endingDiffers = Kind{"rift/ending-differs", "EndingDiffers", "warning",
		"The program ends differently",
		"On an input that is given, the two versions end with another exit status, by another signal, or only one of them ends. The change at the location is responsible.",
		"Callers such as shell scripts and make see the exit status. Run the input that the message gives on both versions and decide which ending is right."}
	newFault = Kind{"rift/new-fault", "NewFault", "error",
		"The new version has an error that the old one has not",
		"On an input that is given, the old version ends normally, and the new one executes undefined behaviour, such as an access out of bounds, or reaches an error call. The change at the location is responsible.",
		"This is a regression unless the program promises nothing for this input. Without rift, a sanitizer of the compiler shows the error: build with `-fsanitize=address,undefined` and run the input that the message gives."}
	restsOnUndefined = Kind{"rift/rests-on-undefined-behaviour", "RestsOnUndefinedBehaviour", "note",
		"The difference rests on undefined behaviour",
		"On an input that is given, the versions differ, but undefined behaviour is executed on it, so that the C standard does not say what the program shows: by the old version, or where rift's machine goes on as compilers often do, as with signed overflow.",
		"A version has an error on this input. If the change is to remove it, the difference is what you want. If not, the error is worth a change of its own. `--undefined=exclude` leaves such inputs out."}
	notReached = Kind{"rift/change-not-reached", "ChangeNotReached", "note",
		"No input reached the change",
		"The versions were not compared on any input that executes the changed code at the location. Nothing is known about what it does.",
		"The message says what keeps inputs away, as far as it is known. Give inputs that lead there: `--sym-args`, `--sym-stdin` and `--sym-file` say which inputs there are, `--tests` names existing tests, and `--entry` calls the changed function instead of main. More time (`--cpu`) helps where the search was cut off."}
	notProved = Kind{"rift/not-proved", "NotProved", "note",
		"No difference was found, and none is excluded",
		"Every changed place was executed and no difference was found, but not all inputs were compared, so that there may be one.",
		"The message says what was left out. More time (`--cpu`), fewer inputs (`--sym-args`) or one function at a time (`--entry`) may decide it."}
)

// kinds are all there are, in the order in which they are listed.
func kinds() []Kind {
	return []Kind{outputDiffers, endingDiffers, newFault, restsOnUndefined, notReached, notProved}
}

// kindOf returns the kind of a difference.
func kindOf(d *difference.Difference) *Kind {
	switch {
	case d.Old.Fault.IsUndefined():
		return &restsOnUndefined
	case d.New.Fault != nil && d.Old.Fault == nil:
		return &newFault
	case len(d.Undefined) > 0:
		return &restsOnUndefined
	case d.Respect == program.DiffEnding || d.Respect == program.DiffStatus || d.Respect == program.DiffFault:
		return &endingDiffers
	}
	return &outputDiffers
}
