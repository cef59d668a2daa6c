// Sessions that were kept.
import { el, text } from "/shared/dom.js";
import { duration, grouped, keyed, moment, show } from "/tools.js";

export class History {
  constructor() {
    this.rows = el("tbody");
    this.none = el("p", { class: "muted" }, "Nothing has been kept yet. Live streams and downloaded logs appear here.");
    this.table = el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Sessions" },
      el("table", {},
        el("thead", {}, el("tr", {}, ...["Sensor", "Start", "Length", "Samples", "Board"].map((title) =>
          el("th", { scope: "col" }, title)))), this.rows));
    this.node = el("div", { class: "screen" }, el("div", { class: "card" }, el("h2", {}, "History"), this.none, this.table));
  }

  update({ sessions }) {
    show(this.none, sessions.length === 0);
    show(this.table, sessions.length > 0);
    keyed(this.rows, sessions, ({ id }) => id, (session) =>
      el("tr", {}, el("th", { scope: "row" }, el("a", { href: `#/session/${session.id}` })), el("td"), el("td"), el("td"), el("td")),
    (row, session) => {
      text(row.children[0].firstChild, session.title);
      text(row.children[1], moment(session.start));
      text(row.children[2], duration((session.end - session.start) / 1000));
      text(row.children[3], grouped(session.count));
      text(row.children[4], [session.board, session.model, session.serial].filter(Boolean).join(", "));
    });
  }
}
