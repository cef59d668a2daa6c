// Lines over time whose scale fits what is seen. Each line has a colour and a dash of its own.
import { colours, onTheme } from "/shared/theme.js";

const capacity = 16384;
/// Beside the colours, for those who cannot tell them apart.
export const dashes = [[], [6, 3], [2, 3], [8, 3, 2, 3]];

/// The samples of a stream, the oldest of which are forgotten.
export class Samples {
  constructor(channels) {
    this.channels = channels;
    this.times = new Float64Array(capacity);
    this.lines = Array.from({ length: channels }, () => new Float32Array(capacity));
    this.count = 0;
  }

  push({ start, step, channels, count, values }) {
    for (let i = 0; i < count; i += 1) {
      const at = this.count % capacity;
      this.times[at] = start + i * step;
      for (let line = 0; line < this.channels; line += 1) {
        this.lines[line][at] = line < channels ? values[i * channels + line] : NaN;
      }
      this.count += 1;
    }
  }

  latest() {
    const at = (this.count - 1) % capacity;
    return this.count > 0 ? this.lines.map((line) => line[at]) : [];
  }

  get size() {
    return Math.min(this.count, capacity);
  }

  at(back) {
    return (this.count - back) % capacity;
  }
}

export class Chart {
  /// `seconds` of the end are shown; null for all.
  constructor(name, samples, { axes, seconds = 10 }) {
    this.samples = samples;
    this.axes = axes;
    this.seconds = seconds;
    this.drawn = -1;
    this.canvas = document.createElement("canvas");
    this.canvas.className = "plot";
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", name);
    this.context = this.canvas.getContext("2d", { alpha: false });
    this.sizes = new ResizeObserver(() => this.resize());
    this.sizes.observe(this.canvas);
    onTheme(() => {
      if (this.canvas.isConnected) this.restyle();
    });
  }

  remove() {
    this.sizes.disconnect();
    this.canvas.remove();
  }

  resize() {
    const ratio = devicePixelRatio;
    this.canvas.width = Math.max(1, Math.round(this.canvas.clientWidth * ratio));
    this.canvas.height = Math.max(1, Math.round(this.canvas.clientHeight * ratio));
    this.restyle();
  }

  restyle() {
    [this.ink, this.paper, this.edge, ...this.colours] = colours(
      "--muted", "--card", "--edge", "--x", "--y", "--z", "--w");
    this.drawn = -1;
  }

  draw() {
    const { samples } = this;
    if (this.drawn === samples.count || !this.colours) return;
    this.drawn = samples.count;
    const { context: c, canvas: { width, height } } = this;
    const ratio = devicePixelRatio;
    c.fillStyle = this.paper;
    c.fillRect(0, 0, width, height);
    if (samples.count === 0) return this.label("no samples yet", 6 * ratio, 13 * ratio);
    const end = samples.times[samples.at(1)];
    let first = samples.size;
    const begin = this.seconds === null ? samples.times[samples.at(first)] : end - this.seconds;
    while (first > 1 && samples.times[samples.at(first)] < begin) first -= 1;
    let [low, high] = [Infinity, -Infinity];
    for (const line of samples.lines) {
      for (let i = first; i >= 1; i -= 1) {
        const number = line[samples.at(i)];
        if (number < low) low = number;
        if (number > high) high = number;
      }
    }
    if (low > high) return this.label("no numbers", 6 * ratio, 13 * ratio);
    const middle = (low + high) / 2;
    const half = Math.max((high - low) * 0.55, Math.abs(middle) * 1e-5, 1e-6);
    const x = (time) => ((time - begin) / Math.max(end - begin, 1e-9)) * width;
    const y = (number) => height / 2 - ((number - middle) / half) * (height / 2);
    if (low < 0 && high > 0) {
      c.fillStyle = this.edge;
      c.fillRect(0, Math.round(y(0)), width, Math.max(1, Math.round(ratio)));
    }
    // More points than pixels show nothing more.
    const stride = Math.max(1, Math.floor(first / width));
    c.lineJoin = "bevel";
    c.lineWidth = 1.5 * ratio;
    samples.lines.forEach((line, index) => {
      c.strokeStyle = this.colours[index % this.colours.length];
      c.setLineDash(dashes[index % dashes.length].map((length) => length * ratio));
      c.beginPath();
      for (let i = first; i >= 1; i -= stride) c.lineTo(x(samples.times[samples.at(i)]), y(line[samples.at(i)]));
      c.stroke();
    });
    c.setLineDash([]);
    const digits = half > 50 ? 0 : half > 0.5 ? 2 : 4;
    this.label((middle + half).toFixed(digits), 6 * ratio, 13 * ratio);
    this.label((middle - half).toFixed(digits), 6 * ratio, height - 5 * ratio);
  }

  label(words, x, y) {
    const c = this.context;
    c.font = `${11 * devicePixelRatio}px system-ui, sans-serif`;
    const width = c.measureText(words).width;
    c.fillStyle = this.paper;
    c.fillRect(x - 2, y - 11 * devicePixelRatio, width + 4, 14 * devicePixelRatio);
    c.fillStyle = this.ink;
    c.fillText(words, x, y);
  }
}
