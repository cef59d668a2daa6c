// The spectrum of what a plot shows, below it.
import { colours, onTheme } from "/shared/theme.js";
import { short } from "./plots.js";
import { spectrum } from "./spectrum.js";

const { Dygraph } = globalThis;
/// Twice a second is as fast as one can read it.
const pause = 500;

export class Spectrum {
  constructor(parent, plot) {
    this.plot = plot;
    this.latestDraw = 0;
    this.node = document.createElement("div");
    this.node.className = "plot spectrum";
    this.node.setAttribute("role", "img");
    this.node.setAttribute("aria-label", "Spectrum of what the plot shows");
    parent.insertBefore(this.node, plot.node.nextSibling);
    this.forgetTheme = onTheme(() => this.restyle());
  }

  /// Made with the first drawing: dygraphs asks for the size of its place.
  make(file) {
    const { plot } = this;
    this.graph = new Dygraph(this.node, file, {
      labels: ["Hz", ...plot.axes], legend: "never", strokeWidth: 1, logscale: true, rightGap: 4,
      ylabel: plot.unit, yLabelWidth: 16,
      axes: {
        x: { axisLabelFormatter: (hertz) => `${Number(hertz.toFixed(2))} Hz`, pixelsPerLabel: 70 },
        y: { axisLabelFormatter: (value) => short(value), axisLabelWidth: 52, pixelsPerLabel: 28 },
      },
    });
    this.restyle();
  }

  restyle() {
    const [ink, edge, ...palette] = colours("--muted", "--edge", "--x", "--y", "--z", "--w");
    this.graph?.updateOptions({
      axisLineColor: edge, gridLineColor: edge, axisLabelColor: ink, colors: this.plot.axes.map((_, index) => palette[index % palette.length]),
    });
  }

  remove() {
    this.forgetTheme();
    this.graph?.destroy();
    this.node.remove();
  }

  draw(now) {
    if (!this.plot.isVisible || now - this.latestDraw < pause) return;
    this.latestDraw = now;
    const [from, to] = this.plot.window;
    const rows = spectrum(this.plot.samples, this.plot.measured, from, to);
    // A logarithm has no zero, and a constant has no spectrum.
    const data = rows.slice(1).map(([hertz, ...values]) => [hertz, ...values.map((value) => Math.max(value, 1e-9))]);
    if (data.length === 0) return;
    if (this.graph) this.graph.updateOptions({ file: data });
    else this.make(data);
  }
}
