// The live page: it draws what `LivePage` says, and sends what a person does. It decides nothing.
import { connect } from "/shared/connection.js";
import { attempt, attribute, byId, el, notify, text } from "/shared/dom.js";
import { themeButton } from "/shared/theme.js";
import { Air } from "./air.js";
import { Body } from "./body.js";
import { Controls } from "./controls.js";
import { takeDroppedFiles } from "./dropped.js";
import { Graph } from "./graph.js";
import { Link } from "./link.js";
import { Log } from "./log.js";
import { More } from "./more.js";
import { Session } from "./session.js";
import { listenForKeys } from "./shortcuts.js";
import { Streams } from "./streams.js";
import { Time } from "./time.js";
import { Timeline } from "./timeline.js";
import { Traffic } from "./traffic.js";

// What tests and measurements read; nothing else is global.
const measure = { violations: [], shift: 0, states: 0, frames: 0, since: performance.now(), first: {} };
globalThis.measure = measure;
document.addEventListener("securitypolicyviolation", (event) => measure.violations.push(`${event.violatedDirective} ${event.blockedURI}`));
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) measure.shift += entry.value;
}).observe({ type: "layout-shift", buffered: true });

/// What the parts share: the connection, and the board that is shown.
const view = {
  number: "0",
  state: {},
  get board() {
    return view.state.boards?.[view.number];
  },
  /// Does something to the board that is shown, as an entry of a scenario's `inputs` or `faults` has it.
  do: (action) => view.send("do", { do: action }),
  /// Asks for something else that concerns the board that is shown.
  send: (name, args = {}) => attempt(page.send(name, { board: Number(view.number), ...args })),
  /// Does something that belongs to no board.
  command: (name, args = {}) => attempt(page.send(name, args)),
};
measure.view = view;

const parts = [];
let dirty = false;

const page = connect({
  state(state, patch) {
    view.state = state;
    measure.states += 1;
    dirty = true;
    if (patch === null || patch.boards || patch.scenario) showBoards(state);
  },
  events(list) {
    for (const part of parts) part.events?.(list);
  },
  missed(count) {
    for (const part of parts) part.missed?.(count);
  },
  samples(block) {
    streams.push(block);
  },
  status(status) {
    const words = { connecting: "connecting", live: "live", lost: "lost; the program may have ended" };
    text(byId("status"), words[status]);
  },
});
measure.page = page;

themeButton(byId("theme"));
const streams = new Streams(view);
measure.streams = streams;
const body = new Body(view);
measure.body = body;
const traffic = new Traffic(view);
measure.traffic = traffic;
parts.push(
  new Time(view), body, streams, new Controls(view), new Link(view), new Log(), new Graph(), new More(),
  new Session(view), traffic);
const air = new Air(view);
measure.air = air;
parts.push(air);
const timeline = new Timeline(view);
measure.timeline = timeline;
parts.push(timeline);
listenForKeys(timeline);
takeDroppedFiles(view);

function showBoards(state) {
  text(byId("title"), state.scenario?.name ?? "boardsim live");
  document.title = `${state.scenario?.name ?? "boardsim"} – live`;
  const select = byId("board");
  const boards = Object.entries(state.boards ?? {});
  if (select.options.length === boards.length && boards.every(([, board], i) => select.options[i].text === board.identity.name)) return;
  select.replaceChildren(...boards.map(([number, board]) => el("option", { value: number }, board.identity.name)));
  if (!state.boards?.[view.number]) view.number = boards[0]?.[0] ?? "0";
  select.value = view.number;
}

byId("board").addEventListener("change", (event) => {
  view.number = event.target.value;
  for (const part of parts) part.switched?.();
  dirty = true;
});

byId("report").addEventListener("click", async () => {
  const { saveFile } = await import("/shared/dom.js");
  const file = await view.command("report");
  if (!file) return;
  saveFile(file.name, file.text, "text/html");
  notify(`saved as ${file.name}: a page with the whole run, to be opened in any browser`, "done");
});

byId("save").addEventListener("click", async () => {
  const { saveFile } = await import("/shared/dom.js");
  const file = await view.command("save");
  if (!file) return;
  if (file.archive === undefined) {
    saveFile(file.name, file.text, "application/yaml");
    notify(`saved as ${file.name}; replay it with boardsim run ${file.name}`, "done");
  } else {
    const bytes = Uint8Array.from(atob(file.bytes), (letter) => letter.charCodeAt(0));
    saveFile(file.archive, bytes, "application/zip");
    notify(`saved as ${file.archive}, with the files that the scenario names; unpack it, and replay it with boardsim run ${file.name}`, "done");
  }
});

// Controls do nothing while there is no program to take them.
function enable(isLive) {
  for (const control of document.querySelectorAll("main button, main input, .bar .time button, .bar .time input, #save")) {
    if (control.closest(".traffic, .streams") || control.classList.contains("mode")) continue;
    control.disabled = !isLive;
  }
}

let wasLive = null;
function frame(now) {
  requestAnimationFrame(frame);
  measure.frames += 1;
  if (measure.first.frame === undefined && measure.states > 0) measure.first.frame = now;
  const isLive = page.status === "live";
  if (isLive !== wasLive) {
    wasLive = isLive;
    enable(isLive);
    attribute(document.querySelector("main"), "aria-busy", isLive ? null : "true");
  }
  if (dirty) {
    dirty = false;
    for (const part of parts) part.show?.(view.state, view.board);
    document.querySelector("main").classList.add("filled");
  }
  for (const part of parts) part.draw?.();
}
requestAnimationFrame(frame);
