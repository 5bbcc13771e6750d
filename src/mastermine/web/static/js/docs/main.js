// The programming interface, drawn from /openapi.json.

import { get } from "../api.js";
import { el, find } from "../element.js";
import { page } from "../page.js";
import { _ } from "../text.js";

page({ title: _("Programming interface"), current: "docs" });
const main = find(document, "#main");
try {
  show(await get("/openapi.json"));
} catch (error) {
  main.replaceChildren(el("h1", { text: _("Programming interface") }), el("p", { role: "alert", text: error.message }));
}

/** @param {OpenApi} told */
function show(told) {
  /** @type {Map<string, Operation[]>} */
  const groups = new Map();
  for (const [path, methods] of Object.entries(told.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const name = operation.tags?.[0] ?? "";
      groups.set(name, [...(groups.get(name) ?? []), { ...operation, path, method: method.toUpperCase() }]);
    }
  }
  main.replaceChildren(
    el("h1", { text: _("Programming interface") }),
    el("p", {
      text: _(
        "All that the pages do, programs can do, too. Requests and answers are JSON; a cookie tells whose games these are.",
      ),
    }),
    el("p", {}, el("a", { href: "/openapi.json", text: "openapi.json" })),
    el("p", {
      id: "in-english",
      hidden: document.documentElement.lang === "en",
      text: _("What each request does is told in English, as in the file."),
    }),
    ...[...groups].map(([name, operations]) =>
      el(
        "section",
        { "aria-labelledby": `tag-${name}` },
        el("h2", { id: `tag-${name}`, text: name }),
        operations.map((operation) => drawn(operation, told)),
      ),
    ),
  );
}

/**
 * @param {Operation} operation
 * @param {OpenApi} told
 */
function drawn(operation, told) {
  const body = schemaOf(operation.requestBody, told);
  const answers = Object.entries(operation.responses ?? {});
  return el(
    "details",
    { class: "operation", dataset: { path: operation.path, method: operation.method } },
    el(
      "summary",
      {},
      el("code", { class: "method", text: operation.method }),
      el("code", { text: operation.path }),
      el("span", { class: "told", text: operation.summary ?? "" }),
    ),
    el(
      "div",
      { class: "inside" },
      operation.description ? el("p", { text: operation.description }) : null,
      operation.parameters?.length
        ? fields(
            _("In the address"),
            operation.parameters.map((each) => ({
              name: each.name,
              needed: each.required,
              schema: each.schema,
              text: each.description,
            })),
            told,
          )
        : null,
      body?.properties ? fields(_("In the body"), properties(body), told) : null,
      el("h3", { text: _("For example") }),
      el("pre", { tabIndex: 0 }, el("code", { text: example(operation, body, told) })),
      el("h3", { text: _("Answers") }),
      el(
        "ul",
        {},
        answers.map(([status, answer]) => el("li", {}, el("code", { text: status }), ` ${answer.description}`)),
      ),
    ),
  );
}

/** @param {Schema} schema */
function properties(schema) {
  return Object.entries(schema.properties ?? {}).map(([name, each]) => ({
    name,
    needed: schema.required?.includes(name),
    schema: each,
    text: each.description,
  }));
}

/**
 * @param {string} title
 * @param {{name: string, needed?: boolean, schema: Schema, text?: string}[]} rows
 * @param {OpenApi} told
 */
function fields(title, rows, told) {
  return [
    el("h3", { text: title }),
    el(
      "div",
      { class: "scroll", tabIndex: 0, role: "group", "aria-label": title },
      el(
        "table",
        {},
        el(
          "thead",
          {},
          el(
            "tr",
            {},
            [_("Name"), _("What"), _("Meaning")].map((text) => el("th", { scope: "col", text })),
          ),
        ),
        el(
          "tbody",
          {},
          rows.map(({ name, needed, schema, text }) =>
            el(
              "tr",
              {},
              el("th", { scope: "row" }, el("code", { text: name })),
              el("td", { text: kind(schema, told) + (needed ? ` (${_("needed")})` : "") }),
              el("td", { text: text ?? "" }),
            ),
          ),
        ),
      ),
    ),
  ];
}

/**
 * @param {Schema | undefined} schema
 * @param {OpenApi} told
 */
function found(schema, told) {
  const name = schema?.$ref?.split("/").at(-1);
  return name ? told.components.schemas[name] : schema;
}

/**
 * @param {SchemaPart | undefined} part
 * @param {OpenApi} told
 */
function schemaOf(part, told) {
  return found(part?.content?.["application/json"]?.schema, told);
}

/**
 * @param {Schema | undefined} schema
 * @param {OpenApi} told
 * @returns {string}
 */
function kind(schema, told) {
  const real = found(schema, told);
  if (!real) return "";
  if (real.anyOf)
    return real.anyOf
      .filter((each) => each.type !== "null")
      .map((each) => kind(each, told))
      .join(" | ");
  if (real.enum) return real.enum.join(" | ");
  return real.type === "array" ? `[${kind(real.items, told)}, …]` : (real.type ?? "JSON");
}

/**
 * @param {Operation} operation
 * @param {Schema | undefined} body
 * @param {OpenApi} told
 */
function example(operation, body, told) {
  let path = operation.path;
  for (const each of operation.parameters ?? []) {
    const value = each.schema?.examples?.[0] ?? each.example;
    if (each.in === "path" && value !== undefined) path = path.replace(`{${each.name}}`, String(value));
  }
  const address = location.origin + path;
  if (!operation.requestBody)
    return operation.method === "GET" ? `curl ${address}` : `curl -X ${operation.method} ${address}`;
  /** @type {Record<string, unknown>} */
  const given = {};
  for (const [name, each] of Object.entries(body?.properties ?? {})) {
    const real = found(each, told);
    const value = real?.examples?.[0] ?? real?.anyOf?.find((one) => one.examples)?.examples?.[0];
    if (value !== undefined) given[name] = value;
  }
  return `curl ${address} -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(given)}'`;
}
