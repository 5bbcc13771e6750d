// An engine for Minesweeper: the first closed cell.
#include <algorithm>
#include <iostream>
#include <string>

int main() {
    std::string line, board;
    while (std::getline(std::cin, line) && line != "quit") {
        if (line.starts_with("dep")) std::cout << "dep 1\nid name first-cell\nplays minesweeper\ndepok" << std::endl;
        if (line.starts_with("position ")) board = line.substr(9);
        if (!line.starts_with("go")) continue;
        const auto cell = board.begin() + board.find('#');
        const auto row = std::find(std::make_reverse_iterator(cell), board.rend(), '/').base();
        std::cout << "move " << cell - row << "," << std::count(board.begin(), row, '/') << std::endl;
    }
}
