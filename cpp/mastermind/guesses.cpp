#include "guesses.hpp"

#include <algorithm>

namespace mastermine {

Guesses::Guesses(int places, bool distinct, std::span<const std::uint8_t> alphabet, std::vector<bool> in_chain)
    : places_(places), letters_(static_cast<int>(alphabet.size())), distinct_(distinct) {
    std::copy(alphabet.begin(), alphabet.end(), colour_.begin());
    for (std::size_t i = 0; i < in_chain.size(); ++i)
        if (in_chain[i]) rank_[i] = static_cast<std::uint8_t>(++chain_);
    letter_[0] = -1;
}

const std::uint8_t* Guesses::next() {
    if (ended_) return nullptr;
    for (;;) {  // here the letters before place_ are set, and the one at place_ is to be raised
        int& letter = letter_[place_];
        if (distinct_ && letter >= 0) used_[letter] = false;
        for (++letter; letter < letters_; ++letter)
            if (!(distinct_ && used_[letter]) && rank_[letter] <= chain_used_[place_] + 1) break;
        if (letter == letters_) {
            if (--place_ < 0) {
                ended_ = true;
                return nullptr;
            }
            continue;
        }
        if (distinct_) used_[letter] = true;
        code_[place_] = colour_[letter];
        if (place_ == places_ - 1) return code_.data();
        chain_used_[place_ + 1] = std::max(chain_used_[place_], rank_[letter]);
        letter_[++place_] = -1;
    }
}

double Guesses::count() const {
    const int others = letters_ - chain_;
    std::array<double, max_places + 2> ways{};  // by how many of the chain are used
    ways[0] = 1;
    for (int p = 0; p < places_; ++p) {
        std::array<double, max_places + 2> more{};
        for (int used = 0; used <= std::min(p, chain_); ++used) {
            more[used] += ways[used] * (distinct_ ? std::max(0, others - (p - used)) : others + used);
            if (used < chain_) more[used + 1] += ways[used];
        }
        ways = more;
    }
    double sum = 0;
    for (double w : ways) sum += w;
    return sum;
}

}  // namespace mastermine
