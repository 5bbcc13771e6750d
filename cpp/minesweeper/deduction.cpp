#include "deduction.hpp"

#include "patterns.hpp"

namespace mastermine::minesweeper {

bool Deducer::opens_all(std::span<const std::uint8_t> layout, int first) {
    game_.start(layout);
    game_.open(game_.at(first));
    do {
        game_.settle();
        if (game_.won()) {
            for (int i = 0; i < game_.size(); ++i)
                if (game_.is_unknown(game_.at(i))) game_.mark(game_.at(i));
            return true;
        }
    } while (named_patterns(game_) || open_certain(game_, analyzer_));
    return false;
}

bool open_certain(Game& game, Analyzer& analyzer) {
    analyzer.analyze(game.position(), game.width(), game.height(), game.mines());
    const std::span<const double> risks = analyzer.risks();
    bool opened = false;
    for (int i = 0; i < game.size(); ++i) {
        const Game::Cell cell = game.at(i);
        if (!game.is_unknown(cell)) continue;
        if (risks[i] == 0) {
            game.open(cell);
            opened = true;
        } else if (risks[i] == 1) {
            game.mark(cell);
        }
    }
    return opened;
}

}  // namespace mastermine::minesweeper
