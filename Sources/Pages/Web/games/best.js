// The best scores of each game, kept by the browser.

function all() {
  try {
    return JSON.parse(localStorage.getItem("best") ?? "{}");
  } catch {
    return {};
  }
}

/// The best score so far; undefined if the game was never finished.
export const best = (choice) => all()[choice];

let noted = null;

/// Takes the state of a page; returns whether a game has just ended with a new best score.
export function note({ choice, screen, game }) {
  if (screen !== "over" || !game) {
    noted = null;
    return false;
  }
  if (noted === choice) return false;
  noted = choice;
  const known = all();
  if (known[choice] !== undefined && known[choice] >= game.score) return false;
  const isBetter = known[choice] !== undefined;
  try {
    localStorage.setItem("best", JSON.stringify({ ...known, [choice]: game.score }));
  } catch {
    return false;
  }
  return isBetter || game.score > 0;
}
