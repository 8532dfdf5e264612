#include "espalier.hpp"
#include <limits>

int main(int, char **arguments) {
    const double infinity = std::numeric_limits<double>::infinity();
    espalier::Trace trace(arguments[1], {{"kind", "minimax"}, {"title", "\"\\/\n\t\x01 é ☃ 𝄞 \x7f"}});
    trace.enter("é\"☃𝄞\\", {{"player", 1}, {"alpha", -infinity}, {"beta", infinity}});
    double best = -infinity;
    for (int i = 0; i < 20000; i++) {
        double value = trace.leaf("n" + std::to_string(i), i % 2 ? i / 3.0 : -1.0 / (i + 7));
        best = value > best ? value : best;
    }
    trace.exit(nullptr, best);
}
