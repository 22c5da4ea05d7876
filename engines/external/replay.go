package external

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// replay does what the tool of a transcript asked for. It fails if rift's answers are
// not those that the tool was given, for it might have gone on otherwise.
func (s *session) replay(ctx context.Context, name string, about []byte) error {
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no transcript of this task: %s", name)
	}
	if err != nil {
		return err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, maxTape)
	var answer []byte // that is expected, if it is not nil
	for n := 1; lines.Scan(); n++ {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		fail := func(err error) error { return fmt.Errorf("%s:%d: %w", name, n, err) }
		var l tapeLine
		if err := decode(lines.Bytes(), &l); err != nil {
			return fail(fmt.Errorf("no line of a transcript: %w", err))
		}
		switch {
		case (n == 1) != (l.Head != nil):
			return fail(errors.New("a transcript begins with its head, and has no other"))
		case (answer != nil) != (l.Rift != nil):
			return fail(errors.New("each request is followed by its answer, and nothing else is"))
		}
		switch {
		case l.Head != nil:
			if err := l.Head.check(s.task.ID, about); err != nil {
				return fail(err)
			}
		case l.Engine != nil:
			answer, err = s.handle(ctx, l.Engine)
			switch {
			case err != nil && ctx.Err() != nil:
				return ctx.Err()
			case err != nil:
				return fail(err)
			case answer == nil:
				return fail(errors.New("no request"))
			}
		case l.Rift != nil:
			if !bytes.Equal(bytes.TrimSpace(answer), l.Rift) {
				return fail(errors.New("rift's answer is not the one that the tool was given: the transcript was made with another version of rift, or was changed"))
			}
			answer = nil
		case l.Cut != "":
			s.stop = l.Cut
		case l.End != nil:
			return l.End.error()
		default:
			return fail(errors.New("an empty line"))
		}
	}
	if err := lines.Err(); err != nil {
		return err
	}
	return fmt.Errorf("%s is cut short: it has no end", name)
}
