class LongRun {
    public static void main(String[] arguments) {
        try (Espalier trace = new Espalier(arguments[0], "kind", "minimax", "title", "\"\\/\n\t\u0001 é ☃ 𝄞 \u007f", "program", "")) {
            trace.enter("é\"☃𝄞\\", "player", 1, "alpha", Double.NEGATIVE_INFINITY, "beta", Double.POSITIVE_INFINITY);
            double best = Double.NEGATIVE_INFINITY;
            for (int i = 0; i < 20000; i++) best = Math.max(best, trace.leaf("n" + i, i % 2 == 1 ? i / 3.0 : -1.0 / (i + 7)));
            trace.exit(null, best);
        }
    }
}
