// Sessions that were kept, and one of them in detail.
import { el, text } from "/shared/dom.js";
import { capacity, Chart } from "/chart.js";
import { Samples } from "/shared/samples.js";
import { button, duration, facts, grouped, keyed, moment, once, rate, run, show, value, wantFile } from "/tools.js";

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
      text(row.children[4], `${session.model}, ${session.serial}`);
    });
  }
}

export class Session {
  constructor(id) {
    this.id = id;
    this.title = el("h2");
    this.facts = el("dl", { class: "values" });
    this.statistics = el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Statistics" });
    this.preview = el("div", { class: "preview" });
    this.missing = el("p", { role: "status" }, "This session does not exist.");
    this.card = el("div", { class: "card" }, this.title, this.facts,
      el("div", { class: "row" },
        el("button", { type: "button", class: "main", onclick: () => wantFile("exportSession", { id }) }, "Save as CSV"),
        button("Delete", "deleteSession", { id }, { class: "danger" })));
    this.details = el("div", { class: "card" }, el("h2", {}, "Statistics"), this.statistics,
      el("h2", {}, "Last samples"), this.preview);
    this.node = el("div", { class: "screen" },
      el("p", {}, el("a", { href: "#/history" }, "← History")), this.missing, this.card, this.details);
    this.isAsked = false;
  }

  update({ sessions, details }) {
    const session = sessions.find(({ id }) => id === this.id);
    show(this.missing, !session);
    show(this.card, session !== undefined);
    const found = details[this.id];
    show(this.details, session !== undefined && found !== undefined);
    if (!session) return;
    if (!found && !this.isAsked) {
      this.isAsked = true;
      run("openSession", { id: this.id });
    }
    text(this.title, session.unit ? `${session.title} (${session.unit})` : session.title);
    facts(this.facts, [
      ["Start", moment(session.start)], ["End", moment(session.end)],
      ["Length", duration((session.end - session.start) / 1000)], ["Samples", grouped(session.count)],
      ["Rate", found?.rate === undefined ? undefined : rate(found.rate)],
      ["Board", `${session.model}, serial number ${session.serial}, firmware ${session.firmware}`],
    ]);
    if (!found) return;
    once(this.statistics, this.id, () => el("table", { id: "statistics" },
      el("thead", {}, el("tr", {}, ...["Axis", "Least", "Greatest", "Mean", "Deviation"].map((title) =>
        el("th", { scope: "col" }, title)))),
      el("tbody", {}, ...found.axes.map((axis, place) => el("tr", { class: `line${place}` },
        el("th", { scope: "row" }, axis.name),
        ...[axis.least, axis.greatest, axis.mean, axis.deviation].map((number) => el("td", {}, value(number))))))));
    once(this.preview, this.id, () => {
      const samples = new Samples(found.axes.length, capacity);
      for (const [time, ...values] of found.preview) {
        samples.push({ start: time, step: 0, channels: values.length, count: 1, values });
      }
      const names = found.axes.map(({ name }) => name);
      this.chart = new Chart(`The last ${found.preview.length} samples`, samples, { axes: names, seconds: null });
      return [this.chart.canvas, el("p", { class: "muted" }, `The last ${grouped(found.preview.length)} samples.`)];
    });
  }

  draw() {
    this.chart?.draw();
  }

  leave() {
    this.chart?.remove();
  }
}
