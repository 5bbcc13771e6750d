// Which form of a message goes with n things: gettext's rule, an expression of C such as "n%10==1 ? 0 : 1".

const LEVELS = [["||"], ["&&"], ["==", "!="], ["<=", ">=", "<", ">"], ["+", "-"], ["*", "/", "%"]];
const WORK = {
  "||": (a, b) => a || b,
  "&&": (a, b) => a && b,
  "==": (a, b) => a === b,
  "!=": (a, b) => a !== b,
  "<=": (a, b) => a <= b,
  ">=": (a, b) => a >= b,
  "<": (a, b) => a < b,
  ">": (a, b) => a > b,
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => Math.trunc(a / b),
  "%": (a, b) => a % b,
};

/** The rule as a function from n to the number of the form. Throws a SyntaxError for a rule that is none. */
export function plural(rule) {
  const tokens = rule.match(/\d+|n|\|\||&&|[=!<>]=|[-+*/%<>?:()!]|\S/g) ?? [];
  let at = 0;

  const take = (token) => {
    if (tokens[at] !== token) throw new SyntaxError(`plural rule: ${rule}`);
    at += 1;
  };
  const choice = () => {
    const test = level(0);
    if (tokens[at] !== "?") return test;
    take("?");
    const yes = choice();
    take(":");
    const no = choice();
    return (n) => (test(n) ? yes(n) : no(n));
  };
  const level = (depth) => {
    if (depth === LEVELS.length) return unit();
    let left = level(depth + 1);
    while (LEVELS[depth].includes(tokens[at])) {
      const work = WORK[tokens[at++]];
      const [first, second] = [left, level(depth + 1)];
      left = (n) => Number(work(first(n), second(n)));
    }
    return left;
  };
  const unit = () => {
    const token = tokens[at++];
    if (token === "n") return (n) => n;
    if (/^\d+$/.test(token ?? "")) return () => Number(token);
    if (token === "!") {
      const inner = unit();
      return (n) => Number(!inner(n));
    }
    if (token !== "(") throw new SyntaxError(`plural rule: ${rule}`);
    const inner = choice();
    take(")");
    return inner;
  };

  const found = choice();
  if (at < tokens.length) throw new SyntaxError(`plural rule: ${rule}`);
  return (n) => Number(found(n));
}
