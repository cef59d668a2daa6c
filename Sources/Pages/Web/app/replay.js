// A session as it happened: the board in three dimensions, and a moment that one drags or plays.
import { el, text } from "/shared/dom.js";
import { BoardView } from "/shared/board3d.js";
import { FlatView, hasWebGL } from "/shared/flat3d.js";
import { attitudeOf, isTilt, turnedFrom } from "/attitude.js";
import { valuesAt } from "/track.js";
import { disable, options, show } from "/tools.js";

const speeds = [0.1, 0.25, 0.5, 1, 2, 5, 10, 60];

export class Replay {
  /// `moved(time)` is called when another moment is shown.
  constructor(session, samples, moved) {
    this.samples = samples;
    this.moved = moved;
    this.attitude = attitudeOf(session.sensor ?? session.kind);
    this.other = null;
    this.tare = null;
    this.time = samples.times[0];
    this.begin = samples.times[0];
    this.end = samples.times[samples.size - 1];
    this.isPlaying = false;
    this.latest = null;
    this.hints = [{ at: 0 }, { at: 0 }];
    this.picture = el("canvas", { class: "board3d", role: "img", "aria-label": "The board at the moment that is shown" });
    this.tilt = el("p", { class: "muted" }, "This sensor knows what is up, but no heading.");
    this.play = el("button", { type: "button", class: "main", id: "replay-play", onclick: () => this.toggle() }, "Play");
    this.speed = el("select", { id: "replay-speed", "aria-label": "Speed of the replay" });
    options(this.speed, speeds.map((speed) => [speed, `${speed}×`]), 1);
    this.moment = el("input", {
      type: "range", id: "replay-moment", "aria-label": "Moment", min: this.begin, max: this.end, step: "any", value: this.begin,
      oninput: () => this.seek(Number(this.moment.value)),
    });
    this.words = el("output", { class: "number", for: "replay-moment", id: "replay-time" });
    this.tareButton = el("button", { type: "button", onclick: () => this.setTare(this.now()) }, "Tare here");
    this.untare = el("button", { type: "button", onclick: () => this.setTare(null) }, "No tare");
    this.node = el("div", { class: "card", id: "replay" }, el("h2", {}, "Replay"), this.picture, this.tilt, this.moment,
      el("div", { class: "spread" }, el("span", { class: "row" }, this.play, this.speed, this.words),
        el("span", { class: "row" }, this.tareButton, this.untare)));
    for (const node of [this.picture, this.tareButton, this.untare]) show(node, this.attitude !== undefined);
    show(this.tilt, isTilt(session.sensor ?? session.kind));
    this.picture.addEventListener("pointermove", (event) => {
      if (event.buttons > 0) this.view?.look(-event.movementX * 0.01, event.movementY * 0.01);
    });
    this.setTare(null);
    this.seek(this.begin);
  }

  toggle() {
    this.isPlaying = !this.isPlaying;
    // From the end it begins again.
    if (this.isPlaying && this.time >= this.end) this.seek(this.begin);
    text(this.play, this.isPlaying ? "Pause" : "Play");
  }

  seek(time) {
    this.time = Math.max(this.begin, Math.min(this.end, time));
    this.moment.value = this.time;
    text(this.words, `${this.time.toFixed(2)} s of ${this.end.toFixed(2)} s`);
    this.isStale = true;
    this.moved(this.time);
  }

  /// The attitude at the moment, and that of the other session.
  now() {
    return this.at(this.samples, this.hints[0]);
  }

  at(samples, hint) {
    const values = samples && this.attitude ? valuesAt(samples, this.time, hint) : null;
    return values ? this.attitude(values) : null;
  }

  setTare(attitude) {
    this.tare = attitude;
    disable(this.untare, attitude === null);
    this.isStale = true;
  }

  /// Shows another session beside it.
  compare(samples) {
    this.other = samples;
    this.isStale = true;
  }

  draw(now = performance.now()) {
    const passed = this.latest === null ? 0 : (now - this.latest) / 1000;
    this.latest = now;
    if (this.isPlaying) {
      this.seek(this.time + passed * Number(this.speed.value));
      if (this.time >= this.end) this.toggle();
    }
    if (!this.attitude) return;
    this.view ??= hasWebGL() ? new BoardView(this.picture) : new FlatView(this.picture);
    const own = this.isStale ? this.now() : null;
    if (own) {
      const other = this.at(this.other, this.hints[1]);
      this.view.show({ q: turnedFrom(own, this.tare), fused: other && turnedFrom(other, this.tare) });
    }
    this.isStale = false;
    this.view.draw();
  }

  leave() {
    this.view?.renderer?.dispose();
  }
}
