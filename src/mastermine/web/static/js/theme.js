// Sets the theme before the page is drawn, so that it never flashes. Not a module: modules run too late.
(() => {
  const root = document.documentElement;
  const more = matchMedia("(prefers-contrast: more)");
  const apply = () => {
    let theme = "system";
    try {
      theme = JSON.parse(localStorage.getItem("mastermine.theme") ?? "null") || "system";
    } catch {
      // No storage: the system's theme.
    }
    root.dataset.theme = theme;
    root.dataset.contrast = theme === "contrast" || (theme === "system" && more.matches) ? "more" : "normal";
  };
  apply();
  more.addEventListener("change", apply);
  addEventListener("storage", apply);
  addEventListener("mastermine:theme", apply);
})();
