"""The command that plants bugs: each is one, in code, and the draw is repeatable."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

TOOLS = Path(__file__).parents[1] / "tools"
if not TOOLS.exists():
    pytest.skip("only the sources have tools", allow_module_level=True)
sys.path.insert(0, str(TOOLS))

import mutants  # noqa: E402

SOURCE = '''"""Not 1."""
from typing import TYPE_CHECKING

LIMIT = 3
if TYPE_CHECKING:
    from x import y

def positive(n: int = 2) -> bool | None:
    """Not 3."""
    assert n < 9
    log.info(n + 1)
    f(n)
    return n > 0 or _("at least {n}")

def __repr__(self):
    return 5
'''
CHANGED = {
    "2 -> 3", "2 -> 1", "f(n) -> pass", "n > 0 or _(\"at least {n}\") -> None",
    "n > 0 or _(\"at least {n}\") -> (n > 0 and _('at least {n}'))", "n > 0 -> (n >= 0)", "0 -> 1",
}  # fmt: skip


def test_bugs_are_in_code_that_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "module.py").write_text(SOURCE)
    monkeypatch.setattr(mutants, "HERE", tmp_path)
    source = SOURCE.encode()
    found = [*mutants.mutants(Path("module.py"))]
    assert {f"{source[bug.start : bug.end].decode()} -> {bug.new}" for bug in found} == CHANGED
    assert len({bug.key for bug in found}) == len(found)


def test_every_bug_is_a_program_and_the_draw_is_repeatable() -> None:
    drawn = mutants.draw([*mutants.GUARD], 20, seed=5)
    assert [bug.key for bug in mutants.draw([*mutants.GUARD], 20, seed=5)] == [b.key for b in drawn]
    assert {Path(bug.path).parent.name for bug in drawn[:4]} == {
        *("web", "session", "mastermind", "minesweeper")
    }
    for bug in drawn:
        source = (mutants.HERE / bug.path).read_bytes()
        assert ast.dump(ast.parse(bug.apply(source))) != ast.dump(ast.parse(source))


def test_the_nearest_tests_are_first() -> None:
    near = mutants.Tests().near("src/mastermine/web/security.py")
    assert near[0] == "tests/web/test_security.py"
    assert len(near) == len({*near})


@pytest.mark.skipif(not (mutants.HERE / ".git").exists(), reason="no checkout: git lists the files")
def test_programs_of_the_copy_run_its_code(tmp_path: Path) -> None:
    tree = mutants.Copy(str(tmp_path))
    program = (
        "import mastermine, mastermine.web.app as app; print(mastermine.__file__, app.__file__)"
    )
    shown = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tree.root,
        env=tree.env,
        check=True,
        capture_output=True,
        text=True,
    )
    source = tree.root / mutants.SOURCE
    assert shown.stdout.split() == [str(source / "__init__.py"), str(source / "web" / "app.py")]
