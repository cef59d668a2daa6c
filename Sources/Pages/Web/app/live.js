// The live stream: a plot for each sensor, its values and its rate; the board in 3D, and how well the fusion knows its sensors.
import { el, text } from "/shared/dom.js";
import { BoardView } from "/shared/board3d.js";
import { FlatView, hasWebGL } from "/shared/flat3d.js";
import { Samples } from "/shared/samples.js";
import { apart, attitudeOf, isTilt, turnedFrom } from "/attitude.js";
import { button, disable, duration, field, grouped, keyed, options, plotTools, rate, run, show, value, wantFile } from "/tools.js";

/// Samples that are kept of each stream.
const capacity = 16384;
const windows = [5, 10, 30, 60];
/// By the numbers of the streams; they fill also while another screen is shown.
const buffers = new Map();

/// Takes a block of samples from the server.
export function takeBlock(block) {
  if (!buffers.has(block.stream)) {
    buffers.set(block.stream, new Samples(block.channels, capacity));
  }
  buffers.get(block.stream).push(block);
}

/// Forgets the streams that are over: numbers grow, and each is used once. Blocks may come before their stream is told.
export function keepStreams(channels) {
  const numbers = new Set(channels.map(({ number }) => number));
  const newest = Math.max(...numbers);
  for (const number of buffers.keys()) if (!numbers.has(number) && number < newest) buffers.delete(number);
}

function samples(channel) {
  if (!buffers.has(channel.number)) buffers.set(channel.number, new Samples(channel.axes.length, capacity));
  return buffers.get(channel.number);
}

export class Live {
  constructor() {
    this.plots = new Map();
    this.tools = null;
    plotTools().then((tools) => {
      this.tools = tools;
    });
    /// What all plots share: how long they look back, the part that a person has zoomed into, and the cursor.
    this.desk = {
      seconds: 10, view: null, at: null,
      cursor: (time) => {
        this.desk.at = time;
        for (const plot of this.plots.values()) plot.point(time);
      },
      zoomed: (view) => this.zoom(view),
    };
    this.duration = el("span", { class: "number", id: "stream-duration" });
    this.phase = el("strong", { id: "stream-phase" });
    this.start = button("Start", "startStream", {}, { class: "main" });
    this.pause = button("Pause", "pauseStream");
    this.resume = button("Resume", "resumeStream", {}, { class: "main" });
    this.stop = button("Stop", "stopStream");
    this.hint = el("p", { class: "muted" }, "The sensors are chosen on the screen ", el("a", { href: "#/sensors" }, "Sensors"), ".");
    this.seconds = el("select", { onchange: () => {
      this.desk.seconds = Number(this.seconds.value);
      this.zoom(null);
    } });
    options(this.seconds, windows.map((seconds) => [seconds, `${seconds} s`]), 10);
    this.newest = el("button", { type: "button", onclick: () => this.zoom(null) }, "Newest");
    this.tools_ = el("div", { class: "row bottom" }, field("Plots show", this.seconds, "live-window"), this.newest);
    this.picture = el("canvas", { class: "board3d", role: "img", "aria-label": "Orientation of the board" });
    this.tare = el("button", { type: "button", onclick: () => run("tare", { attitude: this.attitude() ?? [0, 0, 0, 0] }) }, "Tare");
    this.untare = button("No tare", "untare");
    this.turn = el("p", { class: "muted number", id: "live-turn" });
    this.pictureCard = el("div", { class: "card" },
      el("div", { class: "spread" }, el("h2", {}, "Orientation"), el("span", { class: "row" }, this.tare, this.untare)),
      this.picture, this.turn);
    this.coaching = el("ul", { class: "plain", id: "calibration" });
    this.coachWords = el("p", { role: "status" });
    this.coachCard = el("div", { class: "card" }, el("h2", {}, "Calibration of the fusion"), this.coachWords, this.coaching);
    this.list = el("div", { class: "channels" });
    this.node = el("div", { class: "screen" },
      el("div", { class: "card" },
        el("div", { class: "spread" }, el("span", { class: "row" }, this.phase, this.duration),
          el("span", { class: "row" }, this.start, this.pause, this.resume, this.stop)), this.hint, this.tools_),
      this.coachCard, this.pictureCard, this.list);
    show(this.pictureCard, false);
    this.zoom(null);
  }

  /// The same part of time in all plots; null for the newest.
  zoom(view) {
    this.desk.view = view;
    disable(this.newest, view === null);
    for (const plot of this.plots.values()) plot.drawn = "";
  }

  update({ board }) {
    if (!board) return;
    const { stream } = board;
    this.stream = stream;
    const phases = { starting: "Starting", running: "Streaming", paused: "Paused", stopping: "Stopping" };
    text(this.phase, stream ? phases[stream.phase] : "No stream runs");
    text(this.duration, stream ? duration(stream.duration) : "");
    show(this.start, !stream);
    show(this.pause, stream?.phase === "running");
    show(this.resume, stream?.phase === "paused");
    show(this.stop, stream !== undefined);
    show(this.hint, !stream);
    const channels = stream?.channels ?? [];
    show(this.tools_, channels.length > 0);
    for (const [number, plot] of this.plots) {
      if (channels.some((channel) => channel.number === number)) continue;
      plot.remove();
      this.plots.delete(number);
    }
    keyed(this.list, channels, ({ number }) => number, (channel) => this.make(channel), (node, channel) => {
      const [effective, taken] = node.querySelectorAll(".number");
      text(effective, channel.rate === undefined ? "–" : rate(channel.rate));
      const forgotten = channel.forgotten > 0 ? ` (the first ${grouped(channel.forgotten)} are not kept)` : "";
      text(taken, `${grouped(channel.count)}${forgotten}`);
      const cells = node.querySelectorAll("dd.axis");
      const found = this.plots.get(channel.number)?.values(this.desk.at);
      const values = this.desk.at !== null && found?.length > 0 ? found : channel.latest;
      channel.axes.forEach((_, place) => text(cells[place], value(values[place])));
      this.plot(node, channel);
    });
    // An accelerometer is no picture of how a board moves.
    this.posed = channels.find(({ sensor }) => attitudeOf(sensor) && !isTilt(sensor));
    show(this.pictureCard, this.posed !== undefined);
    disable(this.untare, stream?.tare === undefined);
    this.coach(stream?.calibration);
  }

  /// Which motion the fusion still needs.
  coach(calibration) {
    show(this.coachCard, calibration !== undefined);
    if (!calibration) return;
    const { sensors, isReady, enough } = calibration;
    text(this.coachWords, isReady
      ? `It knows its sensors well enough: ${enough} of 3 is enough indoors, where a magnetometer does not stay at 3.`
      : `Until each sensor has ${enough} of 3, attitudes may drift. ${enough} is enough indoors.`);
    keyed(this.coaching, sensors, ({ title }) => title,
      () => el("li", {}, el("span", { class: "number" }), el("span", { class: "muted" })),
      (item, { title, accuracy, isEnough, motion }) => {
        text(item.firstChild, `${isEnough ? "✓" : "…"} ${title} ${accuracy} of 3`);
        text(item.lastChild, motion ? ` ${motion}` : "");
      });
  }

  make(channel) {
    return el("div", { class: "card channel" },
      el("div", { class: "spread" },
        el("h2", {}, channel.unit ? `${channel.title} (${channel.unit})` : channel.title),
        el("button", {
          type: "button", onclick: () => wantFile("exportStream", { sensor: channel.sensor }),
          "aria-label": `Save ${channel.title} as CSV`,
        }, "CSV")),
      // What came before this page was opened was not sent to it.
      el("p", { class: "muted empty" }, channel.count > 0 ? "No samples since this page was opened." : "No samples yet."),
      el("div", { class: "place" }),
      el("dl", { class: "axes" }, ...channel.axes.map((axis, place) =>
        el("div", { class: `line${place}` }, el("dt", {}, axis), el("dd", { class: "axis number-cell" })))),
      el("p", { class: "muted" }, "Rate ", el("span", { class: "number" }), ` of ${rate(channel.wanted)} · Samples `,
        el("span", { class: "number" })));
  }

  /// Makes the plot of a channel as soon as there is something to draw with.
  plot(node, channel) {
    const own = samples(channel);
    show(node.querySelector(".empty"), own.count === 0);
    if (!this.tools || this.plots.has(channel.number)) return;
    this.plots.set(channel.number, new this.tools.Instrument(node.querySelector(".place"), `${channel.title} over time`, {
      axes: channel.axes, unit: channel.unit, truth: false, samples: own, desk: this.desk, dashes: true,
    }));
  }

  /// The last attitude, as the board sent it.
  attitude() {
    const values = this.posed ? samples(this.posed).latest() : [];
    return values.length > 0 ? attitudeOf(this.posed.sensor)(values) : null;
  }

  draw() {
    const now = performance.now();
    for (const plot of this.plots.values()) plot.draw(now);
    const attitude = this.attitude();
    if (!attitude) return;
    const { tare } = this.stream ?? {};
    this.view ??= hasWebGL() ? new BoardView(this.picture, { fused: false }) : new FlatView(this.picture);
    this.view.show({ q: turnedFrom(attitude, tare) });
    this.view.draw();
    text(this.turn, tare ? `Turned by ${Math.round(apart(attitude, tare))}° since the tare. The plots and files have what the board sent.` : "");
  }

  leave() {
    for (const plot of this.plots.values()) plot.remove();
    this.view?.renderer?.dispose();
  }
}
