// Lines over time on a canvas, which is drawn at most once per frame, and only while it is visible.
import { colours, onTheme } from "./theme.js";

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
