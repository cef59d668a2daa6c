// Keys for what is done often, and a sheet that lists them.
import { byId, el } from "/shared/dom.js";

/// Of a key: what it does, in words, and how.
const keys = [
  [" ", "Space", "stop and go on", () => byId("pause").click()],
  ["s", "s", "only the next event", () => byId("step").click()],
  ["n", "n", "on to the next packet, link, input or fault", () => byId("next").click()],
  ["ArrowLeft", "←", "a second back", (timeline) => timeline.lookBy(-1)],
  ["ArrowRight", "→", "a second on", (timeline) => timeline.lookBy(1)],
  [",", ",", "a tenth of a second back", (timeline) => timeline.lookBy(-0.1)],
  [".", ".", "a tenth of a second on", (timeline) => timeline.lookBy(0.1)],
  ["End", "End", "the newest moment", () => byId("newest").click()],
  ["1", "1", "the speed of the clock", () => byId("real-time").click()],
  ["l", "l", "a link to this moment", () => byId("share").click()],
  ["?", "?", "this list", () => byId("keys").showModal()],
];

/// Elements that have keys of their own.
const own = "input, select, textarea, button, summary, a, canvas, [role=application], [tabindex]";

export function listenForKeys(timeline) {
  byId("keys-list").replaceChildren(...keys.flatMap(([, name, words]) => [el("dt", {}, el("kbd", {}, name)), el("dd", {}, words)]));
  byId("keys-close").addEventListener("click", () => byId("keys").close());
  byId("help").addEventListener("click", () => byId("keys").showModal());
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
    const known = keys.find(([key]) => key === event.key);
    // Letters do nothing to a button; its Space and the arrows of a picture are its own.
    const isLetter = known && known[0].length === 1 && known[0] !== " ";
    const busy = event.target.closest(isLetter ? "input, select, textarea" : own);
    if (!known || busy) return;
    event.preventDefault();
    known[3](timeline);
  });
}
