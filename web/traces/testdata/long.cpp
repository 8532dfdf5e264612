#include "espalier.hpp"
#include <array>
#include <limits>

using espalier::Json;

int main(int, char **arguments) {
    const std::string text = "a";
    for (const Json &j : {Json(text), Json(std::string_view(text)), Json("a"), Json('a')})
        if (j.text != "\"a\"") return 2;
    for (const Json &j : {Json(std::vector<int>{1, 2}), Json(std::array<double, 2>{1, 2}), Json(std::vector<unsigned long long>{1, 2})})
        if (j.text != "[1, 2]") return 2;
    if (Json({{"strict", true}, {"none", nullptr}}).text != "{\"strict\": true, \"none\": null}") return 2;
    const double infinity = std::numeric_limits<double>::infinity();
    espalier::Trace trace(arguments[1], {{"kind", "minimax"}, {"title", "\"\\/\n\t\x01 é ☃ 𝄞 \x7f"}, {"program", ""}});
    trace.enter("é\"☃𝄞\\", {{"player", 1}, {"alpha", -infinity}, {"beta", infinity}});
    double best = -infinity;
    for (int i = 0; i < 20000; i++) {
        double value = trace.leaf("n" + std::to_string(i), i % 2 ? i / 3.0 : -1.0 / (i + 7));
        best = value > best ? value : best;
    }
    trace.exit(nullptr, best);
}
