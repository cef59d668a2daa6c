// The board's surroundings: battery, charger, temperature, light, air, distance and pins.
import { actions } from "/shared/actions.js";
import { attribute, byId, el, fixed, text, throttle } from "/shared/dom.js";

// Eyes and sensors count light by its logarithm, and so do radios the distance.
const light = { from: (lux) => Math.log10(Math.max(lux, 0) + 1), to: (shown) => Math.round(10 ** shown - 1) };
const distance = { from: Math.log10, to: (shown) => Number((10 ** shown).toPrecision(3)) };

/// A control of a number: how it is read from a board, and which action sets it.
const sliders = [
  { name: "Battery", action: "battery", step: 1, places: 0, read: (b) => b.battery },
  { name: "Temperature", action: "temperature", shown: "°C", step: 0.5, places: 1, read: (b) => b.surroundings?.temperature },
  { name: "Light", action: "light", step: 0.01, places: 0, scale: light, read: (b) => b.surroundings?.light },
  { name: "Humidity", action: "humidity", step: 1, places: 0, read: (b) => b.surroundings?.humidity },
  { name: "Pressure", action: "pressure", step: 0.5, places: 1, read: (b) => b.surroundings?.pressure },
  { name: "Distance", action: "range", key: "distance", step: 0.01, places: 1, scale: distance, read: (b) => b.surroundings?.distance },
].map(({ key = "to", scale = { from: Number, to: Number }, ...slider }) => {
  const { unit, least, most } = actions[slider.action][key];
  return { shown: unit, ...slider, unit, scale, min: scale.from(least), max: scale.from(most) };
});

export class Controls {
  constructor(view) {
    this.view = view;
    this.place = byId("controls");
    this.pins = new Map();
    this.made = sliders.map((slider) => this.makeSlider(slider));
    this.charger = el("button", { type: "button", class: "wide", "aria-pressed": "false",
      onclick: () => view.do({ charger: view.board?.power.charger ? "disconnect" : "connect" }) }, "Charger");
    this.chargerRow = el("div", { class: "control" }, el("span", {}, "Charger"), this.charger);
    this.place.insertBefore(this.chargerRow, this.place.children[1]);
  }

  makeSlider(slider) {
    const id = `control-${slider.name.toLowerCase()}`;
    const input = el("input", { type: "range", id, min: slider.min, max: slider.max, step: slider.step });
    const output = el("output", { for: id });
    const send = throttle(100, (value) => this.view.do({ [slider.action]: `${value} ${slider.unit}` }));
    input.addEventListener("input", () => send(slider.scale.to(Number(input.value))));
    const row = el("div", { class: "control" }, el("label", { for: id }, slider.name), input, output);
    this.place.append(row);
    return { slider, input, output, row };
  }

  switched() {
    for (const row of this.pins.values()) row.row.remove();
    this.pins.clear();
  }

  show(state, board) {
    if (!board) return;
    for (const { slider, input, output, row } of this.made) {
      const value = slider.read(board);
      row.hidden = value === undefined;
      if (value === undefined) continue;
      const words = `${fixed(value, slider.places)} ${slider.shown}`;
      text(output, words);
      attribute(input, "aria-valuetext", words);
      if (document.activeElement !== input || !input.matches(":active")) input.value = String(slider.scale.from(value));
    }
    const { charger, charging } = board.power;
    this.chargerRow.hidden = charger === undefined;
    attribute(this.charger, "aria-pressed", String(Boolean(charger)));
    text(this.charger, charger ? (charging ? "connected, charging" : "connected") : "not connected");
    this.showPins(board.pins ?? []);
  }

  showPins(pins) {
    for (const [number, volts] of pins.entries()) {
      const known = this.pins.get(number) ?? this.makePin(number);
      text(known.output, volts === null ? "open" : `${fixed(volts, 2)} V`);
      const level = volts === null ? "open" : volts > 1.5 ? "high" : "low";
      if (document.activeElement !== known.select) known.select.value = level;
    }
  }

  makePin(number) {
    const id = `pin-${number}`;
    const select = el("select", { id }, ...["open", "low", "high"].map((level) => el("option", { value: level }, level)));
    select.addEventListener("change", () => this.view.do({ gpio: { pin: number, level: select.value } }));
    const output = el("output", { for: id });
    const row = el("div", { class: "control" }, el("label", { for: id }, `Pin ${number}`), select, output);
    byId("pins").append(row);
    const made = { row, select, output };
    this.pins.set(number, made);
    return made;
  }
}
