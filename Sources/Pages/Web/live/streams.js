// What the board's sensors stream, measured and true.
import { byId, el, fixed, text } from "/shared/dom.js";
import { Samples } from "/shared/samples.js";
import { loadPlots, short } from "/shared/plots/plots.js";

/// How it goes: its rate; of what comes now and then, how often it came.
function course({ state, event, rate, made, last }) {
  if (state === "waiting") return "nothing yet";
  if (state === "stopped") return `stopped at ${fixed(last, 1)} s`;
  return event ? `${made} so far, last at ${fixed(last, 1)} s` : `${fixed(rate, 1)} Hz`;
}

/// Set in the numbers of streams of the other future.
const ghostBit = 0x8000;
/// A minute at 100 Hz, and more.
const kept = 8192;

const whatOf = ({ board, title, axes, truth }) => JSON.stringify([board, title, axes, truth]);

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
    this.isFresh = false;
    this.latestRead = 0;
    /// What draws plots; null until it is there. The page is useful before it.
    this.tools = null;
    loadPlots().then((tools) => {
      this.tools = tools;
      this.show(view.state);
    });
    /// What all plots share.
    this.desk = {
      seconds: 10, view: null, at: null,
      cursor: (time) => this.point(time),
      zoomed: (view) => this.zoom(view),
    };
    byId("window").addEventListener("change", (event) => {
      this.desk.seconds = Number(event.target.value);
      this.zoom(null);
    });
    byId("follow").addEventListener("click", () => this.zoom(null));
    byId("spectra").addEventListener("change", (event) => this.showSpectra(event.target.checked));
    byId("all-boards").addEventListener("change", (event) => {
      this.takesAll = event.target.checked;
      this.show(view.state);
    });
  }

  switched() {
    this.show(this.view.state);
  }

  /// A cursor at the same time in all plots; null for none.
  point(time) {
    this.desk.at = time;
    for (const { plot } of this.plots.values()) plot.point(time);
    this.show(this.view.state);
  }

  /// The same part of time in all plots; null for the newest.
  zoom(view) {
    this.desk.view = view;
    byId("follow").disabled = view === null;
    for (const { plot } of this.plots.values()) plot.drawn = "";
  }

  showSpectra(isOn) {
    for (const known of this.plots.values()) {
      known.spectrum?.remove();
      known.spectrum = isOn ? new this.tools.Spectrum(known.node, known.plot) : null;
    }
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
    this.isFresh = true;
    if (block.stream >= ghostBit) {
      // They may come before the state that says of what they are.
      const number = String(block.stream - ghostBit);
      if (this.ghosts.get(number)?.channels !== block.channels) this.ghosts.set(number, new Samples(block.channels, kept));
      return this.ghosts.get(number).push(block);
    }
    const number = String(block.stream);
    (this.plots.get(number)?.plot.samples ?? this.of(number, block.channels)).push(block);
  }

  /// The samples of a stream.
  of(number, channels) {
    let samples = this.samples.get(number);
    if (samples?.channels !== channels) {
      samples = new Samples(channels, kept);
      this.samples.set(number, samples);
    }
    return samples;
  }

  show(state) {
    for (const number of this.samples.keys()) if (!state.streams?.[number]) this.samples.delete(number);
    const wanted = Object.entries(state.streams ?? {}).filter(
      ([, stream]) => this.tools && (this.takesAll || String(stream.board) === this.view.number));
    const numbers = new Set(wanted.map(([number]) => number));
    for (const [number, { node, plot, spectrum, what }] of this.plots) {
      // Another scenario gives a number to another stream.
      if (numbers.has(number) && what === whatOf(state.streams[number])) continue;
      spectrum?.remove();
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
      this.read(known, stream);
    }
    this.pair(state);
    this.empty.hidden = wanted.length > 0 || !this.tools;
  }

  /// The values at the cursor, or the last ones, and how far they are from the truth.
  read({ plot, values, error }, { axes, unit }) {
    const found = plot.values(this.desk.at);
    axes.forEach((axis, index) => text(values[index], `${axis} ${fixed(found[index], 3)}`));
    const off = plot.error;
    text(error, off ? `off by ${short(off.rms)}${unit ? ` ${unit}` : ""} (RMS), ${short(off.most)} at most` : "");
  }

  make(number, stream) {
    const title = el("span");
    const rate = el("span", { class: "muted number" });
    const values = stream.axes.map((axis, index) => el("button", {
      type: "button", class: `axis-${index}`, "aria-pressed": "true", title: `Show or hide ${axis}`,
      onclick: (event) => {
        plot.toggle(index);
        event.target.closest("button").setAttribute("aria-pressed", String(!plot.hidden.has(index)));
      },
    }));
    const error = el("span", { class: "muted number" });
    const save = el("span", { class: "row" },
      el("button", { type: "button", title: "What is shown, as numbers", onclick: () => this.tools.saveCSV(stream, plot) }, "CSV"),
      el("button", { type: "button", title: "What is shown, as a picture", onclick: () => this.tools.savePNG(stream, plot) }, "PNG"));
    const line = el("div", { class: "values" }, ...values, error, save);
    const node = el("div", { class: "stream" }, el("div", { class: "head" }, title, rate), line);
    const plot = new this.tools.Instrument(node, `${stream.title} over time`, {
      axes: stream.axes, unit: stream.unit, truth: stream.truth, desk: this.desk,
      samples: this.of(number, stream.truth ? 2 * stream.axes.length : stream.axes.length),
    });
    node.insertBefore(plot.node, line);
    const order = [...this.plots.keys()].map(Number).filter((known) => known > Number(number));
    const next = order.length > 0 ? this.plots.get(String(Math.min(...order))).node : null;
    this.place.insertBefore(node, next);
    const made = { what: whatOf(stream), node, plot, title, rate, values, error, spectrum: null };
    this.plots.set(number, made);
    if (byId("spectra").checked) made.spectrum = new this.tools.Spectrum(node, plot);
    return made;
  }

  draw() {
    const now = performance.now();
    // Samples may come after the state that they belong to.
    if (this.isFresh && now - this.latestRead > 100) {
      [this.isFresh, this.latestRead] = [false, now];
      for (const [number, known] of this.plots) if (this.view.state.streams?.[number]) this.read(known, this.view.state.streams[number]);
    }
    for (const { plot, spectrum } of this.plots.values()) {
      plot.draw(now);
      spectrum?.draw(now);
    }
  }
}
