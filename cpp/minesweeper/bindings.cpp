// The Python face of Minesweeper: checks arguments, releases the GIL, and nothing else.
#include "../arrays.hpp"

namespace mastermine {

void bind_minesweeper(nb::module_&) {}

}  // namespace mastermine
