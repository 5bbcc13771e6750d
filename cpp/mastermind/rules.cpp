#include "rules.hpp"

#include <algorithm>

namespace mastermine {

Responder::Responder(const Rules& rules, const std::uint8_t* guess) : rules_(rules) {
    std::copy_n(guess, rules.places, guess_.begin());
    for (int p = 0; p < rules.places; ++p) {
        int i = 0;
        while (i < distinct_colours_ && colour_[i] != guess[p]) ++i;
        if (i == distinct_colours_) colour_[distinct_colours_++] = guess[p];
        ++count_[i];
    }
}

std::uint16_t Responder::operator()(const std::uint8_t* code) const {
    const int places = rules_.places;
    if (rules_.kind == Kind::places) {
        int right = 0;
        for (int p = 0; p < places; ++p) right |= (guess_[p] == code[p]) << p;
        return static_cast<std::uint16_t>(right);
    }
    int black = 0;
    for (int p = 0; p < places; ++p) black += guess_[p] == code[p];
    if (rules_.kind == Kind::black) return static_cast<std::uint16_t>(black);
    int total = 0;
    for (int i = 0; i < distinct_colours_; ++i) {
        int count = 0;
        for (int p = 0; p < places; ++p) count += code[p] == colour_[i];
        total += std::min<int>(count, count_[i]);
    }
    return static_cast<std::uint16_t>(black * (places + 1) + total - black);
}

void Responder::all(Codes codes, std::uint16_t* answers) const {
    // Some codes at a time, side by side as planes of bytes: loops of which the compiler makes vectors.
    constexpr std::size_t most = 64;
    const int places = rules_.places;
    std::uint8_t plane[max_places][most] = {};
    for (std::size_t start = 0; start < codes.size(); start += most) {
        const std::size_t some = std::min(most, codes.size() - start);
        const std::uint8_t* cell = codes[start];
        for (std::size_t i = 0; i < some; ++i)
            for (int p = 0; p < places; ++p) plane[p][i] = *cell++;
        std::uint16_t answer[most] = {};
        if (rules_.kind == Kind::places) {
            for (int p = 0; p < places; ++p)
                for (std::size_t i = 0; i < most; ++i) answer[i] |= (plane[p][i] == guess_[p]) << p;
        } else {
            std::uint8_t black[most] = {};
            for (int p = 0; p < places; ++p)
                for (std::size_t i = 0; i < most; ++i) black[i] += plane[p][i] == guess_[p];
            const int worth = rules_.kind == Kind::black ? 1 : places;
            for (std::size_t i = 0; i < most; ++i) answer[i] = black[i] * worth;
        }
        for (int c = 0; rules_.kind == Kind::pegs && c < distinct_colours_; ++c) {
            std::uint8_t count[most] = {};
            for (int p = 0; p < places; ++p)
                for (std::size_t i = 0; i < most; ++i) count[i] += plane[p][i] == colour_[c];
            for (std::size_t i = 0; i < most; ++i) answer[i] += std::min(count[i], count_[c]);
        }
        std::copy_n(answer, some, answers + start);
    }
}

std::uint16_t all_right(const Rules& rules) {
    switch (rules.kind) {
        case Kind::black: return static_cast<std::uint16_t>(rules.places);
        case Kind::places: return static_cast<std::uint16_t>((1 << rules.places) - 1);
        default: return static_cast<std::uint16_t>(rules.places * (rules.places + 1));
    }
}

}  // namespace mastermine
