// One session: its numbers, its plot, its replay, and another session beside it.
import { el, text } from "/shared/dom.js";
import { Comparison } from "/compare.js";
import { Replay } from "/replay.js";
import { fetchTrack } from "/track.js";
import { button, duration, facts, grouped, keyed, moment, numbers, once, plotTools, rate, run, show, value, wantFile } from "/tools.js";

export class Session {
  constructor(id) {
    this.id = id;
    this.asked = new Set();
    this.title = el("h2");
    this.facts = el("dl", { class: "values" });
    this.statistics = el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Statistics" });
    this.missing = el("p", { role: "status" }, "This session does not exist.");
    this.card = el("div", { class: "card" }, this.title, this.facts,
      el("div", { class: "row" },
        el("button", { type: "button", class: "main", onclick: () => wantFile("exportSession", { id }) }, "Save as CSV"),
        button("Delete", "deleteSession", { id }, { class: "danger" })));
    this.loading = el("p", { class: "muted", role: "status" }, "The samples are being fetched …");
    this.replayPlace = el("div");
    this.thinned = el("p", { class: "muted" });
    this.axes = el("dl", { class: "axes" });
    this.plotPlace = el("div", { class: "session-plot" });
    this.whole = el("button", { type: "button", onclick: () => this.zoom(null) }, "Whole session");
    this.spectrumButton = el("button", { type: "button", "aria-pressed": "false", onclick: () => this.toggleSpectrum() }, "Spectrum");
    this.png = el("button", { type: "button", onclick: () => this.plot && this.tools.savePNG(this.session, this.plot) }, "PNG");
    this.plotCard = el("div", { class: "card" },
      el("div", { class: "spread" }, el("h2", {}, "Samples"), el("span", { class: "row" }, this.whole, this.spectrumButton, this.png)),
      this.loading, this.plotPlace, this.axes, this.thinned,
      el("p", { class: "muted" }, "Drag over the plot to zoom, with Shift to move it; a click shows that moment in the replay."));
    this.comparison = new Comparison((other) => this.open(other, true), (samples) => this.lay(samples));
    this.details = el("div", { class: "card" }, el("h2", {}, "Statistics"), this.statistics);
    this.node = el("div", { class: "screen" },
      el("p", {}, el("a", { href: "#/history" }, "← History")), this.missing, this.card, this.replayPlace, this.plotCard,
      this.comparison.node, this.details);
    /// What the plot asks of its surroundings.
    this.desk = {
      seconds: 1, view: null, at: null,
      cursor: (time) => {
        this.desk.at = time;
      },
      zoomed: (view) => this.zoom(view),
    };
    this.plotPlace.addEventListener("click", () => {
      if (this.desk.at !== null) this.replay?.seek(this.desk.at);
    });
  }

  update({ sessions, details }) {
    const session = sessions.find(({ id }) => id === this.id);
    this.session = session;
    show(this.missing, !session);
    show(this.card, session !== undefined);
    const found = details[this.id];
    for (const card of [this.details, this.replayPlace, this.plotCard, this.comparison.node]) show(card, session !== undefined && found !== undefined);
    if (!session) return;
    if (!found) this.open(this.id);
    text(this.title, session.unit ? `${session.title} (${session.unit})` : session.title);
    facts(this.facts, [
      ["Start", moment(session.start)], ["End", moment(session.end)],
      ["Length", duration((session.end - session.start) / 1000)], ["Samples", grouped(session.count)],
      ["Rate", found?.rate === undefined ? undefined : rate(found.rate)],
      ["Board", [session.board, session.model, `serial number ${session.serial}`, `firmware ${session.firmware}`].filter(Boolean).join(", ")],
    ]);
    if (!found) return;
    once(this.statistics, this.id, () => numbers("statistics", ["Axis", "Least", "Greatest", "Mean", "Deviation"],
      found.axes.map((axis) => [axis.name, axis.least, axis.greatest, axis.mean, axis.deviation])));
    if (!this.isBegun) this.begin(session, found);
    this.comparison.update(session, sessions, details);
  }

  /// Has the program read a session, once, or again: it forgets those that were not looked at for long.
  open(id, isAgain = false) {
    if (this.asked.has(id) && !isAgain) return;
    this.asked.add(id);
    run("openSession", { id });
  }

  // MARK: The samples

  async begin(session, found) {
    this.isBegun = true;
    const [samples, tools] = await Promise.all([fetchTrack(this.id, found.axes.length, found.samples), plotTools()]);
    if (this.isLeft) return;
    if (!samples || !tools) return text(this.loading, "The samples could not be fetched. Open the session again.");
    [this.samples, this.tools] = [samples, tools];
    show(this.loading, false);
    const names = found.axes.map(({ name }) => name);
    text(this.thinned, found.every > 1 ? `One in ${found.every} samples is shown; the file has all of them.` : `All ${grouped(found.samples)} samples.`);
    this.length = Math.max(samples.times[samples.size - 1] - samples.times[0], 0.01);
    this.desk.seconds = this.length;
    keyed(this.axes, names, (name) => name, (name) => el("div", { class: `line${names.indexOf(name)}` }, el("dt", {}, name), el("dd")), () => {});
    this.plot = new tools.Instrument(this.plotPlace, `${session.title} over the whole session`, {
      axes: names, unit: session.unit, truth: false, samples, desk: this.desk, dashes: true,
    });
    this.replay = new Replay(session, samples, (time) => this.moved(time));
    this.replayPlace.replaceChildren(this.replay.node);
    this.comparison.begin(samples, names);
  }

  /// The moment of the replay, in the plot and in numbers.
  moved(time) {
    this.plot.point(time);
    const values = this.samples.lines.map((line) => line[Math.max(0, nearest(this.samples, time))]);
    values.forEach((number, axis) => text(this.axes.children[axis].lastChild, value(number)));
  }

  zoom(view) {
    this.desk.view = view;
    if (this.plot) this.plot.drawn = "";
  }

  toggleSpectrum() {
    if (!this.plot) return;
    if (this.spectrum) this.spectrum.remove();
    this.spectrum = this.spectrum ? null : new this.tools.Spectrum(this.plotPlace, this.plot);
    this.spectrumButton.setAttribute("aria-pressed", String(this.spectrum !== null));
  }

  /// Lays another session over this one; null for none.
  lay(samples) {
    this.plot.ghost = samples;
    this.plot.drawn = "";
    this.replay.compare(samples);
  }

  draw() {
    this.replay?.draw();
    this.plot?.draw();
    this.spectrum?.draw(performance.now());
  }

  leave() {
    this.isLeft = true;
    this.comparison.leave();
    this.spectrum?.remove();
    this.plot?.remove();
    this.replay?.leave();
  }
}

/// The place of the sample that is nearest to a time.
function nearest(samples, time) {
  let [low, high] = [0, samples.size - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (samples.times[middle] < time) low = middle + 1;
    else high = middle;
  }
  return low > 0 && time - samples.times[low - 1] < samples.times[low] - time ? low - 1 : low;
}
