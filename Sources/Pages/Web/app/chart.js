// Lines over time whose scale fits what is seen. Each line has a colour and a dash of its own.
import { PlotCanvas } from "/shared/plot.js";

/// Of the samples that a chart shows.
export const capacity = 16384;
/// Beside the colours, for those who cannot tell them apart.
const dashes = [[], [6, 3], [2, 3], [8, 3, 2, 3]];

export class Chart extends PlotCanvas {
  /// `seconds` of the end are shown; null for all.
  /// Without samples it says `empty`.
  constructor(name, samples, { axes, seconds = 10, empty }) {
    super(name, samples, empty);
    this.axes = axes;
    this.seconds = seconds;
  }

  draw() {
    if (!this.begin()) return;
    const { samples, context: c, canvas: { width, height } } = this;
    const ratio = devicePixelRatio;
    const end = samples.times[samples.at(1)];
    const begin = this.seconds === null ? samples.times[samples.at(samples.size)] : end - this.seconds;
    const first = samples.since(begin);
    let [low, high] = [Infinity, -Infinity];
    for (const line of samples.lines) {
      for (let i = first; i >= 1; i -= 1) {
        const number = line[samples.at(i)];
        if (number < low) low = number;
        if (number > high) high = number;
      }
    }
    if (low > high) {
      this.label("no numbers");
      return;
    }
    const middle = (low + high) / 2;
    const half = Math.max((high - low) * 0.55, Math.abs(middle) * 1e-5, 1e-6);
    const x = (time) => ((time - begin) / Math.max(end - begin, 1e-9)) * width;
    const y = (number) => height / 2 - ((number - middle) / half) * (height / 2);
    if (low < 0 && high > 0) this.rule(y(0));
    // More points than pixels show nothing more.
    const stride = Math.max(1, Math.floor(first / width));
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
    this.label((middle + half).toFixed(digits));
    this.label((middle - half).toFixed(digits), height - 5 * ratio);
  }
}
