// The picture of the timeline: links, streams, drops and log of each board, and marks of what happened.
import { fixed, text } from "/shared/dom.js";
import { colours, onTheme } from "/shared/theme.js";

const rowHeight = 34;
const axisHeight = 18;
const left = 92;
const right = 12;
const reach = 8;

export class Lanes {
  constructor(canvas, words) {
    this.canvas = canvas;
    this.words = words;
    this.context = canvas.getContext("2d", { alpha: false });
    this.data = null;
    this.now = 0;
    this.chosen = null;
    this.drag = null;
    onTheme(() => this.restyle());
    this.restyle();
    new ResizeObserver(() => this.draw()).observe(canvas);
    canvas.addEventListener("pointerdown", (event) => this.begin(event));
    canvas.addEventListener("pointermove", (event) => this.go(event));
    for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, (event) => this.end(event));
  }

  restyle() {
    [this.ink, this.muted, this.paper, this.edge, this.accent, this.good, this.warn, this.bad, this.log] = colours(
      "--ink", "--muted", "--card", "--edge", "--accent", "--good", "--warn", "--bad", "--w");
    this.draw();
  }

  // MARK: Hands

  /// The time at a place of the picture.
  time(event) {
    const share = (event.offsetX - left) / (this.canvas.clientWidth - left - right);
    return Math.max(0, Math.min(1, share)) * this.span;
  }

  /// The mark under the pointer; those that can be moved come first.
  at(event) {
    const near = (this.data?.marks ?? []).filter((mark) => Math.abs(this.x(mark.t) - event.offsetX) <= reach);
    const distance = (mark) => Math.abs(this.x(mark.t) - event.offsetX) + (mark.index === undefined || mark.index === null ? reach : 0);
    return near.sort((one, other) => distance(one) - distance(other))[0] ?? null;
  }

  begin(event) {
    this.canvas.setPointerCapture(event.pointerId);
    const mark = this.at(event);
    const isMovable = mark && mark.index !== undefined && mark.index !== null && event.offsetY < axisHeight + 4;
    this.drag = isMovable ? { mark, from: event.offsetX } : {};
    if (isMovable) this.onChoose?.(mark);
    else this.onSeek?.(this.time(event));
  }

  go(event) {
    if (!this.drag) {
      const mark = this.at(event);
      text(this.words, mark ? `${fixed(mark.t, 3)} s: ${mark.words}` : `${fixed(this.time(event), 1)} s`);
      return;
    }
    if (!this.drag.mark) return this.onSeek?.(this.time(event));
    this.drag.to = this.time(event);
    text(this.words, `${this.drag.mark.words} at ${fixed(this.drag.to, 3)} s`);
    this.draw();
  }

  end(event) {
    const { mark, from, to } = this.drag ?? {};
    this.drag = null;
    if (mark && to !== undefined && Math.abs(event.offsetX - from) > 3) this.onMove?.(mark, Math.round(to * 1000) / 1000);
    this.draw();
  }

  // MARK: Picture

  get span() {
    return Math.max(1, this.data?.known ?? 1, this.now);
  }

  x(time) {
    return left + (time / this.span) * (this.canvas.clientWidth - left - right);
  }

  /// Draws if the moment has moved by a pixel.
  follow(now) {
    this.now = now;
    if (Math.round(2 * this.x(now)) !== this.drawnAt) this.draw();
  }

  draw() {
    const { canvas, context: c, data } = this;
    this.drawnAt = Math.round(2 * this.x(this.now));
    const lanes = data?.shown ?? [];
    const ratio = devicePixelRatio;
    const height = axisHeight + rowHeight * Math.max(1, lanes.length);
    if (canvas.style.height !== `${height}px`) canvas.style.height = `${height}px`;
    const [w, h] = [Math.round(canvas.clientWidth * ratio), Math.round(height * ratio)];
    if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    c.fillStyle = this.paper;
    c.fillRect(0, 0, canvas.clientWidth, height);
    this.axis(height);
    lanes.forEach((lane, index) => this.lane(lane, data.other?.[index], axisHeight + index * rowHeight));
    this.marks(height);
    c.fillStyle = this.accent;
    c.fillRect(Math.round(this.x(this.now)) - 1, 0, 2, height);
  }

  axis(height) {
    const { context: c } = this;
    const most = Math.max(2, (this.canvas.clientWidth - left - right) / 90);
    const step = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1800, 3600, 7200, 21600].find((each) => this.span / each <= most) ?? 86400;
    c.font = "11px system-ui, sans-serif";
    c.textBaseline = "middle";
    for (let time = 0; time <= this.span; time += step) {
      const x = Math.round(this.x(time));
      c.fillStyle = this.edge;
      c.fillRect(x, axisHeight, 1, height - axisHeight);
      c.fillStyle = this.muted;
      c.fillText(`${Number(time.toFixed(1))} s`, x + 3, axisHeight / 2);
    }
  }

  spans(spans, top, size, colour, alpha = 1) {
    const { context: c } = this;
    c.fillStyle = colour;
    c.globalAlpha = alpha;
    for (const [from, to] of spans) {
      const x = this.x(from);
      c.fillRect(x, top, Math.max(1, this.x(to) - x), size);
    }
    c.globalAlpha = 1;
  }

  lane(lane, other, top) {
    const { context: c } = this;
    c.fillStyle = this.edge;
    c.fillRect(0, top, this.canvas.clientWidth, 1);
    c.fillStyle = this.ink;
    c.fillText(lane.name.length > 13 ? `${lane.name.slice(0, 12)}…` : lane.name, 6, top + rowHeight / 2);
    this.spans(lane.links, top + 4, 6, this.accent);
    if (other) this.spans(other.links, top + 11, 3, this.accent, 0.4);
    lane.streams.slice(0, 4).forEach((stream, index) => this.spans(stream.spans, top + 15 + index * 3, 2, this.good));
    c.fillStyle = this.bad;
    for (const [second] of lane.drops) c.fillRect(this.x(second), top + 15, Math.max(2, this.x(second + 1) - this.x(second)), 3);
    const most = Math.max(1, ...lane.log.map(([, entries]) => entries));
    c.fillStyle = this.log;
    lane.log.forEach(([time, entries], index) => {
      const x = this.x(time);
      const end = this.x(lane.log[index + 1]?.[0] ?? this.span);
      const size = (6 * entries) / most;
      c.fillRect(x, top + rowHeight - 1 - size, Math.max(1, end - x), size);
    });
  }

  marks(height) {
    const { context: c, drag } = this;
    const looks = { faults: this.bad, inputs: this.warn, did: this.accent, reset: this.bad, step: this.muted };
    for (const mark of this.data?.marks ?? []) {
      const isMovable = mark.index !== undefined && mark.index !== null;
      const isDragged = drag?.mark === mark && drag.to !== undefined;
      const x = this.x(isDragged ? drag.to : mark.t);
      const isChosen = this.chosen?.kind === mark.kind && this.chosen?.index === mark.index && isMovable;
      c.fillStyle = looks[mark.kind] ?? this.muted;
      if (isMovable) {
        const size = isChosen ? 7 : 5;
        c.beginPath();
        c.moveTo(x - size, axisHeight - 2 * size);
        c.lineTo(x + size, axisHeight - 2 * size);
        c.lineTo(x, axisHeight);
        c.fill();
        c.globalAlpha = isChosen ? 0.8 : 0.35;
        c.fillRect(x - 0.5, axisHeight, 1, height - axisHeight);
        c.globalAlpha = 1;
      } else {
        c.fillRect(x - 0.5, axisHeight - 4, 1.5, 4);
      }
    }
  }
}
