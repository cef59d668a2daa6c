// Light or dark: as the system says, until a person chooses.

const listeners = new Set();
const system = matchMedia("(prefers-color-scheme: dark)");

function stored() {
  try {
    return localStorage.getItem("theme");
  } catch {
    return null;
  }
}

function apply(theme) {
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  for (const listener of listeners) listener();
}

export const isDark = () =>
  (document.documentElement.dataset.theme ?? (system.matches ? "dark" : "light")) === "dark";

/// Calls back when the colours change: a canvas has to be drawn again. What it returns ends that.
export function onTheme(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/// Makes a button switch between light and dark.
export function themeButton(button) {
  const show = () => {
    button.textContent = isDark() ? "Light" : "Dark";
    button.setAttribute("aria-label", isDark() ? "Use light colours" : "Use dark colours");
  };
  button.addEventListener("click", () => {
    const theme = isDark() ? "light" : "dark";
    try {
      localStorage.setItem("theme", theme);
    } catch {
      // It holds until the page is closed.
    }
    apply(theme);
  });
  onTheme(show);
  show();
}

/// The values of CSS variables, as a canvas understands them.
export function colours(...names) {
  const probe = document.createElement("i");
  document.body.append(probe);
  const found = names.map((name) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  });
  probe.remove();
  return found;
}

system.addEventListener("change", () => apply(stored()));
apply(stored());
