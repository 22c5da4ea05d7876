package external

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/riftlab/rift/engines"
)

// patience is what tools may do that no budget bounds.
type patience struct {
	hello     time.Duration // until a tool has said hello
	grace     time.Duration // while it goes on although it knows that the budget is spent
	cut       time.Duration // while it goes on although its time is up
	processes int           // at a time
}

var usualPatience = patience{hello: time.Minute, grace: 30 * time.Second, cut: time.Second, processes: 512}

// live works on the task with a running tool.
func live(ctx context.Context, s *session, spec *Spec, p patience, dir string, about []byte) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	m := &meter{cpu: s.task.Budget.CPU, memory: s.task.Budget.Memory, exceeded: func(c *Cut) { cancel(c) }}
	defer m.report(s.rec)
	t, err := start(spec, dir, p.processes, s.log, m)
	if err != nil {
		return err
	}
	c := &conversation{session: s, tool: t, patience: p}
	err = c.hello(ctx, spec.Folder)
	if err == nil {
		err = c.send(ctx, about)
	}
	for err == nil {
		err = c.next(ctx)
	}
	if ctx.Err() != nil && !errors.Is(err, errDone) {
		err = c.cut(ctx)
	}
	t.end(!errors.Is(err, errDone))
	switch {
	case s.spent && !errors.Is(err, context.Canceled):
		return engines.ErrBudget
	case errors.Is(err, errDone):
		return nil
	}
	return err
}

// conversation is a session with a running tool.
type conversation struct {
	*session
	tool     *tool
	patience patience
	until    <-chan time.Time // when patience ends; nil for ever
	why      string           // it ends
	deaf     bool             // the tool does not read
}

// hello makes the acquaintance of the tool.
func (c *conversation) hello(ctx context.Context, folder string) error {
	if err := c.send(ctx, encode(helloMessage{"hello", Version, folder})); err != nil {
		return err
	}
	c.until, c.why = time.After(c.patience.hello), fmt.Sprintf("it said no hello within %s", c.patience.hello)
	line, err := c.receive(ctx)
	if err != nil {
		return err
	}
	c.until = nil
	h, err := readHeader(line)
	if err != nil {
		return err
	}
	if h.Type != "hello" {
		return fmt.Errorf("its first message is of type %q, not \"hello\"", quoted(h.Type))
	}
	var m toolHello
	if err := decode(line, &m); err != nil {
		return fmt.Errorf("hello: %w", err)
	}
	if m.Protocol == nil {
		return errors.New("its hello has no \"protocol\"")
	}
	if *m.Protocol != Version {
		return fmt.Errorf("it speaks version %d of the protocol, and this rift speaks %d", *m.Protocol, Version)
	}
	return nil
}

// send writes a message. That the tool does not read any more is no error yet: it may
// have said all that it has to say.
func (c *conversation) send(ctx context.Context, line []byte) error {
	if c.deaf {
		return nil
	}
	c.traced("rift:", line)
	stop := context.AfterFunc(ctx, func() { c.tool.in.SetWriteDeadline(time.Now()) }) //nolint:errcheck // it may be closed
	defer stop()
	_, err := c.tool.in.Write(line)
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, os.ErrDeadlineExceeded):
		return errors.New("it does not read its answers")
	}
	c.deaf = true
	c.until, c.why = time.After(leaveTime), "it closed its standard input, and goes on"
	return nil
}

// receive returns the next message.
func (c *conversation) receive(ctx context.Context) ([]byte, error) {
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-c.until:
		return nil, errors.New(c.why)
	case l, ok := <-c.tool.lines:
		if !ok {
			return nil, c.tool.left()
		}
		c.traced("tool:", l.data)
		return l.data, l.err
	}
}

// next takes a message and answers it.
func (c *conversation) next(ctx context.Context) error {
	line, err := c.receive(ctx)
	if err != nil {
		return err
	}
	spent := c.spent
	answer, err := c.handle(ctx, line)
	if err != nil && !errors.Is(err, errDone) {
		return err
	}
	if failed := c.tape.said(line, answer); failed != nil {
		return failed
	}
	if err != nil || answer == nil {
		return err
	}
	if c.spent && !spent && !c.deaf {
		c.until, c.why = time.After(c.patience.grace), "it goes on although the budget is spent"
		c.tool.in.SetWriteDeadline(time.Now().Add(c.patience.grace)) //nolint:errcheck // it may be closed
	}
	return c.send(ctx, answer)
}

// cut tells the tool that its time is up, hears what it has counted, and returns why
// the run ends.
func (c *conversation) cut(ctx context.Context) error {
	cause := context.Cause(ctx)
	var cut *Cut
	switch {
	case errors.As(cause, &cut):
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		cut = &Cut{EndTime, "the wall limit is reached"}
	case cause != nil && !errors.Is(cause, context.Canceled):
		cut = &Cut{EndTime, cause.Error()}
	default:
		return ctx.Err() // somebody does not want to know any more
	}
	if cut.Status == EndMemory {
		return cut
	}
	if c.stop == "" {
		c.stop = cut.Reason
		c.tape.put(tapeLine{Cut: cut.Reason})
	}
	until, cancel := context.WithTimeout(context.Background(), c.patience.cut)
	defer cancel()
	c.until = nil
	err := c.tool.in.SetWriteDeadline(time.Time{})
	if err == nil {
		err = c.send(until, encode(answerMessage{Type: "stop", Reason: cut.Reason}))
	}
	for err == nil {
		err = c.next(until)
	}
	return cut
}
