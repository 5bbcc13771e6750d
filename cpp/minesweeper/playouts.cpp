#include "playouts.hpp"

#include <limits>

namespace mastermine::minesweeper {

bool Playout::decides() {
    do {
        game.settle();
        if (game.won()) return false;
    } while (position.open_certain(game));
    return true;
}

bool Playouts::play(std::span<const std::uint8_t> cells, int mines, std::span<const int> places, int layouts,
                    Random& random, std::vector<double>& values) {
    Game& game = playout_.game;
    if (!analyzer_.analyze(cells, game.width(), game.height(), mines)) return false;
    for (int i = 0; i < layouts; ++i) {
        analyzer_.draw(random, layout_);
        for (const int place : places) {
            values.push_back(std::numeric_limits<double>::quiet_NaN());
            if (layout_[place]) continue;
            game.start(layout_);
            for (int j = 0; j < game.size(); ++j) {
                if (cells[j] == mined)
                    game.mark(game.at(j));
                else if (cells[j] != closed)
                    game.open(game.at(j));
            }
            game.open(game.at(place));
            values.back() = playout_.rest([](Guesses& guesses, Position& at) { return guesses.safest(at); });
        }
    }
    return true;
}

}  // namespace mastermine::minesweeper
