// The link to a host and the supply, and trouble with both.
import { byId, el, fixed, text } from "/shared/dom.js";

const phys = { oneMegabit: "1M PHY", twoMegabit: "2M PHY", coded: "coded PHY" };

export class Link {
  constructor(view) {
    this.rows = new Map();
    this.place = byId("link-values");
    const troubles = {
      "link-loss": (time) => ({ "link-loss": time }), away: (time) => ({ range: { distance: "60 m", over: time } }),
      back: (time) => ({ range: { distance: "1 m", over: time } }), reset: () => ({ reset: {} }), "power-cut": (time) => ({ "brown-out": time }),
    };
    for (const button of document.querySelectorAll("[data-trouble]")) {
      button.addEventListener("click", () => view.do(troubles[button.dataset.trouble](byId("trouble-time").value)));
    }
  }

  put(name, value) {
    let row = this.rows.get(name);
    if (!row) {
      row = el("dd");
      this.place.append(el("dt", {}, name), row);
      this.rows.set(name, row);
    }
    text(row, value);
  }

  show(state, board) {
    if (!board) return;
    const { identity, link, power, notifications } = board;
    this.put("Board", `${identity.model}, ${identity.address}`);
    this.put("Link", link ? `${link.state}${link.peer ? ` to ${link.peer}` : ""}${link.muffled ? " (nothing gets through)" : ""}` : "none");
    this.put("RSSI", link?.rssi === undefined ? "–" : `${fixed(link.rssi, 0)} dBm`);
    this.put("Interval", link?.interval === undefined ? "–" : `${fixed(link.interval, 2)} ms, latency ${link.latency ?? 0}, time-out ${link.timeout} ms`);
    this.put("MTU", link?.mtu === undefined ? "–" : `${link.mtu} bytes${link.phy ? `, ${phys[link.phy] ?? link.phy}` : ""}${link.encrypted ? ", encrypted" : ""}`);
    this.put("Packets", `${notifications.sent} sent, ${notifications.waiting} waiting, ${notifications.dropped} dropped, ${link.retransmissions} repeated`);
    this.put("Power", power ? `${power.mode}, ${fixed(power.current, 2)} mA, ${fixed(power.volts, 2)} V, up ${fixed(power.uptime, 0)} s, ${power.resets ?? 0} resets` : "–");
  }
}
