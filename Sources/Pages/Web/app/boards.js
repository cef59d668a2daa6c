// The boards: those that are remembered, and others nearby.
import { el, text } from "/shared/dom.js";
import { button, keyed, run, show } from "/tools.js";

const statuses = {
  connected: "connected", connecting: "connecting", available: "available", reconnecting: "connecting again", offline: "offline",
  bootloader: "in its bootloader",
};

export class Boards {
  constructor(node) {
    this.message = el("p", { class: "warning", role: "status" });
    this.scan = el("button", {
      type: "button", id: "scan", onclick: () => run("scan", { on: this.scan.getAttribute("aria-pressed") !== "true" }),
    }, "Scan");
    this.remembered = el("ul", { class: "boards" });
    this.nearby = el("ul", { class: "boards" });
    this.noRemembered = el("p", { class: "muted" }, "A board that was connected once is listed here.");
    this.noNearby = el("p", { class: "muted" });
    node.append(
      el("div", { class: "spread" }, el("h2", {}, "Boards"), this.scan), this.message,
      el("h3", {}, "Remembered"), this.noRemembered, this.remembered,
      el("h3", {}, "Nearby"), this.noNearby, this.nearby);
  }

  update({ radio, boards }) {
    this.scan.setAttribute("aria-pressed", String(radio.isScanning));
    text(this.message, radio.message ?? "");
    show(this.message, radio.message !== undefined);
    show(this.noRemembered, boards.remembered.length === 0);
    show(this.noNearby, boards.nearby.length === 0);
    text(this.noNearby, radio.isScanning ? "Looking for boards …" : "The scan is off.");
    this.list(this.remembered, boards.remembered, true);
    this.list(this.nearby, boards.nearby, false);
  }

  list(node, boards, isRemembered) {
    keyed(node, boards, ({ id }) => id, (board) => {
      const item = el("li", {},
        el("button", { type: "button", class: "board", onclick: () => run("connect", { id: board.id }) },
          el("span", { class: "name" }), el("span", { class: "badge" }),
          el("span", { class: "muted detail" }), el("span", { class: "bars", "aria-hidden": "true" })));
      if (isRemembered) item.append(button("Forget", "forget", { id: board.id }, { class: "forget" }));
      return item;
    }, (item, board) => {
      const [name, badge, detail, bars] = item.firstChild.children;
      text(name, board.name);
      text(badge, statuses[board.status] ?? board.status);
      badge.className = `badge ${board.status}`;
      text(bars, board.bars === undefined ? "" : "▂▄▆█".slice(0, board.bars) || "▁");
      const signal = board.rssi === undefined ? null : `${board.rssi} dBm`;
      text(detail, [board.mac, signal, board.hasLog ? "log on the board" : null].filter(Boolean).join(" · "));
      if (item.lastChild !== item.firstChild) {
        item.lastChild.setAttribute("aria-label", `Forget ${board.name}`);
        show(item.lastChild, ["available", "offline", "bootloader"].includes(board.status));
      }
    });
  }
}
