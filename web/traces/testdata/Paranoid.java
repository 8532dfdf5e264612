// Paranoid search of three players, which prints one number a node, with the mistake that its second argument names.
class Paranoid {
    static final Object TREE = of(5.0, of(of(7.0, 4.0, 9.0), of(6.0, 8.0)), of(of(6.0, 7.0), of(8.0, 6.0))); // the scores of player 1

    static Espalier trace;
    static String mistake;

    static Object of(Object... children) { return children; }

    static double search(Object node, String name, int mover, double alpha, double beta) {
        if (node instanceof Double score) return trace.leaf(name, score);
        trace.enter(name, "player", mover, "alpha", alpha, "beta", beta);
        boolean larger = mover == 1 || mover == 3 && mistake.equals("ally");
        Object[] children = (Object[]) node;
        double best = 0;
        for (int i = 0; i < children.length; i++) {
            double value = search(children[i], name + "/" + i, mover % 3 + 1, alpha, beta);
            if (i == 0 || (larger ? value > best : value < best)) best = value;
            if (mover == 1) alpha = Math.max(alpha, best);
            else beta = Math.min(beta, best);
            int rest = children.length - i - 1;
            if (alpha + (mistake.equals("early") ? 1 : 0) >= beta && rest > 0) {
                trace.prune(name, "cut", rest);
                break;
            }
        }
        return trace.exit(name, best);
    }

    public static void main(String[] arguments) {
        mistake = arguments[1];
        trace = new Espalier(arguments[0], "values", "root", "players", 3, "maxsum", 9, "algorithm", "paranoid");
        search(TREE, "root", 1, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
        trace.close();
    }
}
