#include "matrix.hpp"

#include <algorithm>
#include <array>
#include <bit>
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

// Which answers were met is a set of bits for each guess. Up to 32 answers, it is kept in planes of bytes, eight answers
// to a plane, and the bit of an answer is looked up: sixty-four guesses a step.

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define MATRIX_VECTORS 1

[[gnu::target("avx512f,avx512bw,avx512vl")]] inline __m512i bits_in(__m512i v) {
    const __m512i table = _mm512_set4_epi32(0x04030302, 0x03020201, 0x03020201, 0x02010100);
    const __m512i low = _mm512_set1_epi8(15);
    return _mm512_add_epi8(_mm512_shuffle_epi8(table, _mm512_and_si512(v, low)),
                           _mm512_shuffle_epi8(table, _mm512_and_si512(_mm512_srli_epi16(v, 4), low)));
}

// The bits of the answers below 8, and of those from 8 on.
[[gnu::target("avx512f,avx512bw,avx512vl")]] inline void first_answers(__m512i& low, __m512i& high) {
    low = _mm512_set4_epi32(0, 0, 0x80402010, 0x08040201);
    high = _mm512_set4_epi32(0x80402010, 0x08040201, 0, 0);
}

[[gnu::target("avx512f,avx512bw,avx512vl")]] std::size_t count_512(const std::uint8_t* cells, std::size_t stride,
                                                                   std::span<const std::uint16_t> set, bool many,
                                                                   std::uint8_t* parts) {
    __m512i low, high, most{};
    first_answers(low, high);
    const __m512i sixteen = _mm512_set1_epi8(16), no_more = _mm512_set1_epi8(0x70);
    for (std::size_t start = 0; start < stride; start += 64) {
        __m512i a{}, b{}, c{}, d{};
        if (!many)
            for (std::uint16_t candidate : set) {
                const __m512i answer = _mm512_load_si512(cells + candidate * stride + start);
                a = _mm512_or_si512(a, _mm512_shuffle_epi8(low, answer));
                b = _mm512_or_si512(b, _mm512_shuffle_epi8(high, answer));
            }
        else
            for (std::uint16_t candidate : set) {
                const __m512i answer = _mm512_load_si512(cells + candidate * stride + start);
                // An index whose highest bit is set looks up nothing.
                const __m512i below = _mm512_add_epi8(answer, no_more), above = _mm512_sub_epi8(answer, sixteen);
                a = _mm512_or_si512(a, _mm512_shuffle_epi8(low, below));
                b = _mm512_or_si512(b, _mm512_shuffle_epi8(high, below));
                c = _mm512_or_si512(c, _mm512_shuffle_epi8(low, above));
                d = _mm512_or_si512(d, _mm512_shuffle_epi8(high, above));
            }
        __m512i sum = _mm512_add_epi8(bits_in(a), bits_in(b));
        if (many) sum = _mm512_add_epi8(sum, _mm512_add_epi8(bits_in(c), bits_in(d)));
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
    const __m256i low = _mm256_broadcastsi128_si256(_mm_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0));
    const __m256i high = _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, -128));
    const __m256i sixteen = _mm256_set1_epi8(16), no_more = _mm256_set1_epi8(0x70);
    for (std::size_t start = 0; start < stride; start += 32) {
        __m256i a{}, b{}, c{}, d{};
        for (std::uint16_t candidate : set) {
            const __m256i answer =
                _mm256_load_si256(reinterpret_cast<const __m256i*>(cells + candidate * stride + start));
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

std::size_t count_64(const std::uint8_t* cells, std::size_t stride, std::span<const std::uint16_t> set,
                     std::size_t words, std::uint8_t* parts) {
    constexpr std::size_t some = 64;
    for (std::size_t start = 0; start < stride; start += some) {
        std::uint8_t sum[some] = {};
        int total[some] = {};
        for (std::size_t word = 0; word < words; ++word) {
            std::uint64_t met[some] = {};
            for (std::uint16_t candidate : set) {
                const std::uint8_t* answer = cells + candidate * stride + start;
                for (std::size_t i = 0; i < some; ++i)
                    met[i] |= std::uint64_t{answer[i] / 64u == word} << (answer[i] % 64);
            }
            for (std::size_t i = 0; i < some; ++i) total[i] += std::popcount(met[i]);
        }
        for (std::size_t i = 0; i < some; ++i) sum[i] = static_cast<std::uint8_t>(std::min(total[i], 255));
        std::memcpy(parts + start, sum, some);
    }
    return greatest(parts, stride);
}

// How many pegs are black in an answer as a byte: total * scale + black, modulo 256.
int black_of(std::uint8_t value, int scale, int places) {
    for (int total = 0; total <= places; ++total)
        for (int black = 0; black <= total; ++black)
            if (static_cast<std::uint8_t>(total * scale + black) == value) return black;
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
    std::vector<std::uint8_t> values(bytes.values.begin(), bytes.values.begin() + static_cast<std::ptrdiff_t>(answers_));
    if (rules.kind == Kind::pegs) {
        const auto order = [&](std::uint8_t value) { return std::pair(black_of(value, bytes.scale, rules.places), value); };
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
        // What fills up a row is always answered alike, so that it is one part and never of interest.
        std::memset(row + guesses_, 0, stride_ - guesses_);
    }
}

std::size_t Matrix::count_parts(std::span<const std::uint16_t> set, std::uint8_t* parts) const {
#ifdef MATRIX_VECTORS
    if (answers_ <= 32) {
        const std::size_t width = vector_bytes();
        if (width == 64) return count_512(cells_.data(), stride_, set, answers_ > 16, parts);
        if (width == 32) return count_256(cells_.data(), stride_, set, answers_ > 16, parts);
    }
#endif
    return count_64(cells_.data(), stride_, set, (answers_ + 63) / 64, parts);
}

void Matrix::with_parts(const std::uint8_t* parts, std::size_t least, std::vector<std::uint16_t>& guesses) const {
    guesses.clear();
    if (least > 255) return;
    const auto bound = static_cast<std::uint8_t>(std::max<std::size_t>(least, 1));
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
