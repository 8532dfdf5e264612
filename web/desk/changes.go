package desk

import (
	"cmp"
	"fmt"
	"slices"

	"espalier/web/problem"
)

// A changes is the body of PUT /api/v1/desks/{desk}/things. It names what changes, so that those of two machines
// can be made one after the other. A thing is named by its id.
type changes struct {
	add     []item
	remove  []string
	folders []folder
	order   []string
}

// A folder is the folder into which a thing is put; "": none.
type folder struct{ id, name string }

// readChanges reads a body.
func (h *Handlers) readChanges(members []problem.Member) (*changes, error) {
	c := &changes{}
	var add, remove, folders, order []byte
	err := problem.ReadFields(members, "", problem.Field{Key: "add", Raw: &add}, problem.Field{Key: "remove", Raw: &remove},
		problem.Field{Key: "folders", Raw: &folders}, problem.Field{Key: "order", Raw: &order})
	if err != nil {
		return nil, err
	}
	if add == nil && remove == nil && folders == nil && order == nil {
		return nil, problem.Refused("body", "nothing changes; the keys are add, remove, folders and order")
	}
	if c.add, err = readList(add, "add", h.readItem); err != nil {
		return nil, err
	}
	if c.remove, err = readList(remove, "remove", problem.ReadString); err != nil {
		return nil, err
	}
	if c.order, err = readList(order, "order", problem.ReadString); err != nil {
		return nil, err
	}
	if folders != nil {
		named, err := problem.SplitObject(folders, "folders")
		if err != nil {
			return nil, err
		}
		for _, m := range named {
			path := problem.JoinPath("folders", m.Key)
			name := ""
			if !m.Absent() {
				if name, err = problem.ReadText(m.Raw, path, MaxFolder); err != nil {
					return nil, err
				}
			}
			c.folders = append(c.folders, folder{m.Key, name})
		}
	}
	return c, nil
}

// readList reads a list of at most MaxThings elements; nil: there is none.
func readList[T any](raw []byte, path string, read func(raw []byte, path string) (T, error)) (list []T, err error) {
	if raw == nil {
		return nil, nil
	}
	parts, err := problem.SplitArray(raw, path)
	if err != nil {
		return nil, err
	}
	if len(parts) > MaxThings {
		return nil, problem.OverLimit(path, "the list has %d elements; the maximum is %d", len(parts), MaxThings)
	}
	for i, part := range parts {
		one, err := read(part, fmt.Sprintf("%s[%d]", path, i))
		if err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	return list, nil
}

// readItem reads a thing that is put on a desk.
func (h *Handlers) readItem(raw []byte, path string) (i item, err error) {
	members, err := problem.SplitObject(raw, path)
	if err != nil {
		return i, err
	}
	var kind, key, title, folder []byte
	err = problem.ReadFields(members, path, problem.Field{Key: "kind", Raw: &kind}, problem.Field{Key: "key", Raw: &key},
		problem.Field{Key: "title", Raw: &title}, problem.Field{Key: "folder", Raw: &folder})
	switch {
	case err != nil:
		return i, err
	case kind == nil:
		return i, problem.Refused(path+".kind", "the kind is missing; it is one of %s", h.kindNames())
	case key == nil:
		return i, problem.Refused(path+".key", "the key is missing; it is the text that came with the thing when it was made")
	}
	if i.Kind, err = problem.ReadString(kind, path+".kind"); err != nil {
		return i, err
	}
	if h.kind(i.Kind) == nil {
		return i, problem.Refused(path+".kind", "there is no kind %.40q; the kinds are %s", i.Kind, h.kindNames())
	}
	if i.Key, err = problem.ReadString(key, path+".key"); err != nil {
		return i, err
	}
	if i.Key == "" || len(i.Key) > maxKey {
		return i, problem.OverLimit(path+".key", "a key has 1 to %d bytes; this one has %d", maxKey, len(i.Key))
	}
	if title != nil {
		if i.Title, err = problem.ReadText(title, path+".title", MaxTitle); err != nil {
			return i, err
		}
	}
	if folder != nil {
		i.Folder, err = problem.ReadText(folder, path+".folder", MaxFolder)
	}
	i.id = h.idOf(&i)
	return i, err
}

// make makes the changes on a desk, at a time. It removes first. It reports whether something changes.
func (d *desk) make(c *changes, now int64) (changed bool, err error) {
	before := slices.Clone(d.things)
	d.things = slices.DeleteFunc(d.things, func(i item) bool { return slices.Contains(c.remove, i.id) })
	for _, i := range c.add {
		if at := d.find(i.id); at >= 0 { // a browser sends again what it does not know to be there
			d.things[at].Key = i.Key // it may have been a wrong one
			continue
		}
		i.Added = now
		d.things = append(d.things, i)
	}
	if n := len(d.things); n > MaxThings && n > len(before) {
		return false, problem.OverLimit("add", "the desk would have %d things; the maximum is %d: remove some first", n, MaxThings)
	}
	for _, f := range c.folders {
		at := d.find(f.id)
		if at < 0 {
			return false, errNotThere(problem.JoinPath("folders", f.id), f.id)
		}
		d.things[at].Folder = f.name
	}
	for n, id := range c.order {
		if d.find(id) < 0 {
			return false, errNotThere(fmt.Sprintf("order[%d]", n), id)
		}
	}
	if len(c.order) > 0 {
		place := func(i item) int {
			if n := slices.Index(c.order, i.id); n >= 0 {
				return n
			}
			return len(c.order) // things that are not named come behind
		}
		slices.SortStableFunc(d.things, func(a, b item) int { return cmp.Compare(place(a), place(b)) })
	}
	return !slices.Equal(before, d.things), nil
}

func errNotThere(path, id string) error {
	return problem.Refused(path, "there is no thing %.40q on this desk; GET /api/v1/desks/{desk} lists its things with their ids", id)
}
