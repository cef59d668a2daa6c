// What the screens have in common.
import { attempt, el, saveFile, text } from "/shared/dom.js";
import { loadPlots } from "/shared/plots/plots.js";

let page = null;

/// Says which connection the commands go to.
export function usePage(connection) {
  page = connection;
}

/// Performs a command and shows its error.
export const run = (name, args = {}) => attempt(page.send(name, args));

let plots = null;

/// What draws plots, which is loaded once.
export function plotTools() {
  plots ??= loadPlots();
  return attempt(plots);
}

/// A button with a command.
export function button(label, command, args = {}, attributes = {}) {
  return el("button", { type: "button", onclick: () => run(command, args), ...attributes }, label);
}

/// Keeps the children of a node in step with a list: those that stay keep their element, and so the focus.
export function keyed(parent, items, key, make, update) {
  const known = new Map([...parent.children].map((node) => [node.dataset.key, node]));
  let place = parent.firstElementChild;
  for (const item of items) {
    const name = String(key(item));
    let node = known.get(name);
    known.delete(name);
    if (!node) {
      node = make(item);
      node.dataset.key = name;
    }
    if (node === place) place = place.nextElementSibling;
    else parent.insertBefore(node, place);
    update(node, item);
  }
  for (const node of known.values()) node.remove();
}

/// Replaces what a node shows if its key has changed.
export function once(node, key, make) {
  if (node.dataset.shown === key) return;
  node.dataset.shown = key;
  node.replaceChildren(...[make()].flat());
}

export function show(node, isShown) {
  if (node.hidden === isShown) node.hidden = !isShown;
}

export function disable(node, isDisabled) {
  if (node.disabled !== isDisabled) node.disabled = isDisabled;
}

/// A select whose choices are kept in step; it is not changed while a person uses it.
export function options(select, choices, value) {
  const words = JSON.stringify(choices);
  if (select.dataset.choices !== words) {
    select.dataset.choices = words;
    select.replaceChildren(...choices.map(([id, label]) => el("option", { value: id }, label)));
  }
  const wanted = String(value);
  if (select.value !== wanted && document.activeElement !== select) select.value = wanted;
}

/// A label with its control.
export function field(label, control, id) {
  control.id = id;
  return el("div", { class: "field" }, el("label", { for: id }, label), control);
}

/// 75 → "1:15"; 3 675 → "1:01:15".
export function duration(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (number) => String(number).padStart(2, "0");
  const minutes = Math.floor(whole / 60) % 60;
  const hours = Math.floor(whole / 3600);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

const clock = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "medium" });
export const moment = (milliseconds) => clock.format(new Date(milliseconds));

const count = new Intl.NumberFormat("en");
export const grouped = (number) => count.format(number);

/// A rate in hertz without needless decimals.
export function rate(hertz) {
  if (hertz < 1) return `every ${Number((1 / hertz).toPrecision(3))} s`;
  return `${Number(hertz.toPrecision(4))} Hz`;
}

/// A value with about five digits.
export function value(number) {
  if (typeof number !== "number" || !Number.isFinite(number)) return "–";
  const size = Math.abs(number);
  return number.toFixed(size >= 10000 ? 0 : size >= 1000 ? 1 : size >= 100 ? 2 : 3);
}

/// Definition lists: terms with texts.
export function facts(list, pairs) {
  keyed(list, pairs.filter(([, words]) => words !== undefined), ([term]) => term,
    ([term]) => el("div", {}, el("dt", {}, term), el("dd")),
    (node, [, words]) => text(node.lastChild, words));
}

/// A table of numbers: a row for each axis, with its name first.
export function numbers(id, heads, rows) {
  return el("table", { id },
    el("thead", {}, el("tr", {}, ...heads.map((title) => el("th", { scope: "col" }, title)))),
    el("tbody", {}, ...rows.map(([name, ...row], place) => el("tr", { class: `line${place}` },
      el("th", { scope: "row" }, name), ...row.map((number) => el("td", {}, value(number)))))));
}

let wanted = 0;

/// Asks for a file; the browser that asked takes it.
export function wantFile(command, args) {
  wanted += 1;
  return run(command, args);
}

/// Saves the files that this browser has asked for.
export function takeFiles(files) {
  for (const { id } of files) {
    if (wanted === 0) return;
    wanted -= 1;
    run("takeFile", { id }).then((file) => file && saveFile(file.name, file.text, "text/csv"));
  }
}
