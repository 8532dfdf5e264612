package classroom

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"espalier/web/app"
	"espalier/web/classroom/entry"
)

// A lostPart is a question that cannot be read, or a batch of answers: it was acknowledged, and the
// store has lost it, or the question that it answers. The results name it.
type lostPart struct {
	key       string
	question  int
	followers []entry.FollowerID // whose answers are lost
}

// lose notes a lost part. The ledger has the followers of a batch.
func (r *room) lose(ctx context.Context, key string, question int) {
	part := lostPart{key: key, question: question}
	for _, id := range strings.Fields(r.h.Store.NoteOf(ctx, key)) {
		part.followers = append(part.followers, entry.FollowerID(id))
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.damaged == nil {
		r.damaged = map[string]lostPart{}
	}
	r.damaged[key] = part
	r.classChanged()
}

// countDamaged returns how many answers are lost, at least. The caller holds mu.
func (r *room) countDamaged() (n int) {
	for _, p := range r.damagedParts() {
		n += max(1, len(p.followers))
	}
	return n
}

// damagedParts returns the lost parts in order, without the answers of people who were taken out. The caller holds mu.
func (r *room) damagedParts() (parts []lostPart) {
	for _, key := range slices.Sorted(maps.Keys(r.damaged)) {
		part := r.damaged[key]
		whole := len(part.followers)
		part.followers = slices.DeleteFunc(slices.Clone(part.followers), func(id entry.FollowerID) bool { return r.people[id] != nil && r.people[id].Out })
		if whole == 0 || len(part.followers) > 0 {
			parts = append(parts, part)
		}
	}
	return parts
}

// readLost tries to read the lost parts again: a backup or another server may have brought them back.
func (r *room) readLost(ctx context.Context) error {
	r.mu.Lock()
	keys := slices.Sorted(maps.Keys(r.damaged))
	r.mu.Unlock()
	for _, key := range keys {
		if _, _, err := r.h.ReadValue(ctx, key); damaged(err) {
			continue
		} else if err != nil {
			return err
		}
		r.inClass(func() { delete(r.damaged, key) })
		// A batch stays lost if its question is.
		if err := r.readQuestions(ctx, []string{key}, MaxQuestions); err != nil {
			return err
		}
	}
	return nil
}

// lostParts is damagedParts.
func (r *room) lostParts() []lostPart {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.damagedParts()
}

// lines returns the lines of a lost part in the file of the answers: one for each follower, or one for
// all if they are not known. It numbers new followers.
func (p lostPart) lines(numbers map[entry.FollowerID]int) (lines [][]string) {
	who := []string{""}
	for i, id := range p.followers {
		if numbers[id] == 0 {
			numbers[id] = len(numbers) + 1
		}
		number := strconv.Itoa(numbers[id])
		who = append(who[:min(i, len(who))], number)
	}
	for _, number := range who {
		lines = append(lines, []string{QuestionID(p.question), "damaged", "", "", lostText, number, "", "damaged"})
	}
	return lines
}

// lostText says in the file what is lost.
const lostText = "the answer was stored, but the store has lost it"

// A lostAnswer names the lost parts.
type lostAnswer struct {
	Damaged []lostPartAnswer `json:"damaged"`
}

type lostPartAnswer struct {
	Question  string             `json:"question"`
	Followers []entry.FollowerID `json:"followers"`
}

func lostPartsAnswer(parts []lostPart) (list []lostPartAnswer) {
	for _, p := range parts {
		list = append(list, lostPartAnswer{QuestionID(p.question), app.List(p.followers)})
	}
	return list
}
