package program

import (
	"fmt"
	"strconv"
	"strings"
)

// ScheduleVariable is the variable of an input's environment that says how threads take
// turns, see ParseSchedule.
const ScheduleVariable = "RIFT_SCHEDULE"

// ParseSchedule returns the entry of an input's environment for a schedule: "seed:N" draws
// from the seed N which thread goes on at each operation that synchronises; "bound:N" asks for
// values named "schedule", which say which thread goes on where one waits or ends, and N
// times where none has to.
func ParseSchedule(text string) (Bytes, error) {
	kind, number, _ := strings.Cut(text, ":")
	if _, err := strconv.ParseUint(number, 10, 32); err != nil || kind != "seed" && kind != "bound" {
		return nil, fmt.Errorf("schedule %q: want seed:N or bound:N", text)
	}
	return Bytes(ScheduleVariable + "=" + text), nil
}
