// The games' page: draws the state, and sends what a hand does.
import { connect } from "/shared/connection.js";
import { attempt, attribute, byId, el, fixed, text } from "/shared/dom.js";
import { colours, onTheme, themeButton } from "/shared/theme.js";
import { hasWebGL } from "/shared/flat3d.js";
import { best, note } from "/best.js";
import { bowling, dart, fit, pong, pose } from "/draw.js";
import { firstMinute, showFirst } from "/first.js";
import { attitude, hand } from "/hand.js";
import { sound, soundButton } from "/sound.js";

const courts = { pong, dart, bowling };
const links = {
  idle: "not connected", bluetoothOff: "Bluetooth is off", scanning: "looking for a cap", connecting: "connecting",
  discovering: "connecting", connected: "connected", error: "is not a Triki cap",
};
const kinds = {
  simulated: "simulated, in your hand", scripted: "simulated, moved by a scenario", real: "of a radio",
  watched: "simulated, played by the scenario's client",
};
/// Between a packet of the cap and its picture, in milliseconds; tests read it.
const latencies = [];
let ink = {};
let rows = [];
/// The lane in 3D, from the first ball on; null where there is no WebGL.
let lane;
let record = null;

const page = connect({ state: show, status: (status) => text(byId("status"), status) });

function readColours() {
  const [main, muted, accent, bad] = colours("--ink", "--muted", "--accent", "--bad");
  ink = { ink: main, muted, accent, bad };
  lane?.restyle();
  if (page.state.screen) draw(page.state);
}

function show(state, patch) {
  if (!state.cap) return;
  if (note(state)) record = state.choice;
  if (state.screen !== "over") record = null;
  draw(state);
  words(state);
  sound(state);
  showFirst(state);
  const heard = patch === null ? undefined : patch.cap?.heard;
  if (typeof heard === "number") {
    latencies.push(Date.now() - heard);
    if (latencies.length > 5000) latencies.shift();
  }
}

function draw(state) {
  const court = fit(byId("court"));
  const isLane = state.choice === "bowling" && state.game && showLane(state);
  if (byId("lane").hidden === Boolean(isLane)) byId("lane").hidden = !isLane;
  const picture = state.game && courts[state.choice];
  if (picture) picture(court, state.game, ink, { ...state.input, isLane });
  if (state.cap.attitude) pose(fit(byId("pose")), state.cap.attitude, ink);
}

/// Draws the lane; false if it is not there yet, or cannot be.
function showLane(state) {
  if (lane === undefined) {
    lane = null;
    if (hasWebGL()) import("/lane.js").then(({ Lane }) => {
      byId("lane").hidden = false;
      lane = new Lane(byId("lane"));
      draw(page.state);
    });
  }
  if (!lane) return false;
  byId("lane").hidden = false;
  lane.show(state.game, state.input.x);
  return true;
}

function words(state) {
  const { cap, game } = state;
  const isPlaying = state.screen !== "menu";
  text(byId("stage-title"), state.title ?? "Menu");
  text(byId("help"), state.screen === "preparing" ? "Hold the cap still…"
    : state.screen === "over" ? `The game is over${record === state.choice ? ", your best score so far" : ""}: press the cap's button, or click.`
      : state.help ?? "Turn the cap to choose; press its button, or hold it there.");
  text(byId("standing"), game?.standing ?? "");
  attribute(byId("court"), "aria-label", game ? `${state.title}: ${game.standing}` : "No game");
  const isWatching = cap.kind === "watched";
  byId("leave").disabled = !isPlaying || isWatching;
  byId("connect").disabled = isWatching;
  text(byId("kind"), [kinds[cap.kind], cap.name].filter(Boolean).join(", "));
  text(byId("connection"), cap.connection === "connected" && !cap.receiving ? "connected, silent" : links[cap.connection]);
  text(byId("battery"), cap.battery === undefined ? "–" : `${cap.battery} %`);
  text(byId("position"), `${fixed(state.input.x, 2)} / ${fixed(state.input.y, 2)}${state.input.primed ? ", drawn back" : ""}`);
  if (state.input.speed > 0) text(byId("thrown"), `${fixed(state.input.speed, 1)} m/s`);
  text(byId("connect"), cap.connection === "idle" ? "Connect" : "Disconnect");
  byId("ask").disabled = isWatching || cap.connection !== "connected";
  for (const id of ["soft", "hard"]) byId(id).disabled = cap.throwing === true;
  byId("hand").hidden = cap.kind !== "simulated";
  attribute(byId("button"), "aria-pressed", cap.button === true);
  list(state);
  prompt(state.prompt);
}

/// A game by its title.
const kindOf = (title) => ({ Pong: "pong", Darts: "dart", Bowling: "bowling", Quiz: "quiz" })[title];

/// The rows of a list, or the answers of a quiz.
function list(state) {
  const isQuiz = state.choice === "quiz" && state.screen === "game" && state.game?.question;
  const wanted = isQuiz
    ? state.game.answers.map((title, index) => ({
      title, focused: index === state.game.selected, progress: index === state.game.selected ? state.game.progress : 0 }))
    : state.list ?? [];
  const key = JSON.stringify([isQuiz || null, wanted.map((row) => row.title)]);
  const place = byId("list");
  if (place.dataset.key !== key) {
    place.dataset.key = key;
    rows = wanted.map((row, index) => {
      const progress = el("progress", { max: 1, value: 0, "aria-label": `${row.title}: hold` });
      const button = el("button", {
        type: "button", disabled: Boolean(isQuiz), onclick: () => attempt(page.send("choose", { index })),
      }, row.title, ...(page.state.screen === "menu" && best(kindOf(row.title)) !== undefined
        ? [el("span", { class: "best" }, `best ${best(kindOf(row.title))}`)] : []), progress);
      return { button, progress };
    });
    place.replaceChildren(...(isQuiz ? [el("p", {}, isQuiz)] : []), ...rows.map((row) => row.button));
    attribute(place, "data-quiz", isQuiz ? "true" : null);
    attribute(place, "data-low", state.screen === "over");
  }
  wanted.forEach((row, index) => {
    attribute(rows[index].button, "aria-current", row.focused ? "true" : null);
    rows[index].progress.value = row.progress;
  });
}

/// The arrow keys go from one entry of a list to the next; in the field they turn the cap.
addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
  const choices = rows.map((row) => row.button).filter((button) => !button.disabled);
  if (!step || choices.length === 0 || document.activeElement === byId("pad")) return;
  if (event.ctrlKey || event.altKey || event.metaKey || !byId("prompt").hidden) return;
  const here = choices.indexOf(document.activeElement);
  const next = here < 0 ? (step > 0 ? 0 : choices.length - 1) : here + step;
  choices[Math.max(0, Math.min(choices.length - 1, next))].focus();
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

let before = null;
function prompt(isShown) {
  const place = byId("prompt");
  if (place.hidden === !isShown) return;
  place.hidden = !isShown;
  if (isShown) {
    before = document.activeElement;
    byId("calibrate").focus();
  } else {
    before?.focus?.();
  }
}

byId("leave").addEventListener("click", () => attempt(page.send("leave")));
byId("calibrate").addEventListener("click", () => attempt(page.send("calibrate")));
byId("skip").addEventListener("click", () => attempt(page.send("skip")));
byId("ask").addEventListener("click", () => attempt(page.send("ask-calibration")));
byId("connect").addEventListener("click", () =>
  attempt(page.send(page.state.cap.connection === "idle" ? "connect" : "disconnect")));
byId("prompt").addEventListener("keydown", (event) => {
  if (event.key === "Escape") attempt(page.send("skip"));
});

/// An arrow key turns the cap nearly as far as it goes; in a quiz to the middle of the next answer.
function towards(side) {
  const { choice, screen, game } = page.state;
  if (choice !== "quiz" || screen !== "game" || !game?.answers?.length) return 0.85 * side;
  const next = Math.max(0, Math.min(game.answers.length - 1, game.selected + side));
  // The full way turns the cap faster than the paddle needs; answers begin beside the middle.
  const position = (2 * (next + 0.5)) / game.answers.length - 1;
  return (Math.sign(position) * Math.max(0.3, Math.abs(position))) / 1.4;
}

hand((name, args) => page.send(name, args), towards);
themeButton(byId("theme"));
soundButton(byId("sound"));
firstMinute();
onTheme(readColours);
addEventListener("resize", () => page.state.screen && draw(page.state));
readColours();
globalThis.measure = { page, latencies, attitude };
