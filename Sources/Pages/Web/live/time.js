// Virtual time: its clock, pause, steps and speed.
import { attribute, byId, text, throttle } from "/shared/dom.js";

const shown = (factor) => (factor >= 10 ? `${Math.round(factor)}×` : `${Number(factor.toPrecision(2))}×`);

export class Time {
  constructor(view) {
    this.isPaused = false;
    byId("pause").addEventListener("click", () => view.command(this.isPaused ? "resume" : "pause"));
    byId("step").addEventListener("click", () => view.command("step"));
    byId("next").addEventListener("click", () => view.command("next"));
    this.slider = byId("speed");
    const send = throttle(100, (factor) => view.command("speed", { factor }));
    this.slider.addEventListener("input", () => send(Number((10 ** Number(this.slider.value)).toPrecision(2))));
    byId("real-time").addEventListener("click", () => view.command("speed", { factor: 1 }));
  }

  show(state) {
    const { time } = state;
    if (!time) return;
    text(byId("clock"), `${time.now.toFixed(3)} s`);
    this.isPaused = time.paused;
    attribute(byId("pause"), "aria-pressed", String(Boolean(time.paused)));
    text(byId("pause"), time.over ? "Over" : time.paused ? "Resume" : "Pause");
    text(byId("speed-value"), shown(time.speed));
    attribute(this.slider, "aria-valuetext", `${shown(time.speed)} real time`);
    if (document.activeElement !== this.slider) this.slider.value = String(Math.log10(time.speed));
  }
}
