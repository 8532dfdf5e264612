package engine

import "unsafe"

// This file assigns the node numbers of an implicit tree: all children of a node get
// their numbers when the node is first expanded. The number of each node's first
// child is stored in blocks. A single slice would be copied when it grows, which
// needs twice the memory: more than a gigabyte for hundreds of millions of nodes.

const (
	blockBits = 16
	blockSize = 1 << blockBits
	// firstBlock is the size with which the first block begins: most trees are small. It grows by blockGrowth
	// until it has blockSize numbers.
	firstBlock  = 1 << 10
	blockGrowth = 8
)

type numbers struct {
	blocks [][]int32 // number of the first child of each node; 0: not expanded
	count  int       // nodes that have a number
}

// newNumbers returns numbers in which only the root has a number, 0.
func newNumbers() numbers { return numbers{[][]int32{make([]int32, firstBlock)}, 1} }

// bytes returns how much memory the numbers take.
func (n *numbers) bytes() int64 {
	return int64(n.capacity()) * int64(unsafe.Sizeof(int32(0)))
}

// capacity returns the number of nodes that the blocks have room for.
func (n *numbers) capacity() int {
	last := len(n.blocks) - 1
	return last<<blockBits + len(n.blocks[last])
}

// grow makes room for all nodes that have a number.
func (n *numbers) grow() {
	for n.count > n.capacity() {
		if first := n.blocks[0]; len(first) < blockSize {
			n.blocks[0] = make([]int32, blockGrowth*len(first))
			copy(n.blocks[0], first)
			continue
		}
		n.blocks = append(n.blocks, make([]int32, blockSize))
	}
}

// reset takes the numbers of a small tree away, but for that of the root.
func (n *numbers) reset() {
	n.blocks = n.blocks[:1]
	clear(n.blocks[0][:min(n.count, len(n.blocks[0]))])
	n.count = 1
}

func (n *numbers) First(node int32) int32 {
	return n.blocks[node>>blockBits][node&(blockSize-1)]
}

// expand assigns numbers to the children of a node and returns the first number.
func (n *numbers) expand(node int32, children int) (first int32) {
	first = int32(n.count)
	n.blocks[node>>blockBits][node&(blockSize-1)] = first
	if n.count += children; n.count > n.capacity() {
		n.grow()
	}
	return first
}

// parent returns the parent of a node. Of all nodes, it is the node whose first
// child has the largest number that is not larger than the given node.
func (n *numbers) parent(node int32) (parent int32) {
	best := int32(0)
	for b, block := range n.blocks {
		from := int32(b) << blockBits
		if from >= node {
			break
		}
		for i, first := range block[:min(len(block), int(node-from))] {
			if first > best && first <= node {
				parent, best = from+int32(i), first
			}
		}
	}
	return parent
}
