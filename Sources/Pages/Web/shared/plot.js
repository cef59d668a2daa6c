// Lines over time on a canvas, which is drawn at most once per frame, and only while it is visible.
import { colours, onTheme } from "./theme.js";
import { Samples } from "./samples.js";

/// What every plot has: a canvas that follows its size and the theme.
export class PlotCanvas {
  constructor(name, samples, empty = "no samples yet") {
    this.samples = samples;
    this.empty = empty;
    this.drawn = -1;
    this.isVisible = true;
    this.canvas = document.createElement("canvas");
    this.canvas.className = "plot";
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", name);
    this.context = this.canvas.getContext("2d", { alpha: false });
    this.sizes = new ResizeObserver(() => this.resize());
    this.sizes.observe(this.canvas);
    this.sight = new IntersectionObserver((entries) => {
      this.isVisible = entries.at(-1).isIntersecting;
    });
    this.sight.observe(this.canvas);
    this.forgetTheme = onTheme(() => this.restyle());
    this.restyle();
  }

  remove() {
    this.sizes.disconnect();
    this.sight.disconnect();
    this.forgetTheme();
    this.canvas.remove();
  }

  resize() {
    const ratio = devicePixelRatio;
    this.canvas.width = Math.max(1, Math.round(this.canvas.clientWidth * ratio));
    this.canvas.height = Math.max(1, Math.round(this.canvas.clientHeight * ratio));
    // A new size clears the canvas, after this frame was drawn and before it is shown.
    this.drawn = -1;
    this.draw();
  }

  restyle() {
    [this.ink, this.paper, this.edge, ...this.colours] = colours(
      "--muted", "--card", "--edge", "--x", "--y", "--z", "--w");
    this.drawn = -1;
  }

  /// Clears the canvas if there is something new to draw; false if there is not, or if there are no samples.
  begin() {
    const { samples, context: c, canvas } = this;
    if (this.drawn === samples.count || !this.isVisible) return false;
    this.drawn = samples.count;
    c.fillStyle = this.paper;
    c.fillRect(0, 0, canvas.width, canvas.height);
    c.lineJoin = "bevel";
    if (samples.count > 0) return true;
    this.label(this.empty);
    return false;
  }

  /// A horizontal line.
  rule(y) {
    this.context.fillStyle = this.edge;
    this.context.fillRect(0, Math.round(y), this.canvas.width, Math.max(1, Math.round(devicePixelRatio)));
  }

  /// Words in the upper left corner, or at the height `y`.
  label(words, y = 13 * devicePixelRatio) {
    const { context: c } = this;
    const ratio = devicePixelRatio;
    c.font = `${11 * ratio}px system-ui, sans-serif`;
    c.fillStyle = this.paper;
    c.fillRect(6 * ratio - 2, y - 11 * ratio, c.measureText(words).width + 4, 14 * ratio);
    c.fillStyle = this.ink;
    c.fillText(words, 6 * ratio, y);
  }
}

/// A strip chart: several lines over the last seconds.
export class Plot extends PlotCanvas {
  /// `measured` lines are solid; those after them, up to `measured` more, are the truth of the same axes, wide and pale below them.
  /// `samples` that exist already are shown at once.
  constructor(parent, name, { measured = 3, channels = 3, seconds = 10, samples = new Samples(channels, 4096) } = {}) {
    super(name, samples);
    this.measured = measured;
    /// The same lines of another future; nil for none.
    this.ghost = null;
    this.seconds = seconds;
    this.peak = 0;
    parent.append(this.canvas);
  }

  /// Takes a block of samples.
  push(block) {
    this.samples.push(block);
  }

  /// The value of a line that came last.
  latest(line) {
    return this.samples.latest()[line];
  }

  draw() {
    if (!this.begin()) return;
    const { samples, context: c, canvas: { width: w, height: h } } = this;
    const ratio = devicePixelRatio;
    const end = samples.times[samples.at(1)];
    const first = samples.since(end - this.seconds);
    // The scale follows peaks at once, and calms down slowly.
    let peak = 0;
    for (const line of samples.lines) {
      for (let i = first; i >= 1; i -= 1) {
        const value = Math.abs(line[samples.at(i)]);
        if (value > peak) peak = value;
      }
    }
    this.peak = peak > this.peak ? peak : Math.max(peak, this.peak * 0.98);
    const range = this.peak > 0 ? this.peak * 1.1 : 1;
    this.rule(h / 2);
    const perSecond = w / this.seconds;
    const scale = -h / 2 / range;
    const across = (time) => w - (end - time) * perSecond;
    const down = (value) => h / 2 + value * scale;
    for (let line = samples.channels - 1; line >= 0; line -= 1) {
      const isTruth = line >= this.measured;
      c.strokeStyle = this.colours[(isTruth ? line - this.measured : line) % this.colours.length];
      // The truth lies below, wide and pale.
      c.lineWidth = ratio * (isTruth ? 5 : 1.5);
      c.globalAlpha = isTruth ? 0.3 : 1;
      c.beginPath();
      this.trace(samples, samples.lines[line], first, across, down);
      c.stroke();
    }
    const { ghost } = this;
    if (ghost?.count > 0) {
      c.setLineDash([4 * ratio, 3 * ratio]);
      c.lineWidth = ratio;
      c.globalAlpha = 0.65;
      for (let line = 0; line < Math.min(this.measured, ghost.channels); line += 1) {
        c.strokeStyle = this.colours[line % this.colours.length];
        c.beginPath();
        this.trace(ghost, ghost.lines[line], ghost.since(end - this.seconds), across, down);
        c.stroke();
      }
      c.setLineDash([]);
    }
    c.globalAlpha = 1;
    this.label(`±${range < 10 ? range.toPrecision(2) : Math.round(range)}`);
  }

  /// A line through samples, with gaps where some are missing. Those that share a column of pixels are drawn from the least to the greatest, so that no peak is left out.
  trace(samples, values, first, across, down) {
    const { context: c } = this;
    let former = NaN;
    let pause = Infinity;
    let column = NaN;
    let x = 0;
    let [least, greatest, last, count] = [0, 0, 0, 0];
    const finish = () => {
      if (count > 1) {
        c.lineTo(x, down(least));
        c.lineTo(x, down(greatest));
        c.lineTo(x, down(last));
      }
      count = 0;
    };
    for (let i = first; i >= 1; i -= 1) {
      const at = samples.at(i);
      const value = values[at];
      if (Number.isNaN(value)) continue;
      const time = samples.times[at];
      const place = across(time);
      if (time - former > Math.max(3 * pause, 0.05)) {
        finish();
        column = NaN;
        c.moveTo(place, down(value));
      }
      if (time > former) pause = time - former;
      former = time;
      if (Math.floor(place) !== column) {
        finish();
        column = Math.floor(place);
        x = place;
        [least, greatest] = [value, value];
        c.lineTo(x, down(value));
      }
      least = Math.min(least, value);
      greatest = Math.max(greatest, value);
      last = value;
      count += 1;
    }
    finish();
  }
}
