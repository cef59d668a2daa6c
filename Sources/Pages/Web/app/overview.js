// The connected board: what it is, what it has, and the ways to the other screens.
import { el, text } from "/shared/dom.js";
import { button, facts, keyed, show } from "/tools.js";

const tiles = [
  ["controls", "Controls", "LED, motor, buzzer, single values"],
  ["sensors", "Sensors", "Choose and set up"],
  ["live", "Live", "Watch samples as they come"],
  ["log", "Log", "Record on the board, download later"],
  ["settings", "Settings", "Name, firmware, reset"],
  ["group", "Group", "Several boards record together"],
  ["history", "History", "What was kept"],
];

export class Overview {
  constructor() {
    this.name = el("h2");
    this.activity = el("span", { class: "badge", id: "activity" });
    this.battery = el("span", { class: "badge", id: "battery" });
    this.facts = el("dl", { class: "values" });
    this.modules = el("tbody");
    this.node = el("div", { class: "screen" },
      el("div", { class: "card" },
        el("div", { class: "spread" }, this.name, el("span", { class: "row" }, this.activity, this.battery)),
        this.facts,
        el("div", { class: "row" },
          button("Identify", "identify"),
          button("Read the battery", "read", { quantity: "battery" }),
          button("Disconnect", "disconnect"))),
      el("ul", { class: "tiles" }, ...tiles.map(([id, title, about]) =>
        el("li", {}, el("a", { href: `#/${id}`, class: "card" }, el("strong", {}, title), el("span", { class: "muted" }, about))))),
      el("details", { class: "card" }, el("summary", {}, "Modules"),
        el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Modules" },
          el("table", {},
            el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "Module"), el("th", { scope: "col" }, "Present"),
              el("th", { scope: "col" }, "Implementation"), el("th", { scope: "col" }, "Revision"))),
            this.modules))));
  }

  update({ board }) {
    if (!board) return;
    text(this.name, board.name);
    text(this.activity, board.activity);
    show(this.battery, board.battery !== undefined);
    if (board.battery) text(this.battery, `Battery ${board.battery.charge} %`);
    const known = board.information ?? {};
    facts(this.facts, [
      ["Address", board.mac], ["Model", known.model && `${known.model} (model ${known.modelNumber})`],
      ["Serial number", known.serial], ["Firmware", known.firmware], ["Hardware", known.hardware],
      ["Manufacturer", known.manufacturer],
      ["Battery", board.battery && `${board.battery.charge} %, ${board.battery.millivolts} mV`],
      ["Signal", board.rssi === undefined ? undefined : `${board.rssi} dBm`],
    ]);
    keyed(this.modules, board.modules, ({ name }) => name,
      ({ name }) => el("tr", {}, el("th", { scope: "row" }, name), el("td"), el("td"), el("td")),
      (row, module) => {
        text(row.children[1], module.isPresent ? "yes" : "no");
        text(row.children[2], module.implementation ?? "");
        text(row.children[3], module.revision ?? "");
      });
  }
}
