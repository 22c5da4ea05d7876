package program

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// ScheduleVariable is the variable of an input's environment that says how threads take
// turns, see ParseSchedule.
const ScheduleVariable = "RIFT_SCHEDULE"

// ScheduleValue is the name of the values that say how threads take turns. No variable of a
// program has it.
const ScheduleValue = "thread schedule"

// ParseSchedule returns the entry of an input's environment for a schedule: "seed:N" draws
// from the seed N, of 64 bits, which thread goes on at each operation that synchronises;
// "bound:N" asks for values named ScheduleValue, which say which thread goes on where one
// waits or ends, and N times, less than 2 to the 32, where none has to.
func ParseSchedule(text string) (Bytes, error) {
	kind, number, _ := strings.Cut(text, ":")
	bits := map[string]int{"seed": 64, "bound": 32}[kind]
	_, err := strconv.ParseUint(number, 10, 64)
	if bits == 0 || err != nil && !errors.Is(err, strconv.ErrRange) {
		return nil, fmt.Errorf("schedule %q: want seed:N or bound:N", text)
	}
	if _, err := strconv.ParseUint(number, 10, bits); err != nil {
		return nil, fmt.Errorf("schedule %q: want a number of at most %d", text, uint64(1)<<bits-1)
	}
	return Bytes(ScheduleVariable + "=" + text), nil
}

// WithoutSchedule returns values without those that say how threads take turns: what the
// program itself is given.
func WithoutSchedule(values []Value) []Value {
	return slices.DeleteFunc(slices.Clone(values), func(v Value) bool { return v.Name == ScheduleValue })
}
