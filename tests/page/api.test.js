import "./browser.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError, del, get, post } from "../../src/mastermine/web/static/js/api.js";

/** Answers requests one after the other with [status, body]; what was asked is returned. */
function server(...answers) {
  const asked = [];
  globalThis.fetch = async (path, { method, body }) => {
    asked.push([method, path, body]);
    const [status, told] = answers.shift();
    return status === 204 ? new Response(null, { status }) : Response.json(told, { status });
  };
  return asked;
}

test("requests are sent and answers read as JSON", async () => {
  const asked = server([200, { rows: 3 }], [201, { id: 1 }], [204]);
  assert.deepEqual(await get("/api/daily"), { rows: 3 });
  assert.deepEqual(await post("/api/games", { rules: "classic" }), { id: 1 });
  assert.equal(await del("/api/games/1"), null);
  assert.deepEqual(asked, [
    ["GET", "/api/daily", undefined],
    ["POST", "/api/games", '{"rules":"classic"}'],
    ["DELETE", "/api/games/1", undefined],
  ]);
});

test("what the server refuses is an error with its words", async () => {
  const error = { kind: "IllegalMove", message: "3,4 is open already", cells: ["3,4"] };
  server([409, { error, game: { version: 7 } }]);
  await assert.rejects(post("/api/games/1/moves", { move: "click 3,4", version: 5 }), (thrown) => {
    assert(thrown instanceof ApiError);
    assert.equal(thrown.message, error.message);
    assert.deepEqual([thrown.status, thrown.kind, thrown.cells], [409, "IllegalMove", ["3,4"]]);
    assert.deepEqual(thrown.game, { version: 7 });
    return true;
  });
});

test("an error without words has some of ours", async () => {
  server([404, {}], [500, null]);
  await assert.rejects(get("/api/games/1"), /did not find this/);
  await assert.rejects(get("/api/games/1"), /had an error/);
});
