// Alpha-beta as negamax, with the mistake that its second argument names.
class Negamax {
    static final Object TREE = of(of(5.0, 4.0), of(3.0, 2.0, 7.0), of(6.0, 8.0));

    static Espalier trace;
    static String mistake;

    static Object of(Object... children) { return children; }

    static double search(Object node, String name, int sign, double alpha, double beta) {
        if (node instanceof Double score) return trace.leaf(name, sign * score);
        trace.enter(name, "player", sign > 0 ? 1 : 2, "alpha", alpha, "beta", beta);
        Object[] children = (Object[]) node;
        double best = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < children.length; i++) {
            double value = search(children[i], name + "/" + i, -sign, -beta, -alpha);
            best = Math.max(best, mistake.equals("sign") ? value : -value);
            alpha = Math.max(alpha, best);
            int rest = children.length - i - 1;
            if (alpha >= beta && rest > 0) {
                trace.prune(name, "cut", rest);
                break;
            }
        }
        return trace.exit(name, best);
    }

    public static void main(String[] arguments) {
        mistake = arguments[1];
        trace = new Espalier(arguments[0], "values", "mover", "algorithm", "alphabeta");
        search(TREE, "root", 1, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
        trace.close();
    }
}
