// The scenario, its clients and hosts, and what happened.
import { byId, el, text } from "/shared/dom.js";

const most = 200;

export class Session {
  constructor(view) {
    this.view = view;
    this.rows = new Map();
    this.list = byId("did");
  }

  put(name, value) {
    let row = this.rows.get(name);
    if (!row) {
      row = el("dd");
      byId("session-values").append(el("dt", {}, name), row);
      this.rows.set(name, row);
    }
    text(row, value);
  }

  show(state) {
    const { scenario, session } = state;
    text(byId("about"), scenario?.about ?? "");
    this.put("Scenario", scenario ? `${scenario.file}, seed ${scenario.seed}` : "–");
    const clients = Object.values(state.clients ?? {}).map((client) =>
      `${client.name}: ${client.failed ? `failed: ${client.failed}` : client.finished ? "finished" : client.step ?? "waiting"}`);
    const hosts = Object.values(state.hosts ?? {}).map((host) => `${host.name}${host.present ? "" : " (gone)"}`);
    this.put("Clients", [...clients, ...hosts].join("; ") || "none");
    this.put("You did", session?.commands
      ? `${session.commands} things, last: ${session.last}${session.replayable === false ? " (a host took part: only your part can be replayed)" : ""}`
      : "nothing yet");
  }

  events(list) {
    for (const event of list) {
      // Another moment has another past.
      if (event.e === "jump") this.list.replaceChildren();
      if (event.e !== "link" && event.e !== "did") continue;
      const name = this.view.state.boards?.[event.board]?.identity.name;
      const words = event.e === "did" ? `you: ${event.text}` : event.text;
      this.list.prepend(el("li", {}, el("time", {}, `${event.t.toFixed(3)} s`), el("span", {}, name ? `${name}: ${words}` : words)));
    }
    while (this.list.childElementCount > most) this.list.lastChild.remove();
  }
}
