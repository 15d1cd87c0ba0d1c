// A visitor's display choices, kept in cookies so that the server draws the page right at once.

const NEXT = { theme: ["dark", "light"], size: ["normal", "big"], suits: ["two", "four"] };

for (const button of document.querySelectorAll("[data-pref]")) {
  const name = button.dataset.pref;
  const values = NEXT[name];
  const chosen = document.documentElement.dataset;
  const show = () => button.setAttribute("aria-pressed", String(chosen[name] !== values[0]));
  show();
  button.addEventListener("click", () => {
    chosen[name] = values[(values.indexOf(chosen[name]) + 1) % values.length];
    document.cookie = `dipai_${name}=${chosen[name]}; path=/; max-age=31536000; samesite=lax`;
    show();
    document.dispatchEvent(new CustomEvent("prefs"));
  });
}
