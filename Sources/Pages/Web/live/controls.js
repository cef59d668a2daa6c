// The board's surroundings: battery, charger, temperature, light, air, distance and pins.
import { attribute, byId, el, fixed, text, throttle } from "/shared/dom.js";

/// A control of a number: how it is read from a board, and which command sets it.
const sliders = [
  { name: "Battery", unit: "%", min: 0, max: 100, step: 1, places: 0, read: (b) => b.battery?.level,
    send: (v, to) => v.send("battery", { level: to }) },
  { name: "Temperature", unit: "°C", min: -40, max: 85, step: 0.5, places: 1, read: (b) => b.world?.temperature,
    send: (v, to) => v.send("temperature", { to }) },
  { name: "Light", unit: "lx", min: 0, max: 4.8, step: 0.01, places: 0, read: (b) => b.world?.light,
    // Eyes and sensors count light by its logarithm.
    from: (lux) => Math.log10(Math.max(lux, 0) + 1), to: (shown) => Math.round(10 ** shown - 1),
    send: (v, to) => v.send("light", { to }) },
  { name: "Humidity", unit: "%", min: 0, max: 100, step: 1, places: 0, read: (b) => b.world?.humidity,
    send: (v, to) => v.send("humidity", { to }) },
  { name: "Pressure", unit: "hPa", min: 300, max: 1100, step: 0.5, places: 1, read: (b) => b.world?.pressure,
    send: (v, to) => v.send("pressure", { to }) },
  { name: "Distance", unit: "m", min: 0.1, max: 60, step: 0.1, places: 1, read: (b) => b.world?.distance,
    send: (v, to) => v.send("distance", { to }) },
];

export class Controls {
  constructor(view) {
    this.view = view;
    this.place = byId("controls");
    this.pins = new Map();
    this.made = sliders.map((slider) => this.makeSlider(slider));
    this.charger = el("button", { type: "button", class: "wide", "aria-pressed": "false",
      onclick: () => view.send("charger", { connected: !view.board?.battery?.charger }) }, "Charger");
    this.chargerRow = el("div", { class: "control" }, el("span", {}, "Charger"), this.charger);
    this.place.insertBefore(this.chargerRow, this.place.children[1]);
  }

  makeSlider(slider) {
    const id = `control-${slider.name.toLowerCase()}`;
    const input = el("input", { type: "range", id, min: slider.min, max: slider.max, step: slider.step });
    const output = el("output", { for: id });
    const send = throttle(100, (value) => slider.send(this.view, value));
    input.addEventListener("input", () => {
      const value = Number(input.value);
      send(slider.to ? slider.to(value) : value);
    });
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
      const words = `${fixed(value, slider.places)} ${slider.unit}`;
      text(output, words);
      attribute(input, "aria-valuetext", words);
      const shown = slider.from ? slider.from(value) : value;
      if (document.activeElement !== input || !input.matches(":active")) input.value = String(shown);
    }
    const charger = board.battery?.charger;
    this.chargerRow.hidden = charger === undefined;
    attribute(this.charger, "aria-pressed", String(Boolean(charger)));
    text(this.charger, charger ? (board.battery.charging ? "connected, charging" : "connected") : "not connected");
    this.showPins(board.pins ?? {});
  }

  showPins(pins) {
    for (const [number, pin] of Object.entries(pins)) {
      const known = this.pins.get(number) ?? this.makePin(number);
      const volts = pin.volts;
      text(known.output, volts === undefined ? "open" : `${fixed(volts, 2)} V`);
      const level = volts === undefined ? "open" : volts > 1.5 ? "high" : "low";
      if (document.activeElement !== known.select) known.select.value = level;
    }
  }

  makePin(number) {
    const id = `pin-${number}`;
    const select = el("select", { id }, ...["open", "low", "high"].map((level) => el("option", { value: level }, level)));
    select.addEventListener("change", () => this.view.send("pin", { pin: Number(number), level: select.value }));
    const output = el("output", { for: id });
    const row = el("div", { class: "control" }, el("label", { for: id }, `Pin ${number}`), select, output);
    byId("pins").append(row);
    const made = { row, select, output };
    this.pins.set(number, made);
    return made;
  }
}
