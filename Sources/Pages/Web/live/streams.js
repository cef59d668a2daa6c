// What the board's sensors stream, measured and true.
import { byId, el, fixed, text } from "/shared/dom.js";
import { Plot } from "/shared/plot.js";
import { Samples } from "/shared/samples.js";

/// How it goes: its rate; of what comes now and then, how often it came.
function course({ state, event, rate, made, last }) {
  if (state === "waiting") return "nothing yet";
  if (state === "stopped") return `stopped at ${fixed(last, 1)} s`;
  return event ? `${made} so far, last at ${fixed(last, 1)} s` : `${fixed(rate, 1)} Hz`;
}

/// Set in the numbers of streams of the other future.
const ghostBit = 0x8000;

export class Streams {
  constructor(view) {
    this.view = view;
    this.plots = new Map();
    // Of all boards, so that a board that a person turns to has its past.
    this.samples = new Map();
    /// Of the other future, by the numbers of its streams.
    this.ghosts = new Map();
    this.place = byId("plots");
    this.empty = el("p", { class: "muted" }, "Nothing streams yet. A client, or a program on the radio, starts a stream.");
    this.place.append(this.empty);
    this.takesAll = false;
    byId("all-boards").addEventListener("change", (event) => {
      this.takesAll = event.target.checked;
      this.show(view.state);
    });
  }

  switched() {
    this.show(this.view.state);
  }

  events(list) {
    // Another moment has another past.
    if (!list.some((event) => event.e === "jump")) return;
    for (const samples of [...this.samples.values(), ...this.ghosts.values()]) samples.clear();
  }

  /// Shows the samples of the other future in the plots of the same streams.
  pair({ streams, future }) {
    const ghosts = Object.entries(future?.ghosts ?? {});
    if (ghosts.length === 0) this.ghosts.clear();
    for (const [number, { plot }] of this.plots) {
      const stream = streams?.[number];
      const twin = ghosts.find(([, ghost]) => ghost.board === stream?.board && ghost.title === stream?.title);
      plot.ghost = (twin && this.ghosts.get(twin[0])) ?? null;
    }
  }

  push(block) {
    if (block.stream >= ghostBit) {
      // They may come before the state that says of what they are.
      const number = String(block.stream - ghostBit);
      if (this.ghosts.get(number)?.channels !== block.channels) this.ghosts.set(number, new Samples(block.channels, 4096));
      return this.ghosts.get(number).push(block);
    }
    const number = String(block.stream);
    (this.plots.get(number)?.plot.samples ?? this.of(number, block.channels)).push(block);
  }

  /// The samples of a stream.
  of(number, channels) {
    let samples = this.samples.get(number);
    if (samples?.channels !== channels) {
      samples = new Samples(channels, 4096);
      this.samples.set(number, samples);
    }
    return samples;
  }

  show(state) {
    for (const number of this.samples.keys()) if (!state.streams?.[number]) this.samples.delete(number);
    const wanted = Object.entries(state.streams ?? {}).filter(
      ([, stream]) => this.takesAll || String(stream.board) === this.view.number);
    const numbers = new Set(wanted.map(([number]) => number));
    for (const [number, { node, plot }] of this.plots) {
      if (numbers.has(number)) continue;
      plot.remove();
      node.remove();
      this.plots.delete(number);
    }
    for (const [number, stream] of wanted) {
      const known = this.plots.get(number) ?? this.make(number, stream);
      const name = state.boards?.[stream.board]?.identity.name ?? "";
      text(known.title, `${this.takesAll ? `${name}: ` : ""}${stream.title}${stream.unit ? ` (${stream.unit})` : ""}`);
      known.node.classList.toggle("stopped", stream.state === "stopped");
      const lost = stream.toHost ? (stream.dropped ?? 0) : 0;
      const ways = [stream.toHost ? "to the host" : null, stream.logged ? "logged" : null].filter(Boolean).join(", ");
      text(known.rate, `${course(stream)}${ways ? `, ${ways}` : ""}${lost > 0 ? `, ${lost} lost` : ""}`);
      stream.axes.forEach((axis, index) => {
        text(known.values[index], `${axis} ${fixed(known.plot.latest(index), 3)}`);
      });
    }
    this.pair(state);
    this.empty.hidden = wanted.length > 0;
  }

  make(number, stream) {
    const title = el("span");
    const rate = el("span", { class: "muted number" });
    const values = stream.axes.map((_, index) => el("span", { class: `axis-${index}` }));
    const line = el("div", { class: "values" }, ...values);
    const node = el("div", { class: "stream" }, el("div", { class: "head" }, title, rate), line);
    const measured = stream.axes.length;
    const plot = new Plot(node, `${stream.title} over the last ten seconds`, {
      measured, samples: this.of(number, stream.truth ? 2 * measured : measured),
    });
    node.insertBefore(plot.canvas, line);
    const order = [...this.plots.keys()].map(Number).filter((known) => known > Number(number));
    const next = order.length > 0 ? this.plots.get(String(Math.min(...order))).node : null;
    this.place.insertBefore(node, next);
    const made = { node, plot, title, rate, values };
    this.plots.set(number, made);
    return made;
  }

  draw() {
    for (const { plot } of this.plots.values()) plot.draw();
  }
}
