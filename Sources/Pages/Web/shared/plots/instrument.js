// A strip chart that one can measure with: axes with units, a cursor, zoom and pan. Drawn by dygraphs.
import { colours, onTheme } from "/shared/theme.js";
import { short } from "./plots.js";
import { rows } from "./rows.js";

const { Dygraph } = globalThis;
// Its legend sets styles in a way that the page's policy forbids; values stand below each plot anyway.
Dygraph.PLUGINS = Dygraph.PLUGINS.filter((plugin) => plugin !== Dygraph.Plugins.Legend);

/// While samples come, a plot is drawn at most so often.
const pause = 100;
/// Beside the colours, for those who cannot tell them apart.
const patterns = [null, [6, 3], [2, 3], [8, 3, 2, 3]];

export class Instrument {
  /// `desk` is what all plots share: `seconds` of the window, `view` (the part that is looked at; null: the end), and
  /// `cursor(time)`, `zoomed(window)`, which tell all of them.
  /// With `dashes`, each line has a pattern of its own, besides its colour.
  constructor(parent, name, { axes, unit, truth, samples, desk, dashes = false }) {
    this.axes = axes;
    this.dashes = dashes;
    this.unit = unit;
    this.samples = samples;
    this.desk = desk;
    this.measured = axes.length;
    this.hasTruth = truth;
    /// The same lines of another future; nil for none.
    this.ghost = null;
    this.hidden = new Set();
    this.drawn = "";
    this.latestDraw = 0;
    this.isVisible = true;
    this.node = document.createElement("div");
    this.node.className = "plot";
    this.node.setAttribute("role", "img");
    this.node.setAttribute("aria-label", name);
    parent.append(this.node);
    this.sight = new IntersectionObserver((entries) => {
      this.isVisible = entries.at(-1).isIntersecting;
    });
    this.sight.observe(this.node);
    this.sizes = new ResizeObserver(() => this.graph?.resize());
    this.sizes.observe(this.node);
    this.forgetTheme = onTheme(() => this.restyle());
    this.restyle();
  }

  remove() {
    this.sizes.disconnect();
    this.sight.disconnect();
    this.forgetTheme();
    this.graph?.destroy();
    this.node.remove();
  }

  /// The names of all lines, those below others first: the truth, what is measured, and that of the other future, as far as they
  /// are there: each costs its time with every picture.
  get labels() {
    const named = (word) => this.axes.map((axis) => `${word} ${axis}`);
    return ["s", ...(this.hasTruth ? named("true") : []), ...this.axes, ...(this.hasGhost ? named("other") : [])];
  }

  get hasGhost() {
    return this.ghost?.count > 0;
  }

  restyle() {
    const [ink, edge, ...palette] = colours("--muted", "--edge", "--x", "--y", "--z", "--w");
    const of = (index) => palette[index % palette.length];
    const lines = (share) => this.axes.map((_, index) => pale(of(index), share));
    const options = {
      colors: [...(this.hasTruth ? lines(0.3) : []), ...lines(1), ...(this.hasGhost ? lines(0.75) : [])],
      axisLineColor: edge, gridLineColor: edge, axisLabelColor: ink,
    };
    this.drawn = "";
    this.options = options;
    this.graph?.updateOptions(options);
  }

  /// Made with the first drawing: dygraphs asks for the size of its place.
  make() {
    const { options } = this;
    const series = {};
    this.axes.forEach((axis, index) => {
      series[axis] = { strokeWidth: 1.5, strokePattern: this.dashes ? patterns[index % patterns.length] : null };
      series[`true ${axis}`] = { strokeWidth: 5, strokePattern: null, highlightCircleSize: 0 };
      series[`other ${axis}`] = { strokeWidth: 1, strokePattern: [4, 3], highlightCircleSize: 0 };
    });
    this.graph = new Dygraph(this.node, [[0, ...this.labels.slice(1).map(() => null)]], {
      ...options, labels: this.labels, visibility: this.visibility, series, legend: "never", connectSeparatedPoints: true, animatedZooms: false,
      axes: {
        x: { axisLabelFormatter: (time) => `${Number(time.toFixed(3))} s`, pixelsPerLabel: 70 },
        y: { axisLabelFormatter: (value) => short(value), axisLabelWidth: 52, pixelsPerLabel: 28 },
      },
      ylabel: this.unit, yLabelWidth: 16, rightGap: 4,
      highlightCallback: (_, time) => this.desk.cursor(time),
      unhighlightCallback: () => this.desk.cursor(null),
      zoomCallback: (from, to) => this.desk.zoomed(this.graph.isZoomed("x") ? [from, to] : null),
      drawCallback: (graph, isInitial) => {
        // Panning calls nothing else.
        if (!isInitial && graph.isZoomed("x") && this.isPanned(graph)) this.desk.zoomed(graph.xAxisRange());
      },
    });
  }

  isPanned(graph) {
    const [from, to] = graph.xAxisRange();
    return this.desk.view !== null && (Math.abs(from - this.desk.view[0]) > 1e-6 || Math.abs(to - this.desk.view[1]) > 1e-6);
  }

  /// Shows or hides a line, with its truth and its twin.
  toggle(index) {
    if (this.hidden.has(index)) this.hidden.delete(index);
    else this.hidden.add(index);
    this.graph?.updateOptions({ visibility: this.visibility });
  }

  get visibility() {
    return this.labels.slice(1).map((_, line) => !this.hidden.has(line % this.measured));
  }

  /// The part of time that is shown.
  get window() {
    if (this.desk.view) return this.desk.view;
    const { samples } = this;
    const end = samples.count > 0 ? samples.times[samples.at(1)] : 0;
    return [end - this.desk.seconds, end];
  }

  /// The values at a time, one per line; the last ones without it.
  values(time = null) {
    if (time === null) return this.samples.latest();
    return this.samples.near(time);
  }

  latest(line) {
    return this.samples.latest()[line];
  }

  /// A line at the same time in all plots.
  point(time) {
    if (!this.graph) return;
    if (time === null) return this.graph.clearSelection();
    const row = this.data ? nearest(this.data, time) : -1;
    if (row >= 0) this.graph.setSelection(row);
  }

  /// How far the samples of the window are from the truth: root of the mean square, and the largest; null without a truth.
  get error() {
    if (!this.hasTruth || this.samples.count === 0) return null;
    const { samples, measured } = this;
    const [from, to] = this.window;
    let [sum, most, count] = [0, 0, 0];
    for (let back = samples.since(from); back >= 1; back -= 1) {
      const at = samples.at(back);
      if (samples.times[at] > to) break;
      let square = 0;
      for (let line = 0; line < measured; line += 1) square += (samples.lines[line][at] - samples.lines[line + measured][at]) ** 2;
      if (Number.isNaN(square)) continue;
      sum += square;
      most = Math.max(most, square);
      count += 1;
    }
    return count > 0 ? { rms: Math.sqrt(sum / count), most: Math.sqrt(most) } : null;
  }

  draw(now = performance.now()) {
    if (!this.isVisible || this.node.clientWidth === 0) return;
    const [from, to] = this.window;
    const key = `${this.samples.count} ${this.ghost?.count ?? 0} ${from} ${to}`;
    if (key === this.drawn || now - this.latestDraw < pause) return;
    [this.drawn, this.latestDraw] = [key, now];
    // With another future there are other lines.
    if (this.graph && this.graph.numColumns() !== this.labels.length) {
      this.graph.destroy();
      this.graph = null;
      this.restyle();
    }
    if (!this.graph) this.make();
    this.data = rows(this, from, to, this.node.clientWidth);
    // dygraphs does not draw nothing.
    if (this.data.length === 0) this.data = [[from, ...this.labels.slice(1).map(() => null)]];
    this.graph.updateOptions({ file: this.data, dateWindow: [from, to] });
  }
}

/// A colour that one sees through.
const pale = (colour, share) => colour.replace(/^rgb\(/, "rgba(").replace(/\)$/, `, ${share})`);

/// The row that is nearest to a time.
function nearest(data, time) {
  let [low, high] = [0, data.length - 1];
  if (high < 0) return -1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (data[middle][0] < time) low = middle + 1;
    else high = middle;
  }
  return low > 0 && time - data[low - 1][0] < data[low][0] - time ? low - 1 : low;
}
