// Documentation of the API, from /openapi.json.

import { get } from "../api.js";
import { el, find } from "../element.js";
import { page } from "../page.js";
import { _ } from "../text.js";

page({ title: _("API"), current: "docs" });
const main = find(document, "#main");
try {
  show(await get("/openapi.json"));
} catch (error) {
  main.replaceChildren(el("h1", { text: _("API") }), el("p", { role: "alert", text: error.message }));
}

/** @param {OpenApi} spec */
function show(spec) {
  /** @type {Map<string, Operation[]>} */
  const groups = new Map();
  for (const [path, methods] of Object.entries(spec.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const name = operation.tags?.[0] ?? "";
      groups.set(name, [...(groups.get(name) ?? []), { ...operation, path, method: method.toUpperCase() }]);
    }
  }
  main.replaceChildren(
    el("h1", { text: _("API") }),
    el("p", {
      text: _(
        "Programs can do everything that the pages do. Requests and responses are JSON; a cookie identifies the player.",
      ),
    }),
    el("p", {}, el("a", { href: "/openapi.json", text: "openapi.json" })),
    el("p", {
      id: "in-english",
      hidden: document.documentElement.lang === "en",
      text: _("The descriptions of the requests are in English."),
    }),
    ...[...groups].map(([name, operations]) =>
      el(
        "section",
        { "aria-labelledby": `tag-${name}` },
        el("h2", { id: `tag-${name}`, text: name }),
        operations.map((operation) => drawn(operation, spec)),
      ),
    ),
  );
}

/**
 * @param {Operation} operation
 * @param {OpenApi} spec
 */
function drawn(operation, spec) {
  const body = schemaOf(operation.requestBody, spec);
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
            _("Parameters"),
            operation.parameters.map((each) => ({
              name: each.name,
              needed: each.required,
              schema: each.schema,
              text: each.description,
            })),
            spec,
          )
        : null,
      body?.properties ? fields(_("Body"), properties(body), spec) : null,
      el("h3", { text: _("Example") }),
      el("pre", { tabIndex: 0 }, el("code", { text: example(operation, body, spec) })),
      el("h3", { text: _("Responses") }),
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
 * @param {OpenApi} spec
 */
function fields(title, rows, spec) {
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
            [_("Name"), _("Type"), _("Meaning")].map((text) => el("th", { scope: "col", text })),
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
              el("td", { text: kind(schema, spec) + (needed ? ` (${_("required")})` : "") }),
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
 * @param {OpenApi} spec
 */
function found(schema, spec) {
  const name = schema?.$ref?.split("/").at(-1);
  return name ? spec.components.schemas[name] : schema;
}

/**
 * @param {SchemaPart | undefined} part
 * @param {OpenApi} spec
 */
function schemaOf(part, spec) {
  return found(part?.content?.["application/json"]?.schema, spec);
}

/**
 * @param {Schema | undefined} schema
 * @param {OpenApi} spec
 * @returns {string}
 */
function kind(schema, spec) {
  const real = found(schema, spec);
  if (!real) return "";
  if (real.anyOf)
    return real.anyOf
      .filter((each) => each.type !== "null")
      .map((each) => kind(each, spec))
      .join(" | ");
  if (real.enum) return real.enum.join(" | ");
  return real.type === "array" ? `[${kind(real.items, spec)}, …]` : (real.type ?? "JSON");
}

/**
 * @param {Operation} operation
 * @param {Schema | undefined} body
 * @param {OpenApi} spec
 */
function example(operation, body, spec) {
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
    const real = found(each, spec);
    const value = real?.examples?.[0] ?? real?.anyOf?.find((one) => one.examples)?.examples?.[0];
    if (value !== undefined) given[name] = value;
  }
  return `curl ${address} -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(given)}'`;
}
