// An engine for Minesweeper: what single numbers prove, else the first closed cell.
import { createInterface } from "node:readline";

let rows;
createInterface({ input: process.stdin }).on("line", (line) => {
  const [word, rest] = line.trim().split(/ (.*)/);
  if (word === "dep") console.log("dep 1\nid name numbers\nplays minesweeper\ndepok");
  else if (word === "position") rows = rest.split("/").map((row) => [...row]);
  else if (word === "quit") process.exit();
  if (word !== "go") return;
  const cells = rows.flatMap((row, y) => row.map((sign, x) => ({ x, y, sign })));
  const near = (a, sign) => cells.filter((b) => b.sign === sign && Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y)) === 1);
  const numbers = cells.filter((cell) => cell.sign >= "1" && cell.sign <= "8");
  for (const cell of numbers)
    if (near(cell, "#").length + near(cell, "*").length === +cell.sign) near(cell, "#").forEach((mine) => (mine.sign = "*"));
  const done = numbers.find((cell) => near(cell, "*").length === +cell.sign && near(cell, "#").length);
  const { x, y } = done ? near(done, "#")[0] : cells.find((cell) => cell.sign === "#");
  console.log(`move ${x},${y}`);
});
