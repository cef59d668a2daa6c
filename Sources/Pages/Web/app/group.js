// Boards that record together: which, what, and how far each of them is.
import { el, text } from "/shared/dom.js";
import { button, disable, duration, field, keyed, options, rate, run, show } from "/tools.js";

const phases = {
  pending: "waits for its turn", connecting: "is being connected", starting: "is being started",
  verifying: "proves that it records", logging: "records", stopping: "is being stopped", downloading: "is being downloaded",
  saved: "saved", issues: "saved, with something missing", skipped: "left out", failed: "failed",
};

export class Group {
  constructor() {
    this.rate = el("select", { onchange: () => run("groupRate", { value: Number(this.rate.value) }) });
    this.sensors = el("div", { class: "sensors" });
    this.boards = el("ul", { class: "plain group" });
    this.none = el("p", { class: "muted" }, "Boards appear here when they are nearby or were connected once.");
    this.start = button("Start the group", "startGroup", {}, { class: "main" });
    this.collect = button("Stop and collect", "collectGroup", {}, { class: "main" });
    this.cancel = button("Cancel", "cancelGroup");
    this.words = el("strong", { id: "group-words", role: "status" });
    this.unsaved = el("p", { class: "warning" });
    this.save = button("Save it again", "saveGroup");
    this.node = el("div", { class: "screen" },
      el("div", { class: "card" },
        el("div", { class: "spread" }, this.words, el("span", { class: "row" }, this.start, this.collect, this.cancel)),
        el("p", { class: "muted" }, "One board after the other is started with an empty log, proves that it records, and is left alone: "
          + "its LED flashes red every five seconds. A board that fails is named, and the others go on."),
        el("div", { class: "row" }, this.unsaved, this.save)),
      el("fieldset", { class: "card" }, el("legend", {}, "Boards"), this.none, this.boards),
      el("fieldset", { class: "card" }, el("legend", {}, "What each board records"),
        el("div", { class: "row" }, field("Samples per second", this.rate, "group-rate")), this.sensors,
        el("p", { class: "muted" }, "A board takes the nearest rate and range that it has. The magnetometer has a rate of its own.")));
  }

  update({ group }) {
    const { boards } = group;
    const recording = boards.filter((board) => board.since !== undefined);
    const chosen = boards.filter((board) => board.isChosen);
    text(this.words, group.isBusy ? (group.isCollecting ? "The group is being collected" : "The group is being started")
      : recording.length > 0 ? `${count(recording)} for the group` : "No board records for the group");
    show(this.none, boards.length === 0);
    show(this.cancel, group.isBusy);
    show(this.start, !group.isBusy);
    show(this.collect, !group.isBusy && recording.length > 0);
    disable(this.start, !chosen.some((board) => board.since === undefined) || !group.sensors.some((sensor) => sensor.isChosen));
    show(this.unsaved, group.unsaved > 0);
    show(this.save, group.unsaved > 0);
    text(this.unsaved, `What ${group.unsaved} boards have recorded is here and could not be saved: is there room on the disk?`);
    options(this.rate, group.rates.map((hertz) => [hertz, rate(hertz)]), group.rate);
    disable(this.rate, group.isBusy);
    keyed(this.sensors, group.sensors, ({ id }) => id, makeSensor, (row, sensor) => {
      const [box, select] = row.querySelectorAll("input, select");
      if (box.checked !== sensor.isChosen) box.checked = sensor.isChosen;
      disable(box, group.isBusy);
      if (!select) return;
      options(select, sensor.ranges.map((range) => [range, `±${range} ${sensor.unit}`]), sensor.range);
      disable(select, group.isBusy);
    });
    keyed(this.boards, boards, ({ id }) => id, makeBoard, (row, board) => this.show(row, board, group.isBusy));
  }

  show(row, board, isBusy) {
    const [label, words, progress, forget] = row.children;
    const box = label.firstChild;
    if (box.checked !== board.isChosen) box.checked = board.isChosen;
    disable(box, isBusy);
    text(label.lastChild, board.name);
    const since = board.since === undefined ? null : `records ${board.records.join(", ")} for ${duration((Date.now() - board.since) / 1000)}`;
    const phase = board.phase === "logging" && since ? null : phases[board.phase];
    text(words, [phase, board.words, since, phase || since || board.isHeard ? null : "not heard"].filter(Boolean).join(" · "));
    words.className = `detail ${board.phase === "failed" || board.phase === "issues" ? "warning" : "muted"}`;
    show(progress, board.fraction !== undefined);
    if (board.fraction !== undefined) progress.value = board.fraction;
    progress.setAttribute("aria-label", `Download of ${board.name}`);
    forget.setAttribute("aria-label", `Forget the recording of ${board.name}`);
    show(forget, board.since !== undefined && !isBusy);
  }
}

const count = (list) => (list.length === 1 ? "1 board records" : `${list.length} boards record`);

function makeBoard({ id }) {
  const box = el("input", { type: "checkbox", onchange: () => run("member", { id, on: box.checked }) });
  return el("li", { class: "sensor" }, el("label", { class: "check" }, box, el("span", { class: "name" })),
    el("span", { class: "muted detail" }), el("progress", { max: 1 }),
    button("Forget", "forgetRecording", { id }, { class: "forget" }));
}

function makeSensor({ id, title, unit, ranges }) {
  const box = el("input", { type: "checkbox", id: `group-${id}`, onchange: () => run("groupSensor", { sensor: id, on: box.checked }) });
  const select = ranges.length === 0 ? null : el("select", {
    "aria-label": `Range of ${title} in the group`,
    onchange: () => run("groupRange", { sensor: id, value: Number(select.value) }),
  });
  return el("div", { class: "sensor" }, el("label", { class: "check" }, box, el("span", {}, `${title} (${unit})`)), select);
}
