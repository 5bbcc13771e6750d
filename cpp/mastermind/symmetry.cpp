#include "symmetry.hpp"

#include <algorithm>
#include <numeric>

namespace mastermine {

Symmetry::Symmetry(const Rules& rules, bool enabled) : places_(rules.places), colours_(rules.colours) {
    if (!enabled) {
        guessed_.fill(true);
        return;
    }
    free_.resize(colours_);
    std::iota(free_.begin(), free_.end(), std::uint8_t{0});
    // An answer that says which places are right tells places apart.
    if (rules.kind == Kind::places || places_ > permuted_places) return;
    Element element;
    element.colour.fill(unknown);
    std::iota(element.place.begin(), element.place.end(), std::uint8_t{0});
    while (std::next_permutation(element.place.begin(), element.place.begin() + places_)) elements_.push_back(element);
}

Symmetry Symmetry::after(const std::uint8_t* guess) const {
    Symmetry next = *this;
    for (int p = 0; p < places_; ++p) next.guessed_[guess[p]] = true;
    std::erase_if(next.free_, [&](std::uint8_t colour) { return next.guessed_[colour]; });
    std::erase_if(next.elements_, [&](Element& element) {
        std::array<bool, max_colours> taken{};
        for (int c = 0; c < colours_; ++c)
            if (element.colour[c] != unknown) taken[element.colour[c]] = true;
        for (int p = 0; p < places_; ++p) {
            std::uint8_t& image = element.colour[guess[element.place[p]]];
            if (image == unknown && !taken[guess[p]]) {
                image = guess[p];
                taken[image] = true;
            }
            if (image != guess[p]) return true;
        }
        return false;
    });
    return next;
}

bool Symmetry::is_ordered(const std::uint8_t* code) const {
    std::size_t used = 0;
    for (int p = 0; p < places_; ++p) {
        if (guessed_[code[p]] || (used && code[p] <= free_[used - 1])) continue;
        if (code[p] != free_[used++]) return false;
    }
    return true;
}

bool Symmetry::is_smaller_elsewhere(const std::uint8_t* code) const {
    for (const Element& element : elements_) {
        std::array<std::uint8_t, permuted_places> met;  // free colours in the order in which the image needs them
        int met_count = 0;
        for (int p = 0; p < places_; ++p) {
            const std::uint8_t colour = code[element.place[p]];
            std::uint8_t image = element.colour[colour];
            if (image == unknown) {
                int i = 0;
                while (i < met_count && met[i] != colour) ++i;
                if (i == met_count) met[met_count++] = colour;
                image = free_[i];
            }
            if (image < code[p]) return true;
            if (image > code[p]) break;
        }
    }
    return false;
}

}  // namespace mastermine
