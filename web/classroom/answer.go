package classroom

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"espalier/web/classroom/entry"
	"espalier/web/judge"
	"espalier/web/problem"
	"espalier/web/store"
)

// An answersLog is a batch of answers as it is stored.
type answersLog struct {
	Question int           `json:"q"`
	Answers  []answerEntry `json:"a"`
}

type answerEntry struct {
	By     entry.FollowerID `json:"y"`
	Answer json.RawMessage  `json:"a"`
}

// followers returns the ids of those who have answered, for the ledger.
func (l *answersLog) followers() string {
	var ids []string
	for _, e := range l.Answers {
		ids = append(ids, string(e.By))
	}
	return strings.Join(ids, " ")
}

// apply adds a stored batch to the answers. The caller holds mu.
func (r *room) apply(key string, log *answersLog, sequence uint64) {
	if log.Question >= len(r.questions) || r.questions[log.Question] == nil {
		return
	}
	q := r.questions[log.Question]
	if !q.answers.addBatch(key) {
		return
	}
	for _, e := range log.Answers {
		answer, err := judge.ReadAnswer(e.Answer, &q.form)
		if err != nil {
			answer = nil
		}
		if r.counts(e.By, sequence) {
			q.answers.set(e.By, string(e.Answer), answer, sequence)
		}
	}
}

// A waitingAnswer is an answer that will be stored.
type waitingAnswer struct {
	m        *member
	question int
	entry    answerEntry
}

// answer accepts an answer of a follower. It is acknowledged when it is stored.
func (r *room) answer(m *member, id string, raw []byte) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	present := r.value.Question
	if present == nil || present.ID != id {
		return problem.Refused("question", "the current question is not %.20q", id)
	}
	if present.State != stateOpen {
		return problem.Refused("question", "question %s is closed; it takes no more answers", id)
	}
	n, _ := ReadNumber("q", id)
	if n >= len(r.questions) || r.questions[n] == nil {
		return &problem.Error{Status: 503, Path: "question", Message: "the question is still being loaded; try again in a moment"}
	}
	q := r.questions[n]
	answer, err := judge.ReadAnswer(raw, &q.form)
	if err != nil {
		return err
	}
	if len(r.waiting) >= maxWaitingAnswers {
		return entry.TooMany("answer", 0, "%d answers of this room are waiting for the disk, the limit", maxWaitingAnswers)
	}
	if !q.answers.has(m.follower) && !q.from.Take(m.client.peer.Client(), q.answers.followers(), MaxAnswered) {
		return problem.OverLimit("answer", "%d followers have answered this question; the limit is %d, and one address can use half of what others leave free", q.answers.followers(), MaxAnswered)
	}
	if !q.answers.change(m.follower) {
		return problem.OverLimit("answer", "you have answered this question %d times, the limit", MaxChanges)
	}
	r.waiting = append(r.waiting, waitingAnswer{m, n, answerEntry{m.follower, judge.AppendAnswer(nil, answer)}})
	if !r.storeAll {
		r.storeAll = true
		r.h.background.Go(r.storeAnswers)
	}
	return nil
}

// mine returns the follower's answer to the question of a message, nil: none. It is sent when the follower enters, and with the verdict when the right answer is
// revealed.
func (m *member) mine(b *broadcast) *mineAnswer {
	if m.leads || b.question == "" || m.entered && !b.revealed {
		return nil
	}
	r := m.room
	r.mu.Lock()
	defer r.mu.Unlock()
	n, ok := ReadNumber("q", b.question)
	if !ok || n >= len(r.questions) || r.questions[n] == nil {
		return nil
	}
	q := r.questions[n]
	own := q.answers.of(m.follower)
	if own == nil {
		return nil
	}
	a := &mineAnswer{Question: b.question, Answer: json.RawMessage(own.text)}
	if b.revealed {
		a.verdict = &verdict{rightIn(q.judge(own.answer))}
	}
	return a
}

// A mineAnswer is the answer of a follower to the current question.
type mineAnswer struct {
	Question string          `json:"question"`
	Answer   json.RawMessage `json:"answer"`
	*verdict                 // nil: the right answer is not revealed
}

type verdict struct {
	Right *bool `json:"right"` // null: it is not known
}

// maxBatch bounds the answers of one write.
const maxBatch = 1_000

// storeAnswers stores the waiting answers until there are none. Answers that arrive during a write
// are stored together by the next write.
func (r *room) storeAnswers() {
	for batch := r.nextBatch(); batch != nil; batch = r.nextBatch() {
		r.storeBatch(batch)
	}
}

// nextBatch takes the waiting answers that the next write stores; nil: there are none.
func (r *room) nextBatch() []waitingAnswer {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := 0
	for n < len(r.waiting) && n < maxBatch && r.waiting[n].question == r.waiting[0].question {
		n++
	}
	if n == 0 {
		r.waiting, r.storeAll = nil, false
		return nil
	}
	batch := r.waiting[:n:n]
	r.waiting = r.waiting[n:]
	return batch
}

func (r *room) storeBatch(batch []waitingAnswer) {
	log := &answersLog{Question: batch[0].question}
	for _, w := range batch {
		log.Answers = append(log.Answers, w.entry)
	}
	data, err := json.Marshal(log)
	key := AnswersKey(r.code, log.Question, newTag())
	var sequence uint64
	if err == nil {
		sequence, err = r.h.CreateValue(context.Background(), key, data, log.followers())
	}
	if errors.Is(err, store.ErrKeyExists) { // by an earlier try whose answer was lost
		_, sequence, err = r.h.ReadValue(context.Background(), key)
	}
	if err != nil {
		for _, w := range batch {
			w.m.postError(err)
		}
		return
	}
	r.inClass(func() {
		r.apply(key, log, sequence)
		batch = slices.DeleteFunc(batch, func(w waitingAnswer) bool { return !r.counts(w.entry.By, sequence) }) // taken out meanwhile
	})
	for _, w := range batch {
		w.m.answered(w.question)
	}
	r.announce(update{Batch: log, Key: key, Sequence: sequence})
}

// hasBatch reports whether a batch of answers to a question is known.
func (r *room) hasBatch(question int, key string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return question < len(r.questions) && r.questions[question] != nil && r.questions[question].answers.known(key)
}

// readBatches reads the unknown batches of answers among keys, in the order in which they were
// stored.
func (r *room) readBatches(ctx context.Context, keys []string) error {
	type stored struct {
		key      string
		log      answersLog
		sequence uint64
	}
	var batches []stored
	for _, name := range keys {
		n, ok := NumberIn(name, r.code, "a")
		if !ok {
			continue
		}
		if r.hasBatch(n, name) {
			continue
		}
		if _, err := r.question(ctx, n); err != nil && !damaged(err) {
			return err
		} else if err != nil {
			r.lose(ctx, name, n)
			continue
		}
		data, sequence, err := r.h.ReadValue(ctx, name)
		if damaged(err) {
			r.lose(ctx, name, n)
			continue
		}
		if errors.Is(err, store.ErrNoKey) {
			continue // the room was just closed
		}
		if err != nil {
			return err
		}
		b := stored{key: name, sequence: sequence}
		if err := json.Unmarshal(data, &b.log); err != nil {
			return err
		}
		batches = append(batches, b)
	}
	slices.SortFunc(batches, func(a, b stored) int { return cmp.Compare(a.sequence, b.sequence) })
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := range batches {
		r.apply(batches[i].key, &batches[i].log, batches[i].sequence)
	}
	for i := range batches {
		delete(r.damaged, batches[i].key)
	}
	if len(batches) > 0 {
		r.classChanged()
	}
	return nil
}

// readAnswers reads the answers that other servers have stored, so that no acknowledged answer is
// missed.
func (r *room) readAnswers(ctx context.Context) error {
	if !r.h.shared {
		return nil
	}
	keys, err := r.h.ListValues(ctx, AnswersOf(r.code))
	if err != nil {
		return err
	}
	return r.readBatches(ctx, keys)
}
