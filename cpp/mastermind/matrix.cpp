#include "matrix.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <utility>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace mastermine {

namespace {

std::size_t greatest(const void* bytes, std::size_t count) {
    const auto* byte = static_cast<const std::uint8_t*>(bytes);
    return *std::max_element(byte, byte + count);
}

// Which answers were met is a set of bits for each guess, kept in planes of bytes, eight answers to a plane; the bit of an
// answer is looked up. On the newest processors a step is sixty-four guesses and two candidates, and 64 answers are told.

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define MATRIX_VECTORS 1
#define NEWEST "avx512f,avx512bw,avx512vl,avx512vbmi,avx512bitalg"

template <int planes>
[[gnu::target(NEWEST)]] std::size_t count_512(const std::uint8_t* cells, std::size_t stride,
                                              std::span<const std::uint16_t> set, std::uint8_t* parts) {
    alignas(64) std::uint8_t bit[planes][64] = {};
    for (int answer = 0; answer < 8 * planes; ++answer)
        bit[answer / 8][answer] = static_cast<std::uint8_t>(1 << answer % 8);
    __m512i look_up[planes], most{};
    for (int p = 0; p < planes; ++p) look_up[p] = _mm512_load_si512(bit[p]);
    const std::size_t size = set.size();
    for (std::size_t start = 0; start < stride; start += 64) {
        __m512i met[planes] = {};
        const std::uint8_t* column = cells + start;
        for (std::size_t i = 0; i + 1 < size; i += 2) {
            const __m512i one = _mm512_load_si512(column + set[i] * stride),
                          other = _mm512_load_si512(column + set[i + 1] * stride);
            for (int p = 0; p < planes; ++p)
                met[p] = _mm512_ternarylogic_epi32(met[p], _mm512_permutexvar_epi8(one, look_up[p]),
                                                   _mm512_permutexvar_epi8(other, look_up[p]), 0xfe);  // or
        }
        if (size % 2) {
            const __m512i last = _mm512_load_si512(column + set[size - 1] * stride);
            for (int p = 0; p < planes; ++p)
                met[p] = _mm512_or_si512(met[p], _mm512_permutexvar_epi8(last, look_up[p]));
        }
        __m512i sum{};
        for (int p = 0; p < planes; ++p) sum = _mm512_add_epi8(sum, _mm512_popcnt_epi8(met[p]));
        _mm512_store_si512(parts + start, sum);
        most = _mm512_max_epu8(most, sum);
    }
    return greatest(&most, 64);
}

[[gnu::target("avx2")]] inline __m256i bits_in(__m256i v) {
    const __m256i table = _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    const __m256i low = _mm256_set1_epi8(15);
    return _mm256_add_epi8(_mm256_shuffle_epi8(table, _mm256_and_si256(v, low)),
                           _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16(v, 4), low)));
}

[[gnu::target("avx2")]] std::size_t count_256(const std::uint8_t* cells, std::size_t stride,
                                              std::span<const std::uint16_t> set, bool many, std::uint8_t* parts) {
    __m256i most{};
    const __m256i low = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0));
    const __m256i high = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, -128));
    const __m256i sixteen = _mm256_set1_epi8(16), no_more = _mm256_set1_epi8(0x70);
    for (std::size_t start = 0; start < stride; start += 32) {
        __m256i a{}, b{}, c{}, d{};
        for (std::uint16_t candidate : set) {
            const __m256i answer = _mm256_load_si256(
                reinterpret_cast<const __m256i*>(cells + candidate * stride + start));
            const __m256i below = _mm256_add_epi8(answer, no_more);
            a = _mm256_or_si256(a, _mm256_shuffle_epi8(low, below));
            b = _mm256_or_si256(b, _mm256_shuffle_epi8(high, below));
            if (!many) continue;
            const __m256i above = _mm256_sub_epi8(answer, sixteen);
            c = _mm256_or_si256(c, _mm256_shuffle_epi8(low, above));
            d = _mm256_or_si256(d, _mm256_shuffle_epi8(high, above));
        }
        const __m256i sum = _mm256_add_epi8(_mm256_add_epi8(bits_in(a), bits_in(b)),
                                            _mm256_add_epi8(bits_in(c), bits_in(d)));
        _mm256_store_si256(reinterpret_cast<__m256i*>(parts + start), sum);
        most = _mm256_max_epu8(most, sum);
    }
    return greatest(&most, 32);
}
#endif

// Elsewhere the sets are words of so many answers, as loops of which compilers make vectors where they can.
template <class Word>
std::size_t count_words(const std::uint8_t* cells, std::size_t stride, std::span<const std::uint16_t> set,
                        std::size_t answers, std::uint8_t* parts) {
    constexpr std::size_t word_bits = 8 * sizeof(Word), some = 64;
    for (std::size_t start = 0; start < stride; start += some) {
        int total[some] = {};
        for (std::size_t word = 0; word * word_bits < answers; ++word) {
            Word met[some] = {};
            for (std::uint16_t candidate : set) {
                const std::uint8_t* answer = cells + candidate * stride + start;
                for (std::size_t i = 0; i < some; ++i)
                    met[i] |= static_cast<Word>(answers <= word_bits || answer[i] / word_bits == word)
                              << (answer[i] % word_bits);
            }
            for (std::size_t i = 0; i < some; ++i) total[i] += static_cast<int>(bits(met[i]));
        }
        for (std::size_t i = 0; i < some; ++i) parts[start + i] = static_cast<std::uint8_t>(std::min(total[i], 255));
    }
    return greatest(parts, stride);
}

// The number of an answer of pegs that is told as a byte: total * scale + black, modulo 256.
int number_of(std::uint8_t value, int scale, int places) {
    for (int total = 0; total <= places; ++total)
        for (int black = 0; black <= total; ++black)
            if (static_cast<std::uint8_t>(total * scale + black) == value) return black * places + total;
    return 0;
}

}  // namespace

Matrix::Matrix(const Rules& rules, Codes candidates, Codes guesses)
    : guesses_(guesses.size()), stride_((guesses.size() + lane_count - 1) / lane_count * lane_count),
      cells_(candidates.size() * stride_) {
    const ByteAnswers bytes(rules);
    answers_ = bytes.count;
    // Answers are told apart by a byte, but their order is that of their numbers: black pegs first, then white.
    std::array<std::uint8_t, 256> index{};
    std::vector<std::uint8_t> values(bytes.values.begin(),
                                     bytes.values.begin() + static_cast<std::ptrdiff_t>(answers_));
    if (rules.kind == Kind::pegs) {
        const auto order = [&](std::uint8_t value) { return number_of(value, bytes.scale, rules.places); };
        std::sort(values.begin(), values.end(), [&](auto a, auto b) { return order(a) < order(b); });
    }
    for (std::size_t i = 0; i < answers_; ++i) index[values[i]] = static_cast<std::uint8_t>(i);
    Blocks blocks(rules.places, rules.colours);
    blocks.reserve(guesses_);
    for (std::size_t g = 0; g < guesses_; ++g) blocks.add(guesses[g]);
    const Targets targets(rules, candidates);
    fill_answers(blocks, targets, bytes, cells_.data(), stride_);
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        std::uint8_t* row = cells_.data() + i * stride_;
        for (std::size_t g = 0; g < guesses_; ++g) row[g] = index[row[g]];
        // The filling of a row always gets the same answer, so it is a single part and never chosen.
        std::memset(row + guesses_, 0, stride_ - guesses_);
    }
}

std::size_t Matrix::count_parts(std::span<const std::uint16_t> set, std::uint8_t* parts) const {
#ifdef MATRIX_VECTORS
    static const bool newest = vector_bytes() == 64 && __builtin_cpu_supports("avx512vbmi") &&
                               __builtin_cpu_supports("avx512bitalg");
    const std::uint8_t* cells = cells_.data();
    if (newest && answers_ <= 16) return count_512<2>(cells, stride_, set, parts);
    if (newest && answers_ <= 24) return count_512<3>(cells, stride_, set, parts);
    if (newest && answers_ <= 32) return count_512<4>(cells, stride_, set, parts);
    if (newest && answers_ <= 64) return count_512<8>(cells, stride_, set, parts);
    if (vector_bytes() >= 32 && answers_ <= 32) return count_256(cells, stride_, set, answers_ > 16, parts);
#endif
    return answers_ <= 32 ? count_words<std::uint32_t>(cells_.data(), stride_, set, answers_, parts)
                          : count_words<std::uint64_t>(cells_.data(), stride_, set, answers_, parts);
}

void Matrix::with_parts(const std::uint8_t* parts, std::size_t least, std::vector<std::uint16_t>& guesses) const {
    guesses.clear();
    if (least > answers_) return;
    const auto bound = static_cast<std::uint8_t>(std::clamp<std::size_t>(least, 1, 255));
    for (std::size_t start = 0; start < stride_; start += 8) {
        std::uint8_t some[8];
        std::memcpy(some, parts + start, 8);
        bool any = false;
        for (std::uint8_t n : some) any |= n >= bound;
        if (!any) continue;
        for (std::size_t i = start; i < std::min(start + 8, guesses_); ++i)
            if (parts[i] >= bound) guesses.push_back(static_cast<std::uint16_t>(i));
    }
}

}  // namespace mastermine
