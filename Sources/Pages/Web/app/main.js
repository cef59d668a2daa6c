// The app: boards on the left, the screens of the connected board and the history beside them.
import { connect } from "/shared/connection.js";
import { byId, el, text } from "/shared/dom.js";
import { themeButton } from "/shared/theme.js";
import { Boards } from "/boards.js";
import { Controls } from "/controls.js";
import { Group } from "/group.js";
import { History } from "/history.js";
import { keepStreams, Live, takeBlock } from "/live.js";
import { Log } from "/log.js";
import { Overview } from "/overview.js";
import { Sensors } from "/sensors.js";
import { Session } from "/session.js";
import { Settings, showProgress } from "/settings.js";
import { button, keyed, run, show, takeFiles, usePage } from "/tools.js";

/// Screens by the address behind the #. Those of a board need one.
const screens = {
  board: { title: "Board", make: () => new Overview(), needsBoard: true },
  controls: { title: "Controls", make: () => new Controls(), needsBoard: true },
  sensors: { title: "Sensors", make: () => new Sensors(), needsBoard: true },
  live: { title: "Live", make: () => new Live(), needsBoard: true },
  log: { title: "Log", make: () => new Log(), needsBoard: true },
  settings: { title: "Settings", make: () => new Settings(), needsBoard: true },
  group: { title: "Group", make: () => new Group() },
  history: { title: "History", make: () => new History() },
  session: { title: "Session", make: (id) => new Session(id), isHidden: true },
};

const boards = new Boards(byId("boards"));
let current = null;
let shown = null;
let state = null;
let status = "connecting";

function route() {
  const [name, id] = location.hash.replace(/^#\/?/, "").split("/");
  return screens[name] ? { name, id } : { name: "board", id: undefined };
}

/// A screen without its board says so.
class Missing {
  constructor() {
    this.title = el("h2");
    this.words = el("p");
    this.cancel = button("Give up", "disconnect");
    this.node = el("div", { class: "card" }, this.title, this.words, this.cancel);
  }

  update({ board, reconnecting }) {
    text(this.title, reconnecting ? `Connecting to ${reconnecting.name} again` : board ? "Connecting" : "No board is connected");
    text(this.words, reconnecting
      ? "The link was lost. The app goes on trying until the board answers, or you choose another one."
      : "Choose a board in the list. A board that advertises nearby appears there by itself.");
    show(this.cancel, reconnecting !== undefined);
  }
}

/// What the page has to do with a board, beside its name.
function headline() {
  if (status !== "live") return { connecting: "waiting for the program", lost: "the program does not answer" }[status];
  if (!state) return "";
  if (state.reconnecting) return `connecting to ${state.reconnecting.name} again`;
  if (!state.board) return "no board is connected";
  return state.board.phase === "connecting" ? `connecting to ${state.board.name}` : `connected to ${state.board.name}`;
}

function render() {
  if (!state) return;
  const { name, id } = route();
  const screen = screens[name];
  const isReady = state.board !== undefined && state.board.phase !== "connecting";
  const key = screen.needsBoard ? (isReady ? `${name}/${state.board.id}` : "none") : `${name}/${id}`;
  if (shown !== key) {
    shown = key;
    current?.leave?.();
    current = screen.needsBoard && !isReady ? new Missing() : screen.make(id);
    byId("screen").replaceChildren(current.node);
    document.title = `${screen.title} – MetaWear app`;
  }
  keyed(byId("tabs"), Object.entries(screens).filter(([, each]) => !each.isHidden), ([key]) => key,
    ([key, each]) => el("a", { href: `#/${key}` }, each.title),
    (node, [key]) => {
      const isCurrent = key === name || (key === "history" && name === "session");
      if (isCurrent) node.setAttribute("aria-current", "page");
      else node.removeAttribute("aria-current");
    });
  show(byId("demo"), state.demo === true);
  text(byId("status"), headline());
  if (state.board?.stream) keepStreams(state.board.stream.channels);
  boards.update(state);
  current.update(state);
  messages(state.notices ?? []);
  question(state.question);
  orphans(state.board?.log?.orphans);
  connecting(state.board);
  recovery(state.recovery);
  takeFiles(state.files ?? []);
}

// MARK: Messages and questions

function messages(list) {
  keyed(byId("messages"), list, ({ id }) => id,
    ({ id, kind, text: words }) => {
      // What is no error goes away by itself.
      if (kind !== "error") setTimeout(() => run("dismiss", { id }), 6000);
      return el("div", { class: `notice ${kind}`, role: kind === "error" ? "alert" : null },
        el("p", {}, words), button("Dismiss", "dismiss", { id }, { "aria-label": `Dismiss: ${words}` }));
    }, () => {});
}

function dialog(node, isOpen, make) {
  if (isOpen && !node.open) {
    node.replaceChildren(...make());
    node.showModal();
  } else if (!isOpen && node.open) {
    node.close();
  }
}

function question(asked) {
  const answer = (yes) => () => run("answer", { yes });
  dialog(byId("question"), asked !== undefined, () => [
    el("h2", { id: "question-title" }, asked.title),
    el("p", {}, asked.text),
    el("div", { class: "row end" },
      el("button", { type: "button", autofocus: true, onclick: answer(false) }, "Cancel"),
      el("button", { type: "button", class: "danger", onclick: answer(true) }, asked.button)),
  ]);
}
byId("question").addEventListener("cancel", (event) => {
  event.preventDefault();
  run("answer", { yes: false });
});

function orphans(found) {
  dialog(byId("orphans"), found?.isAsked === true, () => [
    el("h2", { id: "orphans-title" }, "The board holds a log"),
    el("p", {}, `It has ${found.entries} entries that this app has not recorded`
      + `${found.signals.length > 0 ? `: ${found.signals.join(", ")}` : ""}.`
      + `${found.isRunning ? " It is still recording; a download stops it." : ""}`),
    el("div", { class: "row end" },
      button("Keep on the board", "orphans", { answer: "keep" }),
      button("Discard", "orphans", { answer: "discard" }, { class: "danger" }),
      button("Download", "orphans", { answer: "download" }, { class: "main", autofocus: true })),
  ]);
}
byId("orphans").addEventListener("cancel", (event) => {
  event.preventDefault();
  run("orphans", { answer: "keep" });
});

function connecting(board) {
  dialog(byId("connecting"), board?.phase === "connecting", () => [
    el("h2", { id: "connecting-title" }, `Connecting to ${board.name}`),
    el("progress", { "aria-label": "Connecting" }),
    el("div", { class: "row end" }, button("Cancel", "disconnect", {}, { autofocus: true })),
  ]);
}
byId("connecting").addEventListener("cancel", (event) => {
  event.preventDefault();
  run("disconnect");
});

/// Firmware for a board that was stuck in its bootloader.
function recovery(found) {
  const node = byId("recovery");
  dialog(node, found !== undefined, () => [
    el("h2", { id: "recovery-title" }, `Firmware for ${found.name}`),
    el("p", { role: "status" }), el("progress", { max: 100, "aria-label": "Firmware" }),
    el("div", { class: "row end" }, button("Cancel", "cancelFirmware", {}, { autofocus: true })),
  ]);
  if (found) showProgress(node.querySelector("p"), node.querySelector("progress"), found.progress);
}
byId("recovery").addEventListener("cancel", (event) => event.preventDefault());

// MARK: Start

usePage(connect({
  state(next) {
    state = next;
    render();
  },
  samples: takeBlock,
  status(next) {
    status = next;
    text(byId("status"), headline());
  },
}));
themeButton(byId("theme"));
addEventListener("hashchange", () => {
  render();
  byId("screen").focus({ preventScroll: true });
});
function frame() {
  current?.draw?.();
  requestAnimationFrame(frame);
}
requestAnimationFrame(frame);
// What passes without a change of the state, such as times.
setInterval(() => state && current?.update(state), 500);
