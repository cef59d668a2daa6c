// LED, motor and buzzer, and values that are read once.
import { el, text } from "/shared/dom.js";
import { button, disable, field, keyed, moment, options, run, show, value } from "/tools.js";

const words = (list) => list.map((word) => [word, word[0].toUpperCase() + word.slice(1)]);

export class Controls {
  constructor() {
    this.color = el("select");
    this.preset = el("select");
    options(this.color, words(["green", "red", "blue", "yellow", "cyan", "magenta", "white"]), "green");
    options(this.preset, words(["solid", "blink", "breathe", "flash"]), "blink");
    this.led = el("div", { class: "card" }, el("h2", {}, "LED"),
      el("div", { class: "row" }, field("Colour", this.color, "led-color"), field("Pattern", this.preset, "led-preset")),
      el("div", { class: "row" },
        el("button", {
          type: "button", onclick: () => run("light", { color: this.color.value, preset: this.preset.value }),
        }, "Play"), button("Stop", "darken")));
    this.duty = el("input", { type: "range", min: 0, max: 100, step: 1, value: 80, oninput: () => this.say() });
    this.width = el("input", { type: "range", min: 50, max: 5000, step: 50, value: 500, oninput: () => this.say() });
    this.dutyWords = el("output", { for: "duty" });
    this.widthWords = el("output", { for: "width" });
    this.haptic = el("div", { class: "card" }, el("h2", {}, "Motor and buzzer"),
      field("Strength of the motor", this.duty, "duty"), this.dutyWords,
      field("Length", this.width, "width"), this.widthWords,
      el("div", { class: "row" },
        el("button", { type: "button", onclick: () => this.pulse("motor") }, "Motor"),
        el("button", { type: "button", onclick: () => this.pulse("buzzer") }, "Buzzer")));
    this.say();
    this.temperatures = el("div", { class: "row" });
    this.pressure = button("Read the pressure", "read", { quantity: "pressure" });
    this.light = button("Read the light", "read", { quantity: "light" });
    this.humidity = button("Read the humidity", "read", { quantity: "humidity" });
    this.readings = el("dl", { class: "values", "aria-live": "polite", id: "readings" });
    this.none = el("p", { class: "muted" }, "Nothing has been read yet.");
    this.node = el("div", { class: "screen columns" }, this.led, this.haptic,
      el("div", { class: "card" }, el("h2", {}, "Values"), this.temperatures,
        el("div", { class: "row" }, this.pressure, this.light, this.humidity), this.none, this.readings));
  }

  say() {
    text(this.dutyWords, `${this.duty.value} %`);
    text(this.widthWords, `${this.width.value} ms`);
  }

  pulse(mode) {
    run("pulse", { mode, duty: Number(this.duty.value), milliseconds: Number(this.width.value) });
  }

  update({ board, busy }) {
    if (!board) return;
    const { controls, readings } = board;
    show(this.led, controls.led);
    show(this.haptic, controls.haptic);
    show(this.pressure, controls.pressure);
    show(this.light, controls.light);
    show(this.humidity, controls.humidity);
    keyed(this.temperatures, controls.temperature, ({ number }) => number,
      ({ number, title }) => button(`Temperature: ${title}`, "read", { quantity: "temperature", channel: number }),
      () => {});
    const isBusy = busy.includes("controls");
    for (const each of [this.pressure, this.light, this.humidity, ...this.temperatures.children]) disable(each, isBusy);
    show(this.none, Object.keys(readings).length === 0);
    keyed(this.readings, Object.entries(readings), ([key]) => key,
      () => el("div", {}, el("dt"), el("dd")),
      (node, [, reading]) => {
        text(node.firstChild, reading.title);
        text(node.lastChild, `${value(reading.value)} ${reading.unit} (${moment(reading.time)})`);
      });
  }
}
