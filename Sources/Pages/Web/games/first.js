// The first minute: what the cap is, one movement, one throw. It goes at a person's pace, and can be left at any time.
import { byId, text } from "/shared/dom.js";

/// What is said, and what ends it.
const steps = [
  ["This is your cap: drag in the field beside it, or use the arrow keys there. The cap on the screen moves as your hand does.",
    ({ input }) => Math.abs(input.x) > 0.5 || Math.abs(input.y) > 0.5],
  ["Now throw it: Throw gently. In darts and bowling, a throw of the real cap does the same.", ({ cap }) => cap.throwing === true],
  ["That is all. Turn the cap to choose a game and press its button, or click one.", () => false],
];

let step = done() ? steps.length : 0;

function done() {
  try {
    return localStorage.getItem("welcomed") === "yes";
  } catch {
    return false;
  }
}

function finish() {
  step = steps.length;
  byId("first").hidden = true;
  try {
    localStorage.setItem("welcomed", "yes");
  } catch {
    // It is said again next time.
  }
}

export function firstMinute() {
  byId("first-leave").addEventListener("click", finish);
}

/// Shows the step that is next; a cap of a radio needs no field, and one that is watched no explanation.
export function showFirst(state) {
  const place = byId("first");
  // Whoever plays needs no first minute.
  if (step < steps.length && state.screen !== "menu" && state.cap.kind === "simulated") finish();
  const isWanted = step < steps.length && state.cap.kind === "simulated" && !state.prompt;
  if (place.hidden === isWanted) place.hidden = !isWanted;
  if (!isWanted) return;
  if (steps[step][1](state)) step += 1;
  text(byId("first-words"), `${step + 1} of ${steps.length}. ${steps[step][0]}`);
}
