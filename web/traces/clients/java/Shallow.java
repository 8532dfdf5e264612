import java.util.List;

/**
 * Max^n with shallow pruning on a small tree for three players (Korf 1991). It prints its search:
 * javac *.java; java Shallow > run.ndjson
 */
class Shallow {
    static final int MAXSUM = 9;

    record Node(String name, int player, int[] value, List<Node> children) {}

    static Node leaf(String name, int... value) { return new Node(name, 0, value, List.of()); }
    static Node node(String name, int player, Node... children) { return new Node(name, player, null, List.of(children)); }

    static final Node TREE = node("a", 1,
            leaf("b", 5, 2, 2),
            node("c", 2, node("d", 3, leaf("e", 2, 3, 4), leaf("f", 2, 2, 5)), leaf("g", 6, 1, 2)),
            node("h", 2, leaf("i", 1, 6, 2), leaf("j", 3, 3, 3)));

    static Espalier trace;

    /** bound is the most that the parent leaves for the player of the node. */
    static int[] search(Node node, int bound) {
        if (node.value() != null) return trace.leaf(node.name(), node.value());
        trace.enter(node.name(), "player", node.player());
        int me = node.player() - 1;
        int[] best = null;
        for (Node child : node.children()) {
            if (best != null && best[me] >= bound) {
                trace.prune(node.name());
                break;
            }
            int[] value = search(child, best == null ? MAXSUM : MAXSUM - best[me]);
            if (best == null || value[me] > best[me]) best = value;
        }
        return trace.exit(node.name(), best);
    }

    public static void main(String[] arguments) {
        trace = new Espalier(arguments.length > 0 ? arguments[0] : "-", "players", 3, "maxsum", MAXSUM, "algorithm", "shallow");
        trace.done(search(TREE, MAXSUM));
        trace.close();
    }
}
