package records

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"espalier/web/cluster"
)

// A Damage lists what a log or a value has lost.
type Damage struct {
	ID      ID    // of a value, its key
	Value   bool  // it is a value of a feature; the store has only its newest revision
	Missing []int // at most maxMissing revisions that cannot be read
	More    int   // the number of further ones
	Newest  int   // the newest revision that was acknowledged
}

// maxMissing bounds the list of missing revisions of a log.
const maxMissing = 1000

// DamageOfLog returns the damage of a log that has lost some revisions, which are in their order.
func DamageOfLog(id ID, lost []int, newest int) Damage {
	return Damage{ID: id, Missing: lost[:min(len(lost), maxMissing)], More: max(0, len(lost)-maxMissing), Newest: newest}
}

// String names the log and the revisions, or the value.
func (d Damage) String() string {
	if d.Value {
		return fmt.Sprintf("%s (%s) cannot be read", describeValue(string(d.ID)), d.ID)
	}
	return fmt.Sprintf("%s %s: revision %s of %d cannot be read", d.What(), d.ID, d.Revisions(), d.Newest)
}

// What returns what a log is called, as "tree", or what the kind of a value is called, as "room".
func (d Damage) What() string { return d.what(1) }

// article returns what a log or a value is called with its article.
func article(noun string) string {
	if strings.IndexByte("aeiou", noun[0]) >= 0 {
		return "an " + noun
	}
	return "a " + noun
}

// what returns What in one or in many.
func (d Damage) what(n int) string {
	kind := &Kind{One: "log", Many: "logs"}
	if !d.Value && logs != nil {
		kind = &Kind{One: logs.One, Many: logs.Many}
	}
	if d.Value {
		if kind = kindOfKey(string(d.ID)); kind == nil {
			kind = &Kind{One: "value", Many: "values"}
		}
	}
	if n == 1 {
		return kind.One
	}
	return kind.Many
}

// Shown returns the id of the log or of the root of the value. If the root has only one
// value, it is the whole key.
func (d Damage) Shown() string {
	if kind := kindOfKey(string(d.ID)); d.Value && kind != nil && !kind.Single {
		return kind.words(string(d.ID))[0]
	}
	return string(d.ID)
}

// mendCommand returns, for the log, the command that mends what is damaged.
func (l *Store) mendCommand(id ID) string {
	if isValue(string(id)) {
		id = ID(Damage{ID: id, Value: true}.Shown())
	}
	if l.Shared() {
		return "server -nats URL -data DIR -backup DIR library restore " + string(id) + ", while the other Espaliers run"
	}
	return "server -data DIR -backup DIR library restore " + string(id) + ", when no server runs"
}

// Revisions formats the missing revisions, as "3" or "3 to 5, 9".
func (d Damage) Revisions() string {
	var parts []string
	for i := 0; i < len(d.Missing); {
		k := i
		for k+1 < len(d.Missing) && d.Missing[k+1] == d.Missing[k]+1 {
			k++
		}
		part := strconv.Itoa(d.Missing[i])
		if k > i {
			part += " to " + strconv.Itoa(d.Missing[k])
		}
		parts = append(parts, part)
		i = k + 1
	}
	if d.More > 0 {
		parts = append(parts, fmt.Sprintf("and %d more", d.More))
	}
	return strings.Join(parts, ", ")
}

// countDamage counts what is damaged, as "2 trees and 1 lesson".
func countDamage(all []Damage) string {
	n := map[string]map[string]bool{}
	one := map[string]Damage{}
	order := []string{Damage{}.What()}
	for _, d := range all {
		what := d.What()
		if n[what] == nil {
			n[what] = map[string]bool{}
			one[what] = d
			if !slices.Contains(order, what) {
				order = append(order, what)
			}
		}
		n[what][d.Shown()] = true
	}
	var parts []string
	for _, what := range order {
		if count := len(n[what]); count > 0 {
			parts = append(parts, strconv.Itoa(count)+" "+one[what].what(count))
		}
	}
	return listed(parts)
}

// maxNamed bounds the ids in the reason of a Health.
const maxNamed = 10

// nameDamage lists what is damaged by the beginnings of its ids, as "tree lu3zbl…, room k7… and 3
// more". Everybody can read /readyz, and a whole id opens the tree; the lines of the log have it.
func nameDamage(all []Damage) string {
	var names []string
	for _, d := range all {
		id := d.Shown()
		if name := d.What() + " " + id[:min(len(id), max(2, len(id)/4))] + "…"; !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if more := len(names) - maxNamed; more > 0 {
		names = append(names[:maxNamed], strconv.Itoa(more)+" more")
	}
	return listed(names)
}

// listed joins names, as "a, b and c".
func listed(names []string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// A knownDamage has what is known to be wrong with an open store. The zero value is that of a
// whole store.
type knownDamage struct {
	mu      sync.Mutex
	damaged map[ID]Damage
	faults  []cluster.Fault
	hangs   error
}

// Found replaces what is damaged by what an opening has found. The faults
// are added to the earlier ones, since the first opening takes the damaged parts out of the
// files.
func (k *knownDamage) Found(f finding, faults []cluster.Fault) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.damaged = maps.Clone(f.Damaged)
	k.faults = append(k.faults, faults...)
}

// Add adds a log or a value, and reports whether it was not known before.
func (k *knownDamage) Add(one Damage) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if _, known := k.damaged[one.ID]; known {
		return false
	}
	if k.damaged == nil {
		k.damaged = map[ID]Damage{}
	}
	k.damaged[one.ID] = one
	return true
}

// Replace adds a log or a value, or replaces what was known of it.
func (k *knownDamage) Replace(one Damage) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.damaged == nil {
		k.damaged = map[ID]Damage{}
	}
	k.damaged[one.ID] = one
}

// Any reports whether anything is damaged.
func (k *knownDamage) Any() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return len(k.damaged) > 0
}

// Forget removes a log or a value that was mended or deleted.
func (k *knownDamage) Forget(id ID) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.damaged, id)
}

// List returns the damage in the order of the ids, and the damaged parts of files.
func (k *knownDamage) List() ([]Damage, []cluster.Fault) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return inOrder(k.damaged), slices.Clone(k.faults)
}

// inOrderOfID returns the keys of a map in their order.
func inOrderOfID[V any](all map[ID]V) []ID { return slices.Sorted(maps.Keys(all)) }

// inOrder returns damage in the order of the ids.
func inOrder(damaged map[ID]Damage) []Damage {
	return slices.SortedFunc(maps.Values(damaged), func(a, b Damage) int { return cmp.Compare(a.ID, b.ID) })
}

// Hang records why the store does not answer any more.
func (k *knownDamage) Hang(err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.hangs = err
}

// Hanging returns the reason of Hang, or nil if the store does not hang.
func (k *knownDamage) Hanging() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.hangs
}

// ForgetDamage notes that a log or a value is whole again, or was deleted.
func (l *Store) ForgetDamage(id ID) { l.damage.Forget(id) }

// KnowDamage notes what a log or a value has lost, in place of what was known of it.
func (l *Store) KnowDamage(one Damage) { l.damage.Replace(one) }
