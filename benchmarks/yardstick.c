/* The plain way to score guesses, which benchmarks/scoring.py compares with: a code is two bit sets, a bit for each
   (place, colour) and a unary count of each colour, and each pair of codes costs one scalar counter increment. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* scores[i] = the sum of table[size] over the parts into which guess i splits the candidates. */
void yardstick(const uint64_t *guess_places, const uint64_t *guess_counts, size_t guesses, const uint64_t *places,
               const uint64_t *counts, size_t candidates, const int64_t *table, int64_t *scores) {
    for (size_t i = 0; i < guesses; ++i) {
        uint32_t sizes[17 * 17];
        memset(sizes, 0, sizeof sizes);
        const uint64_t place = guess_places[i], count = guess_counts[i];
        for (size_t j = 0; j < candidates; ++j) {
            const int black = __builtin_popcountll(place & places[j]);
            const int total = __builtin_popcountll(count & counts[j]);
            ++sizes[17 * total + black];
        }
        scores[i] = 0;
        for (size_t v = 0; v < 17 * 17; ++v)
            if (sizes[v]) scores[i] += table[sizes[v]];
    }
}
