#include "player.hpp"

#include <stdexcept>

#include "patterns.hpp"
#include "thesis.hpp"

namespace mastermine::minesweeper {
namespace {

using Cell = Game::Cell;

std::vector<Cell> unknown_cells(const Game& game) {
    std::vector<Cell> found;
    for (int i = 0; i < game.size(); ++i)
        if (game.is_unknown(game.at(i))) found.push_back(game.at(i));
    return found;
}

// Where all mines are known, the other cells are safe.
bool open_rest(Game& game) {
    if (game.mines_left() > 0) return false;
    for (Cell cell : unknown_cells(game)) game.open(cell);
    return true;
}

class SinglePoint : public Player {
  public:
    bool deduce(Game&) override { return false; }
    Cell guess(const Game& game, Random& random) override {
        const std::vector<Cell> cells = unknown_cells(game);
        return cells[random.below(cells.size())];
    }
};

class Thesis : public Player {
  public:
    bool deduce(Game& game) override { return open_rest(game) || thesis_patterns(game); }
    Cell guess(const Game& game, Random&) override { return thesis_guess(game); }
};

class Patterns : public Player {
  public:
    bool deduce(Game& game) override { return named_patterns(game); }
    Cell guess(const Game& game, Random&) override { return thesis_guess(game); }
};

// Those that know the exact chances: all that is certain is opened before they choose.
class ByChances : public Player {
  public:
    enum Way { safest, pseq, endgame, farsighted, champion };

    ByChances(Way way, int few, const Weights& weights, void (*pause)())
        : way_(way), few_(few), weights_(weights), position_(pause), guesses_(pause) {}
    bool deduce(Game& game) override { return position_.open_certain(game); }
    Cell guess(const Game&, Random&) override {
        switch (way_) {
            case safest: return guesses_.safest(position_);
            case pseq: return guesses_.pseq(position_);
            case endgame: return guesses_.endgame(position_, few_);
            case farsighted: return guesses_.farsighted(position_, few_);
            default: return guesses_.champion(position_, few_, weights_);
        }
    }
    bool risks(const Game&, Cell, Analyzer&) override { return true; }

  private:
    Way way_;
    int few_;
    Weights weights_;
    Position position_;
    Guesses guesses_;
};

}  // namespace

bool Player::risks(const Game& game, Cell cell, Analyzer& analyzer) {
    analyzer.analyze(game.position(), game.width(), game.height(), game.mines());
    return analyzer.risks()[game.place(cell)] > 0;
}

std::unique_ptr<Player> make_player(std::string_view name, int few, const Weights& weights, void (*pause)()) {
    const auto by_chances = [&](ByChances::Way way) { return std::make_unique<ByChances>(way, few, weights, pause); };
    if (name == "single-point") return std::make_unique<SinglePoint>();
    if (name == "thesis") return std::make_unique<Thesis>();
    if (name == "patterns") return std::make_unique<Patterns>();
    if (name == "safest") return by_chances(ByChances::safest);
    if (name == "pseq") return by_chances(ByChances::pseq);
    if (name == "endgame") return by_chances(ByChances::endgame);
    if (name == "farsighted") return by_chances(ByChances::farsighted);
    if (name == "champion") return by_chances(ByChances::champion);
    return nullptr;
}

Arena::Arena(int width, int height, void (*pause)()) : game_(width, height), analyzer_(pause) {}

Result Arena::play(std::span<const std::uint8_t> layout, int first, bool safe_start, std::uint64_t seed, Player& player,
                   std::vector<Choice>* choices) {
    game_.start(layout);
    Random random(seed);
    Result result{false, safe_start ? 0 : 1};
    Cell cell = game_.at(first);
    while (game_.open(cell)) {
        do {
            game_.settle();
            if (game_.won()) {
                result.won = true;
                return result;
            }
        } while (player.deduce(game_));
        cell = player.guess(game_, random);
        const int place = game_.place(cell);
        if (choices) choices->push_back({{game_.position().begin(), game_.position().end()}, place});
        if (layout[place] || player.risks(game_, cell, analyzer_)) ++result.guesses;
    }
    return result;
}

}  // namespace mastermine::minesweeper
