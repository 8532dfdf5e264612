"""A game tree out of networkx: nodes have values, edges the names of moves."""

import networkx

import espalier

graph = networkx.DiGraph()
graph.add_edge("start", "left", move="L")
graph.add_edge("start", "right", move="R")
for parent, leaf, value in [("left", "a", 3), ("left", "b", 12), ("right", "c", 2), ("right", "d", 4)]:
    graph.add_edge(parent, leaf)
    graph.nodes[leaf]["value"] = value

result = espalier.run("alphabeta", espalier.tree(graph))
print(result)  # in a notebook, the result alone shows the picture
