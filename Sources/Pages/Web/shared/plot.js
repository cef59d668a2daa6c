// A strip chart: several lines over the last seconds. It draws at most once per frame, and only while it is visible.
import { colours, onTheme } from "./theme.js";

const capacity = 4096;

export class Plot {
  /// `measured` lines are solid; those after them, up to `measured` more, are the truth of the same axes, wide and pale below them.
  constructor(parent, name, { measured = 3, channels = 3, seconds = 10 } = {}) {
    this.name = name;
    this.measured = measured;
    this.channels = channels;
    this.seconds = seconds;
    this.times = new Float64Array(capacity);
    this.lines = Array.from({ length: channels }, () => new Float32Array(capacity));
    this.count = 0;
    this.peak = 0;
    this.isVisible = true;
    this.dirty = true;
    this.canvas = document.createElement("canvas");
    this.canvas.className = "plot";
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", name);
    parent.append(this.canvas);
    this.context = this.canvas.getContext("2d", { alpha: false });
    this.sizes = new ResizeObserver(() => this.resize());
    this.sizes.observe(this.canvas);
    this.sight = new IntersectionObserver(([entry]) => {
      this.isVisible = entry.isIntersecting;
      this.dirty = true;
    });
    this.sight.observe(this.canvas);
    onTheme(() => this.restyle());
    this.restyle();
  }

  remove() {
    this.sizes.disconnect();
    this.sight.disconnect();
    this.canvas.remove();
  }

  resize() {
    const ratio = devicePixelRatio;
    this.canvas.width = Math.max(1, Math.round(this.canvas.clientWidth * ratio));
    this.canvas.height = Math.max(1, Math.round(this.canvas.clientHeight * ratio));
    this.dirty = true;
  }

  restyle() {
    [this.ink, this.paper, this.edge, ...this.colours] = colours(
      "--muted", "--card", "--edge", "--x", "--y", "--z", "--w");
    this.dirty = true;
  }

  /// Takes a block of samples.
  push({ start, step, channels, count, values }) {
    for (let i = 0; i < count; i += 1) {
      const at = this.count % capacity;
      this.times[at] = start + i * step;
      for (let line = 0; line < this.channels; line += 1) {
        this.lines[line][at] = line < channels ? values[i * channels + line] : NaN;
      }
      this.count += 1;
    }
    this.dirty = true;
  }

  /// The value of a line that came last.
  latest(line) {
    return this.count > 0 ? this.lines[line][(this.count - 1) % capacity] : undefined;
  }

  draw() {
    if (!this.dirty || !this.isVisible) return;
    this.dirty = false;
    const { context: c, canvas: { width: w, height: h } } = this;
    const ratio = devicePixelRatio;
    c.fillStyle = this.paper;
    c.fillRect(0, 0, w, h);
    const shown = Math.min(this.count, capacity);
    if (shown === 0) return this.label(c, ratio, "no samples yet");
    const end = this.times[(this.count - 1) % capacity];
    let first = shown;
    while (first > 1 && this.times[(this.count - first) % capacity] < end - this.seconds) first -= 1;
    // The scale follows peaks at once, and calms down slowly.
    let peak = 0;
    for (const line of this.lines) {
      for (let i = first; i >= 1; i -= 1) {
        const value = Math.abs(line[(this.count - i) % capacity]);
        if (value > peak) peak = value;
      }
    }
    this.peak = peak > this.peak ? peak : Math.max(peak, this.peak * 0.98);
    const range = this.peak > 0 ? this.peak * 1.1 : 1;
    c.fillStyle = this.edge;
    c.fillRect(0, Math.round(h / 2), w, Math.max(1, Math.round(ratio)));
    const perSecond = w / this.seconds;
    const scale = -h / 2 / range;
    // As many points as pixels are enough.
    const stride = Math.max(1, Math.floor(first / w));
    c.lineJoin = "bevel";
    for (let line = this.channels - 1; line >= 0; line -= 1) {
      const isTruth = line >= this.measured;
      c.strokeStyle = this.colours[(isTruth ? line - this.measured : line) % this.colours.length];
      // The truth lies below, wide and pale.
      c.lineWidth = ratio * (isTruth ? 5 : 1.5);
      c.globalAlpha = isTruth ? 0.3 : 1;
      c.beginPath();
      const values = this.lines[line];
      for (let i = first; i >= 1; i -= stride) {
        const at = (this.count - i) % capacity;
        c.lineTo(w - (end - this.times[at]) * perSecond, h / 2 + values[at] * scale);
      }
      c.stroke();
    }
    c.globalAlpha = 1;
    this.label(c, ratio, `±${range < 10 ? range.toPrecision(2) : Math.round(range)}`);
  }

  label(c, ratio, words) {
    c.fillStyle = this.ink;
    c.font = `${11 * ratio}px system-ui, sans-serif`;
    c.fillText(words, 6 * ratio, 13 * ratio);
  }
}
