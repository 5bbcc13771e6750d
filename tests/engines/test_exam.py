"""Exams: questions and judgements, an engine, and a scripted server in place of a chat model."""

from __future__ import annotations

import json
import shlex
import sys
import threading
from collections.abc import Callable, Iterator
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from tests.cli.program import printed, refused

from mastermine.core.errors import IllegalMove
from mastermine.engines.exam import RENDERINGS, chat
from mastermine.engines.exam.minesweeper import EXAM
from mastermine.engines.exam.players import last_move
from mastermine.engines.exam.subject import Question, subject_of
from mastermine.i18n.languages import LANGUAGES
from mastermine.i18n.text import speaking
from mastermine.mastermind import renderings as mastermind
from mastermine.minesweeper import renderings as minesweeper
from mastermine.registry import GAMES

FIELD = Question("minesweeper:3x3x2", "###/121/000", "pairs")
CODES = Question("mastermind:4x6", "1122 1B 0W; 1344 0B 1W", "some")
BAD = shlex.join([sys.executable, str(Path(__file__).with_name("engine.py"))])
OURS = shlex.join([sys.executable, "-m", "mastermine", "engine", "--strategy"])


@pytest.fixture(autouse=True)
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(chat, "PAUSE_SECONDS", 0.0)
    monkeypatch.delenv(chat.KEY_VARIABLE, raising=False)


def test_both_games_have_all_renderings() -> None:
    assert [*minesweeper.RENDERINGS] == [*mastermind.RENDERINGS] == [*RENDERINGS]


# questions


@pytest.mark.parametrize(
    ("question", "move", "judged"),
    [
        (FIELD, "1,0", (True, 0.0, False)),
        (FIELD, "0,0", (False, 100.0, True)),
        (Question("minesweeper:3x1x1", "#1#", "guess"), "0,0", (True, 0.0, False)),
        (Question("minesweeper:4x1x1", "##1#", "guess"), "3,0", (False, 50.0, False)),
        (Question("mastermind:2x2", "11 1B 0W; 12 0B 2W", "one"), "21", (True, 0.0, False)),
        (Question("mastermind:2x2", "11 1B 0W; 12 0B 2W", "one"), "22", (False, 0.0, True)),
        (Question("mastermind:2x2", "11 1B 0W", "few"), "12", (True, 0.0, False)),
        (Question("mastermind:2x2", "11 1B 0W", "few"), "22", (False, 1.0, True)),
    ],
)
def test_moves_are_judged_by_exact_counting(question: Question, move: str, judged: Any) -> None:
    assert question.judge(move) == judged


@pytest.mark.parametrize(
    ("question", "move"),
    [(FIELD, "1,1"), (FIELD, "3,0"), (FIELD, "x"), (CODES, "112"), (CODES, "7777")],
)
def test_illegal_moves_are_no_moves(question: Question, move: str) -> None:
    with pytest.raises(IllegalMove):
        question.judge(move)


@pytest.mark.rest
@pytest.mark.parametrize("game", GAMES)
def test_questions_depend_on_the_seed_alone(game: str) -> None:
    subject = subject_of(game)
    first = subject.questions(1, 1)
    assert first == subject.questions(1, 1) != subject.questions(2, 1)
    assert [each.grade for each in first] == list(subject.titles())
    for question in first:
        assert question.view.rules.spec() == subject.spec


PROMPTS = {
    ("grid", FIELD): "  0 1 2\n0 # # #\n1 1 2 1\n2 0 0 0",
    ("coordinates", FIELD): "Open: 0,1=1 1,1=2 2,1=1 0,2=0 1,2=0 2,2=0\nClosed: 0,0 1,0 2,0",
    ("constraints", FIELD): "0,1: 1 mine in 0,0 1,0\n1,1: 2 mines in 0,0 1,0 2,0\n"
    "2,1: 1 mine in 1,0 2,0\n2 mines in all closed cells",
    ("constraints", Question("minesweeper:4x1x2", "#1##", "guess")): "1,0: 1 mine in 0,0 2,0\n"
    "2 mines in all closed cells\nOther closed cells: 3,0",
    ("grid", CODES): "1122 1B 0W\n1344 0B 1W",
    ("coordinates", CODES): "1,1=1 1,2=1 1,3=2 1,4=2 -> 1B 0W\n2,1=1 2,2=3 2,3=4 2,4=4 -> 0B 1W",
    ("constraints", CODES): "1122: the code agrees in exactly 1 places, and shares exactly 1 pegs "
    "in any place.\n1344: the code agrees in exactly 0 places, and shares exactly 1 pegs in any "
    "place.",
}


@pytest.mark.parametrize(("rendering", "question"), PROMPTS)
def test_a_prompt_has_the_position_and_the_form_of_the_answer(
    rendering: str, question: Question
) -> None:
    prompt = question.prompt(rendering)
    assert f"\n\n{PROMPTS[rendering, question]}\n\n" in prompt
    with speaking(LANGUAGES["sk"]):
        assert question.prompt(rendering) == prompt
    assert prompt.endswith(f"in this form: {question.subject.verb} {question.subject.example}")
    assert last_move(prompt.rpartition(": ")[2], question) == question.subject.example


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("move 1,0", "1,0"),
        ("It is safe.\n\n move 1,0 \n\n", "1,0"),
        ("move 1,0\nI hope so.", None),
        ("The last: move 1,0", None),
        ("guess 1122", None),
        ("move", None),
        ("", None),
    ],
)
def test_only_the_last_line_is_the_answer(text: str, move: str | None) -> None:
    assert last_move(text, FIELD) == move


# engines


def table(page: str) -> dict[str, list[str]]:
    """The lines of the tables of a page, by their first cell."""
    rows = [line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("|")]
    return {name: figures for name, *figures in rows}


def test_an_engine_that_is_always_right() -> None:
    player = f"{OURS} safest"
    done = printed("exam", player, "--positions", "1", "--seed", "a")
    assert done == "Written: exam.md\n"
    page = Path("exam.md").read_text("utf-8")
    found = table(page)
    assert [*found][2:-1] == list(EXAM.titles().values())
    assert found["**all**"] == ["6", "100.0 ± 0.0", "0.000 ± 0.000", "0", "0", "0"]
    assert f"- player: `{player}`" in page
    assert f"`mastermine exam {shlex.quote(player)} --positions 1 --seed a`" in page
    assert "Mastermind" not in page


def test_an_engine_of_mastermind_and_the_command_of_a_strategy() -> None:
    printed("exam", f"cmd:{OURS} entropy", "--positions", "2", "--out", "page.md")
    found = table(Path("page.md").read_text("utf-8"))
    assert found["1 code"][:2] == ["2", "100.0 ± 0.0"]
    assert found["**all**"][2:] == ["0.000 ± 0.000", "0", "0", "0"]
    rows = Path("page.jsonl").read_text("utf-8").splitlines()
    assert len(rows) == 1 + 4 * 2


@pytest.mark.rest
def test_an_engine_that_knows_single_numbers_only() -> None:
    printed("exam", f"{OURS} single-point", "--positions", "2", "--seconds", "60")
    found = table(Path("exam.md").read_text("utf-8"))
    assert found["single number"][1] == "100.0 ± 0.0"
    assert float(found["**all**"][1].split()[0]) < 100
    assert "- ms: `60000`" in Path("exam.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("kind", "problem"),
    [
        ("illegal", "`move 9999999`: "),
        ("nothing", "`move`: no move in the required form"),
        ("impossible", "`impossible 1`: no move in the required form"),
        ("refuse", "`refuse it is too hard`: no move in the required form"),
    ],
)
def test_an_engine_without_legal_moves(kind: str, problem: str) -> None:
    printed("exam", f"{BAD} {kind}", "--game", "mastermind", "--positions", "1")
    page = Path("exam.md").read_text("utf-8")
    assert table(page)["**all**"] == ["4", "0.0 ± 0.0", "–", "0", "4", "0"]
    assert page.count(problem) == 4


def test_an_engine_that_ends_is_started_again() -> None:
    """It ends in positions with three rows."""
    printed("exam", f"{BAD} crash", "--game", "mastermind", "--positions", "2", "--seed", "d")
    page = Path("exam.md").read_text("utf-8")
    rows = [each.position.count(";") + 1 for each in subject_of("mastermind").questions("d", 2)]
    assert 0 < rows.count(3) < 8
    assert table(page)["**all**"][5] == str(rows.count(3))
    assert page.count("it ended with exit status 3 (Error: it is too hard)") == rows.count(3)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["no-such-program"], "there is no program no-such-program"),
        (["true"], "true: it ended with exit status 0"),
        ([f"{OURS} knuth", "--game", "minesweeper"], "does not play minesweeper"),
        ([f"{OURS} knuth", "--model", "m"], "--model is only for the address of a server"),
        ([f"{OURS} knuth", "--retries", "0"], "--retries is only for the address of a server"),
        ([f"{OURS} knuth", "--out", "e.jsonl"], "--out is the page, such as exam.md"),
        (["http://localhost:1/v1"], "missing option --model"),
        (["http://", "--model", "m"], "'http://' is not an address"),
        (["http://localhost:x/v1", "--model", "m"], "is not an address"),
        (["http://key@localhost/v1", "--model", "m"], "the address must not contain a key"),
    ],
)
def test_bad_input_is_refused(words: list[str], reason: str) -> None:
    assert reason in refused("exam", *words)
    assert not Path("exam.md").exists()


# a server in place of a chat model

Script = Callable[["Request"], Any]


class Request:
    """A request to the server, and the way to answer it."""

    def __init__(self, handler: BaseHTTPRequestHandler, number: int) -> None:
        self.handler, self.number = handler, number
        self.headers, self.path = handler.headers, handler.path
        self.body = json.loads(handler.rfile.read(int(self.headers["Content-Length"])))

    @property
    def prompt(self) -> str:
        [message] = self.body["messages"]
        return str(message["content"])

    def answer(self, body: Any, status: int = 200, **headers: str) -> None:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.handler.send_response(status)
        for name, value in headers.items():
            self.handler.send_header(name.replace("_", "-"), value)
        self.handler.send_header("Content-Length", str(len(data)))
        self.handler.end_headers()
        self.handler.wfile.write(data)

    def say(self, text: str, **more: Any) -> None:
        self.answer({"choices": [{"message": {"role": "assistant", "content": text}}], **more})


@pytest.fixture
def serve() -> Iterator[Callable[[Script], tuple[str, list[Request]]]]:
    """A function that starts a server with a script: its address, and the requests so far."""
    servers = []

    def start(script: Script) -> tuple[str, list[Request]]:
        requests: list[Request] = []

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                requests.append(Request(self, len(requests)))
                script(requests[-1])

            def log_message(self, *_args: Any) -> None:
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        servers.append(server)
        return f"http://127.0.0.1:{server.server_port}/v1", requests

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


FEW = ("--model", "m", "--game", "minesweeper", "--positions", "1")


@cache
def key(rendering: str) -> dict[str, str]:
    """A best answer to each prompt."""
    answers = {}
    for question in EXAM.questions(1, 1):
        field: Any = question.view.knowledge
        x, y = min(field.closed(), key=field.risk)
        answers[question.prompt(rendering)] = f"I think so.\nmove {x},{y}"
    return answers


def best(prompt: str, rendering: str = "grid") -> str:
    """A best answer to a prompt."""
    return key(rendering)[prompt]


@pytest.mark.parametrize("rendering", RENDERINGS)
def test_a_model_that_is_always_right(serve: Any, rendering: str) -> None:
    usage = {"usage": {"prompt_tokens": 100, "completion_tokens": 7}}
    url, requests = serve(lambda request: request.say(best(request.prompt, rendering), **usage))
    printed("exam", url, *FEW, "--rendering", rendering, "--temperature", "0")
    page = Path("exam.md").read_text("utf-8")
    assert table(page)["**all**"] == ["6", "100.0 ± 0.0", "0.000 ± 0.000", "0", "0", "0"]
    assert f"- model: `m`\n- temperature: `0.0`\n- rendering: `{rendering}`" in page
    assert "- tokens: 600 of questions, 42 of answers" in page
    assert {each.path for each in requests} == {"/v1/chat/completions"}
    assert all(each.body["model"] == "m" and each.body["temperature"] == 0 for each in requests)
    assert all("Authorization" not in each.headers for each in requests)


def test_the_key_is_sent_and_nothing_else_shows_it(
    serve: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(chat.KEY_VARIABLE, "top-secret")
    url, requests = serve(lambda request: request.answer({"wrong": "top-secret"}, 401))
    message = refused("exam", f"{url}/chat/completions", *FEW)
    assert 'the server answers 401: {"wrong": "…"}' in message
    assert [each.headers["Authorization"] for each in requests] == ["Bearer top-secret"]
    assert [each.path for each in requests] == ["/v1/chat/completions"]
    files = [Path("exam.md"), Path("exam.jsonl")]
    assert not any("top-secret" in file.read_text("utf-8") for file in files)


def test_illegal_answers_are_counted_and_shown(serve: Any) -> None:
    said = ["", "move 9,9", "I cannot decide `now`", "guess 1122", "move 0,0\n\nGood luck!"]
    url, _requests = serve(
        lambda request: request.say([*said, best(request.prompt)][request.number])
    )
    printed("exam", url, *FEW)
    page = Path("exam.md").read_text("utf-8")
    assert table(page)["**all**"] == ["6", "16.7 ± 15.2", "0.000", "0", "5", "0"]
    assert "`I cannot decide 'now'`: no move in the required form" in page
    assert "`move 9,9`: " in page


BROKEN = [
    (b"no JSON", 200, "its answer is no chat completion: no JSON"),
    *(
        pytest.param(*each, marks=pytest.mark.rest)
        for each in [
            (b"{}", 200, "its answer is no chat completion: {}"),
            (b'{"choices": [{"message": {"content": null}}]}', 200, "is no chat completion"),
            (b"[" * 100_000, 200, "its answer is no chat completion: [["),
            (b"", 500, "the server answers 500: Internal Server Error"),
            (b"busy", 429, "the server answers 429: busy"),
        ]
    ),
]


@pytest.mark.parametrize(("body", "status", "reason"), BROKEN)
def test_a_broken_server_stops_the_exam_and_it_goes_on_where_it_was(
    serve: Any, body: bytes, status: int, reason: str
) -> None:
    broken = True

    def script(request: Request) -> None:
        if broken and request.number > 1:
            request.answer(body, status, Retry_After="0")
        else:
            request.say(best(request.prompt))

    url, requests = serve(script)
    message = refused("exam", url, *FEW, "--retries", "1")
    assert "3 questions in a row got no answer: " in message
    assert reason in message
    assert "run the same command again to go on" in message
    assert len(requests) == 2 + 3 * 2
    page = Path("exam.md").read_text("utf-8")
    assert table(page)["**all**"][0::5] == ["5", "3"]
    assert reason in page
    broken = False
    printed("exam", url, *FEW)
    assert len(requests) == 2 + 3 * 2 + 4
    assert table(Path("exam.md").read_text("utf-8"))["**all**"][:2] == ["6", "100.0 ± 0.0"]


def test_a_failure_that_passes_is_retried(serve: Any) -> None:
    def script(request: Request) -> None:
        if request.number % 3:
            request.say(best(request.prompt))
        else:
            request.answer(b"", 503)

    url, requests = serve(script)
    printed("exam", url, *FEW, "--retries", "1")
    assert table(Path("exam.md").read_text("utf-8"))["**all**"][5] == "0"
    assert len(requests) == 6 + 3


@pytest.mark.parametrize("status", [301, 307])
def test_no_redirect_is_followed(serve: Any, status: int) -> None:
    elsewhere, others = serve(lambda request: request.say("move 0,0"))
    url, _requests = serve(lambda request: request.answer(b"", status, Location=elsewhere))
    assert f"the server answers {status}" in refused("exam", url, *FEW)
    assert others == []


@pytest.mark.parametrize("drips", [False, True])
def test_a_server_that_hangs_is_left_after_the_limit(serve: Any, drips: bool) -> None:
    """It sends nothing, or a byte now and then, until the client has left."""
    over = threading.Event()

    def script(request: Request) -> None:
        handler = request.handler
        if drips:
            handler.send_response(200)
            handler.end_headers()
        while not over.wait(0.01):
            if drips:
                try:
                    handler.wfile.write(b" ")
                except OSError:
                    return

    url, _requests = serve(script)
    message = refused("exam", url, *FEW, "--retries", "0", "--seconds", "0.2")
    over.set()
    assert "3 questions in a row got no answer: it gave no answer within 0.2 s" in message


def test_a_server_that_is_not_there() -> None:
    message = refused("exam", "http://127.0.0.1:9/v1", *FEW, "--retries", "0")
    assert "got no answer: the connection failed: Connection refused" in message


# resuming


def test_an_interrupted_line_is_asked_again_and_more_positions_are_added(serve: Any) -> None:
    url, requests = serve(lambda request: request.say(best(request.prompt)))
    printed("exam", url, *FEW)
    answers = Path("exam.jsonl")
    answers.write_bytes(answers.read_bytes()[:-20])
    printed("exam", url, *FEW)
    assert len(requests) == 7
    assert len(answers.read_text("utf-8").splitlines()) == 7


def test_answers_with_other_settings_are_refused(serve: Any) -> None:
    url, requests = serve(lambda request: request.say(best(request.prompt)))
    printed("exam", url, *FEW)
    message = refused("exam", url, *FEW, "--rendering", "constraints")
    assert "exam.jsonl has the answers of another player, or with other settings" in message
    assert len(requests) == 6


@pytest.mark.parametrize("line", ['{"rules": 1}', "[]", "no JSON", '{"grade": "few"}'])
def test_a_damaged_file_is_refused(line: str) -> None:
    Path("exam.jsonl").write_text(f'{{"version": "1"}}\n{line}\n', "utf-8")
    message = refused("exam", f"{OURS} single-point", "--positions", "1")
    assert "exam.jsonl is damaged; name another file with --out" in message
