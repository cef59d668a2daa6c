// Small tools for the document. Whatever comes from outside becomes text, never HTML.

/// Makes an element: `el("button", { type: "button", class: "big", onclick: f }, "Press")`.
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  set(node, attributes);
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/// The same for the elements of a drawing.
export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  set(node, attributes);
  node.append(...children);
  return node;
}

function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, value);
  }
}

export const byId = (id) => document.getElementById(id);

/// Writes a text only if it has changed, which spares the layout.
export function text(node, value) {
  const words = String(value);
  if (node.textContent !== words) node.textContent = words;
}

export function attribute(node, name, value) {
  if (value === null || value === false) {
    if (node.hasAttribute(name)) node.removeAttribute(name);
  } else if (node.getAttribute(name) !== String(value)) {
    node.setAttribute(name, String(value));
  }
}

/// A number with so many decimals; a dash if there is none.
export function fixed(value, places = 1) {
  return typeof value === "number" && Number.isFinite(value) ? value.toFixed(places) : "–";
}

/// Calls at most so often; the last call is never lost.
export function throttle(milliseconds, call) {
  let latest = null;
  let timer = null;
  return (...args) => {
    latest = args;
    if (timer !== null) return;
    call(...latest);
    latest = null;
    timer = setTimeout(function again() {
      timer = null;
      if (latest === null) return;
      const last = latest;
      latest = null;
      call(...last);
      timer = setTimeout(again, milliseconds);
    }, milliseconds);
  };
}

/// Shows an error, or something that was done, for a while; screen readers say it.
export function notify(words, kind = "error") {
  const place = byId("notices");
  const notice = el("p", { class: `notice ${kind}` }, words);
  place.append(notice);
  while (place.childElementCount > 4) place.firstChild.remove();
  setTimeout(() => notice.remove(), kind === "error" ? 8000 : 4000);
}

/// Runs a command, and shows its error.
export async function attempt(promise) {
  try {
    return await promise;
  } catch (error) {
    notify(error.message);
    return undefined;
  }
}

/// Gives the browser a file to save.
export function saveFile(name, content, type = "text/plain") {
  const link = el("a", { href: URL.createObjectURL(new Blob([content], { type })), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
