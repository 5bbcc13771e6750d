/** Types of the parts of lit-html that the page uses. */

export interface TemplateResult {
  readonly strings: TemplateStringsArray;
  readonly values: unknown[];
}

/** A template of HTML. A property in it is `.name=${value}`, a listener `@event=${function}`, a flag `?name=${boolean}`. */
export function html(strings: TemplateStringsArray, ...values: unknown[]): TemplateResult;
/** A template of a part of an SVG drawing. */
export function svg(strings: TemplateStringsArray, ...values: unknown[]): TemplateResult;
/** Draws a value into a container; the next call changes only what differs. */
export function render(value: unknown, container: HTMLElement | DocumentFragment): unknown;
/** Draws nothing, or removes an attribute. */
export const nothing: unique symbol;
