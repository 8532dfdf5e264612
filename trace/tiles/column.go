package tiles

// A column is a growing list of one field of all nodes. It grows in blocks, since a slice would
// need three times its memory when it is copied.
type column[T any] struct{ blocks [][]T }

const (
	columnBits  = 16
	columnBlock = 1 << columnBits
)

// grow makes room for n entries.
func (c *column[T]) grow(n int) {
	for len(c.blocks)<<columnBits < n {
		c.blocks = append(c.blocks, make([]T, columnBlock))
	}
}

// at returns an entry, for reading and writing.
func (c *column[T]) at(i int32) *T { return &c.blocks[i>>columnBits][i&(columnBlock-1)] }
