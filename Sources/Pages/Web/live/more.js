// Timers and macros.
import { byId, el } from "/shared/dom.js";

export class More {
  constructor() {
    this.place = byId("more");
    this.shown = null;
  }

  show(state, board) {
    const key = JSON.stringify([board?.timers, board?.macros]);
    if (key === this.shown) return;
    this.shown = key;
    const timers = Object.entries(board?.timers ?? {}).map(([number, timer]) => {
      const often = timer.repeats === undefined ? "for ever" : `${timer.left ?? timer.repeats} of ${timer.repeats} left`;
      return el("p", {}, `Timer ${number}: every ${timer.period} ms, ${often}, ${timer.running ? "running" : "stopped"}`);
    });
    const macros = Object.entries(board?.macros ?? {}).map(([number, macro]) => el("div", {},
      el("p", {}, `Macro ${number}: ${macro.commands.length} commands${macro.boot ? ", runs at boot" : ""}`),
      el("ol", {}, ...macro.commands.map((command) => el("li", {}, command)))));
    const all = [...timers, ...macros];
    this.place.replaceChildren(...(all.length > 0 ? all : [el("p", { class: "muted" }, "None are programmed.")]));
  }
}
