package present

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/difference"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/results/sarif"
)

// fingerprint is the name of rift's partial fingerprint. It is a hash of the kind of
// finding, the text of the changes, their functions and the respect in which the
// versions differ: of nothing that moves with lines.
const fingerprint = "riftChange/v1"

// SARIF writes a report as SARIF 2.1.0. A difference is a result at the changes
// responsible; what they replaced is related to it, and where the versions part is
// a code flow. What is open is a result of the kind "open". The verdicts are properties
// of the run.
func SARIF(w io.Writer, r *Report) error {
	run := sarif.NewRun(r.Tool)
	index := map[string]int{}
	for i, k := range kinds() {
		index[k.ID] = i
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarif.Rule{
			ID: k.ID, Name: k.Name, ShortDescription: sarif.Message{Text: k.Short}, FullDescription: &sarif.Message{Text: k.Full},
			Help: &sarif.Message{Text: strings.ReplaceAll(k.Help, "`", ""), Markdown: k.Help}, Default: &sarif.Configuration{Level: k.Level},
		})
	}
	run.Automation = &sarif.Automation{ID: "rift diff/"}
	call := sarif.Invocation{Arguments: r.Command, ExitCode: r.Status, ExitCodeText: r.Headline(), Successful: true}
	verdicts := []map[string]any{}
	for _, p := range r.Programs {
		f := &sarifOf{p, index, &run.Results}
		f.results()
		facts := map[string]any{"program": p.Name, "answer": p.Answer(), "headline": p.Headline()}
		if p.Err != nil {
			call.Successful = false
			call.Notifications = append(call.Notifications, sarif.Notification{Level: "error", Message: sarif.Message{Text: sarif.Literal(p.Name + ": " + p.Err.Error())}})
		} else {
			facts["seconds"], facts["cpuSeconds"] = p.Result.Seconds, p.Result.CPUSeconds
		}
		if v := p.verdict(); v != nil {
			facts["equivalence"] = p.Result.Equivalence.String()
			facts["complete"], facts["bounds"], facts["reach"] = v.Complete, v.Bounds, v.Reach
		}
		verdicts = append(verdicts, facts)
	}
	run.Invocations = []sarif.Invocation{call}
	run.Properties = map[string]any{"old": r.Old, "new": r.New, "answer": r.Answer(), "headline": r.Headline(), "programs": verdicts}
	return sarif.Write(w, run)
}

// sarifOf makes the results of a program.
type sarifOf struct {
	*Program
	index map[string]int
	to    *[]sarif.Result
}

func (p *sarifOf) add(k *Kind, r sarif.Result) {
	i := p.index[k.ID]
	r.RuleID, r.RuleIndex = k.ID, &i
	for n := range r.RelatedLocations {
		r.RelatedLocations[n].ID = n + 1
	}
	*p.to = append(*p.to, r)
}

func (p *sarifOf) results() {
	for _, d := range p.differences() {
		p.difference(d)
	}
	v := p.verdict()
	if v == nil {
		return
	}
	missed := false
	for _, x := range p.places() {
		if x.State == Missed && !p.First {
			missed = true
			p.missed(&x)
		}
	}
	if p.Answer() == difference.Open && !missed {
		p.open(v)
	}
}

func (p *sarifOf) difference(d *difference.Difference) {
	k := kindOf(d)
	blamed := changes(d)
	r := sarif.Result{
		Level:   k.Level,
		Message: sarif.Message{Text: sarif.Literal(p.message(d))},
		Properties: map[string]any{"program": p.Name, "difference": d.Number, "respect": d.Respect, "engine": d.Engine,
			"changes": d.Blame.Changes, "certain": d.Blame.Certain, "paste": p.paste(d)},
	}
	if len(d.Undefined) > 0 {
		r.Properties["undefined"] = d.Undefined
	}
	where := blamed
	if len(where) == 0 {
		where = p.effective()
	}
	p.locate(&r, where)
	r.Fingerprints = map[string]string{fingerprint: p.hash(k, where, string(d.Respect))}
	var steps []sarif.FlowLocation
	step := func(at program.Position, text, importance string) {
		if at.Line > 0 {
			steps = append(steps, sarif.FlowLocation{Location: p.position(at, text), Importance: importance})
		}
	}
	if x := d.Divergence; x != nil {
		step(x.New, "here the versions take different sides for the first time", "essential")
		if x.Old.Line > 0 {
			r.RelatedLocations = append(r.RelatedLocations, p.position(x.Old, "where the old version takes the other side"))
		}
	}
	if f := d.New.Fault; f != nil {
		step(f.Pos, "here the new version ends: "+string(f.Kind), "essential")
	}
	if f := d.Old.Fault; f != nil && f.Pos.Line > 0 {
		r.RelatedLocations = append(r.RelatedLocations, p.position(f.Pos, "where the old version ends: "+string(f.Kind)))
	}
	if d.Divergence != nil && len(steps) > 0 {
		r.CodeFlows = []sarif.CodeFlow{{Message: sarif.Message{Text: "How the versions come to differ"}, ThreadFlows: []sarif.ThreadFlow{{Locations: steps}}}}
	}
	p.add(k, r)
}

// message says in a few lines what a difference is.
func (p *Program) message(d *difference.Difference) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s on this input: %s\n", d.Summary(), visible(strings.Join(p.paste(d), "; "), false, 400))
	for _, a := range d.Aspects() {
		if !a.Same {
			fmt.Fprintf(&b, "%s: old %s, new %s\n", visible(a.Name, false, 100), quoted(a.Old), quoted(a.New))
		}
	}
	if len(d.Undefined) > 0 {
		fmt.Fprintf(&b, "It rests on undefined behaviour: %s\n", line(strings.Join(d.Undefined, ", ")))
	}
	b.WriteString(blameText(d))
	return b.String()
}

// blameText says what is known of the changes responsible.
func blameText(d *difference.Difference) string {
	ids := strings.Join(d.Blame.Changes, ", ")
	switch n := len(d.Blame.Changes); {
	case n == 0:
		return "The change responsible was not found: it lies in what the program is compiled with."
	case !d.Blame.Certain:
		return fmt.Sprintf("Some of the changes %s are responsible, which the input executes.", ids)
	case n == 1:
		return fmt.Sprintf("The change %s is responsible: without it, the new version shows what the old one does.", ids)
	default:
		return fmt.Sprintf("The changes %s are responsible: without them, the new version shows what the old one does.", ids)
	}
}

func (p *sarifOf) missed(x *place) {
	at := program.Position{File: x.File, Line: x.Line}
	text := fmt.Sprintf("Not reached: the versions were not compared on an input that executes this (%s).", line(x.why()))
	r := sarif.Result{Kind: "open", Message: sarif.Message{Text: sarif.Literal(text)}, Properties: map[string]any{"program": p.Name, "changes": x.Changes}}
	of := p.named(x.Changes)
	// Results lie in the new version, where readers of a review look.
	if x.Version == "old" && len(of) > 0 {
		at = of[0].Position()
		r.RelatedLocations = append(r.RelatedLocations, p.position(program.Position{File: x.File, Line: x.Line}, "the code of the old version that was not executed"))
	}
	l := p.position(at, "changed code that no input reached")
	if x.Func != "" {
		l.Logical = []sarif.Logical{{Name: x.Func, Kind: "function"}}
	}
	r.Locations = []sarif.Location{l}
	for _, c := range of {
		r.RelatedLocations = append(r.RelatedLocations, p.replaced(c))
	}
	// Which place of the changes it is, so that those of one change are told apart.
	nth := x.Line
	if len(of) > 0 {
		nth -= of[0].NewLine
		if x.Version == "old" {
			nth = x.Line - of[0].OldLine
		}
	} else {
		nth = 0
	}
	r.Fingerprints = map[string]string{fingerprint: p.hash(&notReached, of, x.Version, x.Func, fmt.Sprint(nth))}
	p.add(&notReached, r)
}

func (p *sarifOf) open(v *difference.Verdict) {
	where := p.effective()
	text := p.Headline()
	for _, s := range v.Bounds {
		text += "\n" + line(s)
	}
	r := sarif.Result{Kind: "open", Message: sarif.Message{Text: sarif.Literal(text)}, Properties: map[string]any{"program": p.Name}}
	p.locate(&r, where)
	r.Fingerprints = map[string]string{fingerprint: p.hash(&notProved, where)}
	p.add(&notProved, r)
}

// effective returns the changes that can alter what the program does: those of which
// parts are known, or all that are more than comments.
func (p *Program) effective() []*delta.Change {
	if p.Result == nil || p.Result.Delta == nil {
		return nil
	}
	var ids []string
	if v := p.verdict(); v != nil {
		for _, x := range v.Reach {
			ids = append(ids, x.Change)
		}
	}
	var list []*delta.Change
	for _, c := range p.Result.Delta.Changes {
		if slices.Contains(ids, c.ID) {
			list = append(list, c)
		}
	}
	if len(list) > 0 {
		return list
	}
	return slices.DeleteFunc(slices.Clone(p.Result.Delta.Changes), func(c *delta.Change) bool { return c.NoEffect })
}

// named returns changes by their names.
func (p *Program) named(ids []string) []*delta.Change {
	if p.Result == nil || p.Result.Delta == nil {
		return nil
	}
	var list []*delta.Change
	for _, id := range ids {
		if i, ok := p.Result.Delta.Lookup(id); ok {
			list = append(list, p.Result.Delta.Changes[i])
		}
	}
	return list
}

// functions returns the functions that changes lie in, sorted.
func (p *Program) functions(of []*delta.Change) []string {
	v := p.verdict()
	if v == nil {
		return nil
	}
	var list []string
	for _, x := range v.Reach {
		if x.Func != "" && slices.ContainsFunc(of, func(c *delta.Change) bool { return c.ID == x.Change }) && !slices.Contains(list, x.Func) {
			list = append(list, x.Func)
		}
	}
	slices.Sort(list)
	return list
}

// hash makes a fingerprint of a finding at changes.
func (p *Program) hash(k *Kind, of []*delta.Change, more ...string) string {
	h := sha256.New()
	write := func(s string) { fmt.Fprintf(h, "%d:%s", len(s), s) }
	write(k.ID)
	for _, f := range p.functions(of) {
		write(f)
	}
	for _, c := range of {
		write(p.file(c.File))
		write(strings.Join(c.Old, "\n"))
		write(strings.Join(c.New, "\n"))
	}
	for _, s := range more {
		write(s)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// locate adds the places of changes, and what they replaced.
func (p *sarifOf) locate(r *sarif.Result, of []*delta.Change) {
	for _, c := range of {
		l := sarif.Lines(p.file(c.File), c.NewLine, c.NewLine+len(c.New)-1, "change "+c.ID)
		for _, f := range p.functions([]*delta.Change{c}) {
			l.Logical = append(l.Logical, sarif.Logical{Name: f, Kind: "function"})
		}
		r.Locations = append(r.Locations, l)
		r.RelatedLocations = append(r.RelatedLocations, p.replaced(c))
	}
}

// maxOldLines bounds the lines of the old version in a message.
const maxOldLines = 12

// replaced is the place of a change in the old version.
func (p *sarifOf) replaced(c *delta.Change) sarif.Location {
	if len(c.Old) == 0 {
		return sarif.Lines(p.file(c.File), c.OldLine-1, c.OldLine-1, c.ID+" in the old version: nothing, it adds lines after this one")
	}
	text := c.ID + " in the old version:"
	for i, s := range c.Old {
		if i == maxOldLines {
			text += fmt.Sprintf("\n(%s more)", corpora.Plural(len(c.Old)-i, "line"))
			break
		}
		text += "\n" + line(s)
	}
	return sarif.Lines(p.file(c.File), c.OldLine, c.OldLine+len(c.Old)-1, text)
}

// position is a place of which only the beginning is known.
func (p *sarifOf) position(at program.Position, text string) sarif.Location {
	l := sarif.Lines(p.file(at.File), at.Line, at.Line, text)
	l.Physical.Region.StartColumn = at.Col
	return l
}
