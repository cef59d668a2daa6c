// The past on one axis of time, and the futures that begin there: drag it to look back, move what happens, and compare.
import { byId, el, fixed, notify, text } from "/shared/dom.js";
import { Lanes } from "./lanes.js";
import { linkTo, openLink } from "./share.js";

const movable = new Set(["inputs", "faults", "did"]);

export class Timeline {
  constructor(view) {
    this.view = view;
    this.data = null;
    this.edition = -1;
    this.asked = 0;
    this.isAsking = false;
    this.wanted = null;
    this.isLooking = false;
    this.lanes = new Lanes(byId("lanes"), byId("lanes-words"));
    this.lanes.onSeek = (time) => this.look(time);
    this.lanes.onMove = (mark, time) => this.move(mark, time);
    this.lanes.onChoose = (mark) => this.choose(mark);
    this.moment = byId("moment");
    this.moment.addEventListener("input", () => this.look(Number(this.moment.value)));
    this.moment.addEventListener("keydown", (event) => this.key(event));
    byId("newest").addEventListener("click", () => view.command("newest"));
    byId("mark").addEventListener("change", () => this.showChosen());
    byId("mark-time").addEventListener("change", (event) => this.move(this.chosen, Number(event.target.value)));
    byId("mark-earlier").addEventListener("click", () => this.moveBy(-1));
    byId("mark-later").addEventListener("click", () => this.moveBy(1));
    byId("mark-without").addEventListener("click", () => this.move(this.chosen, null));
    byId("share").addEventListener("click", () => this.share());
    openLink(view);
  }

  // MARK: Looking

  /// Asks for a moment; while an earlier wish is on its way, only the latest one is kept.
  async look(time) {
    this.wanted = time;
    if (this.isLooking) return;
    this.isLooking = true;
    while (this.wanted !== null) {
      const at = Math.max(0, this.wanted);
      this.wanted = null;
      await this.view.command("look", { at });
    }
    this.isLooking = false;
  }

  lookBy(seconds) {
    this.look((this.wanted ?? this.view.state.time?.now ?? 0) + seconds);
  }

  key(event) {
    const step = event.shiftKey ? 1 : 0.1;
    const ways = { ArrowLeft: -step, ArrowRight: step, ArrowDown: -step, ArrowUp: step, PageDown: -10, PageUp: 10 };
    if (ways[event.key] !== undefined) this.lookBy(ways[event.key]);
    else if (event.key === "Home") this.look(0);
    else if (event.key === "End") this.view.command("newest");
    else return;
    event.preventDefault();
  }

  // MARK: Changing

  get chosen() {
    return this.marks()[Number(byId("mark").value)] ?? null;
  }

  /// What can be moved, in the order of time.
  marks() {
    return (this.data?.marks ?? []).filter((mark) => movable.has(mark.kind) && mark.index !== undefined && mark.index !== null)
      .sort((one, other) => one.t - other.t);
  }

  choose(mark) {
    byId("mark").value = String(this.marks().findIndex((known) => known.kind === mark.kind && known.index === mark.index));
    this.showChosen();
  }

  moveBy(seconds) {
    if (this.chosen) this.move(this.chosen, Math.max(0, this.chosen.t + seconds));
  }

  async move(mark, to) {
    if (!mark) return;
    const { kind: list, index } = mark;
    const done = await this.view.command("move", to === null ? { list, index } : { list, index, to });
    if (done === undefined) return this.showChosen();
    await this.ask();
    if (to !== null) this.choose({ kind: list, index });
  }

  showChosen() {
    const { chosen } = this;
    const refusal = this.view.state.future?.refusal;
    for (const id of ["mark-earlier", "mark-later", "mark-without", "mark-time"]) byId(id).disabled = !chosen || Boolean(refusal);
    byId("mark-time").value = chosen ? chosen.t.toFixed(3) : "";
    this.lanes.chosen = chosen;
    this.lanes.draw();
  }

  // MARK: Showing

  show(state) {
    const { time, future } = state;
    if (!time || !future) return;
    this.moment.max = String(Math.max(time.known, 0.1));
    if (this.wanted === null) this.moment.value = String(time.now);
    this.moment.setAttribute("aria-valuetext", `${time.now.toFixed(3)} of ${time.known.toFixed(3)} s`);
    this.lanes.follow(time.now);
    this.moment.disabled = Boolean(future.refusal);
    byId("newest").disabled = time.now >= time.known;
    text(byId("past"), future.refusal ? `This run cannot go back: ${future.refusal}` : time.past ? "the past" : "");
    this.showExpectations();
    const isDue = performance.now() - this.asked > (time.paused ? 5000 : 1000);
    if (future.edition !== this.edition || isDue || this.isBehind) this.ask();
  }

  /// Whether the run stands still, and the picture is of a moment before.
  get isBehind() {
    const { time } = this.view.state;
    return Boolean(time?.paused && this.data && time.known > this.data.known + 0.01);
  }

  /// Asks for the whole picture, at most once at a time.
  async ask() {
    if (this.isAsking) return;
    this.isAsking = true;
    this.asked = performance.now();
    const data = await this.view.command("timeline");
    this.isAsking = false;
    if (!data) return;
    this.edition = data.edition;
    this.data = data;
    this.lanes.data = data;
    this.showMarks();
    this.showFutures();
    this.showExpectations();
    this.lanes.draw();
    // A run that stands still may say nothing more.
    if (this.isBehind) setTimeout(() => this.ask(), 100);
  }

  showMarks() {
    const select = byId("mark");
    const marks = this.marks();
    const words = marks.map((mark) => `${fixed(mark.t, 3)} s: ${this.name(mark)}${mark.words}`);
    if (marks.length > 0 && select.options.length === marks.length && words.every((line, i) => select.options[i].text === line)) return;
    const before = this.lanes.chosen;
    select.disabled = marks.length === 0;
    select.replaceChildren(...(marks.length > 0
      ? words.map((line, index) => el("option", { value: index }, line))
      : [el("option", { value: -1 }, "what the scenario does, or you do")]));
    if (before) this.choose(before);
    else this.showChosen();
  }

  name(mark) {
    const name = this.view.state.boards?.[mark.board]?.identity.name;
    return name && !mark.words.startsWith(`${name}: `) ? `${name}: ` : "";
  }

  showFutures() {
    const { futures, difference } = this.data;
    const place = byId("futures");
    const key = JSON.stringify([futures.map(({ number, shown, other }) => [number, shown, other])]);
    if (this.futuresKey !== key) {
      this.futuresKey = key;
      place.replaceChildren(...futures.map(({ number, words, shown, other }) => el("button", {
        type: "button", "aria-pressed": String(shown), class: other ? "other" : null,
        onclick: () => this.view.command("future", { number }),
      }, `${number}: ${words || "as it was"}${other ? " (pale)" : ""}`)));
    }
    const words = difference
      ? `The first packet that differs, at ${fixed(difference.t, 3)} s: here ${difference.one ?? "nothing is sent"}; in the other future ${difference.other ?? "nothing is sent"}.`
      : futures.length > 1 ? "No packet differs, as far as both futures are known." : "";
    text(byId("difference"), words);
  }

  /// What the scenario expects; each is ticked when it is decided.
  showExpectations() {
    const now = this.view.state.time?.now ?? 0;
    const items = this.data?.expectations ?? [];
    const key = JSON.stringify(items.map(({ title, verdict, t, detail }) => [title, verdict, detail, t <= now]));
    if (key === this.expectationsKey) return;
    this.expectationsKey = key;
    const words = { held: "✓", failed: "✗", undecided: "?", unreached: "–" };
    const named = { held: "held", failed: "failed", undecided: "undecided", unreached: "not reached" };
    byId("expectations").replaceChildren(...items.map(({ title, verdict, t, detail }) => {
      const isDecided = t <= now;
      return el("li", { class: isDecided ? verdict : "open", title: detail },
        el("span", { "aria-hidden": "true" }, isDecided ? words[verdict] : "○"), ` ${title}`,
        el("span", { class: "muted" }, isDecided ? ` ${named[verdict]} at ${fixed(t, 1)} s` : ` open; ${named[verdict]} at ${fixed(t, 1)} s`));
    }));
  }

  // MARK: Sharing

  async share() {
    const link = await linkTo(this.view);
    if (!link) return;
    // Without the query: a token is for this machine only.
    history.replaceState(null, "", location.pathname + link.url);
    try {
      await navigator.clipboard.writeText(location.href);
      notify(`the link to this moment is in the clipboard${link.note}`, "done");
    } catch {
      notify(`the link to this moment is in the address bar${link.note}`, "done");
    }
  }
}
