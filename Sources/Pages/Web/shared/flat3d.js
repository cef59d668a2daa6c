// A board without WebGL: its outline and its axes, drawn as lines.
import { colours, onTheme } from "./theme.js";
import { metre, rotate, Viewpoint } from "./viewpoint.js";

const size = 1.5;
const half = [0.5 * size, 0.37 * size, 0.04 * size];
const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]];
const round = Array.from({ length: 24 }, (_, i) => [Math.cos((i * Math.PI) / 12), Math.sin((i * Math.PI) / 12)]);

/// Whether this browser can draw in three dimensions.
export function hasWebGL() {
  const probe = document.createElement("canvas");
  return Boolean(probe.getContext("webgl2") ?? probe.getContext("webgl"));
}

export class FlatView {
  constructor(canvas, viewpoint = new Viewpoint()) {
    this.canvas = canvas;
    this.viewpoint = viewpoint;
    this.context = canvas.getContext("2d");
    this.frames = 0;
    this.dirty = true;
    new ResizeObserver(() => {
      canvas.width = Math.max(1, Math.round(canvas.clientWidth * devicePixelRatio));
      canvas.height = Math.max(1, Math.round(canvas.clientHeight * devicePixelRatio));
      this.dirty = true;
    }).observe(canvas);
    onTheme(() => {
      this.dirty = true;
    });
  }

  look(turn, lift) {
    this.viewpoint.look(turn, lift);
    this.dirty = true;
  }

  show({ q, p, rgb, kind }) {
    Object.assign(this, { q, p: p ?? [0, 0, 0], rgb, kind });
    this.dirty = true;
  }

  draw() {
    if (!this.dirty || !this.q || !this.context) return;
    this.dirty = false;
    this.frames += 1;
    const { context: c, canvas: { width, height } } = this;
    const [ink, muted, ...axes] = colours("--ink", "--muted", "--x", "--y", "--z");
    c.clearRect(0, 0, width, height);
    c.lineWidth = 2 * devicePixelRatio;
    const limit = (value) => Math.max(-1.2, Math.min(1.2, value * metre));
    // From the body to the world, and from there to the scene, where y is up.
    const place = (point) => {
      const [x, y, z] = rotate(this.q, point).map((part, axis) => part + limit(this.p[axis]));
      return this.viewpoint.see([x, z, -y], width, height);
    };
    const line = (colour, points) => {
      c.strokeStyle = colour;
      c.beginPath();
      for (const point of points) c.lineTo(...place(point));
      c.stroke();
    };
    const edge = this.kind === "triki" ? round.map(([x, y]) => [x * half[0], y * half[0]]) : corners.map(([x, y]) => [x * half[0], y * half[1]]);
    for (const [z, colour] of [[-half[2], muted], [half[2], ink]]) line(colour, [...edge, edge[0]].map(([x, y]) => [x, y, z]));
    if (this.kind !== "triki") for (const [x, y] of edge) line(ink, [[x, y, -half[2]], [x, y, half[2]]]);
    ["x", "y", "z"].forEach((name, axis) => {
      const tip = [0, 0, 0];
      tip[axis] = 1.25;
      line(axes[axis], [[0, 0, 0], tip]);
      c.fillStyle = axes[axis];
      c.font = `bold ${13 * devicePixelRatio}px system-ui, sans-serif`;
      c.fillText(name, ...place(tip.map((part) => part * 1.1)));
    });
    if (this.rgb?.some((part) => part > 0)) {
      c.fillStyle = `rgb(${this.rgb.map((part) => Math.round(255 * Math.sqrt(part))).join(" ")})`;
      c.beginPath();
      c.arc(...place([0.36 * size, -0.2 * size, half[2]]), 6 * devicePixelRatio, 0, 2 * Math.PI);
      c.fill();
    }
  }
}
