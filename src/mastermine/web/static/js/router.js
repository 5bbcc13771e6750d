// Opens the views of a page without loading it anew, so that Back and Forward lead through them.

/**
 * Calls `open` when the address changes to one below `base`: by a link, by Back and Forward, or by the returned
 * function, which goes to an address.
 * @param {string} base
 * @param {() => unknown} open
 */
export function router(base, open) {
  /** @param {string} address */
  const go = (address) => {
    history.pushState(null, "", address);
    open();
  };
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element && event.target.closest("a[href]");
    if (!(link instanceof HTMLAnchorElement) || !isPlain(event) || link.target || link.download) return;
    const { origin, pathname, search } = new URL(link.href);
    if (origin !== location.origin || !`${pathname}/`.startsWith(`${base}/`)) return;
    if (pathname + search === location.pathname + location.search) return;
    event.preventDefault();
    go(pathname + search);
  });
  addEventListener("popstate", () => open());
  return go;
}

/** @param {MouseEvent} event */
const isPlain = (event) =>
  !event.defaultPrevented && !event.button && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
