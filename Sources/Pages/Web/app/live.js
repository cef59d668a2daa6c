// The live stream: a chart for each sensor, its values and its rate; the board in 3D for quaternions.
import { el, text } from "/shared/dom.js";
import { BoardView } from "/shared/board3d.js";
import { FlatView, hasWebGL } from "/shared/flat3d.js";
import { capacity, Chart } from "/chart.js";
import { Samples } from "/shared/samples.js";
import { button, duration, grouped, keyed, rate, show, value, wantFile } from "/tools.js";

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
    this.charts = new Map();
    this.duration = el("span", { class: "number", id: "stream-duration" });
    this.phase = el("strong", { id: "stream-phase" });
    this.start = button("Start", "startStream", {}, { class: "main" });
    this.pause = button("Pause", "pauseStream");
    this.resume = button("Resume", "resumeStream", {}, { class: "main" });
    this.stop = button("Stop", "stopStream");
    this.hint = el("p", { class: "muted" }, "The sensors are chosen on the screen ", el("a", { href: "#/sensors" }, "Sensors"), ".");
    this.picture = el("canvas", { class: "board3d", role: "img", "aria-label": "Orientation of the board" });
    this.pictureCard = el("div", { class: "card" }, el("h2", {}, "Orientation"), this.picture);
    this.list = el("div", { class: "channels" });
    this.node = el("div", { class: "screen" },
      el("div", { class: "card" },
        el("div", { class: "spread" }, el("span", { class: "row" }, this.phase, this.duration),
          el("span", { class: "row" }, this.start, this.pause, this.resume, this.stop)), this.hint),
      this.pictureCard, this.list);
    show(this.pictureCard, false);
  }

  update({ board }) {
    if (!board) return;
    const { stream } = board;
    const phases = { starting: "Starting", running: "Streaming", paused: "Paused", stopping: "Stopping" };
    text(this.phase, stream ? phases[stream.phase] : "No stream runs");
    text(this.duration, stream ? duration(stream.duration) : "");
    show(this.start, !stream);
    show(this.pause, stream?.phase === "running");
    show(this.resume, stream?.phase === "paused");
    show(this.stop, stream !== undefined);
    show(this.hint, !stream);
    const channels = stream?.channels ?? [];
    for (const [number, chart] of this.charts) {
      if (channels.some((channel) => channel.number === number)) continue;
      chart.remove();
      this.charts.delete(number);
    }
    keyed(this.list, channels, ({ number }) => number, (channel) => this.make(channel), (node, channel) => {
      const [effective, taken] = node.querySelectorAll(".number");
      text(effective, channel.rate === undefined ? "–" : rate(channel.rate));
      const forgotten = channel.forgotten > 0 ? ` (the first ${grouped(channel.forgotten)} are not kept)` : "";
      text(taken, `${grouped(channel.count)}${forgotten}`);
      const cells = node.querySelectorAll("dd.axis");
      channel.axes.forEach((_, place) => text(cells[place], value(channel.latest[place])));
    });
    this.quaternion = channels.find((channel) => channel.sensor === "quaternion");
    show(this.pictureCard, this.quaternion !== undefined);
  }

  make(channel) {
    // What came before this page was opened was not sent to it.
    const chart = new Chart(`${channel.title} over the last 10 seconds`, samples(channel), {
      axes: channel.axes, empty: channel.count > 0 ? "no samples since this page was opened" : "no samples yet" });
    this.charts.set(channel.number, chart);
    return el("div", { class: "card channel" },
      el("div", { class: "spread" },
        el("h2", {}, channel.unit ? `${channel.title} (${channel.unit})` : channel.title),
        el("button", {
          type: "button", onclick: () => wantFile("exportStream", { sensor: channel.sensor }),
          "aria-label": `Save ${channel.title} as CSV`,
        }, "CSV")),
      chart.canvas,
      el("dl", { class: "axes" }, ...channel.axes.map((axis, place) =>
        el("div", { class: `line${place}` }, el("dt", {}, axis), el("dd", { class: "axis number-cell" })))),
      el("p", { class: "muted" }, "Rate ", el("span", { class: "number" }), ` of ${rate(channel.wanted)} · Samples `,
        el("span", { class: "number" })));
  }

  draw() {
    for (const chart of this.charts.values()) chart.draw();
    if (!this.quaternion) return;
    const [w, x, y, z] = samples(this.quaternion).latest();
    if (w === undefined) return;
    this.view ??= hasWebGL() ? new BoardView(this.picture, { fused: false }) : new FlatView(this.picture);
    this.view.show({ q: [w, x, y, z] });
    this.view.draw();
  }

  leave() {
    for (const chart of this.charts.values()) chart.remove();
    this.view?.renderer?.dispose();
  }
}
