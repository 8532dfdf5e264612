package algorithms

import "espalier/trace"

// A Reply is a note of a Prune (BRS+, best-reply search): who replies, and the node where. Of a cut by the rule
// LastReply it is the node of the event, where the opponent has to reply.
type Reply struct {
	trace.BareNote
	Player int
	Node   int32
}

var replyKind = trace.NewNoteKind("reply", func(r *trace.NoteReader) trace.Note { return &Reply{Player: int(r.Uint()), Node: int32(r.Uint())} })

// Kind returns the kind of a Reply.
func (r *Reply) Kind() *trace.NoteKind { return replyKind }

// Clone returns a copy.
func (r *Reply) Clone() trace.Note { return &Reply{Player: r.Player, Node: r.Node} }

// Write writes the player and the node.
func (r *Reply) Write(w *trace.NoteWriter) { w.Uints(uint64(r.Player), uint64(r.Node)) }

// AppendJSON appends the member reply.
func (r *Reply) AppendJSON(b []byte, _ *trace.Event) []byte {
	b = trace.AppendInt(append(b, `,"reply":{"player":`...), r.Player)
	return append(trace.AppendInt(append(b, `,"node":`...), int(r.Node)), '}')
}

// Certify names the node of the reply.
func (r *Reply) Certify(c *trace.Certificate, e *trace.Event) {
	text := "the reply"
	if e.Rule == trace.LastReply {
		text = "no pass"
	}
	c.Holders = append(c.Holders, trace.Holder{Node: int(r.Node), Player: r.Player, Text: text})
}

// Explain writes why an opponent may not choose.
func (r *Reply) Explain(x *trace.Explainer, s *trace.Sentence, e *trace.Event, part trace.SentencePart) bool {
	if part != trace.WholeSentence || e.Type != trace.Prune {
		return false
	}
	x.Cut(s, e, ". ")
	switch e.Rule {
	case trace.OneReply:
		if x.MoverAt(e.Node) == r.Player {
			x.Write(s, e, "%p has replied at %n, so the first move is played here.", r.Player, r.Node)
		} else {
			x.Write(s, e, "%p has replied at %n, and only one opponent may reply, so the first move is played here.", r.Player, r.Node)
		}
	case trace.OthersPass:
		switch mover := x.MoverAt(e.Node); mover {
		case 0: // the tree is not built
			x.Write(s, e, "%p has replied at %n, and only one opponent may reply: the others pass.", r.Player, r.Node)
		case r.Player:
			x.Write(s, e, "%p has replied at %n, and passes here.", r.Player, r.Node)
		default:
			x.Write(s, e, "%p has replied at %n, and only one opponent may reply: %p passes.", r.Player, r.Node, mover)
		}
	default:
		x.Write(s, e, "One opponent has to reply, and after %p nobody can: %p does not pass.", r.Player, r.Player)
	}
	return true
}
